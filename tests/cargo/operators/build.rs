fn main() -> Result<(), opgen::BuildError> {
    opgen::Builder::new().root("yaml").targets([opgen::Target::Rust]).generate()
}
