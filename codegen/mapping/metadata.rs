//! What documents say, as JSON for other programs.

use serde::Serialize;

use crate::document::{Api, Argument, Document, Row, Signature};

#[derive(Serialize)]
struct Written<'a> {
    source_file: &'a str,
    src_api: &'a str,
    mapping_type: &'a str,
    src_api_url: &'a str,
    src_signature: Vec<WrittenSignature<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    dst_api: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    dst_api_url: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    dst_signature: Option<Vec<WrittenSignature<'a>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    args_mapping: Option<Vec<WrittenRow<'a>>>,
}

#[derive(Serialize)]
struct WrittenSignature<'a> {
    api_name: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    args: Option<Vec<WrittenArgument<'a>>>,
}

#[derive(Serialize)]
struct WrittenArgument<'a> {
    arg_name: &'a str,
    arg_type: Option<&'a str>,
    arg_default: Option<&'a str>,
}

#[derive(Serialize)]
struct WrittenRow<'a> {
    src_arg: &'a str,
    dst_arg: &'a str,
    note: &'a str,
}

/// An array with one object for each document, indented by four.
pub(crate) fn json<'a>(documents: impl Iterator<Item = &'a Document>) -> String {
    let written: Vec<Written> = documents.filter_map(document).collect();
    let mut bytes = Vec::new();
    let formatter = serde_json::ser::PrettyFormatter::with_indent(b"    ");
    let mut serializer = serde_json::Serializer::with_formatter(&mut bytes, formatter);
    written.serialize(&mut serializer).expect("it holds only text");
    String::from_utf8(bytes).expect("JSON is UTF-8")
}

fn document(document: &Document) -> Option<Written<'_>> {
    let Document { path, kind, api, source, target, table, summary: _, names_agree: _, is_complete: _ } = document;
    let source = source.as_ref()?;
    Some(Written {
        source_file: path,
        src_api: api.as_ref()?.as_str(),
        mapping_type: kind.as_ref()?.value.name(),
        src_api_url: source.address(),
        src_signature: signatures(source),
        dst_api: target.as_ref().map(|target| target.name.as_str()),
        dst_api_url: target.as_ref().map(Api::address),
        dst_signature: target.as_ref().map(signatures),
        args_mapping: table.as_ref().map(|table| table.rows.iter().map(row).collect()),
    })
}

fn signatures(api: &Api) -> Vec<WrittenSignature<'_>> {
    api.signatures.iter().map(signature).collect()
}

fn signature(Signature { name, arguments }: &Signature) -> WrittenSignature<'_> {
    let arguments = arguments.as_ref().map(|arguments| arguments.iter().map(argument).collect());
    WrittenSignature { api_name: name.as_str(), args: arguments }
}

fn argument(Argument { name, kind, default }: &Argument) -> WrittenArgument<'_> {
    WrittenArgument { arg_name: name.as_str(), arg_type: kind.as_deref(), arg_default: default.as_deref() }
}

fn row(Row { source, target, remark }: &Row) -> WrittenRow<'_> {
    WrittenRow { src_arg: source.as_str(), dst_arg: target.as_str(), note: remark.as_str() }
}
