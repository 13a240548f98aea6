//! A read-only row that does not show its whole item, with a link to the item in the table.

use std::sync::Arc;

use hashrange_values::Item;
use hashrange_words::t;
use leptos::prelude::*;

use super::target::EditorTarget;
use crate::components::{Button, ButtonKind, KeyName};
use crate::signal::RwSignal;
use crate::state::item_rows::cell_text;
use crate::state::table_schema::TableSchema;
use crate::views::key_name::glyph;

/// The attributes of the row, read-only: writing them back would erase the item's other attributes.
#[component]
#[allow(clippy::needless_pass_by_value)] // a component owns its properties
pub fn RowFacts(
    /// The table.
    schema: TableSchema,
    /// The content of the row.
    item: Arc<Item>,
    /// The index of the read.
    index: Option<String>,
    /// The dialog's target, to change it to the base item.
    target: RwSignal<Option<EditorTarget>>,
) -> impl IntoView {
    let why = match index.as_deref().and_then(|name| schema.index(name)) {
        Some(found) => t!(
            "An entry of {found}, which projects {projection}. It is read-only: saving it would erase attributes that the index does not project.",
            found = found.name,
            projection = found.projection.as_str()
        ),
        None => {
            t!("The request returned only some attributes. The row is read-only: saving it would erase the others.")
                .into()
        }
    };
    // Keys first, as in the grid of the row.
    let mut order: Vec<_> = item.iter().collect();
    let keys = schema.key_attributes(index.as_deref());
    let rank = |name: &str| keys.iter().position(|key| key.name == name).unwrap_or(keys.len());
    hashrange_values::sort_by(&mut order, |(a, _), (b, _)| rank(a).cmp(&rank(b)));
    let rows = order.into_iter().map(|(name, value)| {
        let part = schema.part(index.as_deref(), name);
        view! {
            <dt><KeyName name=name.to_string() role=part.map(glyph) /> " " <small class="key-type">{value.attribute_type().descriptor()}</small></dt>
            <dd class="mono wrap">{cell_text(value)}</dd>
        }
    });
    let key = schema.primary_key(&item);
    let link = key.map(|key| {
        view! {
            <div class="dialog-actions">
                <Button
                    kind=ButtonKind::Primary
                    on_press=move |()| target.set(Some(EditorTarget::Base(key.clone())))
                >
                    {t!("Open the item in the table")}
                </Button>
            </div>
        }
    });
    view! {
        <p class="dialog-text">{why}</p>
        <dl class="facts">{rows.collect_view()}</dl>
        {link}
    }
}
