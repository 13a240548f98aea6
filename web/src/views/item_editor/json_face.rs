//! The item as JSON: plain, as people write it, or with the type descriptors of DynamoDB.

use leptos::prelude::*;

use super::desk::{Desk, Face};
use crate::components::CodeArea;
use crate::state::item_form::Purpose;

/// The JSON of the item being written.
#[component]
pub fn JsonFace(
    /// The item.
    desk: Desk,
) -> impl IntoView {
    let lossy = desk.lossy();
    let note = move || match desk.face.get() {
        Face::Plain => {
            let words = lossy.get();
            if words.is_empty() {
                "Numbers keep all digits. A new array becomes L, a new string S.".to_owned()
            } else {
                format!("Plain JSON has no sets and no binary. The item keeps its own: {words}.")
            }
        }
        Face::Form | Face::Typed => "Each value with its type descriptor, as in requests.".to_owned(),
    };
    let more = desk.with_untracked(|form| form.purpose == Purpose::New);
    let more = more.then_some(" For several items, write an array, or one item after the other.");
    view! {
        <p class="view-note">{note}{more}</p>
        <CodeArea
            label="The item as JSON"
            text=desk.json()
            diagnostics=desk.faults()
            on_input=Callback::new(move |text: String| desk.type_json(&text))
        />
    }
}
