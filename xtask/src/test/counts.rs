//! The number of checks that passed, failed and were skipped, read from the output of the test programs.

use std::fmt;

/// A tally of checks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Counts {
    pub(crate) passed: usize,
    pub(crate) failed: usize,
    pub(crate) skipped: usize,
}

impl Counts {
    pub(crate) fn one_passed() -> Self {
        Self {
            passed: 1,
            ..Self::default()
        }
    }

    pub(crate) fn one_failed() -> Self {
        Self {
            failed: 1,
            ..Self::default()
        }
    }

    pub(crate) fn one_skipped() -> Self {
        Self {
            skipped: 1,
            ..Self::default()
        }
    }

    pub(crate) fn plus(self, other: Self) -> Self {
        Self {
            passed: self.passed + other.passed,
            failed: self.failed + other.failed,
            skipped: self.skipped + other.skipped,
        }
    }

    /// A program that failed without a failed test (it did not compile, for example) counts as one failure.
    pub(crate) fn at_least_one_failed(self) -> Self {
        Self {
            failed: self.failed.max(1),
            ..self
        }
    }
}

impl fmt::Display for Counts {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} passed, {} failed", self.passed, self.failed)?;
        if self.skipped > 0 {
            write!(formatter, ", {} skipped", self.skipped)?;
        }
        Ok(())
    }
}

/// The number directly before `word` in a line such as "3 tests run: 2 passed, 1 failed".
fn number_before(line: &str, word: &str) -> usize {
    let words: Vec<&str> = line.split_whitespace().collect();
    words
        .windows(2)
        .filter_map(|pair| match pair {
            [number, found] if found.trim_end_matches([',', ';', ')', '.']) == word => {
                number.trim_start_matches('(').parse::<usize>().ok()
            }
            _ => None,
        })
        .sum()
}

/// Reads the `test result:` lines of cargo, and of wasm-bindgen's runner.
pub(crate) fn from_cargo_test(output: &str) -> Counts {
    output
        .lines()
        .filter(|line| line.trim_start().starts_with("test result:"))
        .map(|line| Counts {
            passed: number_before(line, "passed"),
            failed: number_before(line, "failed"),
            skipped: number_before(line, "ignored"),
        })
        .fold(Counts::default(), Counts::plus)
}

/// Reads nextest's `Summary` line. A flaky test counts as passed. A test that timed out or crashed counts as failed.
pub(crate) fn from_nextest(output: &str) -> Counts {
    output
        .lines()
        .filter(|line| line.trim_start().starts_with("Summary ["))
        .map(|line| Counts {
            passed: number_before(line, "passed"),
            failed: number_before(line, "failed") + number_before(line, "timed") + number_before(line, "exec"),
            skipped: number_before(line, "skipped"),
        })
        .fold(Counts::default(), Counts::plus)
}

/// Reads Playwright's last lines, such as "  3 passed (2.1s)". A test that did not run was skipped because of a
/// failure.
pub(crate) fn from_playwright(output: &str) -> Counts {
    let closing = |word: &str| -> usize {
        output
            .lines()
            .filter_map(|line| {
                let mut words = line.strip_prefix("  ")?.split(' ');
                let number = words.next()?.parse::<usize>().ok()?;
                (words.next() == Some(word)).then_some(number)
            })
            .sum()
    };
    Counts {
        passed: closing("passed"),
        failed: closing("failed") + closing("flaky") + closing("interrupted"),
        skipped: closing("skipped") + closing("did"),
    }
}

/// Reads lines `cases: 12 passed, 0 failed`, printed by a test that runs a file of cases. Returns the cases and the
/// number of such tests, so that such a test is not counted in addition to its cases.
pub(crate) fn from_cases(output: &str) -> (Counts, usize) {
    let lines: Vec<&str> = output
        .lines()
        .filter(|line| line.trim_start().starts_with("cases:"))
        .collect();
    let counts = lines
        .iter()
        .map(|line| Counts {
            passed: number_before(line, "passed"),
            failed: number_before(line, "failed"),
            skipped: number_before(line, "skipped"),
        })
        .fold(Counts::default(), Counts::plus);
    (counts, lines.len())
}

#[cfg(test)]
mod tests {
    use super::{Counts, from_cargo_test, from_cases, from_nextest, from_playwright};

    fn counts(passed: usize, failed: usize, skipped: usize) -> Counts {
        Counts {
            passed,
            failed,
            skipped,
        }
    }

    #[test]
    fn cargo_results_are_added_up() {
        let output = "test result: ok. 3 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.01s\n\
                      noise\n\
                      test result: FAILED. 1 passed; 2 failed; 0 ignored; 0 measured; 4 filtered out; finished in 0.01s\n";
        assert_eq!(from_cargo_test(output), counts(4, 2, 1));
    }

    #[test]
    fn nextest_summaries_are_read() {
        let output =
            "     Summary [   0.010s] 7 tests run: 4 passed (1 slow, 1 flaky), 2 failed, 1 timed out, 5 skipped";
        assert_eq!(from_nextest(output), counts(4, 3, 5));
        assert_eq!(
            from_nextest("    Summary [   0.000s] 0 tests run: 0 passed, 0 skipped"),
            counts(0, 0, 0)
        );
    }

    #[test]
    fn playwright_closing_lines_are_read() {
        let output = "Running 6 tests using 1 worker\n  ok 1 page.spec.mjs:3:1 starts (1 passed) (300ms)\n\n\
                      \x20 1 failed\n    page.spec.mjs:9:1 › ends\n  1 did not run\n  2 skipped\n  3 passed (2.1s)\n";
        assert_eq!(from_playwright(output), counts(3, 1, 3));
    }

    #[test]
    fn cases_are_counted_once() {
        let output = "cases: 12 passed, 1 failed\ncases: 3 passed, 0 failed\n";
        assert_eq!(from_cases(output), (counts(15, 1, 0), 2));
    }

    #[test]
    fn the_last_line_has_a_fixed_shape() {
        assert_eq!(counts(4, 0, 0).to_string(), "4 passed, 0 failed");
        assert_eq!(counts(4, 1, 2).to_string(), "4 passed, 1 failed, 2 skipped");
        assert_eq!(counts(4, 0, 0).at_least_one_failed().failed, 1);
    }
}
