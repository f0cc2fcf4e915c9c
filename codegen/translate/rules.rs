//! The rules that a program must obey to be translated.

source::rules! {
    NO_PROGRAM = "E0901" Error "a file is not a program";
    NO_OPERATION = "E0902" Error "an operator has no operation in PIR";
    MISSING_VARIABLE = "E0903" Error "an operator lacks an input or output";
    TOO_MANY_VARIABLES = "E0904" Error "an input or output has more than one variable";
    UNKNOWN_VARIABLE = "E0905" Error "a variable is not declared";
    UNDEFINED_VARIABLE = "E0906" Error "a variable is read that nothing has written";
    MISSING_ATTRIBUTE = "E0907" Error "an operator lacks an attribute";
    WRONG_ATTRIBUTE = "E0908" Error "an attribute is of the wrong type";
    NO_TYPE = "E0909" Error "a variable has no type in PIR";
    WRONG_KIND = "E0910" Error "a value is of the wrong kind";
    WRONG_SHAPE = "E0911" Error "a tensor cannot be reshaped";
    WRONG_BLOCK = "E0912" Error "a block cannot be the body of an operator";
    OTHER_VALUE = "N0913" Note "the framework's own translation has another value";
}
