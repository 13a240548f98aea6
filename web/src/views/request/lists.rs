//! The handle to the requests of a batch or a transaction. The body as JSON follows every change.
//!
//! Must not know how a request is shown.

use hashrange_wire::{JsonTree, Operation};
use hashrange_words::t;
use leptos::prelude::*;

use super::editor::RequestEditor;
use crate::components::focus::first_of;
use crate::components::{Toasts, Tone, use_toasts};
use crate::derived::Signal;
use crate::memo::Memo;
use crate::session::{Session, use_session};
use crate::state::request_list::{
    ListRow, Members, Outcome, RequestList, RowKind, field_kind, get, kind_of, kinds, object, outcomes, put, row_from,
    unprocessed, written_field,
};
use crate::state::request_log::Sent;
use crate::state::table_schema::TableSchema;
use crate::views::fields::{Options, options};

/// What has a member.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Owner {
    /// The request at this place.
    Row(usize),
    /// The table at this place, for all its requests.
    Table(usize),
    /// The body.
    Body,
}

/// The latest response about the list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ListAnswer {
    /// The outcome of each request.
    pub outcomes: Vec<Outcome>,
    /// The body that sends the unprocessed requests again.
    pub again: Option<String>,
    /// Whether the requests were others then. They have no outcomes.
    pub is_old: bool,
}

/// The handle to the requests of the body.
#[derive(Clone, Copy)]
pub struct Lists {
    /// The editor of the body.
    pub editor: RequestEditor,
    session: Session,
    toasts: Toasts,
    /// The requests, or why the body is not shown as a list.
    pub list: Memo<Result<RequestList, String>>,
    /// The latest response about them.
    pub answer: Memo<ListAnswer>,
}

/// Whether an operation has a list of requests.
#[must_use]
pub fn has_list(operation: Operation) -> bool {
    !kinds(operation).is_empty()
}

impl Lists {
    /// The requests of this body.
    #[must_use]
    pub fn of(editor: RequestEditor, body: Signal<String>) -> Self {
        let list = Memo::new(move |_| {
            let operation = editor.operation();
            if !has_list(operation) {
                return Err(String::new());
            }
            body.with(|body| RequestList::read(operation, body))
        });
        let shown = editor.shown();
        let answer = Memo::new(move |_| {
            let answer = |sent: &Option<Sent>| list.with(|list| answer_to(list.as_ref().ok()?, sent.as_ref()?));
            shown.with(answer).unwrap_or_default()
        });
        Self {
            editor,
            session: use_session(),
            toasts: use_toasts(),
            list,
            answer,
        }
    }

    /// Reads the list. Reactive.
    pub fn with<R>(self, read: impl FnOnce(&RequestList) -> R) -> Option<R> {
        self.list.with(|list| list.as_ref().ok().map(read))
    }

    /// Changes the list. Words from the change are shown, with a button that brings the body before back.
    fn edit(self, edit: &mut dyn FnMut(&mut RequestList) -> Option<String>) {
        let Ok(before) = self.list.with_untracked(Clone::clone) else {
            return;
        };
        let mut list = before.clone();
        let words = edit(&mut list);
        self.editor.type_body(list.body());
        if let Some(words) = words {
            let editor = self.editor;
            self.toasts.offer_undo(words, move || {
                if untrack(|| editor.operation()) == before.operation {
                    editor.type_body(before.body());
                }
            });
        }
    }

    /// The value of a member as text. Reactive.
    #[must_use]
    pub fn value(self, owner: Owner, name: &str) -> String {
        let value = |list: &RequestList| members(list, owner).and_then(|members| get(members, name)).cloned();
        written_field(field_kind(name), self.with(value).flatten().as_ref())
    }

    /// Replaces or removes a member.
    pub fn set(self, owner: Owner, name: &str, mut value: Option<JsonTree>) {
        self.edit(&mut |list| {
            put(members_mut(list, owner)?, name, value.take());
            None
        });
    }

    /// The names of the tables, and this one. Reactive.
    #[must_use]
    pub fn tables(self, own: &str) -> Options {
        let tables = self.session.tables();
        let mut names = tables.with(|tables| options(tables.iter().map(|table| &*table.table_name)));
        if !names.iter().any(|(name, _)| name == own) {
            names.insert(0, (own.to_owned(), own.to_owned()));
        }
        names
    }

    /// Gives a request another kind (0) or another table (1). Its choice keeps the focus.
    pub fn turn(self, place: usize, choice: usize, word: &str) {
        let mut to = place;
        self.edit(&mut |list| {
            if choice > 0 {
                to = list.turn_to_table(place, word);
                return None;
            }
            let lost = list.turn_to_kind(place, RowKind::from_word(word)?);
            (!lost.is_empty()).then(|| t!("{word} has no {join}: removed.", word, join = lost.join(", ")))
        });
        // The choice of the table is the last one.
        let part = if choice > 0 { "select:last-of-type" } else { "select" };
        self.focus(to, part);
    }

