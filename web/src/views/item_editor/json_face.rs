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
                "Numbers keep all their digits. New lists become L, new texts S.".to_owned()
            } else {
                format!("Plain JSON has no sets and no binary; where they are, they stay: {words}.")
            }
        }
        Face::Form | Face::Typed => "Every value with its type, as requests carry it.".to_owned(),
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
