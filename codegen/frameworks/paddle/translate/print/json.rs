//! The JSON that the framework saves and loads.

use std::fmt::Write;

use profile::Translate;

use crate::pir::{
    Attribute, BlockId, DataType, Memory, NamedAttribute, OpId, Operation, Place, Program, TOP, TensorKind, TensorType,
    Type, ValueId,
};

use super::number::all_digits;
use super::order::saved_order;
use super::{Unwritable, check_length};

/// The numbers of dialects in files.
const DIALECTS: &[(&str, u8)] = &[("builtin", 0), ("pd_op", 1), ("cf", 2)];
/// The attribute with the name of an input.
const NAME: &str = "name";
const LAYOUT: &str = "\"NCHW\"";

pub fn print(program: &Program, profile: &Translate, most: usize) -> Result<String, Unwritable> {
    let ids = vec![0; program.value_count()];
    let mut printer =
        Printer { program, profile, most, out: String::new(), ids, values: 0, arguments: 0, regions: 0, blocks: 0 };
    printer.write(format_args!(
        "{{\"base_code\":{{\"magic\":\"pir\",\"trainable\":true,\"version\":{}}},\"program\":{{\"regions\":[",
        profile.program_version
    ));
    printer.region(TOP, &saved_order(program, profile))?;
    printer.out.push_str("]}}\n");
    Ok(printer.out)
}

struct Printer<'a> {
    program: &'a Program,
    profile: &'a Translate,
    most: usize,
    out: String,
    /// The number of each value. 0 stands for an absent one.
    ids: Vec<i64>,
    values: i64,
    arguments: i64,
    regions: u32,
    blocks: u32,
}

