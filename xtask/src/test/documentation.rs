//! The stage `doc`: builds the documentation of every crate without a warning, and runs its examples.
//!
//! Must not know the other stages.

use std::fs;

use super::counts::{self, Counts};
use super::files_below;
use super::native::cargo;
use super::run_options::RunOptions;
use super::verdict::{Verdict, verdict};
use crate::failure::Failure;
use crate::project::Project;
use crate::run;

/// The programs without a library.
const PROGRAMS: [&str; 3] = ["hashrange-bench", "xtask", "xtask-bindgen"];

pub(super) fn stage(project: &Project, options: RunOptions) -> Result<Verdict, Failure> {
    let mut command = cargo(
        project,
        &["doc", "--workspace", "--no-deps", "--quiet", "--document-private-items"],
    );
    // With examples, cargo selects the same features as for clippy, and uses the crates that clippy has checked.
    command.args(["--lib", "--examples"]);
    command.args(PROGRAMS.iter().flat_map(|program| ["--bin", program]));
    command.env("RUSTDOCFLAGS", "-D warnings");
    let mut all = run::capture(command, options.verbose)?;
    let mut counts = if all.success {
        Counts::one_passed()
    } else {
        Counts::one_failed()
    };
    let with_examples = crates_with_examples(project);
    if !with_examples.is_empty() {
        let mut command = cargo(project, &["test", "--doc", "--no-fail-fast"]);
        for name in with_examples {
            command.args(["--package", &format!("hashrange-{name}")]);
        }
        let examples = run::capture(command, options.verbose)?;
        counts = counts.plus(counts::from_cargo_test(&examples.text));
        all.success &= examples.success;
        all.text.push_str(&examples.text);
    }
    Ok(verdict(all, counts, options))
}

/// Checks only crates with code in a fence, because all others would take minutes.
fn crates_with_examples(project: &Project) -> Vec<String> {
    let folders = fs::read_dir(project.path("crates")).into_iter().flatten().flatten();
    folders
        .filter(|folder| files_below::any(&folder.path().join("src"), &has_example))
        .map(|folder| folder.file_name().to_string_lossy().into_owned())
        .collect()
}

/// Whether a comment of a file has a fence that may contain Rust: any fence except plain text. The stage itself skips
/// other languages. A crate that it does not read would pass unnoticed.
fn has_example(text: &str) -> bool {
    let comments = text
        .lines()
        .map(str::trim_start)
        .filter(|line| line.starts_with("///") || line.starts_with("//!"));
    let fences = comments.filter_map(|line| line.get(3..)?.trim_start().strip_prefix("```"));
    // Every second fence ends a block.
    fences.step_by(2).any(|language| language.trim() != "text")
}

#[cfg(test)]
mod tests {
    use super::has_example;

    #[test]
    fn fences_are_examples_unless_they_hold_plain_text() {
        assert!(!has_example(
            "//! ```text\n//! a\n//! ```\n//! and so on\nlet x = \"```\";"
        ));
        assert!(has_example(
            "//! ```text\n//! ```\n    /// ```\n    /// assert!(true);\n    /// ```"
        ));
        assert!(has_example("/// ```rust,no_run") && has_example("/// ```compile_fail"));
    }
}
