//! `cargo xtask serve`: the release page on 127.0.0.1, after building it.

use std::process::ExitCode;

use lexopt::prelude::*;

use crate::build;
use crate::failure::Failure;
use crate::project::Project;
use crate::setup;
use crate::static_files::StaticFiles;

pub(crate) const HELP: &str = "
Usage: cargo xtask serve [--port <number>] [--base <path>] [--no-build]

Installs what is missing, builds the release page, and serves it on 127.0.0.1 until it is stopped.
For live reload while editing, README.md says how to install and start Trunk.

Options:
  --port <number>  the port to listen on (default 8080; 0 takes a free one)
  --base <path>    serve below this path, as a static host with sub-folders would (default /)
  --no-build       serve dist/ as it is
";

const DEFAULT_PORT: u16 = 8080;

pub(crate) fn start(project: &Project, mut parser: lexopt::Parser) -> Result<ExitCode, Failure> {
    let (mut port, mut base, mut no_build) = (DEFAULT_PORT, String::new(), false);
    while let Some(word) = parser.next()? {
        match word {
            Long("port") => port = parser.value()?.parse()?,
            Long("base") => base = parser.value()?.string()?,
            Long("no-build") => no_build = true,
            other => return Err(other.unexpected().into()),
        }
    }
    setup::ensure(project, setup::PAGE)?;
    // Before the build, so that a port in use is reported before minutes of compilation.
    let server = StaticFiles::bind(project.path("dist"), port, &base)?;
    if no_build {
        build::require_release(project)?;
    } else {
        if !project.path("dist").exists() {
            println!("page    compiled now: the first build takes about five minutes on 2 cores");
        }
        build::build(project)?;
    }
    println!(
        "page    open {} in a browser: Learn begins the first lesson, Workbench a table (Ctrl+C stops)",
        server.url()
    );
    server.serve();
    Ok(ExitCode::SUCCESS)
}
