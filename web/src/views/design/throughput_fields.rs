//! Provisioned rates of the table or of one global index.

use hashrange_words::t;
use leptos::prelude::*;

use super::editor::DesignEditor;
use crate::state::design_form::{DesignField, DesignForm, IndexField, ThroughputField};
use crate::views::fields::TextField;

/// Reads and writes per second.
#[component]
pub fn ThroughputFields(
    /// The table being designed.
    editor: DesignEditor,
    /// The index. `None` for the table.
    index: Option<u32>,
) -> impl IntoView {
    let (read, write) = match index {
        Some(id) => (
            DesignField::Index(id, IndexField::Read),
            DesignField::Index(id, IndexField::Write),
        ),
        None => (DesignField::Read, DesignField::Write),
    };
    let rates = move |form: &DesignForm| match index {
        Some(id) => form.index(id).map(|index| index.throughput.clone()).unwrap_or_default(),
        None => form.throughput.clone(),
    };
    let change = move |set: &dyn Fn(&mut ThroughputField)| {
        editor.edit(|form| match index {
            Some(id) => form
                .index_mut(id)
                .into_iter()
                .for_each(|index| set(&mut index.throughput)),
            None => set(&mut form.throughput),
        });
    };
    view! {
        <div class="key-fields even">
            <TextField
                label=t!("Read units per second")
                value=editor.read(move |form| rates(form).read)
                on_input=move |text: String| change(&|rates| rates.read.clone_from(&text))
                on_leave=Callback::new(move |()| editor.touch(read))
                error=editor.message(read)
                mono=true
            />
            <TextField
                label=t!("Write units per second")
                value=editor.read(move |form| rates(form).write)
                on_input=move |text: String| change(&|rates| rates.write.clone_from(&text))
                on_leave=Callback::new(move |()| editor.touch(write))
                error=editor.message(write)
                mono=true
            />
        </div>
    }
}
