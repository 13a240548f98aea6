//! `cargo xtask serve`: the release page on 127.0.0.1, after building it.

use std::process::ExitCode;

use crate::arguments::Arguments;
use crate::build;
use crate::failure::Failure;
use crate::project::Project;
use crate::static_files::StaticFiles;

pub(crate) const HELP: &str = "
Usage: cargo xtask serve [--port <number>] [--base <path>] [--no-build]

Installs what is missing, builds the release page, and serves it on 127.0.0.1 until it is stopped.
For live reload while editing, run `trunk serve` afterwards.

Options:
  --port <number>  the port to listen on (default 8080; 0 takes a free one)
  --base <path>    serve below this path, as a static host with sub-folders would (default /)
  --no-build       serve dist/ as it is
";

const DEFAULT_PORT: u16 = 8080;

pub(crate) fn start(project: &Project, mut arguments: Arguments) -> Result<ExitCode, Failure> {
    let no_build = arguments.flag("--no-build");
    let base = arguments.value("--base")?.unwrap_or_default();
    let port = match arguments.value("--port")? {
        None => DEFAULT_PORT,
        Some(text) => {
            text.parse().map_err(|_| Failure::new("reading the arguments", format!("`{text}` is not a port number")))?
        }
    };
    arguments.finish()?;
    if no_build {
        build::require_release(project)?;
    } else {
        build::build(project)?;
    }
    let folder = project.path("dist");
    let server = StaticFiles::bind(folder, port, &base)?;
    println!("page    {}  (Ctrl+C stops it)", server.url());
    server.serve();
    Ok(ExitCode::SUCCESS)
}
