//! `cargo xtask <command>`: the project's own commands, one file each. This file only selects the command. `setup`
//! provides what a command needs from the machine.
#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "these commands speak to a terminal"
)]
#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "an edge of the project: files, processes, sockets and wall-clock durations are its work"
)]

mod apt;
mod arguments;
mod bench;
mod bindgen;
mod browser;
mod build;
mod claims;
mod endpoints;
mod evidence;
mod failure;
mod firefox;
mod fuzz;
mod groups;
mod installation;
mod lan;
mod licences;
mod package;
mod packages;
mod parity;
mod programs;
mod project;
mod python;
mod release;
mod run;
mod running_server;
mod serve;
mod setup;
mod size;
mod static_files;
mod test;
mod tidy;
mod tools;
mod webkit;
mod words;

use std::ffi::OsString;
use std::process::ExitCode;

use lexopt::Parser;

use failure::Failure;
use project::Project;

/// The help text of a command, and how to start it.
struct Command {
    name: &'static str,
    summary: &'static str,
    help: &'static str,
    start: fn(&Project, Parser) -> Result<ExitCode, Failure>,
}

const COMMANDS: &[Command] = &[
    Command {
        name: "setup",
        summary: "install what the other commands need, once",
        help: setup::HELP,
        start: setup::start,
    },
    Command {
        name: "serve",
        summary: "build the release page and serve it, here or to a room",
        help: serve::HELP,
        start: serve::start,
    },
    Command {
        name: "build",
        summary: "build the release page into dist/",
        help: build::HELP,
        start: build::start,
    },
    Command {
        name: "package",
        summary: "build the JavaScript package into target/package/",
        help: package::HELP,
        start: package::start,
    },
    Command {
        name: "release",
        summary: "build a release from its tag, install and use each artefact",
        help: release::HELP,
        start: release::start,
    },
    Command {
        name: "test",
        summary: "run every check, stage by stage",
        help: test::HELP,
        start: test::start,
    },
    Command {
        name: "claims",
        summary: "list which claims tests prove",
        help: claims::HELP,
        start: claims::start,
    },
    Command {
        name: "evidence",
        summary: "send the specs that carry evidence to an endpoint",
        help: evidence::HELP,
        start: evidence::start,
    },
    Command {
        name: "bench",
        summary: "measure the engine's rates",
        help: bench::HELP,
        start: bench::start,
    },
    Command {
        name: "fuzz",
        summary: "feed a fuzz target for a while",
        help: fuzz::HELP,
        start: fuzz::start,
    },
    Command {
        name: "size",
        summary: "weigh the page's downloads against their budgets",
        help: size::HELP,
        start: size::start,
    },
    Command {
        name: "tidy",
        summary: "check the house rules: headers, lengths, names, layers",
        help: tidy::HELP,
        start: tidy::start,
    },
    Command {
        name: "words",
        summary: "bring the files of words in line with the source, or start a language",
        help: words::HELP,
        start: words::start,
    },
];

fn main() -> ExitCode {
    let mut words = std::env::args_os().skip(1);
    let name = words.next().unwrap_or_default();
    let name = name.to_string_lossy();
    if matches!(name.as_ref(), "" | "help" | "-h" | "--help") {
        print_overview();
        return ExitCode::SUCCESS;
    }
    let Some(command) = COMMANDS.iter().find(|command| command.name == name) else {
        eprintln!("error: there is no command `{name}`\n");
        print_overview();
        return ExitCode::from(2);
    };
    let words: Vec<OsString> = words.collect();
    if arguments::ask_for_help(&words) {
        println!(
            "cargo xtask {}: {}\n\n{}",
            command.name,
            command.summary,
            command.help.trim()
        );
        return ExitCode::SUCCESS;
    }
    match Project::find().and_then(|project| (command.start)(&project, Parser::from_args(words))) {
        Ok(code) => code,
        Err(failure) => {
            eprintln!("\nerror: {failure}");
            ExitCode::FAILURE
        }
    }
}

fn print_overview() {
    println!("The project's own commands.\n\nUsage: cargo xtask <command> [options]\n");
    for command in COMMANDS {
        println!("  {:<8} {}", command.name, command.summary);
    }
    println!("\n`cargo xtask <command> --help` says more about one command.");
}
