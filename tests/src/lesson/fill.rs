//! Fills in what a file leaves open: `{figure = ?}` becomes `{figure = value}`.
//!
//! Must not know how the values were found.

use super::Finding;

/// The text with every `?` that was found, and how many there were. A figure stands in the line it was said at; of the texts
/// of a goal that share a line, it is looked for below.
#[must_use]
pub fn fill(text: &str, findings: &[Finding]) -> (String, usize) {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let mut filled = 0;
    for finding in findings.iter().filter(|finding| finding.expected.as_deref() == Some("?")) {
        let open = ["{", &finding.written, " = ?}"].concat();
        let closed = ["{", &finding.written, " = ", &finding.found, "}"].concat();
        let below = lines.iter_mut().skip(finding.line.saturating_sub(1));
        if let Some(line) = below.into_iter().find(|line| line.contains(&open)) {
            *line = line.replacen(&open, &closed, 1);
            filled += 1;
        }
    }
    (lines.join("\n") + "\n", filled)
}
