//! The stage of the longer tier: the tests of random histories and of crashes, with many more seeds than in the stages
//! `suite` and `unit`.

use super::counts::{self, Counts};
use super::native;
use super::run_options::RunOptions;
use super::verdict::{Verdict, verdict};
use crate::failure::Failure;
use crate::project::Project;
use crate::run::{self, Captured};

/// The program of random histories, its modules, and their numbers of seeds.
const PROGRAM: &str = "histories";
const RUNS: [(&str, &str); 3] = [("same_past", "200"), ("simulate", "1000"), ("lives", "60")];
/// The module of a library with crashes of a server, and its number of seeds: five crashes each.
const CRASHES: (&str, &str) = ("crash", "400");

/// Runs each module, even after a failure.
pub(super) fn histories(project: &Project, options: RunOptions) -> Result<Verdict, Failure> {
    let mut all = Captured {
        success: true,
        text: String::new(),
    };
    let mut counts = Counts::default();
    let histories = RUNS.map(|run| (native::programs(project, &[PROGRAM]), run));
    for (mut command, (module, seeds)) in histories.into_iter().chain([(native::libraries(project), CRASHES)]) {
        command
            .args(["--", "--nocapture", &format!("{module}::")])
            .env("HASHRANGE_SEEDS", seeds)
            .env_remove("HASHRANGE_SEED");
        let captured = run::capture(command, options.verbose)?;
        let of_module = counts::from_cargo_test(&captured.text);
        counts = counts.plus(if captured.success {
            of_module
        } else {
            of_module.at_least_one_failed()
        });
        all.success &= captured.success;
        all.text.push_str(&captured.text);
    }
    Ok(verdict(all, counts, options))
}

#[cfg(test)]
mod tests {
    use super::{CRASHES, PROGRAM, RUNS};

    #[test]
    fn every_module_is_there_and_takes_seeds_from_outside() {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/tests");
        let text = |name: &str| std::fs::read_to_string(folder.join(format!("{name}.rs"))).unwrap();
        for (module, seeds) in RUNS {
            assert!(text(PROGRAM).contains(&format!("mod {module};")), "{module}");
            assert!(text(module).contains("HASHRANGE_SEEDS"), "{module}");
            assert!(seeds.parse::<u64>().is_ok(), "{module}");
        }
        let (module, seeds) = CRASHES;
        let server = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates/server/src");
        let crashes = std::fs::read_to_string(server.join(format!("{module}.rs"))).unwrap();
        assert!(crashes.contains("HASHRANGE_SEEDS") && seeds.parse::<u64>().is_ok());
    }
}
