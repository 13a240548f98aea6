//! Checkpoints: a service at one position of its journal, stored beside the journal so that the workspace opens
//! quickly.
//!
//! A checkpoint is a cache. It belongs to one version of the forms and of the rules, whichever build wrote it. The host
//! writes it in slices from a snapshot while it is idle. If a checkpoint does not verify, the host drops it and replays
//! the journal. Two documents alternate, so that one is always complete. A document is a seal (its text) and parts. A
//! part is a list of frames with checksums, each after its length.

use hashrange_endpoint::{CHECKPOINT_VERSION, Checkpoint, ReplayError, Restoring, semantics};
use hashrange_protocol::{News, WorkspaceId};
use hashrange_values::sort_by;

use crate::checkpoints::Checkpoints;
use crate::core::{Core, Seen};
use crate::host::{Host, Platform};
use crate::marks::Marks;
use crate::restored::{Replayed, Restored};
use crate::store::{Document, Store};
use crate::workspace::{Keeping, Workspace};

/// Minimum work between two checkpoints. A replay does this work in about a tenth of a second.
const LEAST_WORK: u64 = 4_096;
/// The minimum work as a fraction of all previous work, so that a large service is written less often.
const SHARE_OF_WORK: u64 = 64;
/// The size of a part in bytes; the last frame can exceed it.
const PART_BYTES: usize = 512 << 10;
/// Real time of one slice of work, in milliseconds.
const STRETCH_MS: f64 = 8.0;
/// Minimum real time between two checkpoints, in milliseconds.
const PAUSE_MS: f64 = 3_000.0;
/// The minimum pause as a multiple of the time that the previous checkpoint took.
const PAUSE_TIMES: f64 = 10.0;

/// The fingerprint of a page's checkpoint: a checksum of its forms, and of the checkpoint of a workspace in which
/// everything happens. A test fails when it changes. A page ignores checkpoints with another fingerprint.
pub(crate) const FORM: u32 = 0xe94e_dc0f;

/// The text of a checkpoint's document.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Seal {
    /// The versions of forms and rules.
    versions: String,
    /// The number of the last record that it includes.
    record: u64,
    /// The work that led there.
    work: u64,
    /// The first chunk of the journal that contains later records.
    chunk: u32,
    /// Number of parts.
    parts: u32,
}

/// The versions of forms and rules of this program.
fn versions() -> String {
    format!("forms {CHECKPOINT_VERSION}.{FORM:08x} rules {}", semantics())
}

impl Seal {
    fn to_text(&self) -> String {
        let Self {
            versions,
            record,
            work,
            chunk,
            parts,
        } = self;
        format!("{record} {work} {chunk} {parts} {versions}")
    }

    fn from_text(text: &str) -> Option<Self> {
        let mut words = text.splitn(5, ' ');
        let mut number = || words.next()?.parse::<u64>().ok();
        let (record, work) = (number()?, number()?);
        let (chunk, parts) = (u32::try_from(number()?).ok()?, u32::try_from(number()?).ok()?);
        Some(Self {
            versions: words.next()?.to_owned(),
            record,
            work,
            chunk,
            parts,
        })
    }
}

impl<W: Platform> Host<W> {
    /// Starts to write a checkpoint if one is due.
    pub(crate) fn checkpoint_soon(&self, id: WorkspaceId) {
        let real = self.platform().millis();
        if self.within(id, |workspace| workspace.begin_checkpoint(real)) == Some(true) {
            self.spawn(|host| async move { host.write_checkpoint(id).await });
        }
    }

    async fn write_checkpoint(self, id: WorkspaceId) {
        let began = self.platform().millis();
        let kept = self.write_parts(id).await;
        let ended = self.platform().millis();
        self.within(id, |workspace| {
            let checkpoints = &mut workspace.keeping.checkpoints;
            checkpoints.writing = false;
            if checkpoints.rest_until < f64::MAX {
                checkpoints.rest_until = ended + ((ended - began) * PAUSE_TIMES).max(PAUSE_MS);
                checkpoints.kept = kept.or(checkpoints.kept.take());
            }
        });
    }

