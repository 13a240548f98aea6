//! `cargo xtask serve`: the release page on 127.0.0.1 or in the local network, after building it.

use std::net::IpAddr;
use std::process::ExitCode;

use lexopt::prelude::*;

use crate::build;
use crate::failure::Failure;
use crate::lan;
use crate::project::Project;
use crate::setup;
use crate::static_files::StaticFiles;

pub(crate) const HELP: &str = "
Usage: cargo xtask serve [--lan[=<address>]] [--port <number>] [--base <path>] [--no-build]

Installs what is missing, builds the release page, and serves it on 127.0.0.1 until it is stopped. Files are compressed.
For live reload while editing, README.md says how to install and start Trunk.

With --lan, a class in one room opens the page: the command listens on this machine's address in the local network only,
and prints it with its QR code. It serves the files of the page, no endpoint; every browser runs its own simulation. The
address has no TLS, so browsers there do not store the page for use without a network, do not copy text, do not stop two
tabs from changing the same workspace, and can delete workspaces when the disk is full. The page says so.

Options:
  --lan[=<address>]  serve to the local network, on the address of this machine that leads there, or on this one
  --port <number>    the port to listen on (default 8080; 0 takes a free one)
  --base <path>      serve below this path, as a static host with sub-folders would (default /)
  --no-build         serve dist/ as it is
";

const DEFAULT_PORT: u16 = 8080;

/// What to serve, and where.
struct Options {
    /// The address in the local network; `None` is 127.0.0.1.
    lan: Option<IpAddr>,
    port: u16,
    base: String,
    no_build: bool,
}

impl Options {
    fn read(mut parser: lexopt::Parser) -> Result<Self, Failure> {
        let mut options = Self {
            lan: None,
            port: DEFAULT_PORT,
            base: String::new(),
            no_build: false,
        };
        while let Some(word) = parser.next()? {
            match word {
                Long("lan") => {
                    options.lan = Some(match parser.optional_value() {
                        Some(address) => address.parse()?,
                        None => lan::address()?,
                    });
                }
                Long("port") => options.port = parser.value()?.parse()?,
                Long("base") => options.base = parser.value()?.string()?,
                Long("no-build") => options.no_build = true,
                other => return Err(other.unexpected().into()),
            }
        }
        Ok(options)
    }
}

pub(crate) fn start(project: &Project, parser: lexopt::Parser) -> Result<ExitCode, Failure> {
    let options = Options::read(parser)?;
    setup::ensure(project, setup::PAGE)?;
    // Before the build, so that a port in use is reported before minutes of compilation.
    let dist = project.path("dist");
    let server = match options.lan {
        Some(address) => StaticFiles::bind_to(address, dist, options.port, &options.base)?,
        None => StaticFiles::bind(dist, options.port, &options.base)?,
    };
    if options.no_build {
        build::require_release(project)?;
    } else {
        if !project.path("dist").exists() {
            println!("page    compiled now: the first build takes about five minutes on 2 cores");
        }
        build::build(project)?;
    }
    println!("{}", invitation(&server.url(), options.lan.is_some())?);
    server.serve();
    Ok(ExitCode::SUCCESS)
}

/// What the reader does next.
fn invitation(url: &str, to_a_room: bool) -> Result<String, Failure> {
    if to_a_room {
        let code = lan::qr_code(url)?;
        return Ok(format!(
            "{code}\npage    open {url} in any browser of this network, or scan the code (Ctrl+C stops).\n        \
             If it does not open there, a firewall of this machine refuses it, or the network keeps its devices apart."
        ));
    }
    Ok(format!(
        "page    open {url} in a browser: Learn begins the first lesson, Workbench a table (Ctrl+C stops)"
    ))
}

#[cfg(test)]
mod tests {
    use std::net::{IpAddr, Ipv4Addr};

    use super::{Options, invitation};

    #[test]
    fn only_lan_leaves_this_machine() {
        let plain = Options::read(lexopt::Parser::from_args(["--no-build"])).expect("options");
        assert_eq!((plain.lan, plain.port), (None, 8080));
        let named = ["--lan=192.168.1.20", "--port", "80"];
        let named = Options::read(lexopt::Parser::from_args(named)).expect("options");
        assert_eq!(
            (named.lan, named.port),
            (Some(IpAddr::V4(Ipv4Addr::new(192, 168, 1, 20))), 80)
        );
        assert!(Options::read(lexopt::Parser::from_args(["--lan=here"])).is_err());
    }

    #[test]
    fn a_room_gets_the_address_and_its_code() {
        let words = invitation("http://192.168.1.20:8080/", true).expect("words");
        assert!(
            words.contains("open http://192.168.1.20:8080/") && words.contains('█'),
            "{words}"
        );
        let here = invitation("http://127.0.0.1:8080/", false).expect("words");
        assert_eq!(here.lines().count(), 1);
    }
}
