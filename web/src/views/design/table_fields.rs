//! The table's own part of the form: name, keys, capacity mode, deletion protection.

use hashrange_wire::BillingMode;
use hashrange_words::t;
use leptos::prelude::*;

use super::editor::DesignEditor;
use super::key_fields::KeyFields;
use super::throughput_fields::ThroughputFields;
use crate::state::design_form::{DesignField, KeyPlace};
use crate::views::fields::{Checkbox, Choice, Options, TextField};

fn modes() -> Options {
    vec![
        ("PAY_PER_REQUEST".into(), "On-demand".into()),
        ("PROVISIONED".into(), "Provisioned".into()),
    ]
}

/// Name and keys of the table.
#[component]
pub fn TableKeys(
    /// The table being designed.
    editor: DesignEditor,
) -> impl IntoView {
    let name = editor.read(|form| form.table_name.clone());
    view! {
        <fieldset class="design-part">
            <legend>{t!("Table")}</legend>
            <p class="part-note">{t!("The partition key determines the partition. The sort key orders items with the same partition key.")}</p>
            <TextField
                label=t!("Table name")
                value=name
                on_input=move |text: String| editor.edit(|form| form.table_name = text)
                on_leave=Callback::new(move |()| editor.leave(DesignField::TableName, name))
                error=editor.message(DesignField::TableName)
                mono=true
                placeholder=t!("3 to 255 characters: a–z A–Z 0–9 _ . -")
            />
            <KeyFields editor place=KeyPlace::TablePartition field=DesignField::Partition label=t!("Partition key") />
            <KeyFields editor place=KeyPlace::TableSort field=DesignField::Sort label=t!("Sort key") optional=true />
        </fieldset>
    }
}

/// Capacity mode and deletion protection.
#[component]
pub fn TableSettings(
    /// The table being designed.
    editor: DesignEditor,
) -> impl IntoView {
    let rates = move || {
        editor
            .with(|form| form.is_provisioned())
            .then(|| view! { <ThroughputFields editor index=None /> })
    };
    view! {
        <fieldset class="design-part">
            <legend>{t!("Capacity")}</legend>
            <p class="part-note">
                {t!("On-demand: you pay per request. Provisioned: you reserve read and write capacity units per second.")}
            </p>
            <Choice
                label=t!("Capacity mode")
                options=modes()
                value=editor.read(|form| form.billing.as_str().to_owned())
                on_change=move |word: String| {
                    let mode = BillingMode::from_wire(&word).unwrap_or(BillingMode::PayPerRequest);
                    editor.edit(|form| form.billing = mode);
                }
            />
            {rates}
            <Checkbox
                label=t!("Deletion protection: refuse DeleteTable")
                checked=editor.read(|form| form.deletion_protection)
                on_change=move |on| editor.edit(|form| form.deletion_protection = on)
            />
        </fieldset>
    }
}
