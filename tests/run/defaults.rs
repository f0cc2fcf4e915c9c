//! Defaults of attributes in `op_version.yaml`: the framework does not read them when it loads a program.

use crate::framework::{Framework, case};

#[test]
fn a_program_without_an_attribute_gets_the_default_of_the_operator() {
    let Some(framework) = Framework::find() else { return };
    framework.run(&case("defaults").join("old_program.py"), &[]);
}
