//! Restores workspaces from their stored parts: from a checkpoint and later records, or by a replay of the whole
//! journal. Both work in bounded slices and report progress.
//!
//! Must not know which workspace is in front.

use hashrange_endpoint::{ReplayError, Timeline};
use hashrange_engine::Budget;
use hashrange_journal::{Entry, JournalError, Piece, Record, pieces, records_at};
use hashrange_protocol::{Card, JobKind, News, Origin, Travel, WorkspaceId};

use crate::core::{Core, Seen};
use crate::errand::Errand;
use crate::host::{Host, Platform};
use crate::restored::{Replayed, Restored};
use crate::store::{Chunks, PIECE_BYTES, Store, StoreError, chunks_of};
use crate::workspace::{Keeping, Workspace};

/// Real time of one slice of replay, in milliseconds.
const STRETCH_MS: f64 = 25.0;
/// Background steps or requests of a load between two clock checks within a record.
const STEPS_PER_LOOK: Budget = Budget { steps: 500 };
/// Number of records replayed between two clock checks.
const RECORDS_PER_LOOK: u64 = 16;

/// The result of reading a journal.
enum Brought {
    /// The restored service, and the unusable part of its journal.
    Service {
        timeline: Box<Timeline<Seen>>,
        lost: Option<String>,
    },
    /// There was no journal.
    Nothing,
    /// A journal that cannot be used at all.
    Unusable { reason: String, newer: bool },
}

impl<W: Platform> Host<W> {
    /// Restores a workspace; returns whether its journal may be written to.
    pub(crate) async fn bring_back(
        &self,
        store: &W::Store,
        card: Card,
        owned: bool,
        notice: &mut Option<String>,
    ) -> Result<bool, StoreError> {
        let id = card.id;
        let view_text = store.view(id).await.ok().flatten().unwrap_or_default();
        let (lesson, view) = Workspace::read_view_text(&view_text);
        let lesson = matches!(card.origin, Origin::Lesson(_)).then_some(lesson);
        match self.restore_checkpoint(store, id).await {
            Ok(Some(Restored { core, keeping })) => {
                self.place(Workspace::new(card, core, view).kept_as(keeping));
                self.continue_lesson(id, lesson).await;
                return Ok(true);
            }
            Ok(None) => {}
            Err(damage) => {
                *notice = Some(format!(
                    "The checkpoint of this workspace could not be used: {damage}. Its journal was replayed instead; nothing is lost."
                ));
            }
        }
        self.bring_back_by_journal(store, (card, view, lesson), owned, notice)
            .await
    }

    async fn bring_back_by_journal(
        &self,
        store: &W::Store,
        (card, view, lesson): (Card, String, Option<String>),
        owned: bool,
        notice: &mut Option<String>,
    ) -> Result<bool, StoreError> {
        let id = card.id;
        let chunks = store.read_chunks_since(id, 0).await?;
        match self.replay(&chunks.bytes).await {
            Brought::Nothing => self.place(Workspace::new(card, Core::fresh(), view)),
            Brought::Unusable { reason, newer } => {
                *notice = Some(format!("This workspace could not be read: {reason}."));
                self.place(Workspace::new(card, Core::fresh(), String::new()));
                if newer {
                    // A newer page can still read the journal, so it is not set aside.
                    self.keep_nothing(id, &reason);
                    return Ok(false);
                }
                if owned {
                    store.keep_aside(id, &chunks.bytes, &reason).await?;
                }
            }
            Brought::Service { mut timeline, lost } => {
                let keeping = if owned {
                    tidy_up(store, id, chunks, &mut timeline, lost).await?
                } else {
                    Keeping::read(&chunks, timeline.handed_out())
                };
                self.place(Workspace::new(card, Core::resumed(*timeline), view).kept_as(keeping));
                self.continue_lesson(id, lesson).await;
            }
        }
        Ok(true)
    }

    /// Continues the lesson of a workspace, if it has one. Its line stays stored until its code is here.
    async fn continue_lesson(&self, id: WorkspaceId, line: Option<String>) {
        let Some(line) = line else { return };
        self.within(id, |workspace| workspace.lesson_line = line);
        self.clone().perform(Errand::TakeUpLesson(id)).await;
    }

