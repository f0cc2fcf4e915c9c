//! The pages of rules, to which diagnostics link.

use std::fs;
use std::path::{Path, PathBuf};

use lsp_types::{InitializeParams, Uri};
use source::{Rule, files};

use crate::uri;

/// Where the pages are.
#[derive(Debug, Default)]
pub struct Pages {
    /// An address in which `{code}` stands for the code of a rule.
    address: Option<String>,
    /// The folder into which pages are written if there is no address.
    folder: Option<PathBuf>,
}

impl Pages {
    /// The pages for a client: at the address in its option `rulePages`, or else files in the user's cache.
    pub fn of(params: &InitializeParams, version: &str) -> Self {
        let option = params.initialization_options.as_ref().and_then(|options| options.get("rulePages")?.as_str());
        let diagnostics = params.capabilities.text_document.as_ref().and_then(|text| text.publish_diagnostics.as_ref());
        if diagnostics.and_then(|these| these.code_description_support) != Some(true) {
            return Pages::default();
        }
        let folder = cache().map(|cache| cache.join("opgen").join(format!("rules-{version}")));
        Pages { address: option.map(str::to_owned), folder }
    }

    /// The address of a rule's page. A page in the cache is written if it is not there.
    pub fn of_rule(&self, rule: Rule) -> Option<Uri> {
        match &self.address {
            Some(address) => address.replace("{code}", rule.code()).parse().ok(),
            None => uri::of_path(&written(self.folder.as_deref()?, rule)?),
        }
    }
}

/// The folder for files that can be made again.
fn cache() -> Option<PathBuf> {
    let variable = |name| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let home = || variable("HOME").map(|home| home.join(".cache"));
    variable("XDG_CACHE_HOME").or_else(|| variable("LOCALAPPDATA")).or_else(home)
}

/// The path of a rule's page. `None` if it cannot be written.
fn written(folder: &Path, rule: Rule) -> Option<PathBuf> {
    let path = folder.join(format!("{}.md", rule.code()));
    let text = format!("# {}: {}\n\n{}\n", rule.code(), rule.title(), rule.text().trim());
    if files::read_text(&path).is_ok_and(|known| known == text) {
        return Some(path);
    }
    fs::create_dir_all(folder).ok()?;
    // Another server may write the same page at the same time.
    let unfinished = folder.join(format!("{}.{}.tmp", rule.code(), std::process::id()));
    fs::write(&unfinished, text).ok()?;
    fs::rename(&unfinished, &path).ok()?;
    Some(path)
}
