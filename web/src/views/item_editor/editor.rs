//! The handle to an item being written: its form, the JSON while it is typed, and its errors.

use hashrange_protocol::{JsonFormat, JsonReader};
use hashrange_values::{Item, Path};
use hashrange_words::t;
use leptos::prelude::*;

use crate::components::Diagnostic;
use crate::derived::{MaybeProp, Signal};
use crate::memo::Memo;
use crate::signal::RwSignal;
use crate::state::item_form::{Content, ItemForm, ItemProblem, Node, NodeId, Purpose, ROOT};
use crate::state::table_schema::TableSchema;

/// A view of the item.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ItemFace {
    /// Typed fields.
    #[default]
    Form,
    /// Plain JSON.
    Plain,
    /// DynamoDB JSON, with type descriptors.
    Typed,
}

/// An item being written. Form and JSON are two views of it. The last edited view determines the item.
#[derive(Clone, Copy)]
pub struct Editor {
    form: RwSignal<ItemForm>,
    problems: Memo<Vec<ItemProblem>>,
    /// The visible view.
    pub face: RwSignal<ItemFace>,
    typed: RwSignal<Option<String>>,
    faults: RwSignal<Vec<Diagnostic>>,
    attempted: RwSignal<bool>,
    original: StoredValue<Option<Item>>,
    several: RwSignal<Vec<Item>>,
}

impl Editor {
    /// Starts with a form.
    pub fn new(form: ItemForm) -> Self {
        let original = match form.purpose {
            Purpose::Edit => form.to_item().ok().and_then(|item| form.schema().primary_key(&item)),
            Purpose::New => None,
        };
        let form = RwSignal::new(form);
        Self {
            form,
            problems: Memo::new(move |_| form.with(ItemForm::problems)),
            face: RwSignal::new(ItemFace::Form),
            typed: RwSignal::new(None),
            faults: RwSignal::new(Vec::new()),
            attempted: RwSignal::new(false),
            original: StoredValue::new(original),
            several: RwSignal::new(Vec::new()),
        }
    }

    /// Reads from the form, following its changes.
    pub fn with<R>(self, read: impl FnOnce(&ItemForm) -> R) -> R {
        self.form.with(read)
    }

    /// Reads from the form without following it.
    pub fn with_untracked<R>(self, read: impl FnOnce(&ItemForm) -> R) -> R {
        self.form.with_untracked(read)
    }

    /// Changes the form.
    pub fn edit(self, change: impl FnOnce(&mut ItemForm)) {
        self.form.update(change);
        self.forget_typed();
    }

    fn forget_typed(self) {
        self.typed.set(None);
        self.faults.set(Vec::new());
        self.several.set(Vec::new());
    }

