//! The program: reads the command line, and serves until it is stopped.

use std::io::{self, Write as _};
use std::process::ExitCode;

use hashrange_server::{
    Command, CopyFailure, HELP, Options, RelayFailure, SalvageFailure, Server, ViolationError, copy, parse, relay,
    salvage, stop_signal, violations,
};

/// Requests make many small allocations of short life. With this allocator, PutItem is about a fifth faster than with
/// glibc's.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// The exit code of a program that Ctrl-C ended (documented: posix-exit-codes, POSIX shells).
const CANCELLED: u8 = 130;

/// The exit code of `salvage` when something did not verify.
const INCOMPLETE: u8 = 3;

fn main() -> ExitCode {
    let outcome = match parse(std::env::args_os().skip(1)) {
        Ok(Command::Help) => write!(io::stdout(), "{HELP}"),
        Ok(Command::Version) => writeln!(io::stdout(), "hashrange-server {}", env!("CARGO_PKG_VERSION")),
        Ok(Command::Serve(options)) => run(&options),
        Ok(Command::Copy(options)) => match on_one_thread(copy(&options)) {
            Ok(()) => Ok(()),
            Err(failure @ CopyFailure::Cancelled { .. }) => {
                complain(&failure.to_string());
                return ExitCode::from(CANCELLED);
            }
            Err(CopyFailure::Terminal(error)) => Err(error),
            Err(failure) => Err(io::Error::other(failure)),
        },
        Ok(Command::Relay(options)) => on_one_thread(relay(&options)).map_err(|failure| match failure {
            RelayFailure::Terminal(error) => error,
            failure => io::Error::other(failure),
        }),
        Ok(Command::Salvage(options)) => match on_one_thread(salvage(&options)) {
            Ok(true) => Ok(()),
            Ok(false) => return ExitCode::from(INCOMPLETE),
            Err(SalvageFailure::Terminal(error)) => Err(error),
            Err(failure) => Err(io::Error::other(failure)),
        },
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
        // The reader of the output has closed it, which is not an error.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            complain(&error.to_string());
            ExitCode::FAILURE
        }
    }
}

/// Runs a command. One thread is enough: it waits for endpoints most of the time.
fn on_one_thread<T, E: From<io::Error>>(command: impl Future<Output = Result<T, E>>) -> Result<T, E> {
    tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?
        .block_on(command)
}

fn complain(text: &str) {
    let _ = writeln!(io::stderr(), "hashrange-server: {text}");
}

/// One thread suffices: the engine handles requests one after the other.
fn run(options: &Options) -> io::Result<()> {
    tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?
        .block_on(serve(options))
}

async fn serve(options: &Options) -> io::Result<()> {
    let server = Server::start(options).await?;
    if let Some(report) = server.report() {
        complain(report);
    }
    if !options.host.is_local() && options.require_signature.is_none() {
        complain(
            "anyone who can reach this address can read and change everything; --require-signature-file restricts access",
        );
    }
    let mut out = io::stdout();
    writeln!(
        out,
        "Simulated DynamoDB at {} (physics: {}, Region: {}). Ctrl-C stops it.",
        server.url(),
        server.physics(),
        server.region()
    )?;
    out.flush()?;
    tokio::select! {
        stopped = stop_signal() => stopped?,
        // Memory now holds more than the disk, so the server ends. Otherwise a restart could revoke what its responses
        // reported.
        failure = server.failure() => {
            let _ = server.stop().await;
            return Err(failure);
        }
    }
    server.stop().await
}
