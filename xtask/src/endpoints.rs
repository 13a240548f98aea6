//! Third-party endpoints for the longer tier: moto's server from pip and dynoxide from cargo. Looks for each, and
//! installs a missing one into the cache of the tools.
//!
//! An endpoint that cannot be installed causes no failure: the tests skip it and print the reason. Must not know the
//! tests.

use std::env;
use std::path::PathBuf;

use crate::failure::Failure;
use crate::installation;
use crate::project::Project;
use crate::python::Packages;
use crate::tools::DYNOXIDE;

/// The version of moto. The extra `server` includes its web server.
const MOTO: &str = "5.2.5";

/// The variables in which `tests/compat/targets.mjs` finds them.
const MOTO_VARIABLE: &str = "HASHRANGE_MOTO";
const DYNOXIDE_VARIABLE: &str = "HASHRANGE_DYNOXIDE";
/// The suffix of a variable that states why there is no program.
const MISSING: &str = "_MISSING";

/// For each endpoint a variable with its program, or one with the reason why there is none.
pub(crate) fn variables(project: &Project) -> Vec<(String, String)> {
    [
        (MOTO_VARIABLE, moto as fn(&Project) -> _),
        (DYNOXIDE_VARIABLE, dynoxide),
    ]
    .into_iter()
    .map(
        |(variable, provide)| match given(variable).map_or_else(|| provide(project), Ok) {
            Ok(program) => (variable.to_owned(), program.display().to_string()),
            Err(failure) => {
                let words: Vec<String> = failure.to_string().split_whitespace().map(str::to_owned).collect();
                (format!("{variable}{MISSING}"), words.join(" "))
            }
        },
    )
    .collect()
}

/// The program that the environment names.
fn given(variable: &str) -> Option<PathBuf> {
    env::var_os(variable)
        .map(PathBuf::from)
        .filter(|program| program.is_file())
}

fn dynoxide(project: &Project) -> Result<PathBuf, Failure> {
    if DYNOXIDE.find().is_none() {
        DYNOXIDE.install(project, false)?;
        installation::forget_intermediate_files();
    }
    DYNOXIDE
        .find()
        .ok_or_else(|| Failure::new("looking for dynoxide", "it was installed, and is not there"))
}

fn moto(project: &Project) -> Result<PathBuf, Failure> {
    let package = format!("moto[server]=={MOTO}");
    let packages = Packages::installed(project, &format!("moto-{MOTO}"), &[&package], "moto_server")?;
    Ok(packages.program("moto_server"))
}
