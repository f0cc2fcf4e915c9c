fn main() -> Result<(), opgen::BuildError> {
    opgen::Builder::new().root("yaml").target("rust").generate()
}