    /// A property of one node; `None` if the node was removed.
    pub fn node<T: PartialEq + Send + Sync + 'static>(
        self,
        id: NodeId,
        read: impl Fn(&Node) -> T + Send + Sync + 'static,
    ) -> Memo<Option<T>> {
        Memo::new(move |_| self.form.with(|form| form.node(id).map(&read)))
    }

    /// The type of a node's content. It changes when another control is needed.
    pub fn kind(self, id: NodeId) -> Memo<Option<hashrange_values::AttributeType>> {
        self.node(id, |node| node.content.kind())
    }

    /// The text of a scalar.
    pub fn text(self, id: NodeId) -> Signal<String> {
        let memo = self.node(id, |node| match &node.content {
            Content::Scalar(_, text) => text.clone(),
            _ => String::new(),
        });
        Signal::derive(move || memo.get().unwrap_or_default())
    }

    /// The message at a node. Shown at once if the node has text, and at every node after the reader has tried to save.
    pub fn message(self, id: NodeId) -> MaybeProp<String> {
        MaybeProp::derive(move || {
            let shows = self.attempted.get() || self.form.with(|form| form.node(id).is_some_and(has_text));
            self.problems
                .with(|all| all.iter().find(|(at, _)| *at == id).map(|(_, text)| text.clone()))
                .filter(|_| shows)
        })
    }

    /// The schema of the item's table.
    pub fn schema(self) -> TableSchema {
        self.form.with_untracked(|form| form.schema().clone())
    }

    /// New or existing.
    pub fn purpose(self) -> Purpose {
        self.form.with(|form| form.purpose)
    }

    /// Makes the item a new one, so that its key can be changed.
    pub fn save_as_new(self) {
        self.original.set_value(None);
        self.edit(ItemForm::save_as_new);
    }

    /// Continues with another new item with the same attributes.
    pub fn begin_another(self) {
        self.original.set_value(None);
        self.attempted.set(false);
        self.edit(|form| *form = form.another());
    }

    /// Whether the typed JSON has no errors. Errors are shown from now on.
    pub fn is_faultless(self) -> bool {
        self.attempted.set(true);
        self.faults.with_untracked(Vec::is_empty)
    }

    /// The items typed as JSON, if there are several. A single item is in the form.
    pub fn several(self) -> RwSignal<Vec<Item>> {
        self.several
    }

    /// Removes the first of several items from the editor, because they were written.
    pub fn drop_first(self, count: usize) {
        let rest: Vec<Item> = self
            .several
            .with_untracked(|items| items.iter().skip(count).cloned().collect());
        let write = |item: &Item| match self.face.get_untracked() {
            ItemFace::Plain => hashrange_wire::item_to_plain_json(item).text,
            ItemFace::Form | ItemFace::Typed => hashrange_wire::item_to_json_pretty(item),
        };
        let text: Vec<String> = rest.iter().map(write).collect();
        self.type_json(&text.join("\n"));
    }

    /// The size in bytes of a single item.
    pub fn size(self) -> Signal<Option<usize>> {
        Signal::derive(move || self.form.with(|form| form.to_item().ok().map(|item| item.item_size())))
    }

    /// The item to save. If there are errors, returns `None` and shows every message.
    pub fn item(self) -> Option<Item> {
        if !self.is_faultless() {
            return None;
        }
        self.form.with_untracked(|form| form.to_item().ok())
    }

    /// One line about the errors, shown beside the button.
    pub fn complaint(self) -> Signal<String> {
        Signal::derive(move || {
            if !self.attempted.get() {
                return String::new();
            }
            if self.faults.with(|faults| !faults.is_empty()) {
                return t!("The JSON needs attention.").into();
            }
            if self.several.with(|items| items.len() > 1) {
                return String::new();
            }
            let first = self.problems.with(|all| all.first().cloned());
            first.map_or_else(String::new, |(at, text)| match at {
                ROOT => text,
                id => format!("{}: {text}", self.form.with(|form| form.place(id))),
            })
        })
    }

    /// The JSON of the current view: the typed text, or the form's. A form with errors has no JSON.
    pub fn json(self) -> Signal<String> {
        Signal::derive(move || {
            if let Some(typed) = self.typed.get() {
                return typed;
            }
            let item = self.form.with(ItemForm::to_item_so_far);
            match self.face.get() {
                ItemFace::Plain => hashrange_wire::item_to_plain_json(&item).text,
                ItemFace::Form | ItemFace::Typed => hashrange_wire::item_to_json_pretty(&item),
            }
        })
    }

    /// The attributes whose type plain JSON cannot express.
    pub fn lossy(self) -> Signal<String> {
        Signal::derive(move || {
            let item = self.form.with(ItemForm::to_item_so_far);
            let lossy = hashrange_wire::item_to_plain_json(&item).lossy;
            let words: Vec<String> = lossy
                .iter()
                .map(|(path, kind): &(Path, _)| format!("{path} is {}", kind.descriptor()))
                .collect();
            words.join(", ")
        })
    }

    /// The errors in the typed JSON.
    pub fn faults(self) -> Signal<Vec<Diagnostic>> {
        self.faults.into()
    }

    /// Switches to another view. Typed text is already in the form, or is invalid and dropped.
    pub fn turn_to(self, face: ItemFace) {
        self.forget_typed();
        self.face.set(face);
    }

    /// Stores typed JSON. The form follows if the text is valid.
    pub fn type_json(self, text: &str) {
        self.several.set(Vec::new());
        if self.form.with_untracked(|form| form.purpose == Purpose::New) && self.take_several(text) {
            return;
        }
        let before = self.form.with_untracked(ItemForm::to_item_so_far);
        let read = match self.face.get_untracked() {
            ItemFace::Plain => hashrange_wire::item_from_plain_json(text, Some(&before)),
            ItemFace::Form | ItemFace::Typed => hashrange_wire::item_from_json(text),
        };
        self.typed.set(Some(text.to_owned()));
        let fault = match read {
            Ok(item) => self.take_over(&item),
            Err(error) => {
                let place = error.path.as_ref().map_or_else(String::new, |path| format!("{path}: "));
                Some((error.offset, format!("{place}{}", error.reason)))
            }
        };
        let faults = fault.map(|(offset, message)| {
            let from = offset.min(text.len());
            let rest = text.get(from..).unwrap_or_default();
            Diagnostic {
                from,
                to: from + rest.find('\n').unwrap_or(rest.len()).min(40),
                message,
            }
        });
        self.faults.set(faults.into_iter().collect());
    }

    /// Reads a list of items, or several items in sequence. False if the text is one item, or no item.
    fn take_several(self, text: &str) -> bool {
        let format = match self.face.get_untracked() {
            ItemFace::Plain => JsonFormat::Plain,
            ItemFace::Form | ItemFace::Typed => JsonFormat::DynamoDb,
        };
        let schema = self.schema();
        let (mut items, mut fault) = (Vec::new(), None);
        let mut reader = JsonReader::new(text, format);
        while let Some(read) = reader.next() {
            let at = reader.position();
            let read = read.map_err(|error| t!("Line {line}: {reason}", line = error.line, reason = error.reason));
            let checked =
                read.and_then(
                    |item| match ItemForm::of_item(&schema, &item, Purpose::New).problems().first() {
                        Some((_, problem)) => Err(t!("Item {items}: {problem}", items = items.len() + 1, problem)),
                        None => Ok(item),
                    },
                );
            match checked {
                Ok(item) => items.push(item),
                Err(message) => fault = fault.or(Some((at, message))),
            }
        }
        let count = items.len() + usize::from(fault.is_some());
        if count < 2 && !(text.trim_start().starts_with('[') && count == 1) {
            return false;
        }
        self.typed.set(Some(text.to_owned()));
        let end = |at: usize| at.min(text.len());
        let mark = |(at, message): (usize, String)| Diagnostic {
            from: end(at.saturating_sub(1)),
            to: end(at),
            message,
        };
        self.faults.set(fault.map(mark).into_iter().collect());
        if let [only] = items.as_slice() {
            self.form.set(ItemForm::of_item(&schema, only, Purpose::New));
        }
        self.several.set(items);
        true
    }

    fn take_over(self, item: &Item) -> Option<(usize, String)> {
        let schema = self.schema();
        if let Some(key) = self.original.get_value()
            && schema.primary_key(item).as_ref() != Some(&key)
        {
            let text = t!("You cannot change the key of an existing item. Save it as a new item.");
            return Some((0, text.to_owned()));
        }
        let purpose = self.form.with_untracked(|form| form.purpose);
        self.form.set(ItemForm::of_item(&schema, item, purpose));
        None
    }
}

fn has_text(node: &Node) -> bool {
    match &node.content {
        Content::Scalar(_, text) => !text.is_empty(),
        Content::Set(_, members) => !members.is_empty(),
        Content::Bool(_) | Content::Null | Content::List(_) | Content::Map(_) => !node.name.is_empty(),
    }
}
