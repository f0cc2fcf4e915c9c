//! The rules that are checked while an entry is read.

source::rules! {
    UNKNOWN_COMPAT_KEY = "W0104" Warning "an unknown key is ignored";
    IGNORED_COMPAT = "W0107" Warning "a value of the wrong kind is ignored";
    OTHER_VERSION = "N0109" Note "the files have something of another version";
    NO_COMMENT = "W0108" Warning "an action of a version has no comment";
    ARGS = "E0201" Error "an argument list cannot be parsed";
    UNKNOWN_TYPE = "E0202" Error "an unknown type";
    ATTR_BEFORE_INPUT = "E0203" Error "an attribute comes before an input";
    DEFAULT_ORDER = "E0204" Error "an attribute without a default follows one with a default";
    DUPLICATE_ARG = "E0205" Error "two arguments have the same name";
    OUTPUTS = "E0206" Error "an output list cannot be parsed";
    SIZE_ON_TENSOR = "E0207" Error "a size expression on an output that is not a list";
    KERNEL_FUNC = "E0208" Error "a kernel function list cannot be parsed";
    UNKNOWN_TENSOR_KIND = "E0209" Error "an unknown kind of tensor in a dispatch";
    PAIRS = "E0210" Error "an inplace or view mapping cannot be parsed, or maps to an output twice";
    CANDIDATES = "E0211" Error "a list of kernel key candidates cannot be parsed";
    CALL = "E0212" Error "a call cannot be parsed";
    FORWARD = "E0213" Error "a forward signature cannot be parsed";
    WRONG_DEFAULT = "E0214" Error "a default does not match its type";
    COMPAT_NAME = "E0215" Error "a pair of names cannot be parsed";
    CONVERTED_DEFAULT = "W0216" Warning "a default that C++ has to convert";
    OPTIONAL_ATTR = "E0217" Deny "an attribute is listed in `optional`";
    BOTH_TRANSFORMS = "W0218" Warning "an input is in both lists of `data_transform`";
    UNKNOWN_OPTIONAL = "E0301" Deny "a name in `optional` is not a tensor";
    UNKNOWN_INTERMEDIATE = "E0302" Deny "a name in `intermediate` is not an output";
    UNKNOWN_NO_NEED_BUFFER = "E0303" Deny "a name in `no_need_buffer` is not an input";
    UNKNOWN_TRANSFORM = "E0305" Deny "a name in `data_transform` is not an input";
    UNKNOWN_SUPPORT_TENSOR = "E0308" Deny "a name in `support_tensor` is not an attribute";
    UNKNOWN_SHAPED = "E0331" Deny "a name in `local_shape` or `global_shape` is not an output";
    ORDERED_CANDIDATES = "E0403" Error "kernel key candidates have the wrong type or number";
}
