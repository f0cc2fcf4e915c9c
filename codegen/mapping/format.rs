//! The words of the format: the kinds of mapping, and the fixed headings, columns and names of files.

use source::suggest;

/// The index, in the folder of the documents.
pub(crate) const INDEX: &str = "pytorch_api_mapping_cn.md";
/// Where the index is written that is only to be looked at.
pub(crate) const PREVIEW: &str = "generated.tmp.md";
/// The aliases of APIs, a mapping from each alias to the API that it stands for.
pub(crate) const ALIASES: &str = "tools/api_alias_mapping.json";

/// The folder of the documents of the library that is mapped, and the folder with one folder for each other library.
pub(crate) const OWN_FOLDER: &str = "api_difference";
pub(crate) const OTHER_FOLDERS: &str = "api_difference_third_party";
pub(crate) const OWN_PREFIX: &str = "torch.";
pub(crate) const TARGET_PREFIX: &str = "paddle.";

/// Documents that are not read: this one maps to NumPy, so that no rule about its target would hold.
pub(crate) const NOT_READ: [&str; 1] = ["torch.pi.md"];

/// Ends the name of a file that would differ from another only in case. Some file systems cannot have both.
pub(crate) const UPPER: &str = "__upper";

pub(crate) const ARGUMENTS_HEADING: &str = "参数映射";
pub(crate) const OWN_COLUMN: &str = "PyTorch";
pub(crate) const TARGET_COLUMN: &str = "PaddlePaddle";
pub(crate) const REMARK_COLUMN: &str = "备注";
/// Stands for an argument that one side does not have.
pub(crate) const NO_ARGUMENT: &str = "-";

/// The columns of a table of the index whose rows are expanded.
pub(crate) const INDEX_COLUMNS: [&str; 5] = ["序号", "Pytorch 最新 release", "Paddle develop", "映射关系分类", "备注"];
/// The kinds that the index gives to APIs without a document.
pub(crate) const NOT_IMPLEMENTED_KIND: &str = "功能缺失";
pub(crate) const IN_DEVELOPMENT_KIND: &str = "映射关系开发中";
pub(crate) const COMPARISON: &str = "详细对比";
pub(crate) const ALIAS_OF: &str = "别名，";
/// A link to a document in the repository, which becomes a link to its page.
pub(crate) const REPOSITORY: &str =
    "https://github.com/PaddlePaddle/docs/tree/develop/docs/guides/model_convert/convert_from_pytorch/";

/// How an API maps to another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    NoArguments,
    Same,
    OtherNames,
    TargetHasMore,
    OtherDefaults,
    SourceHasMore,
    OtherResult,
    OtherTypes,
    OtherUse,
    Composed,
    ChangesContext,
    Elsewhere,
    Missing,
    Removable,
}

impl Kind {
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

    pub fn of_name(name: &str) -> Option<Kind> {
        Kind::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// Help for a name that is not one of a kind.
    pub(crate) fn help(name: &str) -> String {
        let near = suggest::nearest(name, Kind::ALL.map(Kind::name));
        let all = || Kind::ALL.map(|kind| format!("`{}`", kind.name())).join(", ");
        near.map_or_else(|| format!("the kinds are {}", all()), |near| format!("did you mean `{near}`?"))
    }

    /// Whether a document of this kind must name a target.
    pub fn needs_target(self) -> bool {
        !matches!(self, Kind::Composed | Kind::ChangesContext | Kind::Elsewhere | Kind::Missing | Kind::Removable)
    }

    /// Whether a document of this kind that has a target must map the arguments, too.
    pub fn needs_table(self) -> bool {
        !matches!(self, Kind::NoArguments | Kind::Composed)
    }

    /// Whether the index links to documents of this kind.
    pub fn is_linked(self) -> bool {
        !matches!(self, Kind::Elsewhere | Kind::Missing | Kind::Removable)
    }
}
