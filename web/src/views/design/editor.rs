//! The handle to a table being designed: the form, the JSON while it is typed, and which messages are shown.

use hashrange_wire::Request;

use crate::derived::{MaybeProp, Signal};
use crate::memo::Memo;
use crate::signal::RwSignal;
use crate::state::design_form::{DesignField, DesignForm, KeyPlace};
use crate::state::json_draft::JsonDraft;

/// A table being designed. Form and JSON are two views of it. The last edited view determines the table.
#[derive(Clone, Copy)]
pub struct DesignEditor {
    form: RwSignal<DesignForm>,
    draft: RwSignal<Option<JsonDraft>>,
    problems: Memo<Vec<(DesignField, String)>>,
    touched: RwSignal<Vec<DesignField>>,
    attempted: RwSignal<bool>,
}

impl DesignEditor {
    /// Starts with a form.
    pub fn new(form: DesignForm) -> Self {
        let form = RwSignal::new(form);
        Self {
            form,
            draft: RwSignal::new(None),
            problems: Memo::new(move |_| form.with(DesignForm::problems)),
            touched: RwSignal::new(Vec::new()),
            attempted: RwSignal::new(false),
        }
    }

    /// Reads from the form, following its changes.
    pub fn with<R>(self, read: impl FnOnce(&DesignForm) -> R) -> R {
        self.form.with(read)
    }

    /// Changes the form. The JSON follows.
    pub fn edit(self, change: impl FnOnce(&mut DesignForm)) {
        self.form.update(change);
        self.draft.set(None);
    }

    /// A value derived from the form.
    pub fn read<T: Send + Sync + 'static>(self, read: impl Fn(&DesignForm) -> T + Send + Sync + 'static) -> Signal<T> {
        Signal::derive(move || self.form.with(&read))
    }

    /// Name of a key field.
    pub fn key_name(self, place: KeyPlace) -> Signal<String> {
        self.read(move |form| form.key(place).map(|key| key.name.clone()).unwrap_or_default())
    }

    /// Marks a field as visited. Its messages are shown from now on.
    pub fn touch(self, field: DesignField) {
        if !self.touched.with_untracked(|touched| touched.contains(&field)) {
            self.touched.update(|touched| touched.push(field));
        }
    }

    /// Marks a non-empty field as visited when the focus leaves it. A message at an empty field would move the control
    /// that the reader is about to press.
    pub fn leave(self, field: DesignField, text: Signal<String>) {
        if !text.with_untracked(String::is_empty) {
            self.touch(field);
        }
    }

    /// The message at a field. Shown after the reader has visited it or has tried to create the table.
    pub fn message(self, field: DesignField) -> MaybeProp<String> {
        MaybeProp::derive(move || {
            let shows = self.attempted.get() || self.touched.with(|touched| touched.contains(&field));
            let found = self
                .problems
                .with(|all| all.iter().find(|(at, _)| *at == field).map(|(_, text)| text.clone()));
            found.filter(|_| shows)
        })
    }

    /// The JSON beside the form: the typed text, or the form's request.
    pub fn json(self) -> Signal<String> {
        Signal::derive(move || {
            let typed = self.draft.with(|draft| draft.as_ref().map(|draft| draft.text.clone()));
            typed.unwrap_or_else(|| {
                let request = self.form.with(DesignForm::to_request);
                hashrange_wire::encode_request_pretty(&Request::CreateTable(request))
            })
        })
    }

    /// The draft, if JSON is being typed.
    pub fn draft(self) -> Signal<Option<JsonDraft>> {
        self.draft.into()
    }

    /// Stores typed JSON. The form follows if it can express the request.
    pub fn type_json(self, text: &str) {
        let mut draft = JsonDraft::read(hashrange_wire::Operation::CreateTable, text);
        if let Some(Request::CreateTable(request)) = &draft.request {
            match DesignForm::from_request(request) {
                Ok(form) => self.form.set(form),
                Err(note) => draft.beyond = Some(note),
            }
        }
        self.draft.set(Some(draft));
    }

    /// Shows every message, as after an attempt to create the table.
    pub fn attempt(self) {
        self.attempted.set(true);
    }

    /// Whether these fields have no errors. Reactive.
    pub fn is_right(self, covers: impl Fn(DesignField) -> bool) -> bool {
        self.problems
            .with(|problems| !problems.iter().any(|(at, _)| covers(*at)))
    }

    /// The request to send. If there are errors, returns `None` and shows every message.
    pub fn request(self) -> Option<Request> {
        self.attempted.set(true);
        match self.draft.get_untracked() {
            Some(draft) => draft.request,
            None if self.problems.with_untracked(Vec::is_empty) => {
                Some(Request::CreateTable(self.form.with_untracked(DesignForm::to_request)))
            }
            None => None,
        }
    }

    /// The number of messages, shown beside the button.
    pub fn problem_count(self) -> Signal<usize> {
        Signal::derive(move || {
            if self.attempted.get() {
                self.problems.with(Vec::len)
            } else {
                0
            }
        })
    }
}
