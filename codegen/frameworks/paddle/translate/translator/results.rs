//! The step that gives results the types of their variables.

use std::borrow::Cow;

use profile::ResultType;

use crate::facts::{OperationInfo, ResultInfo, ValueKind};
use crate::fault::{Failed, Fault, Part};
use crate::legacy::{NO_VARIABLE, VariableKind};
use crate::pir::{DataType, Type};
use crate::rules;

use super::operator::{Results, Step};

impl Step<'_, '_> {
    /// The general rule for all results.
    pub(super) fn general_results(&mut self, info: &OperationInfo) -> Result<Results, Failed> {
        let mut results = Results::default();
        let mut failed = false;
        for result in &info.results {
            let ty = self.result(result, &mut results);
            match self.noted(ty) {
                Ok(ty) => results.types.push(ty),
                Err(Failed) => failed = true,
            }
        }
        if failed { Err(Failed) } else { Ok(results) }
    }

    /// The operator's output that a result becomes.
    fn output_name<'n>(&'n self, result: &'n str) -> Cow<'n, str> {
        match self.handler.outputs.get(result) {
            Some(output) => output.into(),
            None => self.facts().names.argument(self.described_by(), result),
        }
    }

    /// The type of a result that no variable has.
    fn further_result(&self, ty: &ResultType) -> Result<Type, Fault> {
        match ty {
            ResultType::Like(input) => self.translator.type_of(self.at.block, self.only_variable(input)?),
            ResultType::Tensor { data_type, shape } => {
                let element = data_type.number().and_then(DataType::of_number).unwrap_or(DataType::Undefined);
                Ok(Type::dense(element, shape.numbers::<i64>().unwrap_or_default()))
            }
        }
    }

    /// The type of one result. `None` if the operator lacks it.
    fn result(&self, result: &ResultInfo, results: &mut Results) -> Result<Option<Type>, Fault> {
        let output = self.output_name(&result.name);
        let Some(variables) = self.op.outputs.get(&*output) else {
            if let Some(ty) = self.handler.further_results.get(&*result.name) {
                return self.further_result(ty).map(Some);
            }
            if result.is_optional {
                return Ok(None);
            }
            let message = format!("`{}` has no output `{output}`, which is the result `{}`", self.op.kind, result.name);
            let help = source::suggest::help(&output, self.op.outputs.keys().map(String::as_str));
            return Err(Fault::new(rules::MISSING_VARIABLE, Part::Type, message).help(help));
        };
        let at = results.types.len();
        let is_list = matches!(result.kind, ValueKind::List | ValueKind::ArrayList);
        let is_array = match variables.as_slice() {
            [name] => self.translator.variable(self.at.block, name)?.kind == VariableKind::Array,
            _ => false,
        };
        if !is_list || is_array {
            let Some(name) = variables.first() else { return Ok(None) };
            let ty = self.translator.type_of(self.at.block, name)?;
            results.written.insert(name.clone(), (at, 0));
            return Ok(Some(ty));
        }
        let mut types = Vec::with_capacity(variables.len());
        for (part, name) in variables.iter().enumerate() {
            let is_absent = name == NO_VARIABLE;
            types.push(if is_absent { None } else { Some(self.translator.type_of(self.at.block, name)?) });
            if !is_absent {
                results.written.insert(name.clone(), (at, part));
            }
        }
        Ok(Some(Type::Vector(types.into())))
    }
}
