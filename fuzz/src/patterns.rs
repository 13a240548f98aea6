//! Files of access patterns, and commands of the AWS CLI.

use hashrange_code::{Command, command, read_command};
use hashrange_engine::{Engine, EngineOptions};
use hashrange_pattern::{Board, PatternsFormat, read_patterns, write_patterns};

/// The first byte selects a file or a command, and the rest is its text.
pub fn patterns(data: &[u8]) {
    let Some((choice, text)) = crate::choice_of_text(data) else {
        return;
    };
    match choice % 2 {
        0 => read_file(text),
        _ => read_one(text),
    }
}

/// Patterns that were read must be equal after our own format, and every other format must be written.
fn read_file(text: &str) {
    let Ok(read) = read_patterns(text) else { return };
    let board = Board::of(&Engine::new(EngineOptions::default()));
    let write = |format| write_patterns(format, &read.patterns, &board, &Vec::new);
    for format in [
        PatternsFormat::Rust,
        PatternsFormat::JavaScript,
        PatternsFormat::Python,
        PatternsFormat::McpServer,
        PatternsFormat::Workbench,
    ] {
        assert!(!write(format).text.is_empty());
    }
    let again = read_patterns(&write(PatternsFormat::Json).text).expect("our own file");
    assert_eq!(again.patterns, read.patterns);
    assert!(again.left_out.is_empty(), "{:?}", again.left_out);
}

/// A command that was read must be equal after it is written. The first reading keeps members that are null or repeated,
/// and a command has neither.
fn read_one(text: &str) {
    let Ok(first) = read_command(text) else { return };
    let written = command(&first.operation, &first.body).expect("a request");
    let second = read_command(&written).expect("our own command");
    let again = command(&second.operation, &second.body).expect("a request");
    let Command {
        operation, left_out, ..
    } = second;
    assert_eq!((written, first.operation), (again, operation));
    assert!(left_out.is_empty(), "{left_out:?}");
}
