//! The first items that the file would become.

use hashrange_words::t;
use leptos::prelude::*;

use super::context::ImportContext;
use crate::components::When;
use crate::memo::Memo;
use crate::state::csv_import::PreviewRow;

/// A table of the first items.
#[component]
pub fn PreviewTable(
    /// The dialog.
    context: ImportContext,
) -> impl IntoView {
    let preview = Memo::new(move |_| {
        let schema = context.schema.get();
        context.read(|draft| draft.preview(schema.as_ref())).unwrap_or_default()
    });
    let heads = move || {
        let names = preview.with(|preview| preview.names.clone());
        let more = preview.with(|preview| preview.more);
        let more = (more > 0).then(|| t!("and {more, number} more", more));
        let heads = names.into_iter().map(|name| name.to_string()).chain(more);
        heads.map(|head| view! { <th scope="col">{head}</th> }).collect_view()
    };
    let rows = move || {
        let (rows, width) = preview.with(|preview| (preview.rows.clone(), preview.names.len()));
        rows.into_iter().map(|row| preview_row(row, width)).collect_view()
    };
    view! {
        <When
            holds=move || preview.with(|preview| !preview.rows.is_empty())
            fallback=|| view! { <p class="view-note">{t!("The file has no rows.")}</p> }
        >
            <div class="import-preview" tabindex="0" role="region" aria-label=t!("First items")>
                <table>
                    <thead>
                        <tr>{heads}</tr>
                    </thead>
                    <tbody>{rows}</tbody>
                </table>
            </div>
        </When>
    }
}

fn preview_row(row: PreviewRow, width: usize) -> impl IntoView {
    let PreviewRow { cells, problem } = row;
    let shown = cells.iter().any(Option::is_some) || problem.is_none();
    let cells = shown.then(|| {
        let cell = |cell: Option<(&'static str, String)>| match cell {
            Some((kind, text)) => view! { <td><small class="key-type">{kind}</small> " " {text}</td> }.into_any(),
            None => view! { <td class="import-absent" aria-label=t!("no such attribute")>"·"</td> }.into_any(),
        };
        view! { <tr>{cells.into_iter().map(cell).collect_view()}</tr> }
    });
    let problem = problem.map(|problem| {
        view! { <tr class="import-fails"><td colspan=width.max(1).to_string()>{t!("would fail:")} " " {problem}</td></tr> }
    });
    view! { {cells} {problem} }
}
