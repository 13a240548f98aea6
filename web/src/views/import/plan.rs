//! The second step: the table, the format of the file, its columns, and a preview of the first rows.

use hashrange_wire::{BulkOperationPerformanceTier, TableDescription, TableStatus};
use hashrange_words::t;
use leptos::prelude::*;

use super::columns::Columns;
use super::context::ImportContext;
use super::preview::PreviewTable;
use super::run;
use crate::components::{Button, ButtonKind, When};
use crate::derived::Signal;
use crate::memo::Memo;
use crate::signal::RwSignal;
use crate::state::csv_import::{Draft, Format, NewTable, Problems};
use crate::state::figures;
use crate::state::table_schema::{IndexKind, TableSchema};
use crate::views::fields::{Checkbox, Choice, Options, TextField};
use crate::views::key_name::KeyLine;

/// Characters that can separate cells, with their names.
fn delimiters() -> [(u8, &'static str); 4] {
    [
        (b',', t!("comma")),
        (b';', t!("semicolon")),
        (b'\t', t!("tab")),
        (b'|', t!("vertical bar")),
    ]
}

/// Maximum notes about the file that are shown.
const MOST_NOTES: usize = 20;

/// The choice of a new table. No table can have this name.
const NEW: &str = "+";

/// The plan of an import.
#[component]
pub fn Plan(
    /// The dialog.
    context: ImportContext,
) -> impl IntoView {
    let is_csv = Memo::new(move |_| {
        context
            .state
            .with(|state| state.draft().is_some_and(|it| it.format == Format::Csv))
    });
    let problems = Memo::new(move |_| {
        let schema = context.schema.get();
        let mut problems = context
            .read(|draft| draft.problems(schema.as_ref()))
            .unwrap_or_default();
        problems
            .general
            .extend(schema.and_then(|schema| not_ready(context, &schema.name)));
        problems
    });
    let about = move || context.read(|draft| format!("{}, {}", draft.source.name, figures::bytes(draft.source.size)));
    view! {
        <div class="import-plan">
            <p class="view-note mono">{about}</p>
            <div class="import-choices">
                <TargetTable context />
                <FormatChoice context />
                <WayChoice context />
                <When holds=move || is_csv.get()>
                    <DelimiterChoice context />
                </When>
            </div>
            <When holds=move || is_csv.get()>
                <Header context />
                <Notes context />
                <AllNames context />
                <Columns context problems />
            </When>
            <h3 class="import-title">{t!("First items")}</h3>
            <PreviewTable context />
            <Actions context problems />
        </div>
    }
}

/// Why a table cannot receive items yet.
fn not_ready(context: ImportContext, name: &str) -> Option<String> {
    if context.read(|draft| draft.create.is_some()).unwrap_or_default() {
        return context
            .session
            .table(name)
            .map(|_| t!("A table named {name} exists. Choose another name.", name));
    }
    let status = context.session.table(name)?.table_status;
    (!matches!(status, TableStatus::Active | TableStatus::Updating)).then(|| {
        t!(
            "{name} is {status}: it does not accept items.",
            name,
            status = status.as_str()
        )
    })
}

#[component]
fn TargetTable(context: ImportContext) -> impl IntoView {
    let options = Signal::derive(move || {
        let names = context.session.tables().with(|tables| {
            tables
                .iter()
                .map(|table| (table.table_name.clone(), table.table_name.clone()))
                .collect::<Options>()
        });
        let none = context.read(|draft| draft.table.is_none()).unwrap_or(true);
        let new = (NEW.to_owned(), t!("New table").to_owned());
        let first = none.then(|| (String::new(), t!("choose a table").to_owned()));
        first.into_iter().chain([new]).chain(names).collect::<Options>()
    });
    let is_new = Memo::new(move |_| context.read(|draft| draft.create.is_some()).unwrap_or_default());
    let value = Signal::derive(move || match is_new.get() {
        true => NEW.to_owned(),
        false => context.read(|draft| draft.table.clone()).flatten().unwrap_or_default(),
    });
    let choose = move |name: String| {
        if name == NEW {
            let taken = context.session.tables().with_untracked(|tables| names_of(tables));
            return context.edit(|draft, _| draft.make_table(&taken));
        }
        let schema = untrack(|| context.session.table(&name))
            .as_ref()
            .and_then(TableSchema::read);
        context.edit(|draft, _| draft.set_table(schema.as_ref()));
    };
    let keys = move || {
        context
            .schema
            .get()
            .map(|schema| view! { <KeyLine keys=schema.keys kind=IndexKind::Local /> })
    };
    view! {
        <div class="import-target">
            <Choice label=t!("Into table") options value on_change=choose />
            <When holds=move || is_new.get() fallback=move || view! { <div class="import-keys">{keys}</div> }>
                <NewTableFields context />
            </When>
        </div>
    }
}

fn names_of(tables: &[TableDescription]) -> Vec<String> {
    tables.iter().map(|table| table.table_name.clone()).collect()
}

/// Name and primary key of the new table.
#[component]
fn NewTableFields(context: ImportContext) -> impl IntoView {
    let new = Memo::new(move |_| context.read(|draft| draft.create.clone()).flatten().unwrap_or_default());
    let names = Memo::new(move |_| context.read(Draft::key_names).unwrap_or_default());
    let choices = move |first: &str| {
        let first = [(String::new(), first.to_owned())];
        first
            .into_iter()
            .chain(names.get().into_iter().map(|name| (name.clone(), name)))
            .collect::<Options>()
    };
    let edit = move |change: fn(&mut NewTable, String)| {
        move |text: String| context.edit(|draft, _| draft.edit_new(|new| change(new, text)))
    };
    view! {
        <TextField
            label=t!("Table name")
            value=Signal::derive(move || new.with(|new| new.name.clone()))
            on_input=edit(|new, text| new.name = text)
            mono=true
        />
        <Choice
            label=t!("Partition key")
            options=Signal::derive(move || choices(t!("choose an attribute")))
            value=Signal::derive(move || new.with(|new| new.partition.clone()))
            on_change=edit(|new, text| new.partition = text)
        />
        <Choice
            label=t!("Sort key")
            options=Signal::derive(move || choices("none"))
            value=Signal::derive(move || new.with(|new| new.sort.clone().unwrap_or_default()))
            on_change=edit(|new, text| new.sort = Some(text).filter(|text| !text.is_empty()))
        />
        <p class="view-note">{t!("The table is created on demand (PAY_PER_REQUEST). Every item needs its key.")}</p>
    }
}

#[component]
fn FormatChoice(context: ImportContext) -> impl IntoView {
    let words = |format: Format| {
        Format::all()
            .into_iter()
            .find(|(one, _)| *one == format)
            .map_or("", |(_, word)| word)
    };
    let options: Options = Format::all()
        .iter()
        .map(|(_, word)| ((*word).to_owned(), (*word).to_owned()))
        .collect();
    let value = Signal::derive(move || context.read(|draft| words(draft.format)).unwrap_or_default().to_owned());
    let choose = move |word: String| {
        if let Some((format, _)) = Format::all().into_iter().find(|(_, one)| *one == word) {
            context.edit(|draft, _| draft.set_format(format));
        }
    };
    view! { <Choice label=t!("Format") options=Signal::stored(options) value on_change=choose /> }
}

/// Row by row, or in bulk with a tier.
#[component]
fn WayChoice(context: ImportContext) -> impl IntoView {
    let tiers = BulkOperationPerformanceTier::WORDS.iter();
    let tiers = tiers.map(|word| ((*word).to_owned(), t!("bulk put, {word}", word)));
    let options: Options = std::iter::once((String::new(), t!("one PutItem per row").to_owned()))
        .chain(tiers)
        .collect();
    let value = Signal::derive(move || {
        let tier = context.read(|draft| draft.bulk).flatten();
        tier.map_or("", BulkOperationPerformanceTier::as_str).to_owned()
    });
    let choose = move |word: String| {
        context.edit(|draft, _| draft.bulk = BulkOperationPerformanceTier::from_wire(&word));
    };
    view! { <Choice label=t!("Write with") options=Signal::stored(options) value on_change=choose /> }
}

#[component]
fn DelimiterChoice(context: ImportContext) -> impl IntoView {
    let options: Options = delimiters()
        .iter()
        .map(|(_, word)| ((*word).to_owned(), (*word).to_owned()))
        .collect();
    let value = Signal::derive(move || {
        let delimiter = context.read(|draft| draft.plan.delimiter);
        let known = delimiters().into_iter().find(|(byte, _)| Some(*byte) == delimiter);
        known.map_or("", |(_, word)| word).to_owned()
    });
    let choose = move |word: String| {
        if let Some((byte, _)) = delimiters().into_iter().find(|(_, one)| *one == word) {
            context.edit(|draft, schema| {
                draft.set_delimiter(byte);
                draft.set_table(schema);
            });
        }
    };
    view! { <Choice label=t!("Delimiter") options=Signal::stored(options) value on_change=choose /> }
}

#[component]
fn Header(context: ImportContext) -> impl IntoView {
    let checked = Signal::derive(move || context.read(|draft| draft.plan.has_header).unwrap_or_default());
    let change = move |on| {
        context.edit(|draft, schema| {
            draft.set_header(on);
            draft.set_table(schema);
        });
    };
    view! { <Checkbox label=t!("The first row names the columns") checked on_change=change /> }
}

/// What the file contains and the plan leaves out or names differently.
#[component]
fn Notes(context: ImportContext) -> impl IntoView {
    let lines = move || {
        let notes = context.read(|draft| draft.notes.clone()).unwrap_or_default();
        let more = notes.len().saturating_sub(MOST_NOTES);
        let more = (more > 0).then(|| t!("and {more, number} more", more));
        notes
            .into_iter()
            .take(MOST_NOTES)
            .chain(more)
            .map(|note| view! { <p class="view-note">{note}</p> })
            .collect_view()
    };
    view! { <div role="status">{lines}</div> }
}

/// Names for all columns, as one line of text, for a file without header.
#[component]
fn AllNames(context: ImportContext) -> impl IntoView {
    let text = RwSignal::new(String::new());
    let headerless = Memo::new(move |_| context.read(|draft| !draft.plan.has_header).unwrap_or_default());
    let name = move |names: String| {
        context.edit(|draft, schema| draft.rename_all(&names, schema));
        text.set(names);
    };
    view! {
        <When holds=move || headerless.get()>
            <TextField
                label=t!("Name all columns")
                value=text
                on_input=name
                hint=t!("In file order, separated by commas. You can also name each column below.")
                placeholder=t!("id, name, title")
                mono=true
            />
        </When>
    }
}

/// General errors.
#[component]
fn General(problems: Memo<Problems>) -> impl IntoView {
    let lines = move || {
        let mut lines = problems.with(|problems| problems.general.clone());
        let columns = problems.with(|problems| problems.columns.iter().flatten().count());
        if columns > 0 {
            lines.push(t!(
                "{columns, plural, one {# column needs} other {# columns need}} your attention.",
                columns
            ));
        }
        lines
            .into_iter()
            .map(|line| view! { <li class="field-error">{line}</li> })
            .collect_view()
    };
    view! {
        <div class="import-problems" role="status">
            <ul>{lines}</ul>
        </div>
    }
}

#[component]
fn Actions(context: ImportContext, problems: Memo<Problems>) -> impl IntoView {
    let blocked = Signal::derive(move || problems.with(|problems| !problems.is_empty()));
    let words = move || match context.read(|draft| draft.table.clone()).flatten() {
        Some(table) if context.read(|draft| draft.create.is_some()) == Some(true) => {
            t!("Create {table} and import", table)
        }
        Some(table) => t!("Import into {table}", table),
        None => t!("Import").to_owned(),
    };
    view! {
        <div class="dialog-actions import-actions">
            <General problems />
            <Button on_press=move |()| context.start_over()>{t!("Choose another file")}</Button>
            <Button kind=ButtonKind::Primary disabled=blocked on_press=move |()| run::begin(context)>{words}</Button>
        </div>
    }
}
