//! `cargo xtask evidence`: sends the specs with evidence to an endpoint, for example DynamoDB itself, or compares AWS's
//! models with this project. Both are in the package of the tests. With `--suite` it runs somebody else's tests.

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::ExitCode;

use crate::failure::Failure;
use crate::project::Project;
use crate::{arguments, parity};

pub(crate) const HELP: &str = "
Usage: cargo xtask evidence --against <endpoint> [options]
       cargo xtask evidence --models <folder>
       cargo xtask evidence --suite <folder>

Sends the specs that entries of tests/evidence.toml name, and lists what differs, entry by entry. Each spec runs in tables
of its own, whose names get a prefix, and which are deleted afterwards. Specs that need physics, limits, DAX or virtual
time are listed as not sendable. The command prints an estimate of the cost, and asks before it sends anything.

With --models it compares the operations, members, words, limits and errors that the server knows with an installed
model of AWS, and lists what is new. tests/aws-model.txt has the known differences, each with its reason. It sends nothing.

With --suite it builds our server, starts it on a free port, and runs the Parity Suite against it: a checkout of
github.com/paritysuite/dynamodb-conformance in which `npm install` has run. It prints what failed, and ends the server.

Options:
  --suite <folder>  the folder of the installed suite; takes no other option
  --models <folder> the folder of an installed botocore (pip install botocore), or its folder data
  --against <URL>   the endpoint, https://dynamodb.eu-west-2.amazonaws.com for example
  --profile <name>  sign for this profile of AWS's files, not for the environment
  --region <name>   sign for this Region, not for that of the endpoint
  --entry <id>      send the specs of this entry only; may be repeated
  --yes             do not ask
";

pub(crate) fn start(project: &Project, mut parser: lexopt::Parser) -> Result<ExitCode, Failure> {
    let words: Vec<OsString> = parser.raw_args()?.collect();
    if words.first().is_some_and(|word| word == "--suite") {
        let mut parser = lexopt::Parser::from_args(words);
        parser.next()?;
        let folder = PathBuf::from(parser.value()?);
        arguments::finish(parser)?;
        return parity::start(project, &folder);
    }
    let mut command = project.command("cargo");
    command.args([
        "run",
        "--quiet",
        "--package",
        "hashrange-tests",
        "--example",
        "evidence",
        "--",
    ]);
    command.args(words);
    let status = command
        .status()
        .map_err(|error| Failure::new("starting cargo", error.to_string()))?;
    Ok(status
        .code()
        .and_then(|code| u8::try_from(code).ok())
        .map_or(ExitCode::FAILURE, ExitCode::from))
}