    /// Moves a request up (0) or down (1), or removes it. Its button keeps the focus.
    pub fn act(self, place: usize, act: usize) {
        let removes = act > 1;
        let mut to = Some(place);
        self.edit(&mut |list| {
            if removes {
                list.remove(place);
                return Some(t!("Removed request {place}.", place = place + 1));
            }
            to = list.beside(place, act == 1);
            list.rows.swap(place, to.unwrap_or(place));
            None
        });
        if let Some(to) = to {
            self.focus(to, &format!("button:nth-of-type({})", act + 1));
        }
    }

    /// What can be added: a new request, and the saved and sent ones. Those that cannot be a row say so.
    #[must_use]
    pub fn addable(self, operation: Operation) -> Options {
        let mut options = vec![(String::new(), t!("A new request").to_owned())];
        for known in self.editor.known() {
            let can_be = kind_of(known.operation).is_some_and(|kind| kinds(operation).contains(&kind));
            let note = if can_be { "" } else { " (not possible)" };
            let label = format!("{}{note}", known.name);
            options.push((known.name, label));
        }
        options
    }

    /// Adds a known request by its name, or a new one, and focuses it.
    pub fn add(self, name: &str, front: Option<String>) {
        let operation = untrack(|| self.editor.operation());
        let known = untrack(|| self.editor.known());
        let row = match known.into_iter().find(|known| known.name == name) {
            None => Ok((self.blank(operation, front), Vec::new())),
            Some(known) => row_from(operation, known.operation, &known.body),
        };
        match row {
            Ok((row, left)) => {
                if !left.is_empty() {
                    let words = t!(
                        "Added without {join}: {operation} has none.",
                        join = left.join(", "),
                        operation = operation.name()
                    );
                    self.toasts.say(Tone::Notice, words);
                }
                let mut place = 0;
                self.edit(&mut |list| {
                    place = list.add(row.clone());
                    None
                });
                self.focus(place, "textarea");
            }
            Err(why) => self
                .toasts
                .say(Tone::Bad, t!("“{name}” cannot be added. {why}.", name, why)),
        }
    }

    /// Sends what a batch did not process, as the body.
    pub fn send_again(self, table: Option<&str>) {
        let body = self.answer.with_untracked(|answer| answer.again.clone());
        if let Some(body) = body {
            self.editor.type_body(body);
            self.editor.send(table);
        }
    }

    /// A new request of the first kind, with the key attributes of its table.
    fn blank(self, operation: Operation, front: Option<String>) -> ListRow {
        let kind = kinds(operation).first().copied().unwrap_or(RowKind::Get);
        let last = |list: &RequestList| list.rows.last().map(|row| row.table.clone());
        let last = untrack(|| self.with(last)).flatten();
        let table = last.or(front).unwrap_or_else(|| "TableName".to_owned());
        let described = untrack(|| self.session.table(&table));
        let mut key = Vec::new();
        if let Some(schema) = described.as_ref().and_then(TableSchema::read) {
            for attribute in schema.keys.iter() {
                let kind = attribute.kind.descriptor().to_owned();
                key.push((attribute.name.to_string(), object(vec![(kind, JsonTree::from(""))])));
            }
        }
        let key = object(key);
        ListRow {
            kind,
            table,
            members: vec![(kind.target().to_owned(), key)],
        }
    }

    /// One frame later, focuses a part of the request at this place, or of the last one.
    pub fn focus(self, place: usize, part: &str) {
        let last = untrack(|| self.with(|list| list.rows.len().checked_sub(1))).flatten();
        first_of(match last {
            Some(last) => format!("#list-row-{} {part}", place.min(last)),
            None => ".list-foot select".to_owned(),
        });
    }
}

fn members(list: &RequestList, owner: Owner) -> Option<&Members> {
    match owner {
        Owner::Row(place) => list.rows.get(place).map(|row| &row.members),
        Owner::Table(place) => list.tables.get(place).map(|table| &table.1),
        Owner::Body => Some(&list.others),
    }
}

fn members_mut(list: &mut RequestList, owner: Owner) -> Option<&mut Members> {
    match owner {
        Owner::Row(place) => list.rows.get_mut(place).map(|row| &mut row.members),
        Owner::Table(place) => list.tables.get_mut(place).map(|table| &mut table.1),
        Owner::Body => Some(&mut list.others),
    }
}

/// What a response says about the requests, if it is one to this operation.
fn answer_to(list: &RequestList, sent: &Sent) -> Option<ListAnswer> {
    let then = RequestList::read(sent.operation, &sent.body).ok()?;
    if then.operation != list.operation {
        return None;
    }
    if !list.has_requests_of(&then) {
        return Some(ListAnswer {
            is_old: true,
            ..ListAnswer::default()
        });
    }
    let answer = JsonTree::parse(sent.answer.as_deref()?).ok()?;
    Some(ListAnswer {
        outcomes: outcomes(&then, sent.status, &answer),
        again: unprocessed(&then, &answer),
        is_old: false,
    })
}
