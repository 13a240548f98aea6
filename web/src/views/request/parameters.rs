//! The parameters of a statement: the values of its question marks, each with its type.
//!
//! Must not know the statement's text.

use hashrange_values::{AttributeType, AttributeValue};
use hashrange_words::t;
use leptos::prelude::*;

use super::statements::Statements;
use crate::components::{Button, ButtonKind, Each};
use crate::derived::{MaybeProp, Signal};
use crate::memo::Memo;
use crate::state::scalar_text::{example, read_operand, write_operand};
use crate::state::statements::retyped;
use crate::views::fields::{Select, TextInput, options};

/// The list.
#[component]
pub fn Parameters(
    /// The statements.
    statements: Statements,
    /// The place of the statement.
    place: usize,
) -> impl IntoView {
    let count = move || 0..statements.form(place).parameters.len();
    let add = move |()| statements.change(place, |form| form.parameters.push(AttributeValue::string("")));
    view! {
        <ol class="statement-parameters" aria-label=t!("Parameters of statement {place}", place = place + 1)>
            <Each each=count key=|at| *at let:at>
                <Parameter statements place at />
            </Each>
        </ol>
        <Button on_press=add>{t!("Add a parameter")}</Button>
    }
}

#[component]
fn Parameter(statements: Statements, place: usize, at: usize) -> impl IntoView {
    let value = Memo::new(move |_| statements.form(place).parameters.get(at).cloned());
    let kind =
        Memo::new(move |_| value.with(|value| value.as_ref().map_or(AttributeType::S, AttributeValue::attribute_type)));
    // Text that is no value is shown as it was typed.
    let typed = move || {
        let own = |it: &&(usize, usize, String)| (it.0, it.1) == (place, at);
        statements
            .unread
            .with(|unread| unread.iter().find(own).map(|it| it.2.clone()))
    };
    let text = Signal::derive(move || {
        typed().unwrap_or_else(|| value.with(|value| value.as_ref().map(write_operand).unwrap_or_default()))
    });
    let error = MaybeProp::derive(move || read_operand(kind.get(), &typed()?).err());
    let forget = move || {
        statements
            .unread
            .update(|unread| unread.retain(|it| (it.0, it.1) != (place, at)));
    };
    let put = move |value: AttributeValue| {
        statements.change(place, |form| {
            if let Some(slot) = form.parameters.get_mut(at) {
                *slot = value;
            }
        });
    };
    let write = move |text: String| {
        forget();
        match read_operand(kind.get_untracked(), &text) {
            Ok(value) => put(value),
            Err(_) => statements.unread.update(|unread| unread.push((place, at, text))),
        }
    };
    let turn = move |word: String| {
        if let Some(kind) = AttributeType::from_descriptor(&word) {
            let text = text.get_untracked();
            forget();
            put(retyped(kind, &text));
        }
    };
    let remove = move |()| {
        // The places of the others change.
        statements.unread.update(|unread| unread.retain(|it| it.0 != place));
        statements.change(place, |form| {
            if at < form.parameters.len() {
                form.parameters.remove(at);
            }
        });
    };
    let label = t!("Parameter {at}", at = at + 1);
    let placeholder = Signal::derive(move || example(kind.get()).to_owned());
    view! {
        <li>
            <Select
                label=t!("Type of parameter {at}", at = at + 1)
                options=options(AttributeType::ALL.map(AttributeType::descriptor))
                value=Signal::derive(move || kind.get().descriptor().to_owned())
                on_change=turn
            />
            <TextInput
                label
                mono=true
                value=text
                placeholder
                error
                on_input=write
                disabled=Signal::derive(move || kind.get() == AttributeType::Null)
                on_enter=Callback::new(|()| ())
            />
            <Button kind=ButtonKind::Quiet label=t!("Remove parameter {at}", at = at + 1) on_press=remove>"×"</Button>
            <p class="field-error" aria-live="polite">{move || error.get()}</p>
        </li>
    }
}
