//! `cargo xtask claims`: which claims of the seed documents tests prove, or lessons show. The collectors live in the package of
//! the tests.

use std::process::ExitCode;

use crate::arguments::Arguments;
use crate::failure::Failure;
use crate::project::Project;
use crate::run;

pub(crate) const HELP: &str = "
Usage: cargo xtask claims [--all | --lessons]

Lists the claims of tests/claims.toml, kind by kind: proven by which file, or not proven. The last line is `N of M`,
over the kinds schema, read, write, cost, storage, limit and error.

Options:
  --all      over every kind
  --lessons  lists which step of which lesson shows each claim instead; fails while one is not shown
";

pub(crate) fn start(project: &Project, mut arguments: Arguments) -> Result<ExitCode, Failure> {
    let every_kind = arguments.flag("--all");
    let by_lessons = arguments.flag("--lessons");
    arguments.finish()?;
    let mut command = project.command("cargo");
    command.args(["run", "--quiet", "--package", "hashrange-tests", "--bin"]);
    if by_lessons {
        command.args(["lesson", "--", "--claims"]);
    } else {
        command.args(["claims", "--"]);
        if every_kind {
            command.arg("--all");
        }
    }
    run::show(command)?;
    Ok(ExitCode::SUCCESS)
}
