//! The desk on which an item is written: its faces, its size, and saving it.

use std::sync::Arc;

use hashrange_protocol::Answered;
use hashrange_values::Item;
use hashrange_wire::{PutItemRequest, Request, ReturnConsumedCapacity};
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::add_row::{AddRow, SUGGESTIONS};
use super::desk::{Desk, Face};
use super::json_face::JsonFace;
use super::node_row::NodeRow;
use super::{EditorTarget, Written};
use crate::components::{Button, ButtonKind, Each, Segmented, Toasts, Tone, on_submit_key, use_toasts};
use crate::selection::{Selection, use_selection};
use crate::session::{Session, use_session};
use crate::state::item_form::{ItemForm, Purpose, ROOT, write_units};
use crate::views::cost_words::cost_words;
use crate::views::fields::GroupMessage;
use crate::views::refusal::{Refusal, Refused};
use crate::views::suggestions::{Suggestions, use_seen};
use crate::views::under_way::UnderWay;

/// What the service calls a condition that did not hold.
const CONDITION_FAILED: &str = "ConditionalCheckFailedException";

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
    let saver = Saver {
        desk,
        session: use_session(),
        selection: use_selection(),
        toasts: use_toasts(),
        taken: RwSignal::new(false),
        refused: RwSignal::new(None),
        under_way: UnderWay::new(),
        target,
        on_written,
    };
    view! {
        <div class="item-desk" on:keydown:capture=on_submit_key(move || saver.save_edit())>
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
    let roots = Memo::new(move |_| desk.with(|form| form.children(ROOT).to_vec()));
    view! {
        <ul class="nodes">
            <Each each=move || roots.get() key=|id| *id let:id>
                <NodeRow desk id />
            </Each>
            <AddRow desk parent=ROOT />
        </ul>
    }
}

/// What saving needs: taken up when the desk is made, because handlers have no context of their own.
#[derive(Clone, Copy)]
struct Saver {
    desk: Desk,
    session: Session,
    selection: Selection,
    toasts: Toasts,
    taken: RwSignal<bool>,
    refused: RwSignal<Option<Refused>>,
    under_way: UnderWay,
    target: RwSignal<Option<EditorTarget>>,
    on_written: Callback<Written>,
}

impl Saver {
    /// What the main button does: an edited item takes its own place, a new one only a free one.
    fn save_edit(self) {
        self.save(self.desk.purpose() == Purpose::Edit);
    }

    /// Sends the item. Unless it may replace another, the request holds only where the key is free.
    fn save(self, replace: bool) {
        if self.under_way.waits() {
            return;
        }
        let Some(item) = self.desk.item() else { return };
        self.taken.set(false);
        self.refused.set(None);
        let schema = self.desk.schema();
        let mut request = PutItemRequest {
            table_name: schema.name.clone(),
            item: item.clone(),
            return_consumed_capacity: Some(ReturnConsumedCapacity::Indexes),
            ..PutItemRequest::default()
        };
        if !replace {
            request.condition_expression = Some("attribute_not_exists(#key)".into());
            request.expression_attribute_names =
                Some([("#key".into(), schema.keys.partition.name.clone())].into_iter().collect());
        }
        let key = schema.primary_key(&item);
        let number = self.under_way.begin();
        spawn_local(async move {
            let answer = self.session.send(Request::PutItem(request)).await;
            let is_open = self.under_way.end(number);
            match answer {
                Ok(answered) => self.written(&answered, key, item, is_open),
                // The dialog is closed and cannot say it any more.
                Err(refused) if !is_open => {
                    self.toasts.say(Tone::Bad, format!("{}: {}", refused.exception, refused.message));
                }
                Err(refused) if refused.exception == CONDITION_FAILED => self.taken.set(true),
                Err(refused) => self.refused.set(Some(Refused::from(refused))),
            }
        });
    }

    /// The item is written. A dialog that was opened meanwhile for another one stays.
    fn written(self, answered: &Answered, key: Option<Item>, item: Item, is_open: bool) {
        self.toasts.say(Tone::Good, format!("Item written: {}.", cost_words(answered.cost().as_ref())));
        let Some(key) = key else { return };
        self.selection.item.set(Some(key.clone()));
        self.on_written.try_run((key, Some(Arc::new(item))));
        if is_open {
            self.target.set(None);
        }
    }
}

/// Size, cost, and the buttons.
#[component]
fn SaveBar(saver: Saver) -> impl IntoView {
    let Saver { desk, taken, refused, .. } = saver;
    let size = desk.size();
    let facts = move || match size.get() {
        Some(bytes) => format!("{bytes} bytes: {} WCU for the table, plus its indexes", write_units(bytes)),
        None => "The size shows once every field is valid.".to_owned(),
    };
    let is_edit = Signal::derive(move || desk.purpose() == Purpose::Edit);
    let complaint = desk.complaint();
    view! {
        <Refusal refused />
        <Show when=move || taken.get()>
            <div class="refusal" role="alert">
                <strong>"An item with this key exists."</strong>
                <p>"DynamoDB did not write anything. Change the key, or replace the whole item."</p>
                <Button kind=ButtonKind::Danger on_press=move |()| saver.save(true)>"Replace the item"</Button>
            </div>
        </Show>
        <p class="field-error" aria-live="polite">{move || complaint.get()}</p>
        <div class="dialog-actions">
            <span class="desk-size num">{facts}</span>
            <Show when=move || is_edit.get()>
                <Button on_press=move |()| desk.save_as_new()>"Save as new…"</Button>
            </Show>
            <Button kind=ButtonKind::Primary on_press=move |()| saver.save_edit()>
                {move || if is_edit.get() { "Save item" } else { "Create item" }}
            </Button>
        </div>
    }
}
