#pragma once
// @generated from ../tools/autograd/templates/VariableType.h
