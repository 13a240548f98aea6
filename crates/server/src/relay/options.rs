//! The command line of `relay`.

use std::path::PathBuf;

use lexopt::prelude::*;

use crate::option_error::OptionError;
use crate::origin::AllowedOrigin;

/// The text of `relay --help`.
pub const RELAY_HELP: &str = "\
Usage: hashrange-server relay --to <url> [options]

Passes requests of the page to an endpoint that a browser cannot reach: one without CORS, or with a certificate that the
browser does not trust. It listens on 127.0.0.1 only, signs nothing and stores nothing. An endpoint that checks
signatures needs those of its own host: enter that host below the URL in the page. AWS serves SearchVectors at another
host of the same Region (search-dynamodb), so the relay passes it there.

  --to <url>         the endpoint: http://host:port or https://host
  --port <number>    port to listen on; 0 picks a free one (default 8001)
  --origin <origin>  allow pages of this origin only; can be repeated
                     (default http://127.0.0.1:8080 and http://localhost:8080, where cargo xtask serve has the page)
  --ca <file>        trust the certificates in this file too, in PEM
  -h, --help         print this text
";

/// The usual origins of the page.
const USUAL: [&str; 2] = ["http://127.0.0.1:8080", "http://localhost:8080"];

/// The options of the command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RelayOptions {
    /// The endpoint's URL.
    pub to: String,
    /// Port to listen on; 0 takes any free one.
    pub port: u16,
    /// Origins of the admitted pages.
    pub origins: Vec<AllowedOrigin>,
    /// Trusted certificates in addition to the system's.
    pub authority: Option<PathBuf>,
    /// Only print the help.
    pub help: bool,
}

/// Reads the arguments after `relay`.
///
/// # Errors
/// When they are invalid.
pub(crate) fn parse(parser: &mut lexopt::Parser) -> Result<RelayOptions, OptionError> {
    let mut options = RelayOptions {
        to: String::new(),
        port: 8001,
        origins: Vec::new(),
        authority: None,
        help: false,
    };
    while let Some(argument) = parser.next()? {
        match argument {
            Short('h') | Long("help") => options.help = true,
            Long("to") => options.to = parser.value()?.string()?,
            Long("port") => options.port = parser.value()?.parse()?,
            Long("origin") => {
                let text = parser.value()?.string()?;
                // `*` is refused: the relay is for one page.
                let origin = AllowedOrigin::read(&text).filter(|origin| !origin.is_any());
                options.origins.push(origin.ok_or(OptionError::RelayOrigin(text))?);
            }
            Long("ca") => options.authority = Some(parser.value()?.into()),
            other => return Err(other.unexpected().into()),
        }
    }
    if options.to.is_empty() && !options.help {
        return Err(OptionError::Missing("--to"));
    }
    if options.origins.is_empty() {
        options.origins = USUAL.into_iter().filter_map(AllowedOrigin::read).collect();
    }
    Ok(options)
}
