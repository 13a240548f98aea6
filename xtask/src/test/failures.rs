//! Extracts failures from the output of test programs: the names of the failed tests, and the output without the passed
//! tests. A truncated log still names its failures, because they are on the last lines.

/// The words at the start of nextest's line of a failed test.
const FELL: [&str; 7] = ["FAIL", "TIMEOUT", "SIGABRT", "SIGSEGV", "SIGKILL", "SIGILL", "ABORT"];

/// Nextest's line of one test: whether it passed, and its name with that of its program.
struct TestLine<'a> {
    passed: bool,
    name: &'a str,
}

/// Reads lines such as `PASS [   0.013s] (12/694) hashrange-store tree::tests::splits`.
fn test_line(line: &str) -> Option<TestLine<'_>> {
    let (word, rest) = line.trim_start().split_once(' ')?;
    let passed = word == "PASS" || word == "SLOW";
    if !passed && !FELL.contains(&word) {
        return None;
    }
    let (_, after) = rest.trim_start().strip_prefix('[')?.split_once(']')?;
    let after = after.trim_start();
    let name = if after.starts_with('(') {
        after.split_once(')')?.1.trim_start()
    } else {
        after
    };
    Some(TestLine { passed, name })
}

/// nextest's output without the passed tests. Other output stays complete.
pub(crate) fn without_passes(output: &str) -> String {
    let mut kept = String::new();
    let mut keep = true;
    for line in output.lines() {
        if let Some(test) = test_line(line) {
            keep = !test.passed;
        } else if line.trim_start().starts_with("Summary [") {
            keep = true;
        }
        if keep {
            kept.push_str(line);
            kept.push('\n');
        }
    }
    kept
}

/// The names of failed tests from nextest, cargo and Playwright, in the order of the output, without duplicates.
pub(crate) fn names(output: &str) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for line in output.lines() {
        let nextest = test_line(line).filter(|test| !test.passed).map(|test| test.name);
        let cargo = || line.strip_prefix("test ")?.strip_suffix(" ... FAILED");
        // Playwright starts the report of each failure with `  1) journeys.spec.mjs:12:1 › title ─────`.
        let playwright = || {
            let (number, title) = line.trim_start().split_once(") ")?;
            (number.parse::<u32>().is_ok() && title.contains(" › ")).then(|| title.trim_end_matches(['─', ' ']))
        };
        if let Some(name) = nextest.or_else(cargo).or_else(playwright)
            && !names.iter().any(|known| known == name)
        {
            names.push(name.to_owned());
        }
    }
    names
}

#[cfg(test)]
mod tests {
    use super::{names, without_passes};

    const NEXTEST: &str = "    PASS [   0.010s] (1/3) hashrange-a one\n  stdout ───\n    noise\n\
                           \x20   FAIL [   0.020s] (2/3) hashrange-b::places two\n  stdout ───\n    the reason\n\
                           \x20   PASS [   0.010s] (3/3) hashrange-c three\n  stdout ───\n    noise\n\
                           \x20Summary [   1.0s] 3 tests run: 2 passed, 1 failed, 0 skipped\n\
                           \x20   FAIL [   0.020s] (2/3) hashrange-b::places two\n";

    #[test]
    fn passes_are_left_out() {
        let kept = without_passes(NEXTEST);
        assert!(kept.contains("the reason") && kept.contains("Summary ["));
        assert!(!kept.contains("noise") && !kept.contains("three"));
    }

    #[test]
    fn failures_are_named_once() {
        assert_eq!(names(NEXTEST), ["hashrange-b::places two"]);
        assert_eq!(
            names("test store::splits ... FAILED\ntest store::joins ... ok\n"),
            ["store::splits"]
        );
        let playwright = "  1) clock.spec.mjs:9:1 › The clock › pauses ────\n\n    Error: 2) nothing\n";
        assert_eq!(names(playwright), ["clock.spec.mjs:9:1 › The clock › pauses"]);
    }
}
