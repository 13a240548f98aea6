//! The desk on which an item is written: its faces, its size, and the buttons that save it.

use leptos::html;
use leptos::prelude::*;

use super::add_row::{AddRow, SUGGESTIONS};
use super::desk::{Desk, Face};
use super::json_face::JsonFace;
use super::node_row::NodeRow;
use super::saver::{Saver, Then};
use super::target::{EditorTarget, Written};
use crate::components::{Button, ButtonKind, Each, Segmented, on_submit_key};
use crate::state::item_form::{ItemForm, Purpose, ROOT, write_units};
use crate::views::fields::GroupMessage;
use crate::views::refusal::Refusal;
use crate::views::suggestions::{Suggestions, use_seen};

/// Form and JSON of one item, with the buttons that save it.
#[component]
pub fn ItemDesk(
    /// What is written.
    form: ItemForm,
    /// Where it comes from.
    #[prop(optional, into)]
    note: String,
    /// The dialog's target, which goes once the item is written.
    target: RwSignal<Option<EditorTarget>>,
    /// Told once it is written.
    on_written: Callback<Written>,
) -> impl IntoView {
    let desk = Desk::new(form);
    let seen = use_seen();
    let table = desk.schema().name;
    let names = Signal::derive(move || seen.0.with(|seen| seen.of(&table)).iter().map(ToString::to_string).collect());
    let faces = vec![(Face::Form, "Form"), (Face::Plain, "JSON"), (Face::Typed, "DynamoDB JSON")];
    let face = desk.face;
    let place = NodeRef::<html::Div>::new();
    let saver = Saver::new(desk, target, on_written, place);
    view! {
        <div class="item-desk" node_ref=place on:keydown:capture=on_submit_key(move || saver.save_edit(Then::Close))>
            <div class="desk-head">
                <Segmented label="Write the item as" options=faces chosen=face on_choose=move |face| desk.turn_to(face) />
                <span class="view-note">{note}</span>
            </div>
            <Show when=move || face.get() == Face::Form fallback=move || view! { <JsonFace desk /> }>
                <FormFace desk />
            </Show>
            <GroupMessage text=desk.message(ROOT) />
            <SaveBar saver />
            <Suggestions id=SUGGESTIONS names />
        </div>
    }
}

#[component]
fn FormFace(desk: Desk) -> impl IntoView {
    // A new item begins with its key; the key of one that is there cannot be changed.
    let class = if desk.with_untracked(|form| form.purpose == Purpose::New) { "nodes dialog-first" } else { "nodes" };
    let roots = Memo::new(move |_| desk.with(|form| form.children(ROOT).to_vec()));
    view! {
        <ul class=class>
            <Each each=move || roots.get() key=|id| *id let:id>
                <NodeRow desk id />
            </Each>
            <AddRow desk parent=ROOT />
        </ul>
    }
}

/// Size, cost, and the buttons.
#[component]
fn SaveBar(saver: Saver) -> impl IntoView {
    let Saver { desk, taken, refused, .. } = saver;
    let size = desk.size();
    let count = Memo::new(move |_| desk.several().with(Vec::len));
    let facts = move || match (count.get(), size.get()) {
        (2.., _) => format!("{} items, each written with a PutItem", count.get()),
        (_, Some(bytes)) => format!("{bytes} bytes: {} WCU for the table, plus its indexes", write_units(bytes)),
        (_, None) => "The size shows once every field is valid.".to_owned(),
    };
    let is_edit = Signal::derive(move || desk.purpose() == Purpose::Edit);
    let one = Signal::derive(move || count.get() < 2);
    let complaint = desk.complaint();
    view! {
        <Refusal refused />
        <Show when=move || taken.with(Option::is_some)>
            <div class="refusal" role="alert">
                <strong>{move || taken.get()}</strong>
                <p>"DynamoDB did not write it. Change the key, or replace the whole item."</p>
                <Show when=move || one.get()>
                    <Button kind=ButtonKind::Danger on_press=move |()| saver.replace()>"Replace the item"</Button>
                </Show>
            </div>
        </Show>
        <p class="field-error" aria-live="polite">{move || complaint.get()}</p>
        <div class="dialog-actions">
            <span class="desk-size num">{facts}</span>
            <Show when=move || is_edit.get()>
                <Button on_press=move |()| desk.save_as_new()>"Save as new…"</Button>
            </Show>
            <Show when=move || !is_edit.get() && one.get()>
                <Button on_press=move |()| saver.save_edit(Then::Another)>"Create and add another"</Button>
            </Show>
            <Button kind=ButtonKind::Primary on_press=move |()| saver.save_edit(Then::Close)>
                {move || match (is_edit.get(), count.get()) {
                    (true, _) => "Save item".to_owned(),
                    (false, count @ 2..) => format!("Create {count} items"),
                    (false, _) => "Create item".to_owned(),
                }}
            </Button>
        </div>
    }
}
