fn main() {
    let root = opgen::project::Root::at(std::env::args().nth(1).expect("root").into());
    let t = std::time::Instant::now();
    let profile = opgen::profile::Profile::paddle_2_6();
    let p = opgen::project::load(&root, &profile);
    eprintln!("{:?}", t.elapsed());
    let targets: Vec<_> = opgen::targets::TARGETS.iter().collect();
    let r = opgen::generate::generate(&p.registry, &profile, &targets).unwrap();
    eprintln!("{:?}", t.elapsed());
    let c = opgen::emit::changes(std::path::Path::new(&std::env::args().nth(2).unwrap()), r).unwrap();
    opgen::emit::apply(&c).unwrap();
    eprintln!("{:?} {}", t.elapsed(), c.len());
}
