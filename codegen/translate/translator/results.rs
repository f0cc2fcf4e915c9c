//! The step that gives results their types: those that the program says its variables have.

use profile::ResultsRule;

use crate::facts::{OperationInfo, ResultInfo, ValueKind};
use crate::fault::{Failed, Fault, Part};
use crate::legacy::{NO_VARIABLE, VariableKind};
use crate::pir::{TensorType, Type, ValueId};
use crate::rules;

use super::operator::{Results, Step};

impl Step<'_, '_> {
    pub(super) fn results(&mut self, info: &OperationInfo, operands: &[Option<ValueId>]) -> Result<Results, Failed> {
        match &self.handler.results {
            None => self.general_results(info),
            Some(ResultsRule::Nothing) => Ok(Results::default()),
            Some(ResultsRule::LikeOperand) => {
                let ty = operands.first().copied().flatten().and_then(|value| self.translator.program.ty(value));
                Ok(Results { types: vec![ty.cloned()], ..Results::default() })
            }
            Some(ResultsRule::ElementFrom { output, attribute }) => {
                let result = self.element_from(output, attribute);
                self.noted(result)
            }
            Some(ResultsRule::Common { output }) => {
                let result = self.common(output, operands);
                self.noted(result)
            }
            Some(ResultsRule::Each { output }) => {
                let result = self.each(output, operands);
                self.noted(result)
            }
        }
    }

    fn general_results(&mut self, info: &OperationInfo) -> Result<Results, Failed> {
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

    /// The type of one result. None if the program leaves it out.
    fn result(&self, result: &ResultInfo, results: &mut Results) -> Result<Option<Type>, Fault> {
        let output = self.facts().names.argument(&self.op.kind, &result.name);
        let Some(variables) = self.op.outputs.get(&*output) else {
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

    fn one(output: &str, ty: Type) -> Results {
        Results { types: vec![Some(ty)], written: [(output.to_owned(), (0, 0))].into_iter().collect() }
    }

    fn element_from(&self, output: &str, attribute: &str) -> Result<Results, Fault> {
        let name = self.only_output(output)?;
        let number = self.integer(attribute)?;
        let element = self.translator.element(Some(number)).ok_or_else(|| {
            let message = format!("there is no tensor of the data type {number}");
            Fault::new(rules::NO_TYPE, Part::Attribute(attribute.to_owned()), message)
        })?;
        let dims = self.translator.variable(self.at.block, name)?.dims.clone();
        Ok(Self::one(name, Type::dense(element, dims)))
    }

    /// What two values have in common of which one is selected: sizes that differ are unknown.
    fn common(&self, output: &str, operands: &[Option<ValueId>]) -> Result<Results, Fault> {
        let name = self.only_output(output)?;
        let ty = |at: usize| operands.get(at).copied().flatten().and_then(|value| self.translator.program.ty(value));
        let (Some(first), Some(second)) = (ty(1), ty(2)) else {
            let message = format!("`{}` must have two values to select from", self.op.kind);
            return Err(Fault::new(rules::MISSING_VARIABLE, Part::Type, message));
        };
        if first == second {
            return Ok(Self::one(name, first.clone()));
        }
        let both = first.as_dense().zip(second.as_dense()).filter(|(first, second)| first.element == second.element);
        let Some((first, second)) = both else {
            let message = "the two values to select from are of different types";
            return Err(Fault::new(rules::WRONG_KIND, Part::Type, message));
        };
        let dims: Vec<i64> = common_sizes(first, second);
        Ok(Self::one(name, Type::dense(first.element, dims)))
    }

    fn each(&self, output: &str, operands: &[Option<ValueId>]) -> Result<Results, Fault> {
        let names = self.op.output(output);
        if names.len() != 2 {
            let message = format!("the output `{output}` must have two variables");
            return Err(Fault::new(rules::MISSING_VARIABLE, Part::Type, message));
        }
        let ty = operands.get(1).copied().flatten().and_then(|value| self.translator.program.ty(value)).cloned();
        let written = names.iter().enumerate().map(|(at, name)| (name.clone(), (at, 0)));
        Ok(Results { types: vec![ty; names.len()], written: written.collect() })
    }
}

fn common_sizes(first: &TensorType, second: &TensorType) -> Vec<i64> {
    first.dims.iter().zip(&*second.dims).map(|(&one, &other)| if one == other { one } else { -1 }).collect()
}
