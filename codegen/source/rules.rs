//! The table of everything opgen can complain about: one row a rule, with its stable code, severity and title.
//!
//! What there is to say about it stands in `rules/CODE.md`; `catalogue.rs` says in which form.

/// How serious a finding is. An error stops generation; a warning or a note does not.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    Error,
    Warning,
    Note,
}

impl Level {
    pub fn name(self) -> &'static str {
        match self {
            Level::Error => "error",
            Level::Warning => "warning",
            Level::Note => "note",
        }
    }
}

/// What a rule is by itself; a project may change all but an error.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Severity {
    /// Nothing sound can be made of what breaks the rule, so it cannot be allowed.
    Error,
    /// An error that a project may allow: what is generated then leaves out, or does not heed, what is wrong.
    Deny,
    Warning,
    Note,
}

macro_rules! rules {
    ($($(#[$doc:meta])* $variant:ident = $code:literal $severity:ident $title:literal;)*) => {
        /// A rule that input can break.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Rule {
            $($(#[$doc])* $variant,)*
        }

        impl Rule {
            /// Every rule, in the order of the codes.
            pub const ALL: &'static [Rule] = &[$(Rule::$variant,)*];

            /// The stable code, such as `E0102`.
            pub fn code(self) -> &'static str {
                match self { $(Rule::$variant => $code,)* }
            }

            pub fn severity(self) -> Severity {
                match self { $(Rule::$variant => Severity::$severity,)* }
            }

            /// One line that names the mistake, without the particulars.
            pub fn title(self) -> &'static str {
                match self { $(Rule::$variant => $title,)* }
            }

            /// What the rule is about, with examples, in Markdown: the file `rules/CODE.md`.
            pub fn explanation(self) -> &'static str {
                match self { $(Rule::$variant => include_str!(concat!("rules/", $code, ".md")),)* }
            }
        }
    };
}

impl Rule {
    /// The level of what breaks the rule, where a project does not set another.
    pub fn level(self) -> Level {
        match self.severity() {
            Severity::Error | Severity::Deny => Level::Error,
            Severity::Warning => Level::Warning,
            Severity::Note => Level::Note,
        }
    }

    /// Whether a project may lower the level.
    pub fn can_be_allowed(self) -> bool {
        self.severity() != Severity::Error
    }

    /// The rule of a code.
    pub fn of_code(code: &str) -> Option<Rule> {
        Rule::ALL.iter().copied().find(|rule| rule.code() == code)
    }
}

