//! Fills in the open figures of a file: `{figure = ?}` becomes `{figure = value}`.
//!
//! Must not know how the values were found.

use super::Finding;

/// The text with every found `?` replaced, and their number. A figure is on the line of its text. For the texts of a
/// goal that share a line, the search continues below.
#[must_use]
pub fn fill(text: &str, findings: &[Finding]) -> (String, usize) {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let mut filled = 0;
    for finding in findings
        .iter()
        .filter(|finding| finding.expected.as_deref() == Some("?"))
    {
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
