//! `cargo xtask claims`: the claims of the seed documents that tests prove, or lessons show. The collectors are in the
//! package of the tests.

use std::process::ExitCode;

use lexopt::prelude::*;

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

pub(crate) fn start(project: &Project, mut parser: lexopt::Parser) -> Result<ExitCode, Failure> {
    let (mut every_kind, mut by_lessons) = (false, false);
    while let Some(word) = parser.next()? {
        match word {
            Long("all") => every_kind = true,
            Long("lessons") => by_lessons = true,
            other => return Err(other.unexpected().into()),
        }
    }
    let mut command = project.command("cargo");
    command.args(["run", "--quiet", "--package", "hashrange-tests", "--example"]);
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
