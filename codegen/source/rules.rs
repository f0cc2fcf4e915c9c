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
    Syntax = "E0003" Error "the text is not YAML";
    SeveralDocuments = "E0004" Error "a file holds more than one document";
    AnchorOrTag = "E0005" Error "anchors, aliases, tags and merge keys are not allowed";
    DuplicateKey = "E0006" Error "a key is given twice";
    BadKey = "E0007" Error "a key is not a plain name";
    EmptyFile = "E0008" Error "a file defines nothing";
    NoInput = "E0009" Error "no operator file was found";
    NormalForm = "E0010" Error "a normal form cannot be read back";
    TomlSyntax = "E0011" Error "the text is not TOML";
    Template = "E0012" Error "a template cannot be read or used";

    // 01xx: the shape of an entry.
    WrongNode = "E0101" Error "a value or name is missing or of the wrong kind";
    UnknownKey = "E0102" Error "an unknown key";
    MissingKey = "E0103" Error "a required key is missing";
    UnknownCompatKey = "W0104" Warning "an unknown key that is ignored";
    DuplicateOp = "E0105" Error "an operator is defined twice";
    DuplicateEntry = "W0106" Warning "an operator has two entries";
    IgnoredCompat = "W0107" Warning "a value of the wrong kind that is ignored";
    NoComment = "W0108" Warning "an action of a version has no comment";

    // 02xx: the small grammars inside scalars.
    Args = "E0201" Error "an argument list cannot be read";
    UnknownType = "E0202" Error "an unknown type";
    AttrBeforeInput = "E0203" Error "an attribute precedes an input";
    DefaultOrder = "E0204" Error "an attribute with a default precedes one without";
    DuplicateArg = "E0205" Error "two arguments have one name";
    Outputs = "E0206" Error "an output list cannot be read";
    SizeOnTensor = "E0207" Error "a size expression on an output that is no list";
    KernelFunc = "E0208" Error "a kernel function list cannot be read";
    UnknownTensorKind = "E0209" Error "an unknown kind of tensor in a dispatch";
    Pairs = "E0210" Error "an inplace or view mapping cannot be read, or stands twice";
    Candidates = "E0211" Error "a list of candidates cannot be read";
    Call = "E0212" Error "a call cannot be read";
    Forward = "E0213" Error "a forward signature cannot be read";
    WrongDefault = "E0214" Error "a default is not a value of its type";
    CompatName = "E0215" Error "a pair of names cannot be read";
    OddDefault = "W0216" Warning "a default that C++ has to convert";

    // 03xx: names that refer to nothing.
    UnknownOptional = "E0301" Deny "`optional` names no tensor";
    UnknownIntermediate = "E0302" Deny "`intermediate` names no output";
    UnknownNoNeedBuffer = "E0303" Deny "`no_need_buffer` names no input";
    UnknownMapped = "E0304" Error "`inplace` or `view` names no such tensor";
    UnknownTransform = "E0305" Deny "`data_transform` names no input";
    UnknownParam = "W0306" Warning "`param` names no argument";
    UnknownCandidate = "E0307" Error "a kernel key candidate names no argument";
    UnknownSupportTensor = "E0308" Deny "`support_tensor` names no attribute";
    UnknownKernelParam = "E0309" Error "a kernel would be called with something unknown";
    UnknownSize = "E0310" Error "a size expression names no argument";
    UnknownCallArg = "E0311" Error "`invoke` hands on something unknown";
    UnknownCalled = "W0312" Warning "`invoke` or `composite` calls something unknown";
    UnknownCompositeArg = "W0313" Warning "`composite` hands on something unknown";
    Misspelt = "W0314" Warning "the name of a function looks misspelt";
    NamedTwice = "W0315" Warning "a list names something twice";
    CompositeArgs = "W0316" Warning "`composite` does not hand on what the function takes";

    // 04xx: kernels.
    DispatchArity = "E0401" Error "a dispatch does not fit the operator's tensors";
    SeveralKernels = "E0402" Error "several kernels without a dispatch";
    OrderedCandidates = "E0403" Error "candidates for the kernel key do not fit";
    KeyNotSet = "E0404" Error "an attribute decides the kernel key, but the kernel does not say so";
    NoKernelKey = "E0405" Error "nothing decides the kernel key";
    MissingSize = "E0406" Error "a list output without a size expression";
    ViewOfList = "E0407" Error "a view joins lists";
    NoImplementation = "E0408" Error "an operator has neither kernel, invoke nor composite";
    NoInferMeta = "E0409" Error "a kernel without infer_meta";
    UnpairedMapping = "E0410" Error "an inplace mapping joins two kinds of tensor";
    ComplexKey = "E0411" Error "`complex` on something that is no data type";
    InplaceName = "W0412" Warning "a name that ends in `_`, but nothing is written in place";
    CallArity = "E0413" Deny "`invoke` hands on too few or too many arguments";
    KernelShapes = "W0414" Warning "a kernel is called in two ways";
    InferMetaShapes = "W0415" Warning "a function of infer_meta is called in two ways";
    InplaceOptional = "W0416" Warning "an output in place of an optional input is not optional";
    SparseKinds = "W0417" Warning "a sparse kernel is dispatched for another kind of tensor than its name says";
    UnknownBackend = "W0418" Warning "an unknown `force_backend`";

    // 05xx: forward against backward.
    UnknownForward = "E0501" Error "a backward operator's forward does not exist, or is itself";
    NotClaimed = "W0502" Warning "a backward operator is not named by its forward";
    OtherBackward = "E0503" Deny "a forward operator names another backward";
    UnknownBackward = "E0504" Error "the named backward operator does not exist, or is no gradient of this one";
    ForwardInputs = "E0505" Deny "the forward signature disagrees on inputs";
    ForwardAttrs = "E0506" Deny "the forward signature disagrees on attributes";
    ForwardOutputs = "E0507" Deny "the forward signature disagrees on outputs";
    ForeignGrad = "E0510" Error "a gradient of something that is no output of the forward operator";
    ForeignAttr = "E0511" Error "a backward attribute that the forward operator does not have";
    ForeignInput = "E0512" Deny "a backward input that is no part of the forward operator";
    ForeignOutput = "E0513" Deny "a backward output that is no gradient of a forward input";
    GradType = "E0514" Deny "a tensor is a list forward and none backward, or the other way round";
    ForwardNames = "W0515" Warning "the forward signature calls something by another name";
    ForwardDefault = "W0516" Warning "the forward signature has another default";
    ForwardShort = "W0517" Warning "the forward signature leaves something out";
    LostOptional = "W0518" Warning "an input is optional forward or backward only";
    BackwardDefault = "W0519" Warning "a backward attribute has another default than forward";
    StaticDiffers = "W0520" Warning "the static graph's definition contradicts the dynamic graph's";
    OtherWorld = "E0521" Deny "a gradient is defined where its operator's static programs do not find it";
    NoGradient = "W0522" Warning "a backward operator takes no gradient";

    // 06xx: compatible names and versions.
    UnknownVersionOp = "W0602" Warning "an op_version entry matches no operator";
    UnknownListed = "W0603" Warning "a listed operator does not exist";
    CompatConflict = "E0604" Error "two compat entries contradict each other";
    ExtraAttr = "E0605" Error "an extra attribute that programs cannot hold";
    UnknownCompatPart = "W0606" Warning "a compat entry names what its operator does not have";
    CompatType = "W0607" Warning "a compat entry gives a type that does not fit";
    UnknownVersionPart = "W0608" Warning "a version names what its operator does not have";
    VersionDefault = "W0609" Warning "a version has another default than its operator";
    UnknownCompatOp = "W0610" Warning "a compat entry speaks of no operator";
    NoMethod = "E0611" Deny "an operator that cannot be a method is listed as one";
    NotPrimitive = "E0612" Deny "a method has no primitive function";
    ForeignGradient = "W0613" Warning "a compat entry lists what is no gradient of its operator in that place";
    LegacyGradient = "W0614" Warning "a gradient's name in programs does not follow its operator's";

    // 07xx: what a project says of rules.
    UnknownCode = "E0701" Error "no rule has this code";
    NotAllowed = "E0702" Error "a rule that cannot be allowed";
    AllowComment = "E0703" Error "a comment to opgen cannot be read, or gives no reason";
    UnusedException = "W0704" Warning "an exception that applies to nothing";
    StaleBaseline = "W0705" Warning "the baseline lists what is no longer found";
    UnusedTemplate = "W0706" Warning "a template that nothing uses";

    // 08xx: style.
    Unsorted = "N0801" Note "an entry stands out of order";
    Spelling = "N0802" Note "a name is spelled unlike others of its kind";
    GradientName = "N0803" Note "a gradient is not called as what it is the gradient of";
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
