//! The text that the framework prints.

use std::fmt::Write;

use profile::Translate;

use crate::pir::{Attribute, BlockId, NamedAttribute, OpId, Operation, Place, Program, TOP, TensorKind, Type, ValueId};

use super::number::six_digits;
use super::{Unwritable, check_length};

const NO_VALUE: &str = "<<NULL VALUE>>";
const NO_TYPE: &str = "<<NULL TYPE>>";

pub fn print(program: &Program, profile: &Translate, most: usize) -> Result<String, Unwritable> {
    let names = vec![Name::None; program.value_count()];
    let mut printer =
        Printer { program, profile, most, out: String::new(), names, values: 0, arguments: 0, stacks: 0, depth: 0 };
    printer.out.push_str("{\n");
    printer.block(TOP)?;
    printer.out.push_str("}\n");
    Ok(printer.out)
}

/// The name of a value.
#[derive(Debug, Clone, Copy)]
enum Name {
    None,
    Result(u32),
    Argument(u32),
    /// Stacks and their ends are numbered apart from other values.
    Stack(&'static str, u32),
}

struct Printer<'a> {
    program: &'a Program,
    profile: &'a Translate,
    most: usize,
    out: String,
    names: Vec<Name>,
    values: u32,
    arguments: u32,
    stacks: u32,
    depth: usize,
}

