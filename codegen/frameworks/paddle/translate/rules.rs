//! The rules that a program must obey to be translated.

source::rules! {
    NO_PROGRAM = "E1101" Error "a file is not a program";
    NO_OPERATION = "E1102" Error "an operator has no operation in PIR";
    MISSING_VARIABLE = "E1103" Error "an operator lacks an input or output";
    TOO_MANY_VARIABLES = "E1104" Error "an input or output has more than one variable";
    UNKNOWN_VARIABLE = "E1105" Error "a variable is not declared";
    UNDEFINED_VARIABLE = "E1106" Error "a variable is read that nothing has written";
    MISSING_ATTRIBUTE = "E1107" Error "an operator lacks an attribute";
    WRONG_ATTRIBUTE = "E1108" Error "an attribute is of the wrong type";
    NO_TYPE = "E1109" Error "a variable has no type in PIR";
    WRONG_KIND = "E1110" Error "a value is of the wrong kind";
    WRONG_SHAPE = "E1111" Error "a tensor cannot be reshaped";
    WRONG_BLOCK = "E1112" Error "a block cannot be the body of an operator";
    OTHER_VALUE = "N1113" Note "the framework computes something else";
}
