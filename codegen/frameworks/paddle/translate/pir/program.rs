//! Operations, values and blocks, each known by its place in a list.

use std::rc::Rc;

use super::{Attribute, Type};

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct ValueId(u32);

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct OpId(u32);

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct BlockId(u32);

/// The outermost block.
pub const TOP: BlockId = BlockId(0);

#[derive(Debug, Default)]
pub struct Program {
    values: Vec<Value>,
    ops: Vec<Operation>,
    blocks: Vec<Block>,
}

/// A result of an operation, or an argument of a block.
#[derive(Debug, Clone)]
pub struct Value {
    /// `None` if the operation leaves the result out.
    pub ty: Option<Type>,
    /// Whether it is an operand.
    pub is_used: bool,
    /// The operation, and the place among its results. `None` for an argument of a block.
    pub made_by: Option<(OpId, usize)>,
}

#[derive(Debug, Default)]
pub struct Block {
    pub arguments: Vec<ValueId>,
    pub ops: Vec<OpId>,
}

#[derive(Debug, Default)]
pub struct Operation {
    /// Includes the dialect: `pd_op.abs`.
    pub name: Rc<str>,
    /// `None` stands for an optional operand that is absent.
    pub operands: Vec<Option<ValueId>>,
    /// In the order of the operation's description.
    pub attributes: Vec<NamedAttribute>,
    pub results: Vec<ValueId>,
    /// One flag per result, as in `persistable`. `None` if no flag is known.
    pub stop_gradient: Option<Vec<bool>>,
    pub persistable: Option<Vec<bool>>,
    pub blocks: Vec<BlockId>,
}

#[derive(Debug, Clone)]
pub struct NamedAttribute {
    pub name: Rc<str>,
    pub value: Attribute,
    /// Whether it is part of the operation's description.
    pub is_described: bool,
}

impl Program {
    /// A program that consists of its outermost block.
    pub fn new() -> Self {
        Program { blocks: vec![Block::default()], ..Program::default() }
    }

    pub fn new_block(&mut self) -> BlockId {
        self.blocks.push(Block::default());
        BlockId(self.blocks.len() as u32 - 1)
    }

    /// Adds an operation that is not in a block yet.
    pub fn add(&mut self, mut op: Operation, results: Vec<Option<Type>>) -> OpId {
        let id = OpId(self.ops.len() as u32);
        for operand in op.operands.iter().flatten() {
            self.values[operand.0 as usize].is_used = true;
        }
        for (index, ty) in results.into_iter().enumerate() {
            op.results.push(self.new_value(Value { ty, is_used: false, made_by: Some((id, index)) }));
        }
        self.ops.push(op);
        id
    }

    pub fn add_argument(&mut self, block: BlockId, ty: Option<Type>) -> ValueId {
        let value = self.new_value(Value { ty, is_used: false, made_by: None });
        self.block_mut(block).arguments.push(value);
        value
    }

    fn new_value(&mut self, value: Value) -> ValueId {
        self.values.push(value);
        ValueId(self.values.len() as u32 - 1)
    }

    pub fn value(&self, id: ValueId) -> &Value {
        &self.values[id.0 as usize]
    }

    pub fn ty(&self, id: ValueId) -> Option<&Type> {
        self.value(id).ty.as_ref()
    }

    pub fn op(&self, id: OpId) -> &Operation {
        &self.ops[id.0 as usize]
    }

    pub fn op_mut(&mut self, id: OpId) -> &mut Operation {
        &mut self.ops[id.0 as usize]
    }

    pub fn block(&self, id: BlockId) -> &Block {
        &self.blocks[id.0 as usize]
    }

    pub fn block_mut(&mut self, id: BlockId) -> &mut Block {
        &mut self.blocks[id.0 as usize]
    }

    /// How many values there are.
    pub fn value_count(&self) -> usize {
        self.values.len()
    }

    /// The place of a value among all values.
    pub fn index(id: ValueId) -> usize {
        id.0 as usize
    }
}

impl Operation {
    pub fn attribute(&self, name: &str) -> Option<&Attribute> {
        self.attributes.iter().find(|attribute| &*attribute.name == name).map(|attribute| &attribute.value)
    }
}