    /// Writes a checkpoint into the next document. Nothing depends on it, so a failure is not reported.
    async fn write_parts(&self, id: WorkspaceId) -> Option<(Document, u64, u64)> {
        let store = self.store()?;
        let begun = self.within(id, |workspace| {
            let checkpoint = workspace.core.checkpoint(workspace.keeping.through)?;
            let chunk = workspace.keeping.chunk_after(checkpoint.record());
            Some((checkpoint, chunk, workspace.keeping.checkpoints.next_document()))
        });
        let (mut checkpoint, chunk, document) = begun.flatten()?;
        store.delete_document(id, document).await.ok()?;
        let mut parts = 0;
        loop {
            let stretch_end = self.platform().millis() + STRETCH_MS;
            let bytes = next_part(&mut checkpoint, || self.platform().millis() > stretch_end);
            if bytes.is_empty() {
                break;
            }
            parts += 1;
            store.keep_part(id, document, parts, &bytes).await.ok()?;
            self.platform().rest(0).await;
            // The parts of a workspace that was closed or taken over meanwhile are useless.
            self.within(id, |workspace| workspace.keeping.wants_checkpoints())
                .filter(|wants| *wants)?;
        }
        let (record, work) = (checkpoint.record(), checkpoint.work());
        let seal = Seal {
            versions: versions(),
            record,
            work,
            chunk,
            parts,
        };
        store.keep_text(id, document, &seal.to_text()).await.ok()?;
        Some((document, record, work))
    }

    /// Deletes the checkpoints to free space for the journal. Writes none until the workspace is opened again. Returns
    /// whether there were any.
    pub(crate) async fn give_up_checkpoints(&self, store: &W::Store, id: WorkspaceId) -> bool {
        let had = self.within(id, |workspace| {
            let checkpoints = &mut workspace.keeping.checkpoints;
            checkpoints.rest_until = f64::MAX;
            checkpoints.kept.take().is_some()
        });
        for document in Document::CHECKPOINTS {
            // A document that cannot be deleted only uses space.
            let _ = store.delete_document(id, document).await;
        }
        had == Some(true)
    }

    /// Restores a workspace from its latest usable checkpoint and later records. `None` if there is none of these
    /// versions that leads to the end of the journal.
    ///
    /// # Errors
    /// Why a damaged checkpoint cannot be used. All are deleted then.
    pub(crate) async fn restore_checkpoint(
        &self,
        store: &W::Store,
        id: WorkspaceId,
    ) -> Result<Option<Restored>, String> {
        let mut found: Vec<(Document, Seal)> = Vec::new();
        for document in Document::CHECKPOINTS {
            let text = store.text(id, document).await.ok().flatten();
            let seal = text.and_then(|text| Seal::from_text(&text));
            found.extend(
                seal.filter(|seal| seal.versions == versions())
                    .map(|seal| (document, seal)),
            );
        }
        sort_by(&mut found, |(_, seal), (_, other)| other.record.cmp(&seal.record));
        for (document, seal) in found {
            match self.restore_from(store, id, document, &seal).await {
                Ok(None) => {}
                Ok(restored) => return Ok(restored),
                Err(damage) => {
                    for document in Document::CHECKPOINTS {
                        // A damaged document that cannot be deleted is detected again.
                        let _ = store.delete_document(id, document).await;
                    }
                    return Err(damage);
                }
            }
        }
        Ok(None)
    }

