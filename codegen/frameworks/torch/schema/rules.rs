//! Rules about a single schema.

source::rules! {
    BAD_SCHEMA = "E2001" Error "a schema cannot be read";
    BAD_OPERATOR_NAME = "E2002" Error "the name of an operator is not valid";
    BAD_ARGUMENT = "E2003" Error "an argument or a return cannot be read";
    UNKNOWN_TYPE = "E2004" Error "a type is not known";
    BAD_ANNOTATION = "E2005" Error "an alias annotation is not valid";
    BAD_STAR = "E2006" Error "the `*` before keyword-only arguments is in the wrong place";
    ARGUMENT_AFTER_OUT = "E2007" Error "an argument follows the out arguments";
    TENSOR_OPTIONS_TWICE = "E2008" Error "tensor options occur twice";
    SPACING = "E2009" Error "a schema is not spelled as it is printed";
}