impl Printer<'_> {
    fn write(&mut self, text: std::fmt::Arguments) {
        let written = self.out.write_fmt(text);
        debug_assert!(written.is_ok(), "a string takes any text");
    }

    /// Writes items with commas between them.
    fn list<T>(
        &mut self,
        items: impl IntoIterator<Item = T>,
        mut one: impl FnMut(&mut Self, T) -> Result<(), Unwritable>,
    ) -> Result<(), Unwritable> {
        self.out.push('[');
        for (at, item) in items.into_iter().enumerate() {
            if at > 0 {
                self.out.push(',');
            }
            one(self, item)?;
        }
        self.out.push(']');
        Ok(())
    }

    fn region(&mut self, block: BlockId, ops: &[OpId]) -> Result<(), Unwritable> {
        let (region, number) = (self.regions, self.blocks);
        self.regions += 1;
        self.blocks += 1;
        self.write(format_args!("{{\"#\":\"region_{region}\",\"blocks\":[{{\"#\":\"block_{number}\",\"args\":"));
        let block = self.program.block(block);
        self.list(&block.arguments, |printer, &value| {
            printer.arguments -= 1;
            printer.ids[Program::index(value)] = printer.arguments;
            let id = printer.arguments;
            printer.write(format_args!("{{\"#\":{id},\"TT\":"));
            printer.ty(printer.program.ty(value))?;
            printer.out.push('}');
            Ok(())
        })?;
        self.out.push_str(",\"ops\":");
        self.list(ops, |printer, &op| printer.operation(op))?;
        self.out.push_str("}]}");
        Ok(())
    }

    fn operation(&mut self, id: OpId) -> Result<(), Unwritable> {
        check_length(&self.out, self.most)?;
        let op = self.program.op(id);
        if *op.name == *self.profile.inserted.parameter {
            return self.parameter(op);
        }
        let declared = self.declared_input(op);
        let op = declared.as_ref().unwrap_or(op);
        let name = compressed(&op.name);
        self.write(format_args!("{{\"#\":{},\"A\":", quoted(&name)));
        let is_main = op.name.split('.').next() == Some(self.profile.dialect.as_str());
        let kept = op.attributes.iter().filter(|attribute| attribute.is_described || !is_main || !op.blocks.is_empty());
        self.list(kept, |printer, attribute| printer.named(&attribute.name, &attribute.value))?;
        self.out.push_str(",\"I\":");
        self.list(&op.operands, |printer, operand| {
            let id = operand.map_or(0, |value| printer.ids[Program::index(value)]);
            printer.write(format_args!("{{\"%\":{id}}}"));
            Ok(())
        })?;
        self.out.push_str(",\"O\":");
        self.list(&op.results, |printer, &value| printer.result(value))?;
        self.out.push_str(",\"OA\":");
        let flags = &self.profile.result_attributes;
        let flags = [(&flags.persistable, &op.persistable), (&flags.stop_gradient, &op.stop_gradient)];
        let flags = flags.into_iter().filter_map(|(name, flags)| Some((name, flags.as_ref()?)));
        self.list(flags, |printer, (name, flags)| {
            let list = Attribute::Array(flags.iter().copied().map(Attribute::Bool).collect());
            printer.named(name, &list)
        })?;
        if !op.blocks.is_empty() {
            self.out.push_str(",\"regions\":");
            self.list(&op.blocks, |printer, &block| printer.region(block, &printer.program.block(block).ops))?;
        }
        self.out.push('}');
        Ok(())
    }

    /// The operation that declares an input in saved programs. `None` if the operation is saved as it is.
    fn declared_input(&self, op: &Operation) -> Option<Operation> {
        if !self.profile.declared_when_saved.iter().any(|name| *name == *op.name) {
            return None;
        }
        let input = op.attribute(NAME)?.clone();
        let tensor = self.program.ty(*op.results.first()?)?.as_dense()?;
        let attribute = |name: &str, value| NamedAttribute { name: name.into(), value, is_described: true };
        let attributes = vec![
            attribute(NAME, input),
            attribute("shape", Attribute::IntArray(tensor.dims.to_vec())),
            attribute("dtype", Attribute::DataType(tensor.element)),
            attribute("place", Attribute::Place(Place::new(Memory::UNDEFINED))),
        ];
        Some(Operation {
            name: self.profile.inserted.data.as_str().into(),
            attributes,
            results: op.results.clone(),
            stop_gradient: op.stop_gradient.clone(),
            persistable: op.persistable.clone(),
            ..Operation::default()
        })
    }

    /// Writes a parameter. Parameters have a shorter form, because there are many.
    fn parameter(&mut self, op: &Operation) -> Result<(), Unwritable> {
        let name = match op.attributes.first().map(|attribute| &attribute.value) {
            Some(Attribute::Text(name)) => quoted(name),
            _ => quoted(""),
        };
        self.write(format_args!("{{\"#\":\"p\",\"A\":[0,1,0,{name}],\"DA\":[],\"O\":"));
        match op.results.first() {
            Some(&value) => self.result(value)?,
            None => self.out.push_str("{}"),
        }
        let flag = |flags: &Option<Vec<bool>>| flags.as_ref().is_none_or(|flags| flags.first() == Some(&true));
        let [persistable, stop_gradient] = [flag(&op.persistable), flag(&op.stop_gradient)].map(u8::from);
        self.write(format_args!(",\"OA\":[{persistable},{stop_gradient},1],\"QA\":[]}}"));
        Ok(())
    }

    fn result(&mut self, value: ValueId) -> Result<(), Unwritable> {
        self.values += 1;
        self.ids[Program::index(value)] = self.values;
        let id = self.values;
        self.write(format_args!("{{\"%\":{id},\"TT\":"));
        self.ty(self.program.ty(value))?;
        self.out.push('}');
        Ok(())
    }

    fn ty(&mut self, ty: Option<&Type>) -> Result<(), Unwritable> {
        match ty {
            None => self.out.push_str("{\"#\":\"NULL\"}"),
            Some(Type::Stack(name)) => self.write(format_args!("{{\"#\":\"2.t_{name}\"}}")),
            Some(Type::Vector(types)) => {
                self.out.push_str("{\"#\":\"0.t_vec\",\"D\":");
                self.list(types.iter(), |printer, ty| printer.ty(ty.as_ref()))?;
                self.out.push('}');
            }
            Some(Type::Tensor(tensor)) => self.tensor(tensor)?,
        }
        Ok(())
    }

    fn tensor(&mut self, tensor: &TensorType) -> Result<(), Unwritable> {
        let (name, tail) = match tensor.kind {
            TensorKind::Dense => ("0.t_dtensor", ",[],0"),
            TensorKind::SelectedRows => ("1.t_selected_rows", ",[],0"),
            TensorKind::Array => ("1.t_dense_tensor_array", ""),
            kind @ (TensorKind::SparseCoo | TensorKind::SparseCsr) => {
                return Err(Unwritable(format!("the framework's format has no {}", kind.describe())));
            }
        };
        let element = element(tensor.element);
        let dims: Vec<String> = tensor.dims.iter().map(i64::to_string).collect();
        let dims = dims.join(",");
        self.write(format_args!("{{\"#\":\"{name}\",\"D\":[{{\"#\":\"0.t_{element}\"}},[{dims}],{LAYOUT}{tail}]}}"));
        Ok(())
    }

    fn named(&mut self, name: &str, value: &Attribute) -> Result<(), Unwritable> {
        self.out.push_str("{\"AT\":");
        self.attribute(value)?;
        self.write(format_args!(",\"N\":{}}}", quoted(name)));
        Ok(())
    }

    fn attribute(&mut self, value: &Attribute) -> Result<(), Unwritable> {
        match value {
            Attribute::Bool(flag) => self.write(format_args!("{{\"#\":\"0.a_bool\",\"D\":{flag}}}")),
            Attribute::Int32(number) => self.write(format_args!("{{\"#\":\"0.a_i32\",\"D\":{number}}}")),
            Attribute::Int64(number) => self.write(format_args!("{{\"#\":\"0.a_i64\",\"D\":{number}}}")),
            Attribute::Float(number) => self.fraction("a_f32", f64::from(*number)),
            Attribute::Double(number) => self.fraction("a_f64", *number),
            Attribute::Text(text) => self.write(format_args!("{{\"#\":\"0.a_str\",\"D\":{}}}", quoted(text))),
            Attribute::Array(items) => {
                self.out.push_str("{\"#\":\"0.a_array\",\"D\":");
                self.list(items, |printer, item| printer.attribute(item))?;
                self.out.push('}');
            }
            Attribute::IntArray(items) => {
                let items: Vec<String> = items.iter().map(i64::to_string).collect();
                self.write(format_args!("{{\"#\":\"1.a_intarray\",\"D\":[{}]}}", items.join(",")));
            }
            Attribute::DataType(data_type) => {
                let name = if *data_type == DataType::Undefined { "Undefined(ALL_DTYPE)" } else { data_type.name() };
                self.write(format_args!("{{\"#\":\"1.a_dtype\",\"D\":\"{name}\"}}"));
            }
            Attribute::Place(Place { memory, device, custom }) => {
                let (memory, custom) = (memory.0, quoted(custom));
                self.write(format_args!("{{\"#\":\"1.a_place\",\"D\":[{memory},{device},{custom}]}}"));
            }
        }
        Ok(())
    }

    /// Writes a number with a fraction. JSON has no infinities and no NaN.
    fn fraction(&mut self, name: &str, number: f64) {
        let special = match number {
            number if number.is_nan() => Some("NaN"),
            f64::INFINITY => Some("INF"),
            f64::NEG_INFINITY => Some("-INF"),
            _ => None,
        };
        match special {
            Some(special) => self.write(format_args!("{{\"#\":\"0.{name}\",\"VD\":\"{special}\"}}")),
            None => self.write(format_args!("{{\"#\":\"0.{name}\",\"D\":{}}}", all_digits(number))),
        }
    }
}

/// The name of an operation, with the number of its dialect instead of the name.
fn compressed(name: &str) -> String {
    let number = |dialect: &str| DIALECTS.iter().find(|(known, _)| *known == dialect).map(|(_, number)| number);
    match name.split_once('.').and_then(|(dialect, rest)| Some((number(dialect)?, rest))) {
        Some((number, rest)) => format!("{number}.{rest}"),
        None => name.to_owned(),
    }
}

fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

/// The name of a type of elements in files.
fn element(data_type: DataType) -> &'static str {
    match data_type {
        DataType::Bool => "bool",
        DataType::UInt8 => "ui8",
        other => other.element().unwrap_or("f32"),
    }
}
