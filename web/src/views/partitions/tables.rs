//! The partitions as a table, for those who do not see the pictures.

use leptos::prelude::*;

use super::reading::{Reading, Row};
use super::words;
use crate::views::figures;

/// The table, folded until it is wanted.
#[component]
pub fn AsTable(
    /// What is shown.
    reading: Memo<Option<Reading>>,
) -> impl IntoView {
    let open = RwSignal::new(false);
    let rows = move || {
        let rows = reading.with(|reading| reading.as_ref().map(|reading| reading.rows.clone()).unwrap_or_default());
        rows.into_iter().map(line).collect_view()
    };
    view! {
        <details class="live-details" on:toggle=move |_| {
            open.try_update(|open| *open = !*open);
        }>
            <summary>"Partitions, as a table"</summary>
            <table class="live-table">
                <thead>
                    <tr>
                        <th scope="col">"partition"</th>
                        <th scope="col">"range"</th>
                        <th scope="col">"items"</th>
                        <th scope="col">"bytes"</th>
                        <th scope="col">"RCU/s"</th>
                        <th scope="col">"WCU/s"</th>
                        <th scope="col">"load"</th>
                        <th scope="col">"throttled/min"</th>
                    </tr>
                </thead>
                <tbody>{move || open.get().then(rows)}</tbody>
            </table>
        </details>
    }
}

fn line(row: Row) -> impl IntoView {
    let throttled = figures::count(row.throttled());
    view! {
        <tr>
            <th scope="row">{row.name}</th>
            <td>{format!("{:.1} %", row.share * 100.0)}</td>
            <td>{figures::count(row.items as u64)}</td>
            <td>{figures::bytes(row.bytes)}</td>
            <td>{words::rate(row.reads)}</td>
            <td>{words::rate(row.writes)}</td>
            <td>{format!("{:.0} %", row.load * 100.0)}</td>
            <td>{throttled}</td>
        </tr>
    }
}
