//! The partitions as a table, for those who do not see the pictures.

use leptos::prelude::*;

use super::reading::{Reading, Row};
use super::words;
use crate::views::figures;
use crate::views::live_table::{Figures, FiguresTable};

/// The table, folded until it is wanted.
#[component]
pub fn AsTable(
    /// What is shown.
    reading: Memo<Option<Reading>>,
) -> impl IntoView {
    let figures = move || Figures {
        heads: vec!["partition", "range", "items", "bytes", "RCU/s", "WCU/s", "load", "throttled/min"],
        rows: reading.with(|reading| reading.iter().flat_map(|reading| &reading.rows).map(cells).collect()),
    };
    view! { <FiguresTable title="Partitions, as a table" figures=Signal::derive(figures) /> }
}

fn cells(row: &Row) -> Vec<String> {
    vec![
        row.name.clone(),
        format!("{:.1} %", row.share * 100.0),
        figures::count(row.items as u64),
        figures::bytes(row.bytes),
        words::rate(row.reads),
        words::rate(row.writes),
        format!("{:.0} %", row.load * 100.0),
        figures::count(row.throttled()),
    ]
}
