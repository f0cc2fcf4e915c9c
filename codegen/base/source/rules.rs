//! Rules for every input file, whatever it describes: encoding, YAML and TOML syntax, and mappings.

crate::rules! {
    UNREADABLE = "E0001" Error "a file cannot be read";
    NOT_UTF8 = "E0002" Error "a file is not UTF-8 text";
    SYNTAX = "E0003" Error "the text is not valid YAML";
    SEVERAL_DOCUMENTS = "E0004" Error "a file contains more than one document";
    ANCHOR_OR_TAG = "E0005" Error "anchors, aliases, tags and merge keys are not allowed";
    DUPLICATE_KEY = "E0006" Deny "a key appears twice";
    BAD_KEY = "E0007" Error "a key is not a plain name";
    EMPTY_FILE = "E0008" Error "a file has no content";
    TOML_SYNTAX = "E0011" Error "the text is not valid TOML";
    WRONG_NODE = "E0101" Error "a value or name is missing or of the wrong kind";
    UNKNOWN_KEY = "E0102" Deny "an unknown key";
    MISSING_KEY = "E0103" Error "a required key is missing";
    NAMED_TWICE = "W0315" Warning "a list contains a name twice";
}
