//! The data-driven suite: one test for every file below `suite/` and every service that it can run on.
//!
//! In WebAssembly it runs if HASHRANGE_PACKAGE names a folder of the JavaScript package. It works with `cargo test` and
//! nextest. The names are `<service>::<folder>::<behaviour>`.
#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "an edge of the project: reads its own files"
)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use hashrange_tests::http::Http;
use hashrange_tests::node::{self, Node};
use hashrange_tests::reread::Reread;
use hashrange_tests::runner::run;
use hashrange_tests::service::{InProcess, options};
use hashrange_tests::spec::Spec;
use libtest_mimic::{Arguments, Failed, Trial};

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let suite = hashrange_tests::root().join("suite");
    let mut files = Vec::new();
    collect(&suite, &mut files);
    files.sort();
    let trials = files.iter().flat_map(|file| trials(&suite, file)).collect();
    libtest_mimic::run(&arguments, trials).exit_code()
}

/// Every spec below the folder, except those that others include.
fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            if !path.ends_with("given") {
                collect(&path, files);
            }
        } else if path.extension().is_some_and(|extension| extension == "spec") {
            files.push(path);
        }
    }
}

fn trials(suite: &Path, file: &Path) -> Vec<Trial> {
    let name = file.strip_prefix(suite).unwrap_or(file).with_extension("");
    let name = name
        .iter()
        .map(|part| part.to_string_lossy())
        .collect::<Vec<_>>()
        .join("::");
    match Spec::read(file) {
        Err(error) => vec![Trial::test(name, move || Err(Failed::from(error.to_string())))],
        Ok(spec) => {
            let mut trials = Vec::new();
            if !spec.in_process_only() {
                let spec = spec.clone();
                trials.push(Trial::test(format!("http::{name}"), move || over_http(&spec)));
            }
            if let Some(package) = node::package().filter(|_| !spec.has_limits() && spec.physics.replication.is_none())
            {
                let spec = spec.clone();
                trials.push(Trial::test(format!("wasm::{name}"), move || in_wasm(&spec, &package)));
            }
            trials.push(Trial::test(format!("in-process::{name}"), move || in_process(&spec)));
            trials
        }
    }
}

fn in_process(spec: &Spec) -> Result<(), Failed> {
    let mut options = options(&spec.physics).ok_or_else(|| format!("no physics `{}`", spec.physics.preset))?;
    if let Some(bytes) = spec.collection_bytes {
        options.limits.item_collection_bytes = bytes;
    }
    if let Some(bytes) = spec.partition_bytes {
        options.limits.partition_bytes = bytes;
    }
    let mut service = InProcess::new(options);
    if let Some(dax) = spec.dax {
        service = service.behind(dax);
    }
    run(spec, &mut Reread(service)).map_err(Failed::from)
}

fn over_http(spec: &Spec) -> Result<(), Failed> {
    let mut service = Http::start().map_err(|error| format!("the server does not start: {error}"))?;
    run(spec, &mut service).map_err(Failed::from)
}

fn in_wasm(spec: &Spec, package: &Path) -> Result<(), Failed> {
    let mut service =
        Node::start(package, &spec.physics, spec.dax).map_err(|error| format!("Node does not start: {error}"))?;
    run(spec, &mut service).map_err(Failed::from)
}
