"""Makes an installed opgen available as `@opgen_program//:opgen`."""

def _program_impl(repository):
    program = repository.attr.path or str(repository.which("opgen") or "")
    if not program:
        fail("opgen is not on the PATH: install it, or set the attribute `path`")
    repository.symlink(program, "opgen")
    repository.file("BUILD.bazel", 'exports_files(["opgen"])\n')

_program = repository_rule(
    implementation = _program_impl,
    attrs = {"path": attr.string()},
    local = True,
    environ = ["PATH"],
)

def opgen_program(path = None):
    """Declares the repository `@opgen_program`.

    Args:
      path: the program; the default is `opgen` on the PATH.
    """
    _program(name = "opgen_program", path = path)
