//! The rules that the small grammars check while they read an entry.

source::rules! {
    UNKNOWN_COMPAT_KEY = "W0104" Warning "an unknown key that is ignored";
    IGNORED_COMPAT = "W0107" Warning "a value of the wrong kind that is ignored";
    NO_COMMENT = "W0108" Warning "an action of a version has no comment";
    ARGS = "E0201" Error "an argument list cannot be read";
    UNKNOWN_TYPE = "E0202" Error "an unknown type";
    ATTR_BEFORE_INPUT = "E0203" Error "an attribute precedes an input";
    DEFAULT_ORDER = "E0204" Error "an attribute with a default precedes one without";
    DUPLICATE_ARG = "E0205" Error "two arguments have one name";
    OUTPUTS = "E0206" Error "an output list cannot be read";
    SIZE_ON_TENSOR = "E0207" Error "a size expression on an output that is no list";
    KERNEL_FUNC = "E0208" Error "a kernel function list cannot be read";
    UNKNOWN_TENSOR_KIND = "E0209" Error "an unknown kind of tensor in a dispatch";
    PAIRS = "E0210" Error "an inplace or view mapping cannot be read, or stands twice";
    CANDIDATES = "E0211" Error "a list of candidates cannot be read";
    CALL = "E0212" Error "a call cannot be read";
    FORWARD = "E0213" Error "a forward signature cannot be read";
    WRONG_DEFAULT = "E0214" Error "a default is not a value of its type";
    COMPAT_NAME = "E0215" Error "a pair of names cannot be read";
    ODD_DEFAULT = "W0216" Warning "a default that C++ has to convert";
    UNKNOWN_OPTIONAL = "E0301" Deny "`optional` names no tensor";
    UNKNOWN_INTERMEDIATE = "E0302" Deny "`intermediate` names no output";
    UNKNOWN_NO_NEED_BUFFER = "E0303" Deny "`no_need_buffer` names no input";
    UNKNOWN_TRANSFORM = "E0305" Deny "`data_transform` names no input";
    UNKNOWN_SUPPORT_TENSOR = "E0308" Deny "`support_tensor` names no attribute";
    ORDERED_CANDIDATES = "E0403" Error "candidates for the kernel key do not fit";
}
