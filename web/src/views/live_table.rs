//! The figures behind a picture as a table: an accessible alternative, and the source of exports.

use hashrange_words::t;
use leptos::html;
use leptos::prelude::*;

use crate::components::{Csv, ExportButtons};
use crate::derived::Signal;
use crate::selection::use_selection;
use crate::signal::RwSignal;

/// Heads and rows of a table, as text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Figures {
    /// The heads of the columns.
    pub heads: Vec<&'static str>,
    /// The rows. The first cell of each is its name.
    pub rows: Vec<Vec<String>>,
}

impl Figures {
    /// The figures as comma-separated values.
    #[must_use]
    pub fn csv(&self) -> String {
        let mut csv = Csv::new(&self.heads);
        self.rows.iter().for_each(|row| csv.line(row));
        csv.into_text()
    }
}

/// A table that unfolds under a picture, and buttons that export both. It exists only while it is unfolded.
#[component]
pub fn FiguresTable(
    /// The label that unfolds it.
    title: &'static str,
    /// The figures.
    #[prop(into)]
    figures: Signal<Figures>,
    /// The file name of exports, beside the table's name.
    #[prop(optional)]
    name: &'static str,
    /// The element with the pictures; `None` if the view exports them itself.
    #[prop(optional)]
    picture: Option<NodeRef<html::Div>>,
) -> impl IntoView {
    let selection = use_selection();
    let file = Signal::derive(move || format!("{name} {}", selection.table.get().unwrap_or_default()));
    let open = RwSignal::new(false);
    let toggle = move |_| {
        open.try_update(|open| *open = !*open);
    };
    let table = move || {
        open.get().then(|| {
            figures.with(|figures| {
                let heads = figures
                    .heads
                    .iter()
                    .map(|head| view! { <th scope="col">{*head}</th> })
                    .collect_view();
                let rows = figures.rows.iter().map(|row| table_row(row)).collect_view();
                let none = figures.rows.is_empty().then(|| {
                    view! { <tr><td colspan=figures.heads.len().to_string()>{t!("Nothing yet.")}</td></tr> }
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
        <div class="live-figures">
            <details class="live-details" on:toggle=toggle>
                <summary>{title}</summary>
                {table}
            </details>
            {picture.map(|picture| {
                view! { <ExportButtons name=file picture csv=move |()| figures.with_untracked(Figures::csv) /> }
            })}
        </div>
    }
}

fn table_row(row: &[String]) -> impl IntoView + use<> {
    let head = row.first().cloned().unwrap_or_default();
    let cells = row
        .iter()
        .skip(1)
        .map(|cell| view! { <td>{cell.clone()}</td> })
        .collect_view();
    view! { <tr><th scope="row">{head}</th>{cells}</tr> }
}

#[cfg(test)]
mod tests {
    use super::Figures;

    #[test]
    fn figures_are_handed_over_line_by_line() {
        let rows = vec![vec!["a, b".to_owned(), "1".to_owned()]];
        assert_eq!(
            Figures {
                heads: vec!["item", "units"],
                rows
            }
            .csv(),
            "item,units\r\n\"a, b\",1\r\n"
        );
    }
}
