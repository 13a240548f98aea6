//! Requests that the engine write a file's items into the table, and follows the progress.

use hashrange_protocol::call::{Call, CallResult};
use hashrange_protocol::{Command, Import as Wanted, Imported, JobEnd, JobKind};
use hashrange_words::t;
use js_sys::Uint8Array;
use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_bindgen_futures::JsFuture;
use web_sys::File;

use super::context::ImportContext;
use super::counts::counts;
use crate::components::Tone;
use crate::effect::effect;
use crate::memo::Memo;
use crate::selection::Tab;
use crate::session::{Notice, real_time};
use crate::state::csv_import::{Draft, Ending, Import, PART_BYTES};

/// Starts the planned import. A file that is too long for one message is first sent to the engine in parts.
pub fn begin(context: ImportContext) {
    let Some(draft) = context.state.with_untracked(|state| state.draft().cloned()) else {
        return;
    };
    let Some(wanted) = wanted(&draft) else { return };
    context.state.update(Import::begin);
    context.began.set_value(real_time());
    if draft.source.is_whole() {
        return context.session.ask_for(Command::Import(Box::new(wanted)));
    }
    spawn_local(async move {
        match hand_over(context, wanted.size).await {
            Ok(parts) => context
                .session
                .ask_for(Command::Import(Box::new(Wanted { parts, ..wanted }))),
            Err(ending) => {
                let took = real_time() - context.began.get_value();
                context.state.try_update(|state| state.finish(ending, took));
            }
        }
    });
}

/// Sends the rest of the file to the engine. Returns the number of parts.
async fn hand_over(context: ImportContext, size: u64) -> Result<u32, Ending> {
    let stopped = |reason: &str| Ending::Stopped {
        reason: reason.to_owned(),
    };
    let file = context
        .file
        .try_get_value()
        .flatten()
        .ok_or_else(|| stopped(t!("The file is gone. Choose it again.")))?;
    let mut parts = 0;
    loop {
        let from = (u64::from(parts) + 1) * PART_BYTES;
        if context.state.try_update(|state| state.received(from.min(size))) != Some(true) {
            return Err(Ending::Cancelled);
        }
        if from >= size {
            return Ok(parts);
        }
        let read = part_of(&file, from)
            .await
            .filter(|bytes| bytes.len() as u64 == PART_BYTES.min(size - from));
        let bytes =
            read.ok_or_else(|| stopped(t!("The file could not be read. It may have been moved or changed.")))?;
        let (name, number) = (file.name(), parts);
        match context.session.run(Call::ImportPart { name, number, bytes }).await {
            Some(CallResult::Words(_)) => parts += 1,
            Some(CallResult::Refused(words)) => return Err(stopped(&words)),
            _ => return Err(stopped(t!("The engine did not respond. Try again."))),
        }
    }
}

/// The part of a file that starts at this byte.
pub(super) async fn part_of(file: &File, from: u64) -> Option<Vec<u8>> {
    let part = file
        .slice_with_f64_and_f64(from as f64, (from + PART_BYTES) as f64)
        .ok()?;
    let buffer = JsFuture::from(part.array_buffer()).await.ok()?;
    Some(Uint8Array::new(&buffer).to_vec())
}

fn wanted(draft: &Draft) -> Option<Wanted> {
    let (name, bytes) = (draft.source.name.clone(), draft.source.bytes.to_vec());
    let create = draft
        .create_request()
        .map(|request| hashrange_wire::encode_request(&request));
    let (table, form, size, bulk) = (draft.table.clone()?, draft.form(), draft.source.size, draft.bulk);
    Some(Wanted {
        name,
        table,
        create,
        form,
        size,
        bytes,
        parts: 0,
        bulk,
    })
}

/// Shows the progress of the import, and its end.
pub fn follow(context: ImportContext) {
    let session = context.session;
    let done = Memo::new(move |_| {
        session
            .job()
            .with(|job| job.as_ref().filter(|job| job.kind == JobKind::Import)?.import.clone())
    });
    effect(move || {
        if let Some(done) = done.get() {
            context.state.update(|state| state.follow(&done));
        }
    });
    effect(move || {
        if let Some((_, Notice::Ended(end))) = session.notice().get()
            && end.kind == JobKind::Import
        {
            finish(context, end);
        }
    });
}

fn finish(context: ImportContext, end: JobEnd) {
    let JobEnd {
        trouble,
        stopped,
        import,
        title,
        ..
    } = end;
    let done: Imported = import.unwrap_or_default();
    let stops = trouble.is_some();
    let new = context.state.with_untracked(|state| match state {
        Import::Running(run) if run.is_new && done.written > 0 => Some(run.table.clone()),
        _ => None,
    });
    // The items of a new table are shown when the dialog closes.
    if let Some(table) = new {
        context.selection.choose(&table, None);
        context.selection.tab.set(Tab::Items);
    }
    let ending = match trouble {
        Some(reason) => Ending::Stopped { reason },
        None if stopped => Ending::Cancelled,
        None => Ending::Complete,
    };
    let took = real_time() - context.began.get_value();
    let rest = match ending {
        Ending::Complete => "",
        Ending::Cancelled | Ending::Stopped { .. } => " It ended early: the rest of the file was not imported.",
    };
    let words = context.state.try_update(|state| {
        state.follow(&done);
        state.finish(ending, took);
        match state {
            Import::Finished(summary) => t!(
                "Import of {title}: {run}.{rest}",
                title,
                run = counts(&summary.run),
                rest
            ),
            _ => t!(
                "Import of {title}: {written} written, {failed} failed.{rest}",
                title,
                written = done.written,
                failed = done.failed,
                rest
            ),
        }
    });
    // Also informs a reader who has closed the dialog, or returned after a reload.
    if let Some(words) = words.filter(|_| context.open.try_get_untracked() == Some(false)) {
        context.toasts.say(if stops { Tone::Bad } else { Tone::Good }, words);
    }
}
