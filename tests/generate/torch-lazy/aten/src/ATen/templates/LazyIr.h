#pragma once
${lazy_ir_sysinc}
${lazy_ir_inc}
${namespace_prologue}
${ir_declarations}
${namespace_epilogue}
