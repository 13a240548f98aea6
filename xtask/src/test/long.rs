//! The stage of the longer tier: the tests of random histories, with many more seeds than in the stage `suite`.

use super::counts::{self, Counts};
use super::native::{TESTS, cargo};
use super::run_options::RunOptions;
use super::verdict::{Verdict, verdict};
use crate::failure::Failure;
use crate::project::Project;
use crate::run::{self, Captured};

/// The test programs, and their numbers of seeds.
const RUNS: [(&str, &str); 3] = [("same_past", "200"), ("simulate", "1000"), ("lives", "60")];

/// Runs each program, even after a failure.
pub(super) fn histories(project: &Project, options: RunOptions) -> Result<Verdict, Failure> {
    let mut all = Captured {
        success: true,
        text: String::new(),
    };
    let mut counts = Counts::default();
    for (program, seeds) in RUNS {
        let mut command = cargo(
            project,
            &["test", "--package", TESTS, "--no-fail-fast", "--test", program],
        );
        command
            .args(["--", "--nocapture"])
            .env("HASHRANGE_SEEDS", seeds)
            .env_remove("HASHRANGE_SEED");
        let captured = run::capture(command, options.verbose)?;
        let of_program = counts::from_cargo_test(&captured.text);
        counts = counts.plus(if captured.success {
            of_program
        } else {
            of_program.at_least_one_failed()
        });
        all.success &= captured.success;
        all.text.push_str(&captured.text);
    }
    Ok(verdict(all, counts, options))
}

#[cfg(test)]
mod tests {
    use super::RUNS;

    #[test]
    fn every_program_is_there_and_takes_seeds_from_outside() {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/tests");
        for (program, seeds) in RUNS {
            let text = std::fs::read_to_string(folder.join(format!("{program}.rs"))).unwrap();
            assert!(text.contains("HASHRANGE_SEEDS"), "{program}");
            assert!(seeds.parse::<u64>().is_ok(), "{program}");
        }
    }
}
