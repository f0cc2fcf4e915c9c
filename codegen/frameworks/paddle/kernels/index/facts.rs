//! What is kept of a file: the functions that it declares, and the kernels that it registers.

use std::ops::Range;

use cpp::tokens::{self, type_text};
use cpp::{Found, Function, Item, Origin};
use profile::{CppSources, RegistrationArgument, RegistrationMacro};

/// A position: a file of an [`Index`](super::Index), and a range of bytes in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// The index of the file.
    pub file: usize,
    /// The bytes.
    pub range: Range<usize>,
}

/// A function that a file declares or defines.
#[derive(Debug, Clone)]
pub struct Declared {
    /// The name with namespaces.
    pub name: String,
    /// The name alone.
    pub short_name: String,
    /// The kinds of the template's parameters: `typename`, or the types of values. Empty if it is not a template.
    pub template: Vec<String>,
    /// Whether this is its definition.
    pub has_body: bool,
    /// In order.
    pub parameters: Vec<DeclaredParameter>,
    /// Where its name is.
    pub place: Place,
}

/// A parameter of a function.
#[derive(Debug, Clone)]
pub struct DeclaredParameter {
    /// The type, without namespaces.
    pub ty: String,
    /// The name; empty if it has none.
    pub name: String,
    /// Whether there is a default value.
    pub has_default: bool,
    /// Where it is.
    pub place: Place,
}

/// A kernel that a file registers for a backend.
#[derive(Debug, Clone)]
pub struct Registration {
    /// The name of the kernel.
    pub kernel: String,
    /// The backends, as in the registration.
    pub backends: Vec<String>,
    /// The layout, as in the registration.
    pub layout: String,
    /// The function, with the namespaces that are written.
    pub function: String,
    /// Whether it is a class instead of a function.
    pub is_class: bool,
    /// The data types, as Python names them; `None` if it is for every type.
    pub data_types: Option<Vec<String>>,
    /// Where the name of the kernel is.
    pub place: Place,
}

impl Declared {
    /// The declaration on one line, without namespaces of types.
    pub fn declaration(&self) -> String {
        let parameter =
            |parameter: &DeclaredParameter| format!("{} {}", parameter.ty, parameter.name).trim().to_owned();
        let parameters: Vec<String> = self.parameters.iter().map(parameter).collect();
        format!("{}({})", self.name, parameters.join(", "))
    }
}

impl Registration {
    /// The name of the function without namespaces and template arguments.
    pub fn function_name(&self) -> &str {
        let name = self.function.split('<').next().unwrap_or(&self.function);
        name.rsplit("::").next().unwrap_or(name)
    }
}

/// The facts of a file.
#[derive(Debug, Clone, Default)]
pub(crate) struct FileFacts {
    pub functions: Vec<Declared>,
    pub registrations: Vec<Registration>,
    /// Calls of macros that seem to register kernels, but could not be read.
    pub unread: Vec<(String, Place)>,
}

impl FileFacts {
    /// Reads a file.
    pub fn of(text: &str, file: usize, settings: &CppSources) -> Self {
        let mut facts = FileFacts::default();
        cpp::read(text, &mut |found: Found| match &found.item {
            Item::Function(function) if !found.is_hidden() => {
                let short_name = function.name[function.name.len() - 1];
                if tokens::is_name(short_name) {
                    facts.functions.push(declared(&found, function, short_name, file));
                }
            }
            Item::Macro { name, arguments } => facts.add_call(name, arguments, found.origin, file, settings),
            _ => {}
        });
        facts
    }

    /// The same facts of a file with another index.
    pub fn in_file(&self, file: usize) -> Self {
        let FileFacts { mut functions, mut registrations, mut unread } = self.clone();
        for function in &mut functions {
            function.place.file = file;
            function.parameters.iter_mut().for_each(|parameter| parameter.place.file = file);
        }
        registrations.iter_mut().for_each(|registration| registration.place.file = file);
        unread.iter_mut().for_each(|(_, place)| place.file = file);
        FileFacts { functions, registrations, unread }
    }

    fn add_call(&mut self, name: &str, arguments: &[&[&str]], origin: &Origin, file: usize, settings: &CppSources) {
        let place = || Place { file, range: origin.range(arguments.first().copied().unwrap_or_default()) };
        if let (Some(pattern), [[argument]]) = (settings.declaring_macros.get(name), arguments) {
            let short_name = pattern.replace('*', argument);
            let (template, has_body, parameters) = (Vec::new(), false, Vec::new());
            let name = short_name.clone();
            self.functions.push(Declared { name, short_name, template, has_body, parameters, place: place() });
            return;
        }
        match settings.registrations.get(name).map(|form| registration(form, arguments, place(), settings)) {
            Some(Some(registration)) => self.registrations.push(registration),
            Some(None) => self.unread.push((name.to_owned(), place())),
            None if settings.may_register(name) => self.unread.push((name.to_owned(), place())),
            None => {}
        }
    }
}

fn declared(found: &Found, function: &Function, short_name: &str, file: usize) -> Declared {
    let parameters = function.parameters();
    let parameters =
        parameters.iter().filter(|parameter| parameter.ty != ["void"]).map(|parameter| DeclaredParameter {
            ty: parameter.type_text(),
            name: parameter.name.unwrap_or_default().to_owned(),
            has_default: !parameter.default.is_empty(),
            place: Place { file, range: found.origin.range(parameter.tokens) },
        });
    Declared {
        name: found.full_name(&function.name.concat()),
        short_name: short_name.to_owned(),
        template: function.template_kinds(),
        has_body: function.has_body,
        parameters: parameters.collect(),
        place: Place { file, range: found.origin.range(function.name) },
    }
}

/// `None` if the arguments are not those of the macro.
fn registration(
    form: &RegistrationMacro,
    arguments: &[&[&str]],
    place: Place,
    settings: &CppSources,
) -> Option<Registration> {
    let fixed = form.arguments.len();
    let argument = |which| {
        let at = form.arguments.iter().position(|of| *of == which)?;
        arguments.get(at).map(|argument| argument.concat())
    };
    let kernel = argument(RegistrationArgument::Kernel).filter(|name| tokens::is_name(name))?;
    let types = arguments.get(fixed..)?.iter().map(|ty| {
        let ty = type_text(ty);
        settings.data_types.get(&ty).cloned().unwrap_or(ty)
    });
    let backends = argument(RegistrationArgument::Backend).map(|backend| vec![backend]);
    Some(Registration {
        kernel,
        backends: backends.unwrap_or_else(|| form.backends.clone()),
        layout: argument(RegistrationArgument::Layout).unwrap_or_default(),
        function: argument(RegistrationArgument::Function)?,
        is_class: form.is_class,
        data_types: (!form.every_type).then(|| types.collect()),
        place,
    })
}
