//! The figures behind a picture as a table: for who cannot see the picture, and for who wants the figures.

use leptos::prelude::*;

/// Heads and rows of a table, as text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Figures {
    /// The heads of the columns.
    pub heads: Vec<&'static str>,
    /// The rows; the first cell of each names it.
    pub rows: Vec<Vec<String>>,
}

/// A table that unfolds under a picture. Nothing is made of it while it is folded.
#[component]
pub fn FiguresTable(
    /// What unfolds it.
    title: &'static str,
    /// The figures.
    #[prop(into)]
    figures: Signal<Figures>,
) -> impl IntoView {
    let open = RwSignal::new(false);
    let toggle = move |_| {
        open.try_update(|open| *open = !*open);
    };
    let table = move || {
        open.get().then(|| {
            figures.with(|figures| {
                let heads = figures.heads.iter().map(|head| view! { <th scope="col">{*head}</th> }).collect_view();
                let rows = figures.rows.iter().map(|row| table_row(row)).collect_view();
                let none = figures.rows.is_empty().then(|| {
                    view! { <tr><td colspan=figures.heads.len().to_string()>"Nothing yet."</td></tr> }
                });
                view! {
                    <table class="live-table">
                        <thead><tr>{heads}</tr></thead>
                        <tbody>{rows}{none}</tbody>
                    </table>
                }
            })
        })
    };
    view! {
        <details class="live-details" on:toggle=toggle>
            <summary>{title}</summary>
            {table}
        </details>
    }
}

fn table_row(row: &[String]) -> impl IntoView + use<> {
    let head = row.first().cloned().unwrap_or_default();
    let cells = row.iter().skip(1).map(|cell| view! { <td>{cell.clone()}</td> }).collect_view();
    view! { <tr><th scope="row">{head}</th>{cells}</tr> }
}