    /// `None` for a whole checkpoint that the journal does not lead through: its end is in another future, which began
    /// before the checkpoint.
    async fn restore_from(
        &self,
        store: &W::Store,
        id: WorkspaceId,
        document: Document,
        seal: &Seal,
    ) -> Result<Option<Restored>, String> {
        let mut restoring = Restoring::<Seen, Marks>::default();
        for part in 1..=seal.parts {
            let bytes = store
                .part(id, document, part)
                .await
                .ok()
                .flatten()
                .ok_or("a part of it is missing")?;
            for frame in frames_of(&bytes).ok_or("a part of it is damaged")? {
                restoring.take(frame).map_err(|error| error.to_string())?;
            }
            self.post(&News::Starting {
                share: u32::try_from(u64::from(part) * 1_000 / u64::from(seal.parts)).ok(),
            });
            self.platform().rest(0).await;
        }
        let (mut timeline, marks) = restoring.finish().map_err(|error| error.to_string())?;
        let tail = store
            .read_chunks_since(id, seal.chunk)
            .await
            .map_err(|error| error.to_string())?;
        let last = match timeline.extend(&tail.bytes, tail.whole) {
            Ok(last) => last,
            Err(ReplayError::Away { sequence }) if sequence <= seal.record => return Ok(None),
            Err(error) => return Err(error.to_string()),
        };
        if last.is_none_or(|last| last < seal.record) {
            // The next write would leave a gap.
            return Err("the journal ends before it".to_owned());
        }
        if let Replayed::Broken(reason) = self.go_forward(&mut timeline, |_, _| true).await {
            return Err(reason);
        }
        let mut keeping = Keeping::read(&tail, timeline.handed_out());
        keeping.checkpoints.kept = Some((document, seal.record, seal.work));
        Ok(Some(Restored {
            core: Core::restored(timeline, marks),
            keeping,
        }))
    }
}

impl Workspace {
    /// Whether a checkpoint is due; if so, starts writing it.
    fn begin_checkpoint(&mut self, real: f64) -> bool {
        let Checkpoints {
            kept,
            writing,
            rest_until,
        } = &self.keeping.checkpoints;
        if *writing || !self.keeping.on || real < *rest_until {
            return false;
        }
        let Some((_, work)) = self.core.checkpoint_place(self.keeping.through) else {
            return false;
        };
        let before = kept
            .as_ref()
            .filter(|(_, record, _)| self.core.leads_by(*record))
            .map_or(0, |(.., work)| *work);
        let due = work.saturating_sub(before) >= LEAST_WORK.max(work / SHARE_OF_WORK);
        self.keeping.checkpoints.writing = due;
        due
    }
}

impl Keeping {
    /// Whether a checkpoint is useful: the journal is stored, and there is room.
    fn wants_checkpoints(&self) -> bool {
        self.on && self.checkpoints.rest_until < f64::MAX
    }
}

/// Returns the next frames as one part; empty after the last frame. The part ends when it is large enough, or when time
/// is over.
fn next_part(checkpoint: &mut Checkpoint<Seen, Marks>, is_over: impl Fn() -> bool) -> Vec<u8> {
    let mut part = Vec::new();
    while part.len() < PART_BYTES && (part.is_empty() || !is_over()) {
        let Some(frame) = checkpoint.frame() else { break };
        part.extend(u32::try_from(frame.len()).unwrap_or(u32::MAX).to_le_bytes());
        part.extend(frame);
    }
    part
}

/// The frames of a part; `None` if the part is damaged.
fn frames_of(mut part: &[u8]) -> Option<Vec<&[u8]>> {
    let mut frames = Vec::new();
    while !part.is_empty() {
        let (length, after) = part.split_first_chunk::<4>()?;
        let (frame, after) = after.split_at_checked(usize::try_from(u32::from_le_bytes(*length)).ok()?)?;
        frames.push(frame);
        part = after;
    }
    Some(frames)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seal_is_read_as_it_was_written() {
        let seal = Seal {
            versions: versions(),
            record: 7,
            work: 12,
            chunk: 3,
            parts: 2,
        };
        assert_eq!(Seal::from_text(&seal.to_text()), Some(seal));
        assert_eq!(Seal::from_text(""), None);
        assert_eq!(Seal::from_text("1 2 3 4"), None);
        assert_eq!(Seal::from_text("1 2 3 99999999999 x"), None);
    }

    #[test]
    fn the_chunk_of_a_record_is_the_one_it_begins_in_or_before() {
        let keeping = Keeping {
            chunks: vec![(4, 1), (9, 200), (12, 400)],
            ..Keeping::default()
        };
        assert_eq!(
            [0, 198, 199, 398, 399, 1_000].map(|record| keeping.chunk_after(record)),
            [4, 4, 9, 9, 12, 12]
        );
        assert_eq!(Keeping::default().chunk_after(5), 0);
    }
}
