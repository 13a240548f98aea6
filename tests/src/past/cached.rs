//! Checkpoints within a history: writes the present and reads it back, and continues the history from the result.
//!
//! Later past states are reached from the journal as well, so the origin of the service does not matter. Must not know
//! the content of a checkpoint.

use hashrange_checkpoint::Damaged;
use hashrange_endpoint::{Keeps, ReplayError, Restoring, Timeline};
use hashrange_engine::Engine;

use hashrange_past::{Seen, digests};

use super::History;

/// The frames of a checkpoint of the present. Empty in the past, which has no checkpoints.
#[must_use]
pub fn frames(timeline: &Timeline<Seen>) -> Vec<Vec<u8>> {
    let mut copy = timeline.clone();
    copy.keep_snapshot();
    let mut checkpoint = copy.checkpoint(u64::MAX, Engine::last_event);
    std::iter::from_fn(|| checkpoint.as_mut()?.frame()).collect()
}

/// A timeline restored from these frames, which has only outlines of its records.
///
/// # Errors
/// When the frames are not those of a checkpoint.
pub fn restored(frames: &[Vec<u8>]) -> Result<Timeline<Seen>, Damaged> {
    let mut restoring = Restoring::<Seen, u64>::default();
    frames.iter().try_for_each(|frame| restoring.take(frame))?;
    let (mut timeline, last_event) = restoring.finish()?;
    timeline.set_keeps(Keeps::Everything);
    if last_event == timeline.engine().last_event() {
        Ok(timeline)
    } else {
        Err(Damaged)
    }
}

/// A timeline restored from frames, with the records of a journal: first those after the checkpoint, then those before
/// it.
fn resumed(frames: &[Vec<u8>], journal: &[u8]) -> Result<Timeline<Seen>, String> {
    let why = |error: ReplayError| error.to_string();
    let mut timeline = restored(frames).map_err(|error| error.to_string())?;
    timeline.extend(journal, true).map_err(why)?;
    timeline.go_to(u64::MAX).map_err(why)?;
    let mut past = Timeline::load(journal).map_err(why)?.first(timeline.away());
    past.go_to(u64::MAX).map_err(why)?;
    timeline.take_past(past);
    Ok(timeline)
}

impl History {
    /// Continues from a checkpoint of the present.
    pub(super) fn restore(&mut self) -> Result<(), String> {
        self.timeline.keep_snapshot();
        self.hand_out();
        let (frames, Some(journal)) = (frames(&self.timeline), self.timeline.journal()) else {
            return Ok(());
        };
        if frames.is_empty() {
            return Ok(());
        }
        let resumed = resumed(&frames, &journal)?;
        let (was, is) = (digests(&self.timeline), digests(&resumed));
        let other: Vec<&String> = was
            .iter()
            .zip(&is)
            .filter(|(was, is)| was != is)
            .map(|((name, _), _)| name)
            .collect();
        if !other.is_empty() || was.len() != is.len() {
            return Err(format!("restored: {other:?} differ"));
        }
        if resumed.journal() != Some(journal) || resumed.futures() != self.timeline.futures() {
            return Err("restored: another line of records".to_owned());
        }
        self.timeline = resumed;
        self.result.restored += 1;
        Ok(())
    }
}
