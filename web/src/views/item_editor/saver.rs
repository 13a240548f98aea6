//! Saves what is on the desk: one item or several, and what comes after. Must not know how an item is shown.

use std::sync::Arc;

use hashrange_protocol::{Answered, Refused as Refusal};
use hashrange_values::Item;
use hashrange_wire::{PutItemRequest, Request, ReturnConsumedCapacity};
use leptos::html;
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::desk::Desk;
use super::target::{EditorTarget, Written};
use crate::components::focus::first_field;
use crate::components::{Toasts, Tone, use_toasts};
use crate::selection::{Selection, use_selection};
use crate::session::{Session, use_session};
use crate::state::item_form::Purpose;
use crate::state::table_schema::TableSchema;
use crate::views::cost_words::cost_words;
use crate::views::refusal::Refused;
use crate::views::under_way::UnderWay;

/// What the service calls a condition that did not hold.
const CONDITION_FAILED: &str = "ConditionalCheckFailedException";

/// What comes after the item is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Then {
    /// The dialog closes.
    #[default]
    Close,
    /// The dialog stays, for an item with the same attributes.
    Another,
}

/// What saving needs: taken up when the desk is made, because handlers have no context of their own.
#[derive(Clone, Copy)]
pub struct Saver {
    /// The item, or the items.
    pub desk: Desk,
    /// Which item was not written, because another one has its key.
    pub taken: RwSignal<Option<String>>,
    /// What the service refused.
    pub refused: RwSignal<Option<Refused>>,
    session: Session,
    selection: Selection,
    toasts: Toasts,
    under_way: UnderWay,
    target: RwSignal<Option<EditorTarget>>,
    on_written: Callback<Written>,
    then: StoredValue<Then>,
    place: NodeRef<html::Div>,
}

impl Saver {
    /// Saves from a desk in the page.
    pub fn new(
        desk: Desk,
        target: RwSignal<Option<EditorTarget>>,
        on_written: Callback<Written>,
        place: NodeRef<html::Div>,
    ) -> Self {
        Self {
            desk,
            session: use_session(),
            selection: use_selection(),
            toasts: use_toasts(),
            taken: RwSignal::new(None),
            refused: RwSignal::new(None),
            under_way: UnderWay::new(),
            target,
            on_written,
            then: StoredValue::new(Then::Close),
            place,
        }
    }

    /// What the main button does: an edited item takes its own place, new ones only free places.
    pub fn save_edit(self, then: Then) {
        self.then.set_value(then);
        let several = self.desk.several().get_untracked();
        if several.len() > 1 {
            if self.desk.is_faultless() {
                self.save_all(several);
            }
        } else {
            self.save(self.desk.purpose() == Purpose::Edit);
        }
    }

    /// Takes the place of the item that has the key.
    pub fn replace(self) {
        self.save(true);
    }

    /// Begins to send; nothing while something is sent.
    fn begin(self) -> Option<u64> {
        if self.under_way.waits() {
            return None;
        }
        self.taken.set(None);
        self.refused.set(None);
        Some(self.under_way.begin())
    }

    /// Sends the item. Unless it may replace another, the request holds only where the key is free.
    fn save(self, replace: bool) {
        let Some(item) = self.desk.item() else { return };
        let Some(number) = self.begin() else { return };
        let schema = self.desk.schema();
        let request = put(&schema, &item, replace);
        let key = schema.primary_key(&item);
        spawn_local(async move {
            let answer = self.session.send(request).await;
            let is_open = self.under_way.end(number);
            match answer {
                Ok(answered) => self.written(&answered, key, item, is_open),
                Err(refused) => self.say(refused, "An item with this key exists.".to_owned(), is_open),
            }
        });
    }

    /// Sends several items, one after the other, until one is refused. Those that are written leave the desk.
    fn save_all(self, items: Vec<Item>) {
        let Some(number) = self.begin() else { return };
        let schema = self.desk.schema();
        let count = items.len();
        spawn_local(async move {
            for (at, item) in items.iter().enumerate() {
                let answer = self.session.send(put(&schema, item, false)).await;
                if let Err(refused) = answer {
                    let place =
                        format!("{at} of {count} items are written. Item {} has the key of another item.", at + 1);
                    let is_open = self.under_way.end(number);
                    if is_open {
                        self.desk.drop_first(at);
                    }
                    return self.say(refused, place, is_open);
                }
                if let Some(key) = schema.primary_key(item) {
                    self.selection.item.set(Some(key.clone()));
                    self.on_written.try_run((key, Some(Arc::new(item.clone()))));
                }
            }
            self.toasts.say(Tone::Good, format!("{count} items written."));
            if self.under_way.end(number) {
                self.target.set(None);
            }
        });
    }

    /// Says what was refused: on the desk, or beside it when the dialog is closed.
    fn say(self, refused: Refusal, taken: String, is_open: bool) {
        if !is_open {
            self.toasts.say(Tone::Bad, format!("{}: {}", refused.exception, refused.message));
        } else if refused.exception == CONDITION_FAILED {
            self.taken.set(Some(taken));
        } else {
            self.refused.set(Some(Refused::from(refused)));
        }
    }

    /// The item is written. A dialog that was opened meanwhile for another one stays.
    fn written(self, answered: &Answered, key: Option<Item>, item: Item, is_open: bool) {
        self.toasts.say(Tone::Good, format!("Item written: {}.", cost_words(answered.cost().as_ref())));
        let Some(key) = key else { return };
        self.selection.item.set(Some(key.clone()));
        self.on_written.try_run((key, Some(Arc::new(item))));
        if is_open && self.then.get_value() == Then::Another {
            self.desk.begin_another();
            self.place.get_untracked().into_iter().for_each(|place| first_field(&place, ".nodes"));
        } else if is_open {
            self.target.set(None);
        }
    }
}

/// The request. Unless it may replace another item, it holds only where the key is free.
fn put(schema: &TableSchema, item: &Item, replace: bool) -> Request {
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
    Request::PutItem(request)
}
