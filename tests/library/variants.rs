//! Which functions of the C++ API an operator has, by their form.

use std::path::Path;

use opgen::driver::load;
use opgen::forms::cpp_api::functions;
use opgen::profile::ApiForm;
use opgen::project::Root;

/// The names of the functions of one form that operators with an inplace function have.
fn names(form: ApiForm) -> Vec<String> {
    let project = load(&Root::at(Path::new("tests/generate/gradient-functions").to_owned()));
    let settings = project.profile.cpp_api.as_ref().expect("the profile has the target");
    let operators = ["act", "act_grad"].map(|name| {
        let mut ops = project.registry.ops();
        ops.find(|(_, op)| op.name.value == name).expect("the operator is defined").1
    });
    operators.into_iter().flat_map(|op| functions(op, form, settings)).map(|function| function.name()).collect()
}

#[test]
fn only_the_plain_function_of_a_gradient_fills_tensors() {
    assert_eq!(names(ApiForm::Filling), ["act_grad"]);
    assert_eq!(names(ApiForm::FillingUnlessComposite), ["act_grad"]);
}

#[test]
fn inplace_functions_return_their_results() {
    assert_eq!(names(ApiForm::Returning), ["act", "act_", "act_grad", "act_grad_"]);
    assert_eq!(names(ApiForm::ReturningFilled), ["act_grad", "act_grad_"]);
}
