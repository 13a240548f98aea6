//! The editor of an item: its views, its size, and the buttons that save it.

use hashrange_words::t;
use leptos::html;
use leptos::prelude::*;

use super::add_row::{AddRow, SUGGESTIONS};
use super::editor::{Editor, ItemFace};
use super::json_face::JsonFace;
use super::node_row::NodeRow;
use super::saver::{Saver, Then};
use super::target::{EditorTarget, Written};
use crate::components::{Button, ButtonKind, Each, Segmented, When, on_submit_key};
use crate::derived::Signal;
use crate::memo::Memo;
use crate::signal::RwSignal;
use crate::state::item_form::{ItemForm, Purpose, ROOT, write_units};
use crate::views::fields::GroupMessage;
use crate::views::refusal::Refusal;
use crate::views::suggestions::{Suggestions, use_seen};

/// Form and JSON of one item, with the buttons that save it.
#[component]
pub fn EditorView(
    /// The item being written.
    form: ItemForm,
    /// Its source.
    #[prop(optional, into)]
    note: String,
    /// The dialog's target, cleared after the item is written.
    target: RwSignal<Option<EditorTarget>>,
    /// Called after it is written.
    on_written: Callback<Written>,
) -> impl IntoView {
    let editor = Editor::new(form);
    let seen = use_seen();
    let table = editor.schema().name;
    let names = Signal::derive(move || {
        seen.0
            .with(|seen| seen.of(&table))
            .iter()
            .map(ToString::to_string)
            .collect()
    });
    let faces = vec![
        (ItemFace::Form, t!("Form")),
        (ItemFace::Plain, "JSON"),
        (ItemFace::Typed, t!("DynamoDB JSON")),
    ];
    let face = editor.face;
    let place = NodeRef::<html::Div>::new();
    let saver = Saver::new(editor, target, on_written, place);
    view! {
        <div class="item-form" node_ref=place on:keydown:capture=on_submit_key(move || saver.save_edit(Then::Close))>
            <div class="item-form-head">
                <Segmented label=t!("Write the item as") options=faces chosen=face on_choose=move |face| editor.turn_to(face) />
                <span class="view-note">{note}</span>
            </div>
            <When holds=move || face.get() == ItemFace::Form fallback=move || view! { <JsonFace editor /> }>
                <FormFace editor />
            </When>
            <GroupMessage text=editor.message(ROOT) />
            <SaveBar saver />
            <Suggestions id=SUGGESTIONS names />
        </div>
    }
}

#[component]
fn FormFace(editor: Editor) -> impl IntoView {
    // The focus in a new item starts at its key. The key of an existing item cannot change.
    let class = if editor.with_untracked(|form| form.purpose == Purpose::New) {
        "nodes dialog-first"
    } else {
        "nodes"
    };
    let roots = Memo::new(move |_| editor.with(|form| form.children(ROOT).to_vec()));
    view! {
        <ul class=class>
            <Each each=move || roots.get() key=|id| *id let:id>
                <NodeRow editor id />
            </Each>
            <AddRow editor parent=ROOT />
        </ul>
    }
}

/// Size, cost, and the buttons.
#[component]
fn SaveBar(saver: Saver) -> impl IntoView {
    let Saver {
        editor, taken, refused, ..
    } = saver;
    let size = editor.size();
    let count = Memo::new(move |_| editor.several().with(Vec::len));
    let facts = move || match (count.get(), size.get()) {
        (2.., _) => t!("{number} items, each written with a PutItem", number = count.get()),
        (_, Some(bytes)) => t!(
            "{bytes} bytes: {write_units} WCU for the table, plus its indexes",
            bytes,
            write_units = write_units(bytes)
        ),
        (_, None) => t!("The size shows once every field is valid.").to_owned(),
    };
    let is_edit = Signal::derive(move || editor.purpose() == Purpose::Edit);
    let one = Signal::derive(move || count.get() < 2);
    let complaint = editor.complaint();
    view! {
        <Refusal refused />
        <When holds=move || taken.with(Option::is_some)>
            <div class="refusal" role="alert">
                <strong>{move || taken.get()}</strong>
                <p>{t!("DynamoDB did not write it. Change the key, or replace the whole item.")}</p>
                <When holds=move || one.get()>
                    <Button kind=ButtonKind::Danger on_press=move |()| saver.replace()>{t!("Replace the item")}</Button>
                </When>
            </div>
        </When>
        <p class="field-error" aria-live="polite">{move || complaint.get()}</p>
        <div class="dialog-actions">
            <span class="item-form-size num">{facts}</span>
            <When holds=move || is_edit.get()>
                <Button on_press=move |()| editor.save_as_new()>{t!("Save as new…")}</Button>
            </When>
            <When holds=move || !is_edit.get() && one.get()>
                <Button on_press=move |()| saver.save_edit(Then::Another)>{t!("Create and add another")}</Button>
            </When>
            <Button kind=ButtonKind::Primary on_press=move |()| saver.save_edit(Then::Close)>
                {move || match (is_edit.get(), count.get()) {
                    (true, _) => t!("Save item").to_owned(),
                    (false, count @ 2..) => t!("Create {count} items", count),
                    (false, _) => t!("Create item").to_owned(),
                }}
            </Button>
        </div>
    }
}
