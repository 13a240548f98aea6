//! `cargo xtask evidence --suite <folder>`: runs the Parity Suite against our server, and lists what failed.
//!
//! The suite is a checkout of github.com/paritysuite/dynamodb-conformance in which `npm install` has run. This file
//! builds and starts the server, and reads the result that the suite writes. Must not know what a test checks.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use serde_json::Value;

use crate::failure::Failure;
use crate::project::Project;
use crate::run;
use crate::running_server::RunningServer;

/// The name of the result, as the suite's CONFORMANCE_TARGET expects it.
const TARGET: &str = "hashrange";

/// Runs the suite of a folder, and reports success if it ran to its end and no test failed.
///
/// # Errors
/// When the folder has no installed suite, the server does not start, or the suite writes no result.
pub(crate) fn start(project: &Project, folder: &Path) -> Result<ExitCode, Failure> {
    let folder = folder.canonicalize().unwrap_or_else(|_| folder.to_owned());
    for part in ["package.json", "node_modules"] {
        if !folder.join(part).exists() {
            let why = format!("{} has no {part}", folder.display());
            let by_hand = "git clone https://github.com/paritysuite/dynamodb-conformance && cd dynamodb-conformance && npm install";
            return Err(Failure::new("looking for the suite", why).by_hand(by_hand));
        }
    }
    let written = folder.join("results").join(format!("{TARGET}.json"));
    if let Err(error) = fs::remove_file(&written)
        && error.kind() != std::io::ErrorKind::NotFound
    {
        return Err(Failure::new("removing the earlier result", error.to_string()));
    }
    let server = start_server(project)?;
    println!(
        "Running the suite against {}. Its tables are deleted with the server.",
        server.url
    );
    let mut suite = project.command("npm");
    suite.current_dir(&folder).args(["test"]).envs([
        ("DYNAMODB_ENDPOINT", server.url.as_str()),
        ("CONFORMANCE_TARGET", TARGET),
        ("AWS_ACCESS_KEY_ID", "local"),
        ("AWS_SECRET_ACCESS_KEY", "local"),
        ("AWS_REGION", "us-east-1"),
    ]);
    // A suite with failed tests ends with a failure. Its result tells them apart from a suite that did not run.
    let captured = run::capture(suite, false)?;
    drop(server);
    let text = fs::read_to_string(&written).map_err(|error| {
        let what = format!("reading {}", written.display());
        Failure::new(what, format!("{error}\n{}", captured.tail(20)))
    })?;
    let outcome = Outcome::read(&text, &folder)?;
    print!("{}", outcome.report());
    println!("The result is in {}.", written.display());
    if outcome.failed.is_empty() && !captured.success {
        println!(
            "No test failed, and the suite ended with an error:\n{}",
            captured.tail(20)
        );
    }
    Ok(if outcome.is_success() && captured.success {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

/// Compiles our server, and starts it in memory.
fn start_server(project: &Project) -> Result<RunningServer, Failure> {
    let mut build = project.command("cargo");
    build.args(["build", "--quiet", "--package", "hashrange-server"]);
    run::show(build)?;
    let program = format!("hashrange-server{}", std::env::consts::EXE_SUFFIX);
    let program: PathBuf = project.target().join("debug").join(program);
    RunningServer::start(project.command(&program))
}

/// What the tests of a suite said.
#[derive(Debug, Default, PartialEq, Eq)]
struct Outcome {
    passed: usize,
    skipped: usize,
    /// The file, the name and the first line of the message of each test that failed. A file that did not run has no
    /// name.
    failed: Vec<[String; 3]>,
}

impl Outcome {
    /// Reads a result in the JSON of vitest. `folder` is left out of the names of files.
    ///
    /// # Errors
    /// When it is no such result.
    fn read(text: &str, folder: &Path) -> Result<Self, Failure> {
        let wrong = |why: String| Failure::new("reading the result of the suite", why);
        let tree: Value = serde_json::from_str(text).map_err(|error| wrong(error.to_string()))?;
        let files = tree.get("testResults").and_then(Value::as_array);
        let files = files.ok_or_else(|| wrong("it has no testResults".to_owned()))?;
        let mut outcome = Self::default();
        for file in files {
            let path = Path::new(text_of(file, "name"));
            let path = path.strip_prefix(folder).unwrap_or(path).display().to_string();
            let tests = file.get("assertionResults").and_then(Value::as_array);
            let tests = tests.map(Vec::as_slice).unwrap_or_default();
            if tests.is_empty() && text_of(file, "status") == "failed" {
                outcome
                    .failed
                    .push([path.clone(), String::new(), first_line(text_of(file, "message"))]);
            }
            for test in tests {
                match text_of(test, "status") {
                    "passed" => outcome.passed += 1,
                    "failed" => {
                        let name = text_of(test, "fullName").trim().to_owned();
                        let why = test.pointer("/failureMessages/0").and_then(Value::as_str);
                        outcome
                            .failed
                            .push([path.clone(), name, first_line(why.unwrap_or_default())]);
                    }
                    _ => outcome.skipped += 1,
                }
            }
        }
        Ok(outcome)
    }

    /// Whether tests passed, and none failed.
    fn is_success(&self) -> bool {
        self.passed > 0 && self.failed.is_empty()
    }

    fn report(&self) -> String {
        let mut report = String::new();
        let mut last = "";
        for [file, name, why] in &self.failed {
            if file != last {
                let _ = writeln!(report, "{file}");
                last = file;
            }
            let name = if name.is_empty() { "the file did not run" } else { name };
            let _ = writeln!(report, "  failed: {name}\n          {why}");
        }
        let _ = writeln!(
            report,
            "{} passed, {} failed, {} skipped.",
            self.passed,
            self.failed.len(),
            self.skipped
        );
        report
    }
}

fn text_of<'v>(value: &'v Value, name: &str) -> &'v str {
    value.get(name).and_then(Value::as_str).unwrap_or_default()
}

fn first_line(message: &str) -> String {
    message.lines().next().unwrap_or_default().to_owned()
}

#[cfg(test)]
mod tests {
    use super::Outcome;
    use std::path::Path;

    const RESULT: &str = r#"{"numTotalTests":4,"testResults":[
        {"name":"/s/tests/a.test.ts","status":"failed","message":"","assertionResults":[
            {"fullName":"GetItem returns it","status":"passed","failureMessages":[]},
            {"fullName":" GetItem - refuses it","status":"failed","failureMessages":["AssertionError: 1 is not 2\n    at x"]},
            {"fullName":"GetItem waits","status":"skipped","failureMessages":[]},
            {"fullName":"GetItem later","status":"todo"}]},
        {"name":"/s/tests/b.test.ts","status":"failed","message":"Cannot find module\nx","assertionResults":[]}]}"#;

    #[test]
    fn a_result_is_counted_and_its_failures_are_named() {
        let outcome = Outcome::read(RESULT, Path::new("/s")).unwrap();
        let failed = [
            ["tests/a.test.ts", "GetItem - refuses it", "AssertionError: 1 is not 2"],
            ["tests/b.test.ts", "", "Cannot find module"],
        ];
        assert_eq!((outcome.passed, outcome.skipped), (1, 2));
        assert_eq!(outcome.failed, failed.map(|parts| parts.map(str::to_owned)));
        assert_eq!(
            outcome.report(),
            "tests/a.test.ts\n  failed: GetItem - refuses it\n          AssertionError: 1 is not 2\n\
             tests/b.test.ts\n  failed: the file did not run\n          Cannot find module\n1 passed, 2 failed, 2 skipped.\n"
        );
    }

    #[test]
    fn a_suite_without_tests_is_no_success() {
        for (text, is_success) in [
            (r#"{"testResults":[]}"#, false),
            (
                r#"{"testResults":[{"name":"a","assertionResults":[{"status":"skipped"}]}]}"#,
                false,
            ),
            (
                r#"{"testResults":[{"name":"a","assertionResults":[{"status":"passed"}]}]}"#,
                true,
            ),
            (RESULT, false),
        ] {
            let outcome = Outcome::read(text, Path::new("/s")).unwrap();
            assert_eq!(outcome.is_success(), is_success, "{text}");
        }
    }

    #[test]
    fn another_file_is_no_result() {
        for text in ["", "{}", "[]", r#"{"testResults":1}"#] {
            assert!(Outcome::read(text, Path::new("/s")).is_err(), "{text}");
        }
    }
}
