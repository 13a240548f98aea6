//! The items of the shown response of ExecuteStatement as a grid, with what the statement consumed, page by page.
//!
//! Must not know how a statement was written.

use std::sync::Arc;

use hashrange_protocol::ItemPreview;
use hashrange_protocol::statement::table_of_statement;
use hashrange_values::Item;
use hashrange_wire::{ExecuteStatementResponse, Operation, Request, decode};
use hashrange_words::t;
use leptos::prelude::*;

use super::editor::RequestEditor;
use crate::components::{Button, When};
use crate::derived::Signal;
use crate::memo::Memo;
use crate::state::item_rows::Columns;
use crate::state::request_log::Sent;
use crate::state::table_schema::TableSchema;
use crate::views::cost_sum::consumed_words;
use crate::views::item_grid::{GridRows, RowGrid, Sorting};
use crate::views::table_scope::scoped;

/// A page of items.
#[derive(Clone, Debug, PartialEq)]
struct StatementPage {
    /// The table of the statement.
    table: String,
    items: Vec<Arc<Item>>,
    next_token: Option<String>,
}

/// The page that a request returned, if it was a statement and returned items.
fn page_of(sent: &Sent) -> Option<StatementPage> {
    if sent.operation != Operation::ExecuteStatement || sent.status != 200 {
        return None;
    }
    let Ok(Request::ExecuteStatement(request)) = decode(sent.operation, sent.body.as_bytes()) else {
        return None;
    };
    let table = table_of_statement(&request.statement, &request.parameters.unwrap_or_default()).ok()?;
    let response = ExecuteStatementResponse::decode(sent.answer.as_deref()?.as_bytes()).ok()?;
    Some(StatementPage {
        table,
        items: response.items,
        next_token: response.next_token,
    })
}

/// The grid. Nothing for another request.
#[component]
pub fn StatementItems(
    /// The editor.
    editor: RequestEditor,
) -> impl IntoView {
    let shown = editor.shown();
    let page = Memo::new(move |_| shown.with(|sent| sent.as_ref().and_then(page_of)));
    let there = move || {
        page.with(|page| {
            page.as_ref()
                .is_some_and(|page| !page.items.is_empty() || page.next_token.is_some())
        })
    };
    let more = move || page.with(|page| page.as_ref().is_some_and(|page| page.next_token.is_some()));
    let table = Memo::new(move |_| page.with(|page| page.as_ref().map(|page| page.table.clone())));
    let grid = move |schema: Signal<TableSchema>| view! { <PageGrid page schema /> }.into_any();
    let next = move |()| {
        if let Some(token) = page.with_untracked(|page| page.as_ref().and_then(|page| page.next_token.clone())) {
            editor.send_next(token);
        }
    };
    view! {
        <When holds=there>
            <section class="statement-items" aria-label=t!("Items of the response")>
                <div class="banner">
                    <span>{move || figures(editor, page)}</span>
                    <span class="spacer"></span>
                    <When holds=more>
                        <Button on_press=next>{t!("Retrieve next page")}</Button>
                    </When>
                </div>
                {scoped(Signal::from(table), Box::new(grid), || ().into_any())}
            </section>
        </When>
    }
}

/// How many items there are, and what they cost.
fn figures(editor: RequestEditor, page: Memo<Option<StatementPage>>) -> String {
    let count = page.with(|page| page.as_ref().map_or(0, |page| page.items.len()));
    let more = page.with(|page| page.as_ref().is_some_and(|page| page.next_token.is_some()));
    let end = if more { " on this page" } else { "" };
    let cost = editor.facts().with(|facts| {
        let report = facts.as_ref().and_then(|facts| facts.report.as_ref());
        report.map(|report| format!(" {}", consumed_words(report)))
    });
    format!(
        "{}{end}.{}",
        t!("{number, plural, one {# item} other {# items}}", number = count),
        cost.unwrap_or_default()
    )
}

#[component]
fn PageGrid(page: Memo<Option<StatementPage>>, schema: Signal<TableSchema>) -> impl IntoView {
    let item = move |at: usize| page.with(|page| page.as_ref()?.items.get(at).cloned());
    let count = Memo::new(move |_| page.with(|page| page.as_ref().map_or(0, |page| page.items.len())));
    let columns = Memo::new(move |_| {
        let mut columns = schema.with(|schema| Columns::projected(schema, None));
        page.with(|page| {
            page.iter()
                .flat_map(|page| &page.items)
                .for_each(|item| columns.meet(item));
        });
        columns
    });
    let sorting = Sorting {
        does: t!("sort the items of this page; this does not change the statement"),
        reaches: t!("only the items of this page; the statement does not change"),
    };
    let table = Memo::new(|_| None);
    let rows = GridRows::of_items(schema, table, (count, columns), Callback::new(item), sorting);
    view! { <RowGrid label=t!("Items returned") schema rows on_open=|_: ItemPreview| () /> }
}
