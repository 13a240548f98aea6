//! The item as JSON: plain, as people write it, or with the type descriptors of DynamoDB.

use leptos::prelude::*;

use super::desk::{Desk, Face};
use crate::components::CodeArea;

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
    view! {
        <p class="view-note">{note}</p>
        <CodeArea
            label="The item as JSON"
            text=desk.json()
            diagnostics=desk.faults()
            on_input=Callback::new(move |text: String| desk.type_json(&text))
        />
    }
}
