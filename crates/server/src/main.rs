//! The program: reads the command line, serves until it is told to stop.

use std::io::{self, Write as _};
use std::process::ExitCode;

use hashrange_server::{Command, HELP, Options, Server, ViolationError, parse, violations};

/// Requests are many small allocations of short life: with this allocator PutItem is about a fifth faster than with glibc's.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    let outcome = match parse(std::env::args_os().skip(1)) {
        Ok(Command::Help) => write!(io::stdout(), "{HELP}"),
        Ok(Command::Version) => writeln!(io::stdout(), "hashrange-server {}", env!("CARGO_PKG_VERSION")),
        Ok(Command::Serve(options)) => run(&options),
        Ok(Command::Violations(options)) => violations(&options).map_err(|error| match error {
            ViolationError::Terminal(error) => error,
            error => io::Error::other(error),
        }),
        Err(error) => {
            complain(&format!("{error}\nTry --help."));
            return ExitCode::from(2);
        }
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        // Whoever read the output has left: no failure of ours.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            complain(&error.to_string());
            ExitCode::FAILURE
        }
    }
}

fn complain(text: &str) {
    let _ = writeln!(io::stderr(), "hashrange-server: {text}");
}

/// One thread is enough: the engine answers requests one after the other anyway.
fn run(options: &Options) -> io::Result<()> {
    tokio::runtime::Builder::new_current_thread().enable_all().build()?.block_on(serve(options))
}

async fn serve(options: &Options) -> io::Result<()> {
    let server = Server::start(options).await?;
    if let Some(report) = server.report() {
        complain(report);
    }
    if !options.host.is_local() && options.require_signature.is_none() {
        complain("whoever can reach this address can read and change everything; --require-signature would ask them");
    }
    let mut out = io::stdout();
    writeln!(
        out,
        "DynamoDB, simulated, at {} (physics: {}, Region: {}). Ctrl-C ends it.",
        server.url(),
        server.physics(),
        server.region()
    )?;
    out.flush()?;
    tokio::select! {
        told = told_to_stop() => told?,
        // What is in memory now is more than the disk has: better no answers than answers that a restart takes back.
        failure = server.failure() => {
            let _ = server.stop().await;
            return Err(failure);
        }
    }
    server.stop().await
}

/// Waits for Ctrl-C, or for SIGTERM where there is such a thing.
async fn told_to_stop() -> io::Result<()> {
    #[cfg(unix)]
    {
        let mut terminated = tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate())?;
        tokio::select! {
            interrupted = tokio::signal::ctrl_c() => interrupted,
            _ = terminated.recv() => Ok(()),
        }
    }
    #[cfg(not(unix))]
    tokio::signal::ctrl_c().await
}
