//! From the bytes of a file to a [`Legacy`] program.

use std::collections::BTreeMap;

use bytes::Bytes;
use prost::Message;

use super::{Legacy, LegacyAttr, LegacyBlock, LegacyOp, Slots, Variable, VariableKind};
use crate::proto::{self, Attr, BlockDesc, OpDesc, ProgramDesc, Slot, TensorDesc, VarDesc, VarType};

/// How deep blocks may be nested. Real programs have a few levels.
pub const DEEPEST: usize = 64;

/// Reads a program. The error says why the file is not one.
pub fn read(file: &[u8]) -> Result<Legacy, String> {
    if file.is_empty() {
        return Err("it is empty".to_owned());
    }
    let program: ProgramDesc = decode(&Bytes::copy_from_slice(file))?;
    if program.blocks.is_empty() {
        return Err("it has no block".to_owned());
    }
    let mut parents = Vec::with_capacity(program.blocks.len());
    let mut legacy = Legacy::default();
    for (index, bytes) in program.blocks.iter().enumerate() {
        proto::check_parts(bytes, proto::BYTES_OF_AN_OPERATOR)?;
        let desc: BlockDesc = decode(bytes)?;
        let parent = desc.parent_idx.ok_or_else(|| missing(&format!("block {index}"), "block around it"))?;
        parents.push(usize::try_from(parent).ok());
        legacy.blocks.push(block(&desc)?);
    }
    for index in 0..parents.len() {
        legacy.blocks[index].chain = chain(index, &parents)?;
    }
    Ok(legacy)
}

fn decode<M: Message + Default>(bytes: &Bytes) -> Result<M, String> {
    proto::check(bytes)?;
    M::decode(bytes.clone()).map_err(|error| error.to_string())
}

fn missing(what: &str, part: &str) -> String {
    format!("{what} has no {part}")
}

/// A block and the blocks around it, from the inside out.
fn chain(index: usize, parents: &[Option<usize>]) -> Result<Vec<usize>, String> {
    let mut chain = vec![index];
    let mut next = parents[index];
    while let Some(parent) = next {
        next =
            *parents.get(parent).ok_or_else(|| format!("block {index} is in block {parent}, which does not exist"))?;
        if chain.len() == DEEPEST {
            return Err(format!("block {index} is in itself, or in more than {DEEPEST} others"));
        }
        chain.push(parent);
    }
    Ok(chain)
}

fn block(desc: &BlockDesc) -> Result<LegacyBlock, String> {
    let mut vars = BTreeMap::new();
    for bytes in &desc.vars {
        let (name, variable) = variable(decode(bytes)?)?;
        vars.insert(name, variable);
    }
    let ops = desc.ops.iter().map(|bytes| op(decode(bytes)?)).collect::<Result<_, String>>()?;
    Ok(LegacyBlock { chain: Vec::new(), vars, ops })
}

fn variable(desc: VarDesc) -> Result<(String, Variable), String> {
    let name = desc.name.ok_or_else(|| missing("a variable", "name"))?;
    let ty = desc.r#type.ok_or_else(|| missing(&format!("the variable `{name}`"), "type"))?;
    let kind = ty.kind.ok_or_else(|| missing(&format!("the variable `{name}`"), "kind"))?;
    let (kind, tensor) = kind_of(kind, ty);
    let tensor = tensor.unwrap_or_default();
    let has_type = !matches!(kind, VariableKind::Other(_));
    let variable = Variable {
        kind,
        // An absent number stands for the first data type.
        data_type: has_type.then(|| tensor.data_type.unwrap_or(0)),
        dims: tensor.dims,
        persistable: desc.persistable.unwrap_or(false),
        stop_gradient: desc.stop_gradient.unwrap_or(false),
    };
    Ok((name, variable))
}

fn kind_of(number: i32, ty: VarType) -> (VariableKind, Option<TensorDesc>) {
    match number {
        7 => (VariableKind::Tensor, ty.tensor.and_then(|wrapped| wrapped.tensor)),
        8 => (VariableKind::SelectedRows, ty.selected_rows),
        13 => (VariableKind::Array, ty.array.and_then(|wrapped| wrapped.tensor)),
        30 => (VariableKind::SparseCoo, ty.sparse_coo),
        31 => (VariableKind::SparseCsr, ty.sparse_csr),
        other => (VariableKind::Other(other), None),
    }
}

fn op(desc: OpDesc) -> Result<LegacyOp, String> {
    let kind = desc.r#type.filter(|kind| !kind.is_empty());
    let kind = kind.ok_or_else(|| missing("an operator", "type"))?;
    let (inputs, outputs) = (slots(&desc.inputs, &kind)?, slots(&desc.outputs, &kind)?);
    let mut attrs = BTreeMap::new();
    for bytes in &desc.attrs {
        let mut attr: Attr = decode(bytes)?;
        let name = attr.name.take().ok_or_else(|| missing(&format!("an attribute of `{kind}`"), "name"))?;
        if attr.kind.is_none() {
            return Err(missing(&format!("the attribute `{name}` of `{kind}`"), "type"));
        }
        attrs.insert(name, LegacyAttr::new(attr));
    }
    Ok(LegacyOp { kind, inputs, outputs, attrs })
}

fn slots(parts: &[Bytes], kind: &str) -> Result<Slots, String> {
    let mut slots = Slots::new();
    for bytes in parts {
        let slot: Slot = decode(bytes)?;
        let name = slot.name.ok_or_else(|| missing(&format!("an input or output of `{kind}`"), "name"))?;
        slots.entry(name).or_default().extend(slot.variables);
    }
    Ok(slots)
}
