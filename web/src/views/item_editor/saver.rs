//! Saves the content of the editor, one item or several, and does the next step. Must not know how an item is shown.

use std::sync::Arc;

use hashrange_protocol::{Answered, Refused as Refusal};
use hashrange_values::Item;
use hashrange_wire::{ExpressionAttributeNames, PutItemRequest, Request, ReturnConsumedCapacity};
use hashrange_words::t;
use leptos::html;
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::editor::Editor;
use super::target::{EditorTarget, Written};
use crate::components::focus::first_field;
use crate::components::{Toasts, Tone, use_toasts};
use crate::selection::{Selection, use_selection};
use crate::session::{Session, use_session};
use crate::signal::RwSignal;
use crate::state::item_form::Purpose;
use crate::state::table_schema::TableSchema;
use crate::views::cost_words::cost_words;
use crate::views::pending_request::PendingRequest;
use crate::views::refusal::Refused;

/// The service's exception for a false condition.
const CONDITION_FAILED: &str = "ConditionalCheckFailedException";

/// The next step after the item is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Then {
    /// The dialog closes.
    #[default]
    Close,
    /// The dialog stays, for an item with the same attributes.
    Another,
}

/// The state that saving needs. It is read from the context when the editor is created, because handlers have no
/// context.
#[derive(Clone, Copy)]
pub struct Saver {
    /// The item, or the items.
    pub editor: Editor,
    /// The item that was not written because another item has its key.
    pub taken: RwSignal<Option<String>>,
    /// The refusal.
    pub refused: RwSignal<Option<Refused>>,
    session: Session,
    selection: Selection,
    toasts: Toasts,
    pending: PendingRequest,
    target: RwSignal<Option<EditorTarget>>,
    on_written: Callback<Written>,
    then: StoredValue<Then>,
    place: NodeRef<html::Div>,
}

impl Saver {
    /// Saves from an editor in the page.
    pub fn new(
        editor: Editor,
        target: RwSignal<Option<EditorTarget>>,
        on_written: Callback<Written>,
        place: NodeRef<html::Div>,
    ) -> Self {
        Self {
            editor,
            session: use_session(),
            selection: use_selection(),
            toasts: use_toasts(),
            taken: RwSignal::new(None),
            refused: RwSignal::new(None),
            pending: PendingRequest::new(),
            target,
            on_written,
            then: StoredValue::new(Then::Close),
            place,
        }
    }

    /// Handles the main button. An edited item replaces its old version. New items use only free keys.
    pub fn save_edit(self, then: Then) {
        self.then.set_value(then);
        let several = self.editor.several().get_untracked();
        if several.len() > 1 {
            if self.editor.is_faultless() {
                self.save_all(several);
            }
        } else {
            self.save(self.editor.purpose() == Purpose::Edit);
        }
    }

    /// Replaces the item that has the key.
    pub fn replace(self) {
        self.save(true);
    }

    /// Starts sending; `None` while a request is pending.
    fn begin(self) -> Option<u64> {
        if self.pending.waits() {
            return None;
        }
        self.taken.set(None);
        self.refused.set(None);
        Some(self.pending.begin())
    }

    /// Sends the item. Unless it may replace another item, the request requires that the key is free.
    fn save(self, replace: bool) {
        let Some(item) = self.editor.item() else { return };
        let Some(number) = self.begin() else { return };
        let schema = self.editor.schema();
        let request = put(&schema, &item, replace);
        let key = schema.primary_key(&item);
        spawn_local(async move {
            let answer = self.session.send(request).await;
            let is_open = self.pending.end(number);
            match answer {
                Ok(answered) => self.written(&answered, key, item, is_open),
                Err(refused) => self.say(refused, t!("An item with this key exists.").to_owned(), is_open),
            }
        });
    }

    /// Sends several items in sequence, until one is refused. Removes written items from the editor.
    fn save_all(self, items: Vec<Item>) {
        let Some(number) = self.begin() else { return };
        let schema = self.editor.schema();
        let count = items.len();
        spawn_local(async move {
            for (at, item) in items.iter().enumerate() {
                let answer = self.session.send(put(&schema, item, false)).await;
                if let Err(refused) = answer {
                    let place = t!(
                        "{at} of {count} items are written. Item {next} has the key of another item.",
                        at,
                        count,
                        next = at + 1
                    );
                    let is_open = self.pending.end(number);
                    if is_open {
                        self.editor.drop_first(at);
                    }
                    return self.say(refused, place, is_open);
                }
                if let Some(key) = schema.primary_key(item) {
                    self.selection.item.set(Some(key.clone()));
                    self.on_written.try_run((key, Some(Arc::new(item.clone()))));
                }
            }
            self.toasts.say(Tone::Good, t!("{count} items written.", count));
            if self.pending.end(number) {
                self.target.set(None);
            }
        });
    }

    /// Shows the refusal in the editor, or as a message if the dialog is closed.
    fn say(self, refused: Refusal, taken: String, is_open: bool) {
        if !is_open {
            self.toasts
                .say(Tone::Bad, format!("{}: {}", refused.exception, refused.message));
        } else if refused.exception == CONDITION_FAILED {
            self.taken.set(Some(taken));
        } else {
            self.refused.set(Some(Refused::from(refused)));
        }
    }

    /// Handles the write of an item. A dialog that has been opened for another item in the meantime stays open.
    fn written(self, answered: &Answered, key: Option<Item>, item: Item, is_open: bool) {
        self.toasts.say(
            Tone::Good,
            t!("Item written: {as_ref}.", as_ref = cost_words(answered.cost().as_ref())),
        );
        let Some(key) = key else { return };
        self.selection.item.set(Some(key.clone()));
        self.on_written.try_run((key, Some(Arc::new(item))));
        if is_open && self.then.get_value() == Then::Another {
            self.editor.begin_another();
            self.place
                .get_untracked()
                .into_iter()
                .for_each(|place| first_field(&place, ".nodes"));
        } else if is_open {
            self.target.set(None);
        }
    }
}

/// The request. Unless it may replace another item, it requires that the key is free.
fn put(schema: &TableSchema, item: &Item, replace: bool) -> Request {
    let mut request = PutItemRequest {
        table_name: schema.name.clone(),
        item: item.clone(),
        return_consumed_capacity: Some(ReturnConsumedCapacity::Indexes),
        ..PutItemRequest::default()
    };
    if !replace {
        request.condition_expression = Some("attribute_not_exists(#key)".into());
        request.expression_attribute_names = Some(ExpressionAttributeNames::from_iter([(
            "#key".into(),
            schema.keys.partition.name.clone(),
        )]));
    }
    Request::PutItem(request)
}