    /// Replays a journal in slices, with progress.
    async fn replay(&self, bytes: &[u8]) -> Brought {
        if bytes.is_empty() {
            return Brought::Nothing;
        }
        let mut timeline = match Timeline::<Seen>::load(bytes) {
            Ok(timeline) => timeline,
            Err(error) => {
                let newer = matches!(error, ReplayError::Journal(JournalError::NewerVersion { .. }));
                return Brought::Unusable {
                    reason: error.to_string(),
                    newer,
                };
            }
        };
        let mut lost = timeline.torn().map(ToString::to_string);
        let outcome = self.go_forward(&mut timeline, |host, share| {
            host.post(&News::Starting { share });
            true
        });
        if let Replayed::Broken(reason) = outcome.await {
            lost = Some(reason);
            timeline.cut();
        }
        Brought::Service {
            timeline: Box::new(timeline),
            lost,
        }
    }

    /// Moves to the end of a timeline in slices. After each slice, `look` receives the finished share in parts per
    /// thousand, and returns whether to continue.
    pub(crate) async fn go_forward(
        &self,
        timeline: &mut Timeline<Seen>,
        look: impl Fn(&Self, Option<u32>) -> bool,
    ) -> Replayed {
        let (begin, end) = (timeline.place(), timeline.end());
        let mut stretch_end = self.platform().millis() + STRETCH_MS;
        for place in begin + 1..=end {
            if let Some(record) = timeline.record_at(place) {
                self.note_replayed(record);
            }
            let share = u32::try_from((place - begin) * 1_000 / (end - begin)).ok();
            while !timeline.prepare_forward(STEPS_PER_LOOK) {
                if !self.rest_in_replay(&mut stretch_end, share, &look).await {
                    return Replayed::Stopped;
                }
            }
            if let Err(error) = timeline.forward(1) {
                // Records after an unreplayable record are not trusted.
                return Replayed::Broken(error.to_string());
            }
            let looks = place.is_multiple_of(RECORDS_PER_LOOK);
            if looks && !self.rest_in_replay(&mut stretch_end, share, &look).await {
                return Replayed::Stopped;
            }
        }
        Replayed::Whole
    }

    /// Lets the page draw if the slice is over. Returns false if `look` stops the replay.
    async fn rest_in_replay(
        &self,
        stretch_end: &mut f64,
        share: Option<u32>,
        look: &impl Fn(&Self, Option<u32>) -> bool,
    ) -> bool {
        if self.platform().millis() <= *stretch_end {
            return true;
        }
        if !look(self, share) {
            return false;
        }
        self.platform().rest(0).await;
        *stretch_end = self.platform().millis() + STRETCH_MS;
        true
    }

    /// Reads what another tab has written to a workspace, and shows its current state.
    pub(crate) async fn reread(&self, id: WorkspaceId) {
        let Some(store) = self.store() else { return };
        let next = self.within(id, |workspace| workspace.keeping.next).unwrap_or_default();
        let Ok(chunks) = store.read_chunks_since(id, next).await else {
            return;
        };
        let followed = !chunks.whole && self.within(id, |workspace| workspace.follow_on(&chunks)) == Some(true);
        if !followed
            && let Ok(chunks) = store.read_chunks_since(id, 0).await
            && let Brought::Service { timeline, .. } = self.replay(&chunks.bytes).await
        {
            self.state(|state| {
                let Some(workspace) = state.open.get_mut(&id).filter(|workspace| workspace.follows()) else {
                    return;
                };
                workspace.keeping = Keeping::read(&chunks, timeline.handed_out());
                let before = std::mem::replace(&mut workspace.core, Core::resumed(*timeline));
                workspace.changed();
                state.remains.append(before.discard());
            });
        }
        self.publish();
    }

    /// Moves along recorded events. Reads missing records first.
    pub(crate) fn travel(&self, id: WorkspaceId, travel: Travel) {
        let reaches = self.within(id, |workspace| workspace.core.reaches(workspace.core.place_of(travel)));
        if reaches == Some(true) {
            return self.go(id, travel);
        }
        self.spawn(|host| async move {
            if host.read_past(id).await {
                host.go(id, travel);
            }
        });
    }

    fn go(&self, id: WorkspaceId, travel: Travel) {
        // If a record does not have its recorded outcome, the present stays before that record.
        self.change(id, |workspace, real| {
            let _ = workspace.core.travel(real, travel);
            workspace.lesson_follows();
        });
    }