rules! {
    // 00xx: files and YAML itself.
    Unreadable = "E0001" Error "a file cannot be read";
    NotUtf8 = "E0002" Error "a file is not UTF-8 text";
    Syntax = "E0003" Error "the text is not valid YAML";
    SeveralDocuments = "E0004" Error "a file contains more than one document";
    AnchorOrTag = "E0005" Error "anchors, aliases, tags and merge keys are not allowed";
    DuplicateKey = "E0006" Error "a key appears twice";
    BadKey = "E0007" Error "a key is not a plain name";
    EmptyFile = "E0008" Error "a file has no content";
    NoInput = "E0009" Error "no operator file was found";
    NormalForm = "E0010" Error "a normal form cannot be read back";
    TomlSyntax = "E0011" Error "the text is not valid TOML";
    Template = "E0012" Error "a template cannot be read or used";

    // 01xx: the shape of an entry.
    WrongNode = "E0101" Error "a value or name is missing or of the wrong kind";
    UnknownKey = "E0102" Error "an unknown key";
    MissingKey = "E0103" Error "a required key is missing";
    UnknownCompatKey = "W0104" Warning "an unknown key is ignored";
    DuplicateOp = "E0105" Error "an operator is defined twice";
    DuplicateEntry = "W0106" Warning "an operator has two entries";
    IgnoredCompat = "W0107" Warning "a value of the wrong kind is ignored";
    NoComment = "W0108" Warning "an action of a version has no comment";

    // 02xx: the small grammars inside scalars.
    Args = "E0201" Error "an argument list cannot be parsed";
    UnknownType = "E0202" Error "an unknown type";
    AttrBeforeInput = "E0203" Error "an attribute comes before an input";
    DefaultOrder = "E0204" Error "an attribute without a default follows one with a default";
    DuplicateArg = "E0205" Error "two arguments have the same name";
    Outputs = "E0206" Error "an output list cannot be parsed";
    SizeOnTensor = "E0207" Error "a size expression on an output that is not a list";
    KernelFunc = "E0208" Error "a kernel function list cannot be parsed";
    UnknownTensorKind = "E0209" Error "an unknown kind of tensor in a dispatch";
    Pairs = "E0210" Error "an inplace or view mapping cannot be parsed, or maps to an output twice";
    Candidates = "E0211" Error "a list of kernel key candidates cannot be parsed";
    Call = "E0212" Error "a call cannot be parsed";
    Forward = "E0213" Error "a forward signature cannot be parsed";
    WrongDefault = "E0214" Error "a default does not match its type";
    CompatName = "E0215" Error "a pair of names cannot be parsed";
    OddDefault = "W0216" Warning "a default that C++ has to convert";

    // 03xx: names that refer to nothing.
    UnknownOptional = "E0301" Deny "a name in `optional` is not a tensor";
    UnknownIntermediate = "E0302" Deny "a name in `intermediate` is not an output";
    UnknownNoNeedBuffer = "E0303" Deny "a name in `no_need_buffer` is not an input";
    UnknownMapped = "E0304" Error "a name in `inplace` or `view` is not an input or output";
    UnknownTransform = "E0305" Deny "a name in `data_transform` is not an input";
    UnknownParam = "W0306" Warning "a name in `param` is not an argument";
    UnknownCandidate = "E0307" Error "a kernel key candidate is not an argument";
    UnknownSupportTensor = "E0308" Deny "a name in `support_tensor` is not an attribute";
    UnknownKernelParam = "E0309" Error "a kernel parameter is unknown";
    UnknownSize = "E0310" Error "a name in a size expression is not an argument";
    UnknownCallArg = "E0311" Error "`invoke` passes an unknown argument";
    UnknownCalled = "W0312" Warning "`invoke` or `composite` calls an unknown function";
    UnknownCompositeArg = "W0313" Warning "`composite` passes an unknown argument";
    Misspelt = "W0314" Warning "the name of a function looks misspelt";
    NamedTwice = "W0315" Warning "a list contains a name twice";
    CompositeArgs = "W0316" Warning "`composite` does not pass the arguments that the function takes";

    // 04xx: kernels.
    DispatchArity = "E0401" Error "a dispatch does not match the operator's tensors";
    SeveralKernels = "E0402" Error "several kernels without a dispatch";
    OrderedCandidates = "E0403" Error "kernel key candidates have the wrong type or number";
    KeyNotSet = "E0404" Error "an attribute decides the kernel key, but the kernel does not list it";
    NoKernelKey = "E0405" Error "nothing decides the kernel key";
    MissingSize = "E0406" Error "a list output has no size expression";
    ViewOfList = "E0407" Error "a view maps a list";
    NoImplementation = "E0408" Error "an operator has no kernel, `invoke` or `composite`";
    NoInferMeta = "E0409" Error "a kernel without `infer_meta`";
    UnpairedMapping = "E0410" Error "an inplace mapping joins tensors of different types";
    ComplexKey = "E0411" Error "`complex` is used for something that is not a data type";
    InplaceName = "W0412" Warning "a name ends in `_`, but the operator writes nothing in place";
    CallArity = "E0413" Deny "`invoke` passes the wrong arguments";
    KernelShapes = "W0414" Warning "a kernel is called with different signatures";
    InferMetaShapes = "W0415" Warning "an infer meta function is called with different signatures";
    InplaceOptional = "W0416" Warning "the inplace output of an optional input is not optional";
    SparseKinds = "W0417" Warning "a sparse kernel is dispatched for a kind of tensor that its name does not match";
    UnknownBackend = "W0418" Warning "an unknown `force_backend`";

    // 05xx: forward against backward.
    UnknownForward = "E0501" Error "the forward operator does not exist, or is the backward operator itself";
    NotClaimed = "W0502" Warning "the forward operator does not name its backward operator";
    OtherBackward = "E0503" Deny "the forward operator names another backward operator";
    UnknownBackward = "E0504" Error "the named backward operator does not exist, or is not a gradient of this operator";
    ForwardInputs = "E0505" Deny "the forward signature does not match the inputs of the forward operator";
    ForwardAttrs = "E0506" Deny "the forward signature does not match the attributes of the forward operator";
    ForwardOutputs = "E0507" Deny "the forward signature does not match the outputs of the forward operator";
    ForeignGrad = "E0510" Error "a gradient of something that is not an output of the forward operator";
    ForeignAttr = "E0511" Error "a backward attribute that the forward operator does not have";
    ForeignInput = "E0512" Deny "a backward input that the forward operator does not have";
    ForeignOutput = "E0513" Deny "a backward output is not the gradient of a forward input";
    GradType = "E0514" Deny "a tensor is a list in only one of the forward and backward operators";
    ForwardNames = "W0515" Warning "the forward signature uses a different name";
    ForwardDefault = "W0516" Warning "the forward signature has a different default";
    ForwardShort = "W0517" Warning "the forward signature is incomplete";
    LostOptional = "W0518" Warning "an input is optional in only one of the forward and backward operators";
    BackwardDefault = "W0519" Warning "a backward attribute has a different default from the forward attribute";
    StaticDiffers = "W0520" Warning "the static graph's definition contradicts the dynamic graph's";
    OtherWorld = "E0521" Deny "a gradient is defined in a file where static programs do not find it";
    NoGradient = "W0522" Warning "a backward operator has no gradient among its inputs";

    // 06xx: compatible names and versions.
    UnknownVersionOp = "W0602" Warning "an op_version entry matches no operator";
    UnknownListed = "W0603" Warning "a listed operator does not exist";
    CompatConflict = "E0604" Error "two compat entries contradict each other";
    ExtraAttr = "E0605" Error "an extra attribute that saved programs cannot store";
    UnknownCompatPart = "W0606" Warning "a compat entry contains a name that its operator does not have";
    CompatType = "W0607" Warning "a compat entry has a type that does not match";
    UnknownVersionPart = "W0608" Warning "a version contains a name that its operator does not have";
    VersionDefault = "W0609" Warning "a version has a different default from its operator";
    UnknownCompatOp = "W0610" Warning "a compat entry matches no operator";
    NoMethod = "E0611" Deny "an operator that cannot be a method is listed as one";
    NotPrimitive = "E0612" Deny "a method has no primitive function";
    ForeignGradient = "W0613" Warning "a compat entry lists a wrong gradient, or one in the wrong place";
    LegacyGradient = "W0614" Warning "the legacy name of a gradient does not match that of its operator";

    // 07xx: what a project says of rules.
    UnknownCode = "E0701" Error "no rule has this code";
    NotAllowed = "E0702" Error "a rule that cannot be allowed";
    AllowComment = "E0703" Error "an opgen comment cannot be parsed, or has no reason";
    UnusedException = "W0704" Warning "an exception is not needed";
    StaleBaseline = "W0705" Warning "the baseline lists a finding that no longer exists";
    UnusedTemplate = "W0706" Warning "a template is never used";

    // 08xx: style.
    Unsorted = "N0801" Note "an entry is out of order";
    Spelling = "N0802" Note "a name does not follow the naming convention";
    GradientName = "N0803" Note "the name of a gradient does not match its forward operator";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_in_order_and_say_their_level() {
        let number = |rule: &Rule| rule.code()[1..].to_owned();
        assert!(Rule::ALL.is_sorted_by(|a, b| number(a) < number(b)));
        for rule in Rule::ALL {
            let letter = match rule.level() {
                Level::Error => 'E',
                Level::Warning => 'W',
                Level::Note => 'N',
            };
            assert!(rule.code().starts_with(letter), "{}", rule.code());
            assert_eq!(Rule::of_code(rule.code()), Some(*rule));
        }
    }
}
