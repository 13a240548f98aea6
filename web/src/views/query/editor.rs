//! The handle to a read being written: the form, the JSON while it is typed, and their errors.

use hashrange_wire::{Operation, QueryRequest, Request, ReturnConsumedCapacity, ScanRequest};
use leptos::prelude::*;

use crate::derived::{MaybeProp, Signal};
use crate::memo::Memo;
use crate::signal::RwSignal;
use crate::state::json_draft::JsonDraft;
use crate::state::query_form::{Built, QueryField, QueryForm};
use crate::state::table_schema::TableSchema;

/// A read being written. Form and JSON are two views of it. The last edited view determines the request.
#[derive(Clone, Copy)]
pub struct QueryEditor {
    /// The table to read.
    pub schema: Signal<TableSchema>,
    form: RwSignal<QueryForm>,
    draft: RwSignal<Option<JsonDraft>>,
    built: Memo<Built>,
    attempted: RwSignal<bool>,
}

impl QueryEditor {
    /// Starts with a form, and with JSON if it was being typed.
    pub fn new(schema: Signal<TableSchema>, form: QueryForm, typed: Option<&str>) -> Self {
        let form = RwSignal::new(form);
        let editor = Self {
            schema,
            form,
            draft: RwSignal::new(None),
            built: Memo::new(move |_| form.with(|form| schema.with(|schema| form.build(schema)))),
            attempted: RwSignal::new(false),
        };
        if let Some(text) = typed {
            editor.type_json(text);
        }
        editor
    }

    /// Reads from the form, following its changes.
    pub fn with<R>(self, read: impl FnOnce(&QueryForm) -> R) -> R {
        self.form.with(read)
    }

    /// Reads from the form without following it.
    pub fn with_untracked<R>(self, read: impl FnOnce(&QueryForm) -> R) -> R {
        self.form.with_untracked(read)
    }

    /// Changes the form. The JSON follows.
    pub fn edit(self, change: impl FnOnce(&mut QueryForm)) {
        self.form.update(change);
        self.draft.set(None);
    }

    /// A value derived from the form.
    pub fn read<T: PartialEq + Send + Sync + 'static>(
        self,
        read: impl Fn(&QueryForm) -> T + Send + Sync + 'static,
    ) -> Memo<T> {
        Memo::new(move |_| self.form.with(&read))
    }

    /// Changes to an index, or to the table. The partition key's value stays if its attribute is the same.
    pub fn turn_to(self, index: Option<&str>) {
        let keeps = self.schema.with_untracked(|schema| {
            let before = self
                .form
                .with_untracked(|form| schema.keys_of(form.index.as_deref()).partition.clone());
            before == schema.keys_of(index).partition
        });
        self.edit(|form| form.turn_to(index, keeps));
    }

    /// The message at a field. Shown after the reader has tried to run the request.
    pub fn message(self, field: QueryField) -> MaybeProp<String> {
        self.messages(move |at| at == field)
    }

    /// The first message at any of some fields. Shown after the reader has tried to run the request.
    pub fn messages(self, covers: impl Fn(QueryField) -> bool + Send + Sync + 'static) -> MaybeProp<String> {
        MaybeProp::derive(move || {
            if !self.attempted.get() {
                return None;
            }
            self.built.with(|built| {
                built
                    .problems
                    .iter()
                    .find(|(at, _)| covers(*at))
                    .map(|(_, text)| text.clone())
            })
        })
    }

    /// The action of the button: `Query` or `Scan`.
    pub fn operation(self) -> Signal<&'static str> {
        Signal::derive(move || {
            let typed = self
                .draft
                .with(|draft| match draft.as_ref().and_then(|draft| draft.request.as_ref()) {
                    Some(Request::Query(_)) => Some("Query"),
                    Some(_) => Some("Scan"),
                    None => None,
                });
            typed.unwrap_or_else(|| self.form.with(QueryForm::operation))
        })
    }

    /// The JSON beside the form.
    pub fn json(self) -> Signal<String> {
        Signal::derive(move || {
            let typed = self.draft.with(|draft| draft.as_ref().map(|draft| draft.text.clone()));
            typed.unwrap_or_else(|| {
                self.built
                    .with(|built| hashrange_wire::encode_request_pretty(&built.request))
            })
        })
    }

    /// The draft, if JSON is being typed.
    pub fn draft(self) -> Signal<Option<JsonDraft>> {
        self.draft.into()
    }

    /// Why the form does not show the typed JSON, if it cannot.
    pub fn beyond(self) -> Option<String> {
        self.draft
            .with(|draft| draft.as_ref().and_then(|draft| draft.beyond.clone()))
    }

    /// Stores typed JSON. The form follows if it can express the request.
    pub fn type_json(self, text: &str) {
        self.follow(JsonDraft::read_query_or_scan(text));
    }

    /// Takes over a body that is written elsewhere, as JSON being typed. The form follows if it can express the request.
    /// A Query without a key condition is a form without a key.
    pub fn take_over(self, operation: Operation, body: &str) {
        let draft = JsonDraft::read(operation, body);
        if draft.request.is_none() {
            self.follow(JsonDraft::read_query_or_scan(body));
        }
        self.follow(draft);
    }

    fn follow(self, mut draft: JsonDraft) {
        let read = |request| {
            self.schema
                .with_untracked(|schema| QueryForm::from_request(request, schema))
        };
        match draft.request.as_ref().map(read) {
            Some(Ok(form)) => self.form.set(form),
            Some(Err(note)) => draft.beyond = Some(note),
            None => {}
        }
        self.draft.set(Some(draft));
    }

    /// The request of the form, without its invalid parts. `None` if JSON was typed since the form was edited.
    pub fn form_request(self) -> Option<Request> {
        let is_typed = self.draft.with(Option::is_some);
        (!is_typed).then(|| self.built.with(|built| built.request.clone()))
    }

    /// Whether the request is complete: JSON as typed, or a form without errors. Shows the errors of a form.
    pub fn is_complete(self) -> bool {
        self.attempted.set(true);
        self.draft.with_untracked(Option::is_some) || self.built.with_untracked(|built| built.problems.is_empty())
    }

    /// The request to send. If there are errors, returns `None` and shows every message.
    pub fn request(self) -> Option<Request> {
        if !self.is_complete() {
            return None;
        }
        match self.draft.get_untracked() {
            Some(draft) => draft.request.map(asking_for_cost),
            None => untrack(|| self.form_request()),
        }
    }
}

/// The request, changed to return the consumed capacity of every index.
fn asking_for_cost(request: Request) -> Request {
    let return_consumed_capacity = Some(ReturnConsumedCapacity::Indexes);
    match request {
        Request::Query(query) => Request::Query(QueryRequest {
            return_consumed_capacity,
            ..query
        }),
        Request::Scan(scan) => Request::Scan(ScanRequest {
            return_consumed_capacity,
            ..scan
        }),
        other => other,
    }
}
