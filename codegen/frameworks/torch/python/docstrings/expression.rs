//! Evaluates expressions.

use std::collections::BTreeMap;

use ruff_python_ast::{
    CmpOp, Expr, ExprBinOp, ExprCall, ExprCompare, ExprDict, ExprFString, FStringPart, InterpolatedStringElement,
    Operator, UnaryOp,
};

use super::Reader;
use super::value::{Value, descriptions, formatted};

/// The module whose functions are described.
const TORCH: &str = "torch";
/// The class of tensors, whose methods are described.
const TENSOR: &str = "torch._C.TensorBase";

impl Reader {
    /// The value of an expression, if it can be evaluated.
    pub fn value(&mut self, expression: &Expr) -> Option<Value> {
        match expression {
            Expr::StringLiteral(text) => Some(Value::Text(text.value.to_str().to_owned())),
            Expr::FString(text) => self.f_string(text),
            Expr::BooleanLiteral(truth) => Some(Value::Truth(truth.value)),
            Expr::NoneLiteral(_) => Some(Value::Nothing),
            Expr::Name(name) if name.id.as_str() == TORCH => Some(Value::Outside(TORCH.to_owned())),
            Expr::Name(name) => self.variables.get(name.id.as_str()).cloned(),
            Expr::Tuple(tuple) => self.list(&tuple.elts),
            Expr::List(list) => self.list(&list.elts),
            Expr::Dict(table) => self.table(table),
            Expr::BinOp(operation) => self.sum(operation),
            Expr::UnaryOp(operation) if operation.op == UnaryOp::Not => match self.value(&operation.operand)? {
                Value::Truth(truth) => Some(Value::Truth(!truth)),
                _ => None,
            },
            Expr::Compare(comparison) => self.comparison(comparison),
            Expr::Attribute(attribute) => {
                let value = self.value(&attribute.value)?;
                self.attribute(value, attribute.attr.as_str())
            }
            Expr::Subscript(subscript) => {
                let table = self.value(&subscript.value)?.into_table()?;
                let key = self.value(&subscript.slice)?.into_text()?;
                table.get(&key).cloned().map(Value::Text)
            }
            Expr::Call(call) => self.call(call),
            _ => None,
        }
    }

    fn list(&mut self, elements: &[Expr]) -> Option<Value> {
        elements.iter().map(|element| self.value(element)).collect::<Option<Vec<_>>>().map(Value::List)
    }

    fn table(&mut self, table: &ExprDict) -> Option<Value> {
        let mut texts = BTreeMap::new();
        for item in &table.items {
            let value = self.value(&item.value)?;
            match &item.key {
                Some(key) => drop(texts.insert(self.value(key)?.into_text()?, value.into_text()?)),
                None => texts.extend(value.into_table()?),
            }
        }
        Some(Value::Table(texts))
    }

    fn sum(&mut self, operation: &ExprBinOp) -> Option<Value> {
        let left = self.value(&operation.left)?.into_text()?;
        let right = self.value(&operation.right)?.into_text()?;
        (operation.op == Operator::Add).then(|| Value::Text(left + &right))
    }

    fn comparison(&mut self, comparison: &ExprCompare) -> Option<Value> {
        let ([operator], [right]) = (&*comparison.ops, &*comparison.comparators) else { return None };
        let (left, right) = (self.value(&comparison.left)?, self.value(right)?);
        match operator {
            CmpOp::Eq | CmpOp::Is => Some(Value::Truth(left == right)),
            CmpOp::NotEq | CmpOp::IsNot => Some(Value::Truth(left != right)),
            _ => None,
        }
    }

    fn f_string(&mut self, text: &ExprFString) -> Option<Value> {
        let mut joined = String::new();
        for part in &text.value {
            match part {
                FStringPart::Literal(literal) => joined.push_str(&literal.value),
                FStringPart::FString(part) => {
                    for element in &part.elements {
                        match element {
                            InterpolatedStringElement::Literal(literal) => joined.push_str(&literal.value),
                            InterpolatedStringElement::Interpolation(value) => {
                                joined.push_str(&self.value(&value.expression)?.into_text()?);
                            }
                        }
                    }
                }
            }
        }
        Some(Value::Text(joined))
    }

    fn attribute(&mut self, value: Value, name: &str) -> Option<Value> {
        let Value::Outside(outside) = value else { return None };
        if name == "__doc__" {
            return Some(self.docstrings.get(&outside).map_or(Value::Nothing, |text| Value::Text(text.clone())));
        }
        if outside == TORCH {
            self.mentioned.insert(name.to_owned());
        }
        Some(Value::Outside(format!("{outside}.{name}")))
    }

    fn call(&mut self, call: &ExprCall) -> Option<Value> {
        match &*call.func {
            Expr::Name(function) => self.function(function.id.as_str(), call),
            Expr::Attribute(method) => {
                let text = self.value(&method.value)?.into_text()?;
                self.method(&text, method.attr.as_str(), call)
            }
            _ => None,
        }
    }

    /// The functions that these files define or import.
    fn function(&mut self, name: &str, call: &ExprCall) -> Option<Value> {
        let arguments: Vec<Value> =
            call.arguments.args.iter().map(|argument| self.value(argument)).collect::<Option<_>>()?;
        match (name, arguments.as_slice()) {
            ("parse_kwargs", [Value::Text(text)]) => Some(Value::Table(descriptions(text))),
            ("merge_dicts", tables) => {
                let tables: Option<Vec<_>> = tables.iter().cloned().map(Value::into_table).collect();
                Some(Value::Table(tables?.into_iter().flatten().collect()))
            }
            ("getattr", [outside, Value::Text(name)]) => self.attribute(outside.clone(), name),
            // Every name may exist: these files are read without the module.
            ("hasattr", [Value::Outside(_), Value::Text(_)]) => Some(Value::Truth(true)),
            ("dir", [Value::Outside(outside)]) if outside == TORCH => {
                Some(Value::List(self.mentioned.iter().cloned().map(Value::Text).collect()))
            }
            ("add_docstr", [Value::Outside(name), Value::Text(text)]) => Some(self.describe(name.clone(), text)),
            ("add_docstr_all", [Value::Text(method), Value::Text(text)]) => {
                Some(self.describe(format!("{TENSOR}.{method}"), text))
            }
            _ => None,
        }
    }

    fn describe(&mut self, name: String, text: &str) -> Value {
        self.docstrings.insert(name, text.to_owned());
        Value::Nothing
    }

    fn method(&mut self, text: &str, name: &str, call: &ExprCall) -> Option<Value> {
        if name == "format" {
            let mut names = BTreeMap::new();
            for keyword in &call.arguments.keywords {
                let value = self.value(&keyword.value)?;
                match &keyword.arg {
                    Some(name) => drop(names.insert(name.to_string(), value.into_text()?)),
                    None => names.extend(value.into_table()?),
                }
            }
            return formatted(text, &names).map(Value::Text);
        }
        let [argument] = &*call.arguments.args else { return None };
        let argument = self.value(argument)?.into_text()?;
        match name {
            "startswith" => Some(Value::Truth(text.starts_with(&argument))),
            "endswith" => Some(Value::Truth(text.ends_with(&argument))),
            "removeprefix" => Some(Value::Text(text.strip_prefix(&argument).unwrap_or(text).to_owned())),
            "removesuffix" => Some(Value::Text(text.strip_suffix(&argument).unwrap_or(text).to_owned())),
            _ => None,
        }
    }
}
