//! The rules that mapping documents and their index must obey.

source::rules! {
    TITLE = "E0901" Error "a mapping document does not begin with a title";
    UNKNOWN_KIND = "E0902" Error "an unknown kind of mapping";
    MISSING_PART = "E0903" Error "a part of a mapping document is missing";
    HEADING = "E0904" Error "the heading of an API is malformed";
    OTHER_NAME = "E0905" Error "two names of the same API differ";
    NO_TARGET_LINK = "E0906" Error "a target has no link";
    CODE_BLOCK = "E0907" Error "the code block of a signature is malformed";
    SIGNATURE = "E0908" Error "a signature cannot be read";
    TABLE_HEADER = "E0909" Error "a table of arguments has other columns";
    TABLE_SEPARATOR = "E0910" Error "the separator of a table of arguments is missing or malformed";
    TABLE_ROW = "E0911" Error "a row of a table of arguments does not have three cells";
    OUTSIDE_TABLE = "W0912" Warning "a row is outside of the table of arguments";
    COMMENT = "W0913" Warning "a signature contains a comment";
    ARGUMENT_LIST = "W0914" Warning "a list of arguments is malformed";
    FILE_NAME = "W0915" Warning "the name of a document is not the API in its title";
    NOT_READ = "N0916" Note "a document is not read because of its name";
    LINK = "W0917" Warning "a link does not lead to the API";
    NO_LINK = "N0918" Note "the heading of an API has no link";
    UNKNOWN_ARGUMENT = "W0919" Warning "a mapped argument is not in the signature";
    NO_ROW = "W0920" Warning "an argument of a signature is not mapped";
    MAPPED_TWICE = "W0921" Warning "an argument is mapped twice";
    KIND_DIFFERS = "W0922" Warning "the kind of mapping does not match the arguments";
    OTHER_KIND_SAID = "N0923" Note "the kind of mapping does not match what the document says";
    DOCUMENTED_TWICE = "E0924" Deny "an API has two documents";
    INDEX_TABLE = "E0930" Error "a table of the index is malformed";
    NO_COMMAND = "E0931" Error "a row of the index is not a command";
    NO_DOCUMENT = "E0932" Error "a command is for an API that has no document";
    TWO_ROWS = "E0933" Deny "an API is in two rows of the index";
    EMPTY_TABLE = "W0934" Warning "a table of the index takes no API";
    SAME_TABLE = "E0935" Deny "two tables of the index take the same APIs";
    OTHER_SECTION = "W0936" Warning "a table of the index is in the section of other APIs";
    NOT_IN_INDEX = "W0937" Warning "an API is in no table of the index";
    NO_ROWS = "W0938" Warning "a section of the index has no rows";
    ANCHOR = "W0939" Warning "the contents of the index do not match its sections";
    ALIAS_OF_NOTHING = "N0940" Note "neither an alias nor its API has a document";
}
