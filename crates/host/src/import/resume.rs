//! Continues an import that did not finish before the page was closed, or says what is missing of it. The file is in
//! the store, unless the store was too small for it; the journal contains the items that were written.
//!
//! Must not know how a row is read or written.

use std::collections::VecDeque;

use hashrange_protocol::{Import, News, WorkspaceId};

use super::unfinished::Unfinished;
use crate::host::{Host, Platform};
use crate::store::{Document, Store};

/// The reason why an import does not continue.
pub(super) const PAST_IS_MISSING: &str = "The import cannot continue, because the items written before could not be \
                                          read. Reload the page to try again.";

impl<W: Platform> Host<W> {
    /// Looks for an import that did not finish when the workspace was left. Returns a notice if it needs the reader.
    pub(crate) async fn find_import(&self, id: WorkspaceId) -> Option<String> {
        let store = self.import_store(id)?;
        let name = store.text(id, Document::Import).await.ok()??;
        let settings = store.part(id, Document::Import, 1).await.ok()?;
        let found = settings.as_deref().map(Unfinished::decode);
        let Some(Some(unfinished)) = found else {
            let _ = store.drop_import(id).await;
            return Some(match found {
                None => format!(
                    "The page was closed before it had stored {name} for an import. Items of the file can be missing. \
                     Import the file again."
                ),
                _ => format!(
                    "The import of {name} did not finish before the page was closed. A different version of the page \
                     started it, so it cannot continue. Import the file again."
                ),
            });
        };
        let words = (!unfinished.has_file()).then(|| self.rest_is_missing(id, &unfinished));
        self.within(id, |workspace| workspace.interrupted = Some(unfinished));
        words
    }

    /// States how much of a file was written that is not stored, and how to continue.
    fn rest_is_missing(&self, id: WorkspaceId, unfinished: &Unfinished) -> String {
        let Import { name, table, .. } = &unfinished.import;
        let start = format!("{{\"TableName\":\"{table}\",");
        let written = self.within(id, |workspace| {
            let all_here = workspace.core.away() <= unfinished.since;
            all_here.then(|| {
                let puts = workspace.core.puts_since(unfinished.since);
                puts.iter().filter(|body| body.starts_with(&start)).count()
            })
        });
        let written = match written.flatten() {
            Some(1) => "1 item was written".to_owned(),
            Some(written) => format!("{written} items were written"),
            None => "A part of its items was written".to_owned(),
        };
        format!(
            "The import of {name} into {table} did not finish before the page was closed. {written}; the rest is missing, \
             because the browser could not store the file. Import the same file into {table} again: the import \
             continues after the last item written."
        )
    }

    /// Continues an import that was found when the workspace was opened, if its file is here.
    pub(crate) fn take_up_import(&self, id: WorkspaceId) {
        let found = self.within(id, |workspace| workspace.interrupted.take_if(|found| found.has_file()));
        let Some(unfinished) = found.flatten() else { return };
        self.post(&News::Noted(format!(
            "The import of {} did not finish before the page was closed. It continues now.",
            unfinished.import.name
        )));
        self.spawn(|host| async move {
            match host.written_since(id, unfinished.since).await {
                Some(written) if host.begin_import(id, &unfinished.import) => {
                    host.write_items(id, unfinished.import, Some(written), Ok(())).await;
                }
                Some(_) => {}
                None => host.post(&News::Refused(PAST_IS_MISSING.to_owned())),
            }
        });
    }

    /// Discards an interrupted import whose file is not here.
    pub(crate) async fn forget_import(self, id: WorkspaceId) {
        if self.within(id, |workspace| workspace.interrupted.take().is_some()) == Some(true) {
            self.drop_parts(id).await;
        }
    }

    /// The bodies of the PutItem requests after a record; `None` if they could not be read.
    pub(super) async fn written_since(&self, id: WorkspaceId, since: u64) -> Option<VecDeque<String>> {
        let here = self.within(id, |workspace| workspace.core.away() <= since)?;
        if !here && !self.read_past(id).await {
            return None;
        }
        self.within(id, |workspace| workspace.core.puts_since(since))
    }
}
