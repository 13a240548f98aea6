//! The item as JSON: plain, or with the type descriptors of DynamoDB.

use hashrange_words::t;
use leptos::prelude::*;

use super::editor::{Editor, ItemFace};
use crate::components::CodeArea;
use crate::state::item_form::Purpose;

/// The JSON of the item being written.
#[component]
pub fn JsonFace(
    /// The item.
    editor: Editor,
) -> impl IntoView {
    let lossy = editor.lossy();
    let note = move || match editor.face.get() {
        ItemFace::Plain => {
            let words = lossy.get();
            if words.is_empty() {
                t!("Numbers keep all digits. A new array becomes L, a new string S.").to_owned()
            } else {
                t!(
                    "Plain JSON has no sets and no binary values. The item keeps its own: {words}.",
                    words
                )
            }
        }
        ItemFace::Form | ItemFace::Typed => t!("Each value has its type descriptor, as in requests.").to_owned(),
    };
    let more = editor.with_untracked(|form| form.purpose == Purpose::New);
    let more = more.then_some(" For several items, write an array, or one item after the other.");
    view! {
        <p class="view-note">{note}{more}</p>
        <CodeArea
            label=t!("The item as JSON")
            text=editor.json()
            diagnostics=editor.faults()
            on_input=Callback::new(move |text: String| editor.type_json(&text))
        />
    }
}