    /// Reads and replays the records that have only outlines in memory, so that every position is reachable. Returns
    /// whether it succeeded.
    pub(crate) async fn read_past(&self, id: WorkspaceId) -> bool {
        let Some(store) = self.store() else { return false };
        let began = self.change(id, |workspace, _| {
            let free = workspace.job.is_none();
            if free {
                workspace.begin_job(JobKind::Past, "", 1_000);
            }
            free
        });
        if began != Some(true) {
            self.post(&News::Refused("Another job is running. Stop it first.".to_owned()));
            return false;
        }
        let read = self.replay_past(&store, id).await;
        let stopped = self.within(id, |workspace| workspace.stop) == Some(true);
        let done = matches!(read, Ok(true));
        self.end_job(id, read.err(), stopped, None);
        done
    }

    async fn replay_past(&self, store: &W::Store, id: WorkspaceId) -> Result<bool, String> {
        let bytes = store.read_journal(id).await.map_err(|error| error.to_string())?;
        let away = self.within(id, |workspace| workspace.core.away()).unwrap_or_default();
        let mut timeline = Timeline::<Seen>::load(&bytes)
            .map_err(|error| error.to_string())?
            .first(away);
        drop(bytes);
        let look = |host: &Self, share: Option<u32>| {
            let stopped = host.within(id, |workspace| {
                if let (Some(job), Some(share)) = (&mut workspace.job, share) {
                    job.done = share.into();
                }
                workspace.stop
            });
            host.publish();
            stopped == Some(false)
        };
        match self.go_forward(&mut timeline, look).await {
            Replayed::Whole => {}
            Replayed::Broken(reason) => return Err(reason),
            Replayed::Stopped => return Ok(false),
        }
        self.within(id, |workspace| workspace.core.take_past(timeline));
        Ok(true)
    }

    /// Stores the replayed record for a crash report.
    fn note_replayed(&self, record: &Record) {
        if let Entry::Request { operation, body } | Entry::Refused { operation, body, .. } = &record.entry {
            self.handling(&format!("journal record {}: {operation}", record.sequence), body);
        }
    }
}

/// Rewrites a journal if a part of it was unusable, or if it has many chunks.
async fn tidy_up<S: Store>(
    store: &S,
    id: WorkspaceId,
    chunks: Chunks,
    timeline: &mut Timeline<Seen>,
    lost: Option<String>,
) -> Result<Keeping, StoreError> {
    let mut anew = None;
    if let Some(reason) = lost {
        anew = timeline.hand_out_anew();
        store.keep_aside(id, &chunks.bytes, &reason).await?;
    }
    let through = timeline.handed_out();
    let bytes = match &anew {
        Some(bytes) => bytes,
        None if chunks.are_many() => &chunks.bytes,
        None => return Ok(Keeping::read(&chunks, through)),
    };
    let pieces = pieces(bytes, PIECE_BYTES);
    let parts: Vec<&[u8]> = pieces.iter().map(|piece| piece.bytes).collect();
    match store.replace_journal(id, &parts).await {
        Ok(first) => Ok(Keeping::replaced(first, &pieces, through)),
        // A journal in many chunks is slower to read but valid.
        Err(_) if anew.is_none() => Ok(Keeping::read(&chunks, through)),
        Err(error) => Err(error),
    }
}

impl Keeping {
    /// The storage state of a read journal with this number of records.
    pub(crate) fn read(chunks: &Chunks, through: u64) -> Self {
        let places: Vec<usize> = chunks.starts.iter().map(|(_, place)| *place).collect();
        let numbers = chunks
            .starts
            .iter()
            .map(|(number, _)| *number)
            .zip(records_at(&chunks.bytes, &places));
        let chunks_of = numbers.filter_map(|(number, record)| Some((number, record?))).collect();
        Self {
            chunks: chunks_of,
            through,
            next: chunks.next,
            ..Self::default()
        }
    }

    /// The storage state of a journal with this number of records that was written in pieces, as chunks from this
    /// number on.
    fn replaced(first: u32, pieces: &[Piece<'_>], through: u64) -> Self {
        let mut keeping = Self {
            through,
            next: first,
            ..Self::default()
        };
        for piece in pieces {
            keeping.chunks.push((keeping.next, piece.first));
            keeping.next = keeping.next.saturating_add(chunks_of(piece.bytes));
        }
        keeping
    }
}

impl Workspace {
    /// Adds chunks that another tab has written. Returns false if they do not continue the known journal.
    fn follow_on(&mut self, chunks: &Chunks) -> bool {
        if !self.follows() {
            return true;
        }
        let followed = self.core.follow_on(&chunks.bytes).is_ok();
        self.keeping.next = chunks.next;
        self.changed();
        followed
    }
}
