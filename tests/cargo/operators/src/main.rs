//! Looks operators up and prints them.

use operators::{Op, World, by_legacy_name, by_name, find};

fn show(op: &Op) {
    println!("{} ({:?}, {} in programs)", op.name, op.world, op.legacy_name);
    for input in op.inputs {
        println!("  {input:?}");
    }
    for attr in op.attrs.iter().chain(op.extra_attrs) {
        println!("  {} {attr:?}", attr.ty.name());
    }
    for output in op.outputs {
        println!("  {output:?}");
    }
    for version in op.versions {
        println!("  {version:?}");
    }
}

fn main() {
    println!("# both worlds of a name");
    by_name("fill").iter().for_each(show);
    println!("# by legacy name");
    by_legacy_name("old_fill").for_each(show);
    by_legacy_name("old_fill_grad").for_each(show);
    println!("# the gradients of both: one has none");
    for world in [World::Dense, World::Static] {
        let gradient = find(world, "fill").and_then(Op::gradient);
        println!("{:?}", gradient.map(|gradient| (gradient.name, gradient.world, gradient.forward)));
    }
    println!("# nothing");
    println!("{} {}", by_name("fil").len() + by_name("filling").len(), by_legacy_name("fill").count());
    println!("{:?}", find(World::Sparse, "fill"));
}
