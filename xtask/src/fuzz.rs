//! `cargo xtask fuzz`: runs one target of the package `fuzz`, instrumented, with libFuzzer. It needs only a nightly
//! toolchain and a C++ compiler: it sets the flags that cargo-fuzz would set.

use std::process::ExitCode;

use lexopt::prelude::*;

use crate::failure::Failure;
use crate::project::Project;
use crate::run;

pub(crate) const HELP: &str = "
Usage: cargo xtask fuzz <target> [--seconds <number>]

Targets: request, expression, statement, journal, link, file. Inputs that reach something new are kept in
target/fuzz/<target>/, one that fails in target/fuzz/<target>-failure-...; move that one to fuzz/corpus/<target>/ with
its repair, where `cargo test -p hashrange-fuzz` runs it from then on.

Options:
  --seconds <number>  how long (60)
";

/// Coverage of edges and comparisons for libFuzzer, and checks that a release omits.
const FLAGS: &str = "-Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 \
                     -Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table \
                     -Cllvm-args=-sanitizer-coverage-trace-compares -Ccodegen-units=4 -Cdebug-assertions \
                     -Coverflow-checks --cfg fuzzing";
/// Cargo separates the flags of build scripts and program only if a target is named.
const TRIPLE: &str = "x86_64-unknown-linux-gnu";

pub(crate) fn start(project: &Project, mut parser: lexopt::Parser) -> Result<ExitCode, Failure> {
    let (mut seconds, mut target) = (60, None);
    while let Some(word) = parser.next()? {
        match word {
            Long("seconds") => seconds = parser.value()?.parse::<u32>()?,
            Value(name) if target.is_none() => target = Some(name.string()?),
            other => return Err(other.unexpected().into()),
        }
    }
    let Some(target) = target else {
        return Err(Failure::new(
            "reading the arguments",
            "one target is needed; --help lists them",
        ));
    };
    let output = project.target().join("fuzz");
    let kept = output.join(&target);
    std::fs::create_dir_all(&kept).map_err(|error| Failure::new("making the folder of inputs", error.to_string()))?;
    let mut command = project.command("rustup");
    command.args([
        "run",
        "nightly",
        "cargo",
        "run",
        "--release",
        "--target",
        TRIPLE,
        "--target-dir",
    ]);
    command.arg(&output).args([
        "--package",
        "hashrange-fuzz",
        "--features",
        "libfuzzer",
        "--bin",
        &target,
        "--",
    ]);
    command.arg(&kept).arg(project.path(&format!("fuzz/corpus/{target}")));
    command.args([
        format!("-max_total_time={seconds}"),
        "-timeout=10".to_owned(),
        "-max_len=8192".to_owned(),
    ]);
    command.arg(format!("-artifact_prefix={}/{target}-failure-", output.display()));
    // Optimisation across crates would move the counters of coverage.
    command.env("RUSTFLAGS", FLAGS).env("CARGO_PROFILE_RELEASE_LTO", "off");
    run::show(command)?;
    Ok(ExitCode::SUCCESS)
}
