//! The frame around each page.

use std::collections::BTreeMap;

use minijinja::context;
use minijinja::value::Value;
use render::{BANNER, FilePlan};

/// The values that every page shows.
pub struct Frame {
    /// They are under `site` in templates.
    pub header: Value,
}

impl Frame {
    /// A page. Its template sees `body` under `name`.
    pub fn page(&self, path: &str, template: &str, name: &str, body: Value) -> FilePlan {
        // One step up for each folder in the path.
        let root = "../".repeat(path.matches('/').count());
        let context = context! {
            banner => BANNER,
            site => self.header.clone(),
            root,
            path,
            ..Value::from(BTreeMap::from([(name, body)]))
        };
        FilePlan::new(path, template, context)
    }
}
