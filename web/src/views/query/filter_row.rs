//! The filter: conditions that decide which of the read items are returned. They save no capacity.

use hashrange_values::AttributeType;
use hashrange_words::t;
use leptos::html;
use leptos::prelude::*;

use super::editor::QueryEditor;
use super::form_row::FormRow;
use crate::components::focus::first_field;
use crate::components::{Button, ButtonKind, Each, When};
use crate::derived::Signal;
use crate::memo::Memo;
use crate::state::query_form::{FilterForm, FilterOperator, Join, QueryField};
use crate::state::scalar_text::{example, is_scalar};
use crate::views::fields::{Chip, ChipWord, Options, Select, TextInput, options};
use crate::views::suggestions::use_seen;

/// Id of the list of attributes that filters and projections suggest.
pub(super) const SUGGESTIONS: &str = "query-attributes";

/// The pills of the conditions.
#[component]
pub fn FilterRow(
    /// The read being written.
    editor: QueryEditor,
) -> impl IntoView {
    let ids = editor.read(|form| form.filters.iter().map(|filter| filter.id).collect::<Vec<_>>());
    let join = editor.read(|form| form.join.word().to_owned());
    let row = NodeRef::<html::Div>::new();
    let message = editor.messages(|at| matches!(at, QueryField::FilterPath(_) | QueryField::FilterOperand(..)));
    view! {
        <div class="filter-row" node_ref=row>
        <FormRow label=t!("Filter") message>
            <When holds=move || ids.with(|ids| ids.len() > 1)>
                <Chip>
                    <Select
                        label=t!("How conditions are joined")
                        options=vec![("AND".into(), t!("all of").into()), ("OR".into(), t!("any of").into())]
                        value=join
                        on_change=move |word: String| {
                            editor.edit(|form| form.join = if word == "OR" { Join::Or } else { Join::And });
                        }
                    />
                </Chip>
            </When>
            <Each each=move || ids.get() key=|id| *id let:id>
                <FilterChip editor id />
            </Each>
            <Button
                kind=ButtonKind::Quiet
                on_press=move |()| {
                    editor.edit(|form| { form.add_filter(); });
                    row.get_untracked().into_iter().for_each(|row| first_field(&row, ".chip:last-of-type"));
                }
            >
                {t!("+ filter")}
            </Button>
        </FormRow>
        </div>
    }
}

/// Changes one condition.
fn change(editor: QueryEditor, id: u32, act: impl FnOnce(&mut FilterForm)) {
    editor.edit(|form| {
        if let Some(filter) = form.filter_mut(id) {
            act(filter);
        }
    });
}

#[component]
fn FilterChip(editor: QueryEditor, id: u32) -> impl IntoView {
    let seen = use_seen();
    let path = editor.read(move |form| form.filter(id).map(|it| it.path.clone()).unwrap_or_default());
    let operator = editor.read(move |form| form.filter(id).map_or(FilterOperator::Exists, |it| it.operator));
    let error = editor.messages(
        move |at| matches!(at, QueryField::FilterPath(other) | QueryField::FilterOperand(other, _) if other == id),
    );
    let operators: Options = FilterOperator::ALL
        .iter()
        .map(|it| (it.label().into(), it.label().into()))
        .collect();
    let rename = move |text: String| {
        // For a known attribute, sets its type, so that a number is not compared as a string by mistake.
        let table = editor.schema.with_untracked(|schema| schema.name.clone());
        let kind = seen
            .0
            .with_untracked(|seen| seen.kind(&table, &text))
            .filter(|kind| is_scalar(*kind));
        change(editor, id, |filter| {
            filter.kind = kind.unwrap_or(filter.kind);
            filter.path = text;
        });
    };
    let choose = move |word: String| {
        if let Some(operator) = FilterOperator::ALL.into_iter().find(|it| it.label() == word) {
            change(editor, id, |filter| filter.set_operator(operator));
        }
    };
    view! {
        <Chip invalid=Signal::derive(move || error.get().is_some())>
            <TextInput
                label=t!("Attribute or path")
                value=path
                placeholder=t!("attribute")
                list=SUGGESTIONS
                error=editor.message(QueryField::FilterPath(id))
                on_input=rename
            />
            <Select
                label=t!("Test")
                options=operators
                value=Signal::derive(move || operator.get().label().to_owned())
                on_change=choose
            />
            <When holds=move || operator.get().takes_type()>
                <TypeSelect editor id />
            </When>
            <Operands editor id operator />
            <button
                type="button"
                class="chip-remove"
                aria-label=t!("Remove condition")
                on:click=move |_| editor.edit(|form| form.remove_filter(id))
            >
                "×"
            </button>
        </Chip>
    }
}

