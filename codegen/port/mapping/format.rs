//! The fixed texts of the format: kinds of mapping, headings, columns and names of files.

use source::suggest;

/// The path of the index in the folder of the documents.
pub(crate) const INDEX: &str = "pytorch_api_mapping_cn.md";
/// The path to which a preview of the index is written.
pub(crate) const PREVIEW: &str = "generated.tmp.md";
/// The path of the file with the aliases of APIs.
pub(crate) const ALIASES: &str = "tools/api_alias_mapping.json";

/// The folder with PyTorch's documents, and the folder with a folder of documents for each other library.
pub(crate) const PYTORCH_FOLDER: &str = "api_difference";
pub(crate) const OTHER_LIBRARIES_FOLDER: &str = "api_difference_third_party";
pub(crate) const PYTORCH_PREFIX: &str = "torch.";
pub(crate) const TARGET_PREFIX: &str = "paddle.";

/// Documents that are not read. This one maps to NumPy, so the rules about targets do not apply to it.
pub(crate) const NOT_READ: [&str; 1] = ["torch.pi.md"];

/// Added to the name of a file that would differ from another one only in case, which some file systems do not allow.
pub(crate) const UPPER: &str = "__upper";

pub(crate) const ARGUMENTS_HEADING: &str = "参数映射";
pub(crate) const PYTORCH_COLUMN: &str = "PyTorch";
pub(crate) const TARGET_COLUMN: &str = "PaddlePaddle";
pub(crate) const REMARK_COLUMN: &str = "备注";
/// Marks an argument that one of the APIs does not have.
pub(crate) const NO_ARGUMENT: &str = "-";

/// The columns of the tables in the index whose rows are commands.
pub(crate) const INDEX_COLUMNS: [&str; 5] = ["序号", "Pytorch 最新 release", "Paddle develop", "映射关系分类", "备注"];
/// The kinds of APIs without a document, in the index.
pub(crate) const NOT_IMPLEMENTED_KIND: &str = "功能缺失";
pub(crate) const IN_DEVELOPMENT_KIND: &str = "映射关系开发中";
pub(crate) const COMPARISON: &str = "详细对比";
pub(crate) const ALIAS_OF: &str = "别名，";
/// The address of the documents in their repository. Links to it are replaced by links to pages.
pub(crate) const REPOSITORY: &str =
    "https://github.com/PaddlePaddle/docs/tree/develop/docs/guides/model_convert/convert_from_pytorch/";

/// How an API maps to another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Neither API has arguments.
    NoArguments,
    /// All arguments are the same.
    Same,
    /// Some arguments have other names.
    OtherNames,
    /// The target has more arguments.
    TargetHasMore,
    /// Some arguments have other defaults.
    OtherDefaults,
    /// The mapped API has more arguments.
    SourceHasMore,
    /// The result has another type.
    OtherResult,
    /// Some arguments have other types.
    OtherTypes,
    /// Some arguments are used differently.
    OtherUse,
    /// Several APIs together replace the mapped one.
    Composed,
    /// The code around a call changes, too.
    ChangesContext,
    /// The counterpart is not in the main framework.
    Elsewhere,
    /// There is no counterpart.
    Missing,
    /// Calls can be deleted.
    Removable,
}

impl Kind {
    /// All kinds, in order.
    pub const ALL: [Kind; 14] = [
        Kind::NoArguments,
        Kind::Same,
        Kind::OtherNames,
        Kind::TargetHasMore,
        Kind::OtherDefaults,
        Kind::SourceHasMore,
        Kind::OtherResult,
        Kind::OtherTypes,
        Kind::OtherUse,
        Kind::Composed,
        Kind::ChangesContext,
        Kind::Elsewhere,
        Kind::Missing,
        Kind::Removable,
    ];

    /// The name in titles.
    pub fn name(self) -> &'static str {
        match self {
            Kind::NoArguments => "无参数",
            Kind::Same => "参数完全一致",
            Kind::OtherNames => "仅参数名不一致",
            Kind::TargetHasMore => "paddle 参数更多",
            Kind::OtherDefaults => "参数默认值不一致",
            Kind::SourceHasMore => "torch 参数更多",
            Kind::OtherResult => "返回参数类型不一致",
            Kind::OtherTypes => "输入参数类型不一致",
            Kind::OtherUse => "输入参数用法不一致",
            Kind::Composed => "组合替代实现",
            Kind::ChangesContext => "涉及上下文修改",
            Kind::Elsewhere => "对应 API 不在主框架",
            Kind::Missing => NOT_IMPLEMENTED_KIND,
            Kind::Removable => "可删除",
        }
    }

    /// The kind with a name.
    pub fn of_name(name: &str) -> Option<Kind> {
        Kind::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// Help for the name of an unknown kind.
    pub(crate) fn help(name: &str) -> String {
        let near = suggest::nearest(name, Kind::ALL.map(Kind::name));
        let all = || Kind::ALL.map(|kind| format!("`{}`", kind.name())).join(", ");
        near.map_or_else(|| format!("the kinds are {}", all()), |near| format!("did you mean `{near}`?"))
    }

    /// Whether a document of this kind must name a target.
    pub fn needs_target(self) -> bool {
        !matches!(self, Kind::Composed | Kind::ChangesContext | Kind::Elsewhere | Kind::Missing | Kind::Removable)
    }

    /// Whether a document of this kind must have a table of arguments if it has a target.
    pub fn needs_table(self) -> bool {
        !matches!(self, Kind::NoArguments | Kind::Composed)
    }

    /// Whether the index links to documents of this kind.
    pub fn is_linked(self) -> bool {
        !matches!(self, Kind::Elsewhere | Kind::Missing | Kind::Removable)
    }
}
