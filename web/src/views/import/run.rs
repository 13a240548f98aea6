//! Has the engine write a file's items into the table, and follows how far it has come.

use hashrange_protocol::{Command, Import as Wanted, ImportForm, Imported, JobEnd, JobKind};
use leptos::prelude::*;

use super::counts::counts;
use super::desk::Desk;
use crate::components::Tone;
use crate::selection::Tab;
use crate::session::{Notice, real_time};
use crate::state::csv_import::{Draft, Ending, Import};

/// Begins to write what is planned.
pub fn begin(desk: Desk) {
    let Some(draft) = desk.state.with_untracked(|state| state.draft().cloned()) else { return };
    let Some(wanted) = wanted(&draft) else { return };
    desk.state.update(Import::begin);
    desk.began.set_value(real_time());
    desk.session.ask_for(Command::Import(Box::new(wanted)));
}

fn wanted(draft: &Draft) -> Option<Wanted> {
    let form = match draft.format.json() {
        None => ImportForm::Csv(draft.plan.clone()),
        Some(format) => ImportForm::Json(format),
    };
    let (name, bytes) = (draft.source.name.clone(), draft.source.bytes.to_vec());
    let create = draft.create_request().map(|request| hashrange_wire::encode_request(&request));
    Some(Wanted { name, table: draft.table.clone()?, create, form, bytes })
}

/// Shows how far the writing has come, and how it ended.
pub fn follow(desk: Desk) {
    let session = desk.session;
    let done = Memo::new(move |_| {
        session.job().with(|job| job.as_ref().filter(|job| job.kind == JobKind::Import)?.import.clone())
    });
    Effect::new(move || {
        if let Some(done) = done.get() {
            desk.state.update(|state| state.follow(&done));
        }
    });
    Effect::new(move || {
        if let Some((_, Notice::Ended(end))) = session.notice().get()
            && end.kind == JobKind::Import
        {
            finish(desk, end);
        }
    });
}

fn finish(desk: Desk, end: JobEnd) {
    let JobEnd { trouble, stopped, import, title, .. } = end;
    let done: Imported = import.unwrap_or_default();
    let stops = trouble.is_some();
    let new = desk.state.with_untracked(|state| match state {
        Import::Running(run) if run.is_new && done.written > 0 => Some(run.table.clone()),
        _ => None,
    });
    // The items of a new table are what is seen when the dialog closes.
    if let Some(table) = new {
        desk.selection.choose(&table, None);
        desk.selection.tab.set(Tab::Items);
    }
    let ending = match trouble {
        Some(reason) => Ending::Stopped { reason },
        None if stopped => Ending::Cancelled,
        None => Ending::Complete,
    };
    let took = real_time() - desk.began.get_value();
    let words = desk.state.try_update(|state| {
        state.follow(&done);
        state.finish(ending, took);
        match state {
            Import::Finished(summary) => format!("Import of {title}: {}.", counts(&summary.run)),
            _ => format!("Import of {title}: {} written, {} failed.", done.written, done.failed),
        }
    });
    // A reader who has closed the dialog, or came back after a reload, learns it all the same.
    if let Some(words) = words.filter(|_| desk.open.try_get_untracked() == Some(false)) {
        desk.toasts.say(if stops { Tone::Bad } else { Tone::Good }, words);
    }
}
