//! Rules about a single entry.

source::rules! {
    BAD_NAMESPACE = "E2010" Error "a namespace is nested too deeply";
    BAD_LIST = "E2011" Error "names on one line are not separated by `, `";
    UNKNOWN_VARIANT = "E2012" Error "a variant is neither `function` nor `method`";
    UNKNOWN_VALUE = "E2013" Deny "a value is not one of those that a key can have";
    BAD_KERNEL = "E2014" Error "the name of a kernel is not valid";
    BAD_PRECOMPUTED = "E2015" Error "a line of `precomputed` cannot be read";
    BAD_UFUNC_LOOP = "E2016" Error "a loop of a universal function cannot be read";
    EMPTY_TAG_DESCRIPTION = "E2017" Deny "a tag has no description";
    BAD_CALL = "E2018" Error "the call of a deprecated signature cannot be read";
    BAD_DIFFERENTIABILITY = "E2019" Error "`output_differentiability` cannot be read";
    BAD_FALLBACK = "E2092" Error "a list of fallback operators cannot be read";
    EMPTY_LIST = "E2020" Error "a list of a backend has no value";
}
