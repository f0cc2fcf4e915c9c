//! Members of arguments in C++ expressions, such as `x.size()`.

use super::expressions::Member;
use profile::Profile;
use source::{Diagnostic, Diagnostics, Help, Rule, Spanned, suggest};
use spec::Op;

/// An argument that an expression uses.
pub struct Argument<'a> {
    /// The name, where it is declared.
    pub name: &'a Spanned<String>,
    /// The type in the YAML.
    pub ty: String,
    /// The profile's name for types that have the same members.
    class: String,
    optional: bool,
}

impl<'a> Argument<'a> {
    /// The argument of an operator with a name.
    pub fn of(op: &'a Op, name: &str) -> Option<Self> {
        let class = |list: bool, element: String| if list { "list".to_owned() } else { element };
        if let Some(input) = op.signature.input(name) {
            let ty = input.ty.to_string();
            return Some(Argument {
                name: &input.name,
                class: class(input.ty.is_list(), ty.clone()),
                ty,
                optional: input.optional,
            });
        }
        let attr = op.signature.attr(name)?;
        let element = if attr.ty.is_scalar() { "Scalar".to_owned() } else { attr.ty.to_string() };
        let (ty, optional) = (attr.ty.to_string(), attr.optional);
        Some(Argument { name: &attr.name, class: class(attr.ty.list, element), ty, optional })
    }

    /// The members that the argument has in C++.
    fn members<'p>(&self, profile: &'p Profile) -> Vec<&'p str> {
        let classes = [Some(self.class.as_str()), self.optional.then_some("optional")];
        let known = classes.into_iter().flatten().filter_map(|class| profile.members.get(class));
        known.flatten().map(String::as_str).collect()
    }
}

/// Reports a member that an argument does not have, or that is not called.
pub fn check_member(rule: Rule, op: &Op, member: &Member, profile: &Profile, diagnostics: &mut Diagnostics) {
    let Some(argument) = Argument::of(op, &member.of).filter(|_| !profile.members.is_empty()) else { return };
    let (name, known) = (&member.name, argument.members(profile));
    let (message, help) = if !known.contains(&name.as_str()) {
        let help = match (suggest::nearest(&name.value, known.iter().copied()), known.first()) {
            (Some(near), _) => {
                let help = format!("did you mean `{}{}{near}()`?", member.of, member.operator);
                Help::instead(help, if member.called { near.to_owned() } else { format!("{near}()") })
            }
            (None, Some(first)) => {
                format!("write a member of its type, such as `{}{}{first}()`", member.of, member.operator).into()
            }
            (None, None) => format!("write `{}` alone", member.of).into(),
        };
        (format!("`{}` has the type `{}`, which has no `{}` in C++", member.of, argument.ty, name.value), help)
    } else if !member.called {
        let written = format!("{}{}{}", member.of, member.operator, name.value);
        (
            format!("`{written}` is not called"),
            Help::instead(format!("write `{written}()`"), format!("{}()", name.value)).certain(true),
        )
    } else {
        return;
    };
    let problem = Diagnostic::new(rule, name.span, message);
    diagnostics.push(problem.label(argument.name.span, "declared here").help(help));
}
