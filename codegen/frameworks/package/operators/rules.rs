//! The rules for operators of packages.

use source::Rule;

source::rules! {
    SHAPE_RULE = "E1501" Error "a rule or a condition cannot be parsed";
    UNKNOWN_RULE_NAME = "E1502" Error "a rule or a condition contains a name that the operator does not have";
    UNKNOWN_FRAMEWORK = "E1503" Error "a framework for which a kernel cannot be written";
    DATA_TYPE_RULE = "E1504" Error "a data type that does not exist, or does not fit";
    RULE_TYPE = "E1505" Error "a rule or a condition uses an argument in a way that its type does not allow";
    ATTRIBUTE = "E1506" Error "an attribute has a type that operators of packages cannot have";
    NO_SHAPE = "E1507" Error "nothing states the shape of an output";
    UNKNOWN_SHAPE_IN_PROGRAMS = "W1508" Warning "programs do not know the shape of an output";
    DEVICE = "E1509" Error "an unknown device";
    ORDER = "E1510" Error "a derivative of too high an order";
    LIST = "E1511" Error "an operator of a package returns a list";
    MISSING_KERNEL = "E1512" Deny "a kernel of a package is not defined";
    KERNEL_PARAMETERS = "E1513" Deny "the parameters of a package's kernel differ from the YAML";
    UNREAD_ATTRIBUTE = "W1514" Warning "nothing reads an attribute";
    IGNORED_ARGUMENTS = "W1515" Warning "a function of a package does not take all arguments";
    OVERWRITTEN = "E1516" Deny "a gradient reads or overwrites a tensor that is needed otherwise";
    LIST_GRADIENT = "E1517" Deny "Paddle loses the gradient of a list that is overwritten";
    LIST_GRADIENT_IN_PROGRAMS = "W1518" Warning "Paddle's programs lack the gradient of a list beside others";
    GRADIENT_ATTRIBUTE = "E1519" Error "a gradient has an attribute or a name of a tensor that its operator has not";
    KERNEL_NAME = "E1520" Error "the name of a kernel has another meaning in C++";
    TORCH_ONLY = "E1521" Error "an operator has something that one of its frameworks lacks";
    OWN_TYPE = "E1522" Error "a kernel that takes views cannot take or return something";
    KEYWORD = "E1523" Error "a name of a package is a Python keyword";
    COMPILED_TWICE = "E1524" Error "a source that a registration includes is compiled by itself, too";
    EXAMPLE = "E1525" Error "an example does not fit its argument";
    UNKEPT_DATA = "E1526" Error "`no_need_buffer` is for a tensor that is not kept, or whose data is needed";
    SIZE_OF_KERNEL = "E1527" Error "a size that only the kernel knows, where a framework must know it before";
    INTEGER_GRADIENT = "E1528" Error "a gradient of integers or truth values";
    EXAMPLE_BREAKS_CONDITION = "W1529" Warning "the generated tests call an operator with arguments that it refuses";
    AUTOCAST = "E1530" Error "an operator cannot take part in automatic casts as its entry says";
    TYPES_OF_GRADIENT = "W1531" Warning "a gradient is compiled for fewer data types than its operator";
    TRITON = "E1535" Error "an operator with a Triton kernel has something that PyTorch does not take";
}

/// The rules that need C++ or Python.
pub const OF_CPP: &[Rule] = &[MISSING_KERNEL, KERNEL_PARAMETERS, UNREAD_ATTRIBUTE, IGNORED_ARGUMENTS];