#[component]
fn TypeSelect(editor: QueryEditor, id: u32) -> impl IntoView {
    let kind = editor.read(move |form| form.filter(id).map_or("S", |it| it.kind.descriptor()).to_owned());
    view! {
        <Select
            label=t!("Type of the value")
            options=options(AttributeType::ALL.map(AttributeType::descriptor))
            value=kind
            on_change=move |word: String| {
                change(editor, id, |filter| {
                    filter.kind = AttributeType::from_descriptor(&word).unwrap_or(AttributeType::S);
                    if filter.kind == AttributeType::Bool {
                        filter.operands.iter_mut().for_each(|text| "true".clone_into(text));
                    }
                });
            }
        />
    }
}

/// The values of a condition: as many as its test requires, each in a suitable control.
#[component]
fn Operands(editor: QueryEditor, id: u32, operator: Memo<FilterOperator>) -> impl IntoView {
    let count = editor.read(move |form| form.filter(id).map_or(0, |it| it.operands.len()));
    let kind = editor.read(move |form| form.filter(id).map_or(AttributeType::S, |it| it.kind));
    let many = move || operator.get() == FilterOperator::In;
    let inputs = move || {
        let (operator, kind) = (operator.get(), kind.get());
        (0..count.get())
            .map(|place| view! { <Operand editor id place operator kind /> })
            .collect_view()
    };
    let grow = move |_| change(editor, id, |filter| filter.operands.push(String::new()));
    let shrink = move |_| {
        change(editor, id, |filter| {
            filter.operands.pop();
        });
    };
    view! {
        {inputs}
        <When holds=many>
            <button type="button" class="chip-remove" aria-label=t!("Add a value") on:click=grow>"+"</button>
            <When holds=move || { count.get() > 1 }>
                <button type="button" class="chip-remove" aria-label=t!("Remove the last value") on:click=shrink>"−"</button>
            </When>
        </When>
    }
}

#[component]
fn Operand(editor: QueryEditor, id: u32, place: usize, operator: FilterOperator, kind: AttributeType) -> impl IntoView {
    let value = editor.read(move |form| {
        form.filter(id)
            .and_then(|filter| filter.operands.get(place).cloned())
            .unwrap_or_default()
    });
    let set = move |text: String| change(editor, id, |filter| filter.set_operand(place, &text));
    let joint = (place > 0).then(|| {
        let word = if operator == FilterOperator::Between {
            "and"
        } else {
            ","
        };
        view! { <ChipWord>{word}</ChipWord> }
    });
    let label = t!("Value {place}", place = place + 1);
    let control = match (operator, kind) {
        (FilterOperator::IsType, _) => {
            let types = options(AttributeType::ALL.map(AttributeType::descriptor));
            view! { <Select label=label options=types value on_change=set /> }.into_any()
        }
        (FilterOperator::Size(_), _) => {
            view! { <TextInput label=t!("Size") value placeholder=t!("bytes or elements") mono=true
            error=editor.message(QueryField::FilterOperand(id, place)) on_input=set /> }
            .into_any()
        }
        (_, AttributeType::Null) => view! { <ChipWord>"null"</ChipWord> }.into_any(),
        (_, AttributeType::Bool) => {
            let truths = options(["true", "false"]);
            view! { <Select label=label options=truths value on_change=set /> }.into_any()
        }
        _ => view! { <TextInput label=label value placeholder=example(kind) mono=true
        error=editor.message(QueryField::FilterOperand(id, place)) on_input=set /> }
        .into_any(),
    };
    view! {
        {joint}
        {control}
    }
}
