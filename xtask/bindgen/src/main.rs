//! Creates a JavaScript module from a compiled WebAssembly file with the same library as the command `wasm-bindgen`.
//! The command includes an HTTP client and a server for tests, and takes three times as long to compile.
//!
//! A separate package, started by `cargo xtask`, because no other command of xtask needs the library. Must not know
//! which file it processes, or who uses it. The options are those of `wasm-bindgen` that this project uses, and
//! `--split`: first divides the file where its functions say so (crates/late), with the library of `wasm-split-cli`.
#![allow(clippy::print_stderr, reason = "this program prints to a terminal")]
#![allow(clippy::disallowed_methods, reason = "this program reads the file that it processes")]

use std::error::Error;
use std::ffi::OsString;
use std::path::PathBuf;
use std::process::ExitCode;

use lexopt::prelude::*;
use wasm_bindgen_cli_support::Bindgen;

const USAGE: &str = "usage: xtask-bindgen <file.wasm> --target <web|bundler|nodejs> --out-dir <folder> --out-name <name> \
                     [--no-typescript] [--debug] [--split]";

/// The options of the command line.
struct Job {
    file: PathBuf,
    target: String,
    folder: PathBuf,
    name: String,
    typescript: bool,
    debug: bool,
    split: bool,
}

fn main() -> ExitCode {
    match job(std::env::args_os().skip(1)).and_then(|job| make(&job)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn job(words: impl IntoIterator<Item = OsString>) -> Result<Job, Box<dyn Error>> {
    let mut parser = lexopt::Parser::from_args(words);
    let (mut file, mut target, mut folder, mut name) = (None, None, None, None);
    let (mut typescript, mut debug, mut split) = (true, false, false);
    while let Some(word) = parser.next()? {
        match word {
            Value(path) if file.is_none() => file = Some(PathBuf::from(path)),
            Long("target") => target = Some(parser.value()?.string()?),
            Long("out-dir") => folder = Some(PathBuf::from(parser.value()?)),
            Long("out-name") => name = Some(parser.value()?.string()?),
            Long("no-typescript") => typescript = false,
            Long("debug") => debug = true,
            Long("split") => split = true,
            other => return Err(other.unexpected().into()),
        }
    }
    let (Some(file), Some(target), Some(folder), Some(name)) = (file, target, folder, name) else {
        return Err(USAGE.into());
    };
    Ok(Job {
        file,
        target,
        folder,
        name,
        typescript,
        debug,
        split,
    })
}

fn make(job: &Job) -> Result<(), Box<dyn Error>> {
    let mut bindgen = Bindgen::new();
    match job.target.as_str() {
        "web" => bindgen.web(true)?,
        "bundler" => bindgen.bundler(true)?,
        "nodejs" => bindgen.nodejs(true)?,
        _ => return Err(USAGE.into()),
    };
    if job.split {
        // The later files call functions by the names that the linker exports, and import the table of functions.
        bindgen.keep_lld_exports(true).demangle(false).input_path(divide(job)?);
    } else {
        bindgen.input_path(&job.file);
    }
    bindgen.out_name(&job.name).typescript(job.typescript).debug(job.debug);
    // The only default that differs in the command: a module for a page finds its WebAssembly file by itself.
    bindgen.omit_default_module_path(false);
    // The message includes the chain of causes. The last one names the error in the file.
    bindgen
        .generate(&job.folder)
        .map_err(|error| format!("{error:#}").into())
}

/// Divides the file. Writes the later files and the module that loads them into the folder, and returns the path of the
/// first file.
fn divide(job: &Job) -> Result<PathBuf, Box<dyn Error>> {
    let input = std::fs::read(&job.file)?;
    let first = job.file.with_extension("first.wasm");
    let module = format!("./{}.js", job.name);
    let mut options = wasm_split_cli_support::Options::new(&input);
    options.output_dir = &job.folder;
    options.main_out_path = &first;
    options.main_module = &module;
    wasm_split_cli_support::transform(options).map_err(|error| format!("{error:#}"))?;
    Ok(first)
}

#[cfg(test)]
mod tests {
    use super::{job, make};

    fn words(line: &str) -> Vec<std::ffi::OsString> {
        line.split_whitespace().map(Into::into).collect()
    }

    #[test]
    fn the_options_are_those_of_wasm_bindgen() {
        let job = job(words(
            "a.wasm --target web --out-dir=out --out-name page --no-typescript --split",
        ))
        .unwrap();
        assert_eq!((job.target.as_str(), job.name.as_str()), ("web", "page"));
        assert!(!job.typescript && !job.debug && job.split);
    }

    #[test]
    fn a_missing_or_unknown_option_is_an_error() {
        assert!(job(words("a.wasm --target web")).is_err());
        assert!(job(words("a.wasm --target web --out-dir o --out-name n --weak-refs")).is_err());
        assert!(make(&job(words("none.wasm --target web --out-dir o --out-name n")).unwrap()).is_err());
    }
}
