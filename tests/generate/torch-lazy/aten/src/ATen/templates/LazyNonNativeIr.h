#pragma once
${lazy_non_native_ir_inc}
${namespace_prologue}
${non_native_ir_nodes}
${namespace_epilogue}
