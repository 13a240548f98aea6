//! Runs every stored input through its target. Inputs that once failed are among them.
#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "an edge of the project: reads its own files"
)]

use std::fs;
use std::path::Path;

fn run(name: &str, target: fn(&[u8])) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus").join(name);
    let mut inputs = 0;
    for entry in fs::read_dir(&folder).into_iter().flatten().flatten() {
        println!("{}", entry.path().display());
        target(&fs::read(entry.path()).unwrap());
        inputs += 1;
    }
    assert!(inputs > 0, "{} is empty", folder.display());
}

#[test]
fn requests() {
    run("request", hashrange_fuzz::request);
}

#[test]
fn expressions() {
    run("expression", hashrange_fuzz::expression);
}

#[test]
fn statements() {
    run("statement", hashrange_fuzz::statement);
}

#[test]
fn journals() {
    run("journal", hashrange_fuzz::journal);
}

#[test]
fn links() {
    run("link", hashrange_fuzz::link);
}

#[test]
fn lessons() {
    run("lesson", hashrange_fuzz::lesson);
}

#[test]
fn assignments() {
    run("assignment", hashrange_fuzz::assignment);
}

#[test]
fn hand_ins() {
    run("hand_in", hashrange_fuzz::hand_in);
}

#[test]
fn files() {
    run("file", hashrange_fuzz::file);
}

#[test]
fn table_files() {
    run("table_file", hashrange_fuzz::table_file);
}

#[test]
fn patterns() {
    run("patterns", hashrange_fuzz::patterns);
}
