//! Runs statements.

use ruff_python_ast::{Expr, Stmt, StmtFor, StmtIf};

use super::Reader;
use super::value::Value;

/// How a list of statements ended.
#[derive(PartialEq)]
enum Ended {
    AtTheEnd,
    WithContinue,
}

impl Reader {
    /// Runs the statements of a file.
    pub fn run(&mut self, body: &[Stmt]) {
        self.run_all(body);
    }

    fn run_all(&mut self, body: &[Stmt]) -> Ended {
        for statement in body {
            if self.run_one(statement) == Ended::WithContinue {
                return Ended::WithContinue;
            }
        }
        Ended::AtTheEnd
    }

    fn run_one(&mut self, statement: &Stmt) -> Ended {
        match statement {
            Stmt::Expr(expression) => drop(self.value(&expression.value)),
            Stmt::Assign(assign) => {
                let value = self.value(&assign.value);
                assign.targets.iter().for_each(|target| self.assign(target, value.clone()));
            }
            Stmt::AnnAssign(assign) => {
                let value = assign.value.as_ref().and_then(|value| self.value(value));
                self.assign(&assign.target, value);
            }
            Stmt::For(each) => self.run_for(each),
            Stmt::If(condition) => return self.run_if(condition),
            Stmt::Continue(_) => return Ended::WithContinue,
            _ => {}
        }
        Ended::AtTheEnd
    }

    fn assign(&mut self, target: &Expr, value: Option<Value>) {
        let Expr::Name(name) = target else { return };
        match value {
            Some(value) => drop(self.variables.insert(name.id.to_string(), value)),
            None => drop(self.variables.remove(name.id.as_str())),
        }
    }

    fn run_for(&mut self, each: &StmtFor) {
        let Some(Value::List(items)) = self.value(&each.iter) else { return };
        for item in items {
            self.assign(&each.target, Some(item));
            self.run_all(&each.body);
        }
    }

    fn run_if(&mut self, condition: &StmtIf) -> Ended {
        let holds = |reader: &mut Reader, test: &Expr| reader.value(test) == Some(Value::Truth(true));
        if holds(self, &condition.test) {
            return self.run_all(&condition.body);
        }
        for clause in &condition.elif_else_clauses {
            if clause.test.as_ref().is_none_or(|test| holds(self, test)) {
                return self.run_all(&clause.body);
            }
        }
        Ended::AtTheEnd
    }
}
