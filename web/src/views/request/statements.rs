//! The handle to the statements of a request. The body as JSON follows every change.
//!
//! Must not know how a statement is shown, nor how a request is sent.

use hashrange_wire::{Operation, Request, decode_draft, encode_request_pretty};
use leptos::prelude::*;

use super::editor::RequestEditor;
use crate::derived::Signal;
use crate::memo::Memo;
use crate::signal::RwSignal;
use crate::state::statements::{StatementForm, change_statement, is_whole, statements_of};

/// Text of a parameter that is no value of its type, with the places of its statement and of the parameter. It is not in
/// the body.
pub type Unread = RwSignal<Vec<(usize, usize, String)>>;

/// The handle to the statements of the body.
#[derive(Clone, Copy)]
pub struct Statements {
    /// The editor of the body.
    pub editor: RequestEditor,
    body: Signal<String>,
    /// The statements; `None` if the body has none that can be shown.
    pub forms: Memo<Option<Vec<StatementForm>>>,
    /// The parameters that have no value.
    pub unread: Unread,
}

impl Statements {
    /// The statements of this body.
    #[must_use]
    pub fn of(editor: RequestEditor, body: Signal<String>) -> Self {
        let forms = Memo::new(move |_| {
            let whole = |body: &String| read(editor.operation(), body).filter(|request| is_whole(body, request));
            statements_of(body.with(whole)?)
        });
        let unread = RwSignal::new(Vec::new());
        Self {
            editor,
            body,
            forms,
            unread,
        }
    }

    /// One of the statements.
    #[must_use]
    pub fn form(self, place: usize) -> StatementForm {
        let form = |forms: &Option<Vec<StatementForm>>| forms.as_ref().and_then(|forms| forms.get(place).cloned());
        self.forms.with(form).unwrap_or_default()
    }

    /// Changes one of the statements.
    pub fn change(self, place: usize, change: impl FnOnce(&mut StatementForm)) {
        self.edit(|request| change_statement(request, place, change));
    }

    /// Changes the request.
    pub fn edit(self, edit: impl FnOnce(&mut Request)) {
        let operation = untrack(|| self.editor.operation());
        if let Some(mut request) = self.body.with_untracked(|body| read(operation, body)) {
            edit(&mut request);
            self.editor.type_body(encode_request_pretty(&request));
        }
    }
}

fn read(operation: Operation, body: &str) -> Option<Request> {
    decode_draft(operation, body.as_bytes()).ok()
}
