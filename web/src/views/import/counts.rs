//! The figures of an import as text. Must not know where they are shown.

use hashrange_words::t;

use crate::state::csv_import::Run;
use crate::state::figures;

/// The figures of a run on one line.
pub(super) fn counts(run: &Run) -> String {
    let failed = match run.failures.count() {
        0 => String::new(),
        failed => t!(", {failed, number} failed", failed),
    };
    t!(
        "{written, number} written{failed}, {run} WCU",
        written = run.written,
        failed,
        run = units(run.units)
    )
}

/// Capacity units as text, with a fraction only if there is one.
pub(super) fn units(units: f64) -> String {
    let text = format!("{units:.1}");
    let whole = text.strip_suffix(".0").unwrap_or(&text);
    let (whole, half) = whole.split_once('.').map_or((whole, ""), |(whole, half)| (whole, half));
    let whole = whole.parse::<u64>().map_or_else(|_| whole.to_owned(), figures::count);
    if half.is_empty() {
        whole
    } else {
        format!("{whole}.{half}")
    }
}

#[cfg(test)]
mod tests {
    use super::units;

    #[test]
    fn units_are_whole_where_they_can_be() {
        assert_eq!(
            [0.0, 2.5, 1_000.0, 12_345.5].map(units),
            ["0", "2.5", "1,000", "12,345.5"]
        );
    }
}
