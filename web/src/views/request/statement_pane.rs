//! The statements of a request: each as text with its errors and its parameters.
//!
//! Must not know how a request is sent.

use hashrange_protocol::statement::table_of_statement;
use hashrange_wire::Operation;
use hashrange_words::t;
use leptos::prelude::*;

use super::parameters::Parameters;
use super::statements::Statements;
use crate::components::{Button, ButtonKind, CodeArea, CodeLanguage, Diagnostic, Each, When};
use crate::derived::Signal;
use crate::memo::Memo;
use crate::selection::use_selection;
use crate::session::use_session;
use crate::state::statements::{add_statement, first_statement, remove_statement, words};
use crate::state::table_schema::TableSchema;
use crate::views::json_pane::refused_of;
use crate::views::refusal::Refusal;
use crate::views::suggestions::use_seen;

/// The statements.
#[component]
pub fn StatementPane(
    /// The statements.
    statements: Statements,
    /// The table in front.
    table: Signal<Option<String>>,
) -> impl IntoView {
    let editor = statements.editor;
    on_cleanup(move || statements.unread.set(Vec::new()));
    let refused = refused_of(editor.draft(table));
    let several = move || editor.operation() != Operation::ExecuteStatement;
    let places = move || 0..statements.forms.with(|forms| forms.as_ref().map_or(0, Vec::len));
    let add =
        move |()| statements.edit(|request| add_statement(request, first_statement(table.get_untracked().as_deref())));
    view! {
        <section class="pane statement-pane" aria-label=t!("Body as PartiQL")>
            <p class="view-note">{t!("Ctrl+Space completes names and words. Ctrl+Enter sends the request.")}</p>
            <Each each=places key=|place| *place let:place>
                <OneStatement statements place table />
            </Each>
            <Refusal refused />
            <When holds=several>
                <Button on_press=add>{t!("Add a statement")}</Button>
            </When>
        </section>
    }
}

#[component]
fn OneStatement(statements: Statements, place: usize, table: Signal<Option<String>>) -> impl IntoView {
    let form = Memo::new(move |_| statements.form(place));
    let text = Signal::derive(move || form.with(|form| form.text.clone()));
    let several = move || statements.editor.operation() != Operation::ExecuteStatement;
    let faults = Signal::derive(move || {
        let fault = form.with(|form| table_of_statement(&form.text, &form.parameters).err());
        let fault = fault.map(|fault| Diagnostic {
            from: fault.from,
            to: fault.to,
            message: fault.message,
        });
        fault.into_iter().collect()
    });
    let remove = move |()| {
        statements.unread.set(Vec::new());
        statements.edit(|request| remove_statement(request, place));
    };
    view! {
        <div class="statement">
            <CodeArea
                label=t!("Statement {place}", place = place + 1)
                text
                language=CodeLanguage::Sql
                words=words_for(text, table)
                diagnostics=faults
                on_input=Callback::new(move |text: String| statements.change(place, |form| form.text = text))
            />
            <Parameters statements place />
            <When holds=several>
                <Button kind=ButtonKind::Quiet on_press=remove>{t!("Remove statement {place}", place = place + 1)}</Button>
            </When>
        </div>
    }
}

/// The words for the editor: with the attributes of the tables that the statement names, or else of the table in front.
fn words_for(text: Signal<String>, front: Signal<Option<String>>) -> Signal<String> {
    let (tables, seen) = (use_session().tables(), use_seen());
    let selection = use_selection();
    let all = Memo::new(move |_| {
        // A table in front that is gone has no attributes.
        selection.table.track();
        tables.with(|tables| tables.iter().filter_map(TableSchema::read).collect::<Vec<_>>())
    });
    let words = Memo::new(move |_| {
        all.with(|all| {
            let named: Vec<&TableSchema> = text.with(|text| all.iter().filter(|it| text.contains(&it.name)).collect());
            let front = front.get();
            let in_front = all
                .iter()
                .filter(|it| named.is_empty() && Some(&it.name) == front.as_ref());
            let of: Vec<&TableSchema> = named.iter().copied().chain(in_front).collect();
            let seen: Vec<_> = of.iter().flat_map(|it| seen.0.with(|seen| seen.of(&it.name))).collect();
            let keys = of.iter().flat_map(|it| {
                let indexes = it.indexes.iter().map(|index| Some(index.name.as_str()));
                indexes.chain([None]).flat_map(|index| it.key_attributes(index))
            });
            let mut attributes: Vec<&str> = keys
                .map(|key| key.name.as_ref())
                .chain(seen.iter().map(AsRef::as_ref))
                .collect();
            hashrange_values::sort(&mut attributes);
            attributes.dedup();
            let tables = all.iter().map(|it| {
                let indexes = it.indexes.iter().map(|index| index.name.as_str());
                (it.name.as_str(), indexes.collect())
            });
            words(tables, attributes.into_iter())
        })
    });
    Signal::from(words)
}
