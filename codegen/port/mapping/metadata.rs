//! The documents as JSON, for other programs.

use serde::Serialize;

use crate::document::{Api, Argument, Document, Row, Signature};

#[derive(Serialize)]
struct DocumentRecord<'a> {
    source_file: &'a str,
    src_api: &'a str,
    mapping_type: &'a str,
    src_api_url: &'a str,
    src_signature: Vec<SignatureRecord<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    dst_api: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    dst_api_url: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    dst_signature: Option<Vec<SignatureRecord<'a>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    args_mapping: Option<Vec<RowRecord<'a>>>,
}

#[derive(Serialize)]
struct SignatureRecord<'a> {
    api_name: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    args: Option<Vec<ArgumentRecord<'a>>>,
}

#[derive(Serialize)]
struct ArgumentRecord<'a> {
    arg_name: &'a str,
    arg_type: Option<&'a str>,
    arg_default: Option<&'a str>,
}

#[derive(Serialize)]
struct RowRecord<'a> {
    src_arg: &'a str,
    dst_arg: &'a str,
    note: &'a str,
}

/// A JSON array with an object for each document, indented by four blanks.
pub(crate) fn json<'a>(documents: impl Iterator<Item = &'a Document>) -> String {
    let written: Vec<DocumentRecord> = documents.filter_map(document).collect();
    let mut bytes = Vec::new();
    let formatter = serde_json::ser::PrettyFormatter::with_indent(b"    ");
    let mut serializer = serde_json::Serializer::with_formatter(&mut bytes, formatter);
    written.serialize(&mut serializer).expect("it holds only text");
    String::from_utf8(bytes).expect("JSON is UTF-8")
}

fn document(document: &Document) -> Option<DocumentRecord<'_>> {
    let Document { path, kind, api, source, target, table, summary: _, names_agree: _, is_complete: _ } = document;
    let source = source.as_ref()?;
    Some(DocumentRecord {
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

fn signatures(api: &Api) -> Vec<SignatureRecord<'_>> {
    api.signatures.iter().map(signature).collect()
}

fn signature(Signature { name, arguments }: &Signature) -> SignatureRecord<'_> {
    let arguments = arguments.as_ref().map(|arguments| arguments.iter().map(argument).collect());
    SignatureRecord { api_name: name.as_str(), args: arguments }
}

fn argument(Argument { name, kind, default }: &Argument) -> ArgumentRecord<'_> {
    ArgumentRecord { arg_name: name.as_str(), arg_type: kind.as_deref(), arg_default: default.as_deref() }
}

fn row(Row { source, target, remark }: &Row) -> RowRecord<'_> {
    RowRecord { src_arg: source.as_str(), dst_arg: target.as_str(), note: remark.as_str() }
}