impl Printer<'_> {
    fn block(&mut self, block: BlockId) -> Result<(), Unwritable> {
        self.depth += 1;
        for &op in &self.program.block(block).ops {
            self.indent();
            self.operation(op)?;
            self.out.push('\n');
            check_length(&self.out, self.most)?;
        }
        self.depth -= 1;
        Ok(())
    }

    /// Indents an operation. The preview of PIR does not indent by depth.
    fn indent(&mut self) {
        let width = match (self.nests(), self.depth) {
            (true, depth) => 4 * depth,
            (false, 1) => 1,
            (false, _) => 3,
        };
        self.out.extend(std::iter::repeat_n(' ', width));
    }

    fn end(&mut self) {
        if self.nests() { self.indent() } else { self.out.push(' ') }
    }

    fn nests(&self) -> bool {
        self.profile.form.nests_text()
    }

    fn write(&mut self, text: std::fmt::Arguments) {
        let written = self.out.write_fmt(text);
        debug_assert!(written.is_ok(), "a string takes any text");
    }

    fn operation(&mut self, id: OpId) -> Result<(), Unwritable> {
        let op = self.program.op(id);
        self.results(op);
        if *op.name == *self.profile.inserted.branch {
            return self.branch(op);
        }
        if *op.name == *self.profile.inserted.cycle {
            return self.cycle(op);
        }
        self.write(format_args!("\"{}\" (", op.name));
        self.values(&op.operands);
        self.out.push_str(") ");
        self.attributes(op);
        self.out.push_str(" : (");
        let types: Vec<Option<&Type>> =
            op.operands.iter().map(|value| value.and_then(|value| self.program.ty(value))).collect();
        self.types(&types);
        self.out.push_str(") -> ");
        self.result_types(op);
        Ok(())
    }

    fn results(&mut self, op: &Operation) {
        self.out.push('(');
        for (at, &value) in op.results.iter().enumerate() {
            self.out.push_str(if at > 0 { ", " } else { "" });
            let name = match self.program.ty(value) {
                Some(Type::Stack(name)) => Name::Stack(name, self.stacks),
                _ => {
                    self.values += 1;
                    Name::Result(self.values - 1)
                }
            };
            self.names[Program::index(value)] = name;
            self.name(name);
        }
        self.stacks += u32::from(*op.name == *self.profile.inserted.create_stack);
        self.out.push_str(") = ");
    }

    fn branch(&mut self, op: &Operation) -> Result<(), Unwritable> {
        let quote = if self.nests() { "\"" } else { "" };
        self.write(format_args!("{quote}{}{quote} (", op.name));
        self.values(&op.operands);
        self.out.push_str(") ");
        if self.nests() {
            self.attributes(op);
            self.out.push(' ');
        }
        self.out.push_str("-> ");
        self.result_types(op);
        self.out.push_str(if self.nests() { " {\n" } else { "{\n" });
        for (at, &block) in op.blocks.iter().enumerate() {
            if at > 0 {
                self.end();
                self.out.push_str("} else {\n");
            }
            self.block(block)?;
        }
        self.end();
        self.out.push('}');
        Ok(())
    }

    fn cycle(&mut self, op: &Operation) -> Result<(), Unwritable> {
        let space = if self.nests() { " " } else { "" };
        self.write(format_args!("\"{}\"{space}(cond=", op.name));
        let (condition, inputs) = op.operands.split_at(op.operands.len().min(1));
        self.values(condition);
        self.out.push_str(", inputs=");
        self.values(inputs);
        self.out.push_str(") { \n");
        for &block in &op.blocks {
            self.end();
            self.out.push('^');
            self.arguments(block);
            self.out.push('\n');
            self.block(block)?;
        }
        self.end();
        self.out.push('}');
        Ok(())
    }

    fn arguments(&mut self, block: BlockId) {
        let (mark, tail) = if self.nests() { ("_", " {}") } else { ("", "") };
        for (at, &value) in self.program.block(block).arguments.iter().enumerate() {
            self.names[Program::index(value)] = Name::Argument(self.arguments);
            let (separator, number) = (if at > 0 { ", " } else { "" }, self.arguments);
            self.write(format_args!("{separator}%arg{mark}{number}{tail}"));
            self.arguments += 1;
        }
    }

    fn values(&mut self, values: &[Option<ValueId>]) {
        for (at, value) in values.iter().enumerate() {
            self.out.push_str(if at > 0 { ", " } else { "" });
            self.name(value.map_or(Name::None, |value| self.names[Program::index(value)]));
        }
    }

    fn name(&mut self, name: Name) {
        let mark = if self.nests() { "_" } else { "" };
        match name {
            Name::None => self.out.push_str(NO_VALUE),
            Name::Result(number) => self.write(format_args!("%{number}")),
            Name::Argument(number) => self.write(format_args!("%arg{mark}{number}")),
            Name::Stack(name, number) => self.write(format_args!("%{name}_{number}")),
        }
    }

    fn result_types(&mut self, op: &Operation) {
        let types: Vec<Option<&Type>> = op.results.iter().map(|&value| self.program.ty(value)).collect();
        self.types(&types);
    }

    fn types(&mut self, types: &[Option<&Type>]) {
        for (at, ty) in types.iter().enumerate() {
            self.out.push_str(if at > 0 { ", " } else { "" });
            self.ty(*ty);
        }
    }

    fn ty(&mut self, ty: Option<&Type>) {
        let dialect = self.profile.dialect.as_str();
        match ty {
            None => self.out.push_str(NO_TYPE),
            Some(Type::Stack(name)) => self.write(format_args!("cf.{name}")),
            Some(Type::Vector(types)) => {
                self.out.push_str("vec[");
                for (at, ty) in types.iter().enumerate() {
                    self.out.push_str(if at > 0 { "," } else { "" });
                    self.ty(ty.as_ref());
                }
                self.out.push(']');
            }
            Some(Type::Tensor(tensor)) => {
                if tensor.kind != TensorKind::Dense || self.profile.form.prints_classes() {
                    self.write(format_args!("{dialect}."));
                }
                self.out.push_str(match tensor.kind {
                    TensorKind::Dense => "tensor<",
                    TensorKind::SelectedRows => "selectedrows<",
                    TensorKind::Array => "tensor_array<",
                    TensorKind::SparseCoo => "coo_tensor<",
                    TensorKind::SparseCsr => "csr_tensor<",
                });
                let has_shape = tensor.kind != TensorKind::Array;
                for size in tensor.dims.iter().filter(|_| has_shape) {
                    self.write(format_args!("{size}x"));
                }
                self.write(format_args!("{}>", tensor.element.element().unwrap_or("?")));
            }
        }
    }

    /// All attributes, sorted by name.
    fn attributes(&mut self, op: &Operation) {
        let flags = &self.profile.result_attributes;
        let of_results = [(&flags.stop_gradient, &op.stop_gradient), (&flags.persistable, &op.persistable)];
        let list =
            |list: &Option<Vec<bool>>| list.as_ref().map(|list| list.iter().copied().map(Attribute::Bool).collect());
        let of_results: Vec<(&str, Attribute)> = of_results
            .into_iter()
            .filter_map(|(name, flags)| Some((name.as_str(), Attribute::Array(list(flags)?))))
            .collect();
        let own = op.attributes.iter().map(|NamedAttribute { name, value, .. }| (&**name, value));
        let mut all: Vec<(&str, &Attribute)> =
            own.chain(of_results.iter().map(|(name, value)| (*name, value))).collect();
        all.sort_by_key(|(name, _)| *name);
        self.out.push('{');
        for (at, (name, value)) in all.into_iter().enumerate() {
            self.write(format_args!("{}{name}:", if at > 0 { "," } else { "" }));
            self.attribute(value);
        }
        self.out.push('}');
    }

    /// Writes the class of an attribute if the form has it.
    fn kind(&mut self, kind: &str) {
        if self.profile.form.prints_classes() {
            self.write(format_args!("({kind})"));
        }
    }

    fn dialect_kind(&mut self, kind: &str) {
        let kind = format!("{}.{kind}", self.profile.dialect);
        self.kind(&kind);
    }

    fn attribute(&mut self, value: &Attribute) {
        match value {
            Attribute::Bool(flag) => self.write(format_args!("{flag}")),
            Attribute::Text(text) => self.write(format_args!("\"{}\"", text.replace('"', "\\\""))),
            Attribute::Int32(number) => {
                self.kind("Int32");
                self.write(format_args!("{number}"));
            }
            Attribute::Int64(number) => {
                self.kind("Int64");
                self.write(format_args!("{number}"));
            }
            Attribute::Float(number) => {
                self.kind("Float");
                self.out.push_str(&six_digits(f64::from(*number)));
            }
            Attribute::Double(number) => {
                self.kind("Double");
                self.out.push_str(&six_digits(*number));
            }
            Attribute::Array(items) => {
                self.out.push('[');
                for (at, item) in items.iter().enumerate() {
                    self.out.push_str(if at > 0 { "," } else { "" });
                    self.attribute(item);
                }
                self.out.push(']');
            }
            Attribute::IntArray(items) => {
                self.dialect_kind("IntArray");
                let items: Vec<String> = items.iter().map(i64::to_string).collect();
                self.write(format_args!("[{}]", items.join(",")));
            }
            Attribute::DataType(data_type) => {
                self.dialect_kind("DataType");
                self.out.push_str(data_type.name());
            }
            Attribute::Place(place) => {
                self.dialect_kind("Place");
                self.place(place);
            }
        }
    }

    fn place(&mut self, place: &Place) {
        match place.memory.name() {
            Some((name, true)) => self.write(format_args!("Place({name}:{})", place.device)),
            Some((name, false)) => self.write(format_args!("Place({name})")),
            None => self.write(format_args!("Place({}:{})", place.custom, place.device)),
        }
    }
}
