//! Rules about the project itself: its inputs, settings, templates and exceptions.

source::rules! {
    NO_INPUT = "E0009" Error "no operator file was found";
    TEMPLATE = "E0012" Error "a template cannot be read or used";
    UNSUPPORTED_VERSION = "E0014" Error "the tree is of a version that opgen has no profile for";
    UNKNOWN_CODE = "E0701" Error "no rule has this code";
    NOT_ALLOWED = "E0702" Error "a rule that cannot be allowed";
    ALLOW_COMMENT = "E0703" Error "an opgen comment cannot be parsed, or has no reason";
    UNUSED_EXCEPTION = "W0704" Warning "an exception is not needed";
    STALE_BASELINE = "W0705" Warning "the baseline lists a finding that no longer exists";
    UNUSED_TEMPLATE = "W0706" Warning "a template is never used";
    EXPIRED_ALLOWANCE = "W0707" Warning "the allowance of a breaking change has expired";
}
