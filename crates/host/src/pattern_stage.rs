//! The moment at which access patterns are throttled, as a workspace: a copy in which their calls are recorded requests,
//! up to the first one that is throttled. Its stage, events, *Why* and *What if* are those of any workspace.
//!
//! Must not know how the multiple was found.

use hashrange_endpoint::Timeline;
use hashrange_engine::{Budget, Event, EventKind, StopCause};
use hashrange_pattern::Script;
use hashrange_protocol::call::CallResult;
use hashrange_protocol::pattern::PatternList;
use hashrange_protocol::{ClockCommand, Origin, WorkspaceId};
use hashrange_time::{Duration, Timestamp};
use hashrange_wire::{Checked, encode_request};

use crate::call::STRETCH_MS;
use crate::host::{Host, Platform};
use crate::patterns::SEED;

/// The maximum number of recorded calls.
const MOST: usize = 200_000;
/// Background work between two looks at the clock.
const WORK: Budget = Budget { steps: 128 };

impl<W: Platform> Host<W> {
    /// Plays the patterns at a multiple of their rates, in hundredths, in a copy of the workspace.
    ///
    /// # Errors
    /// If the workspace is closed, its past cannot be read, nothing is throttled, or the reader stops it.
    pub(crate) async fn stage_of_patterns(
        &self,
        id: WorkspaceId,
        patterns: &PatternList,
        multiple: u32,
    ) -> Result<CallResult, String> {
        let away = self.within(id, |workspace| workspace.core.timeline().journal().is_none());
        if away == Some(true) && !self.read_past(id).await {
            return Err("The earlier events could not be read. Try again.".to_owned());
        }
        let copied = self.within(id, |workspace| {
            let timeline = workspace.core.timeline();
            let aside = timeline.aside(timeline.place());
            aside.map(|aside| (aside, workspace.card.name.clone(), workspace.view_text()))
        });
        let copied = copied.ok_or_else(|| "The workspace was closed.".to_owned())?;
        let (mut aside, name, view) = copied.map_err(|error| error.to_string())?;
        aside.end_load();
        let mut settings = aside.settings().clone();
        settings.physics = Script::physics(settings.physics);
        aside.change(&settings);
        let began = aside.engine().now();
        let patterns = patterns.patterns()?;
        let script = Script::new(aside.engine(), &patterns, multiple, SEED);
        let after = self.record(&mut aside, script, began).await?;
        let journal = aside.journal();
        let journal = journal.ok_or_else(|| "The earlier events could not be read. Try again.".to_owned())?;
        let name = format!("{name} at {}.{:02} times", multiple / 100, multiple % 100);
        self.begin_with(&name, Origin::Copy(id), &journal, view).await;
        let (copy, real) = (self.front(), self.platform().millis());
        if copy != id {
            // The moment stays in view.
            self.within(copy, |workspace| workspace.core.command(real, ClockCommand::Pause));
        }
        Ok(CallResult::Words(format!("Throttled after {after}.")))
    }

    /// Records the calls, up to the first that is throttled. Returns its time from the beginning.
    async fn record(&self, aside: &mut Timeline<()>, script: Script, began: Timestamp) -> Result<Duration, String> {
        let mut until = self.platform().millis() + STRETCH_MS;
        for (number, (after, request)) in script.enumerate() {
            if number >= MOST {
                return Err(format!(
                    "The first throttle comes after more than {MOST} calls. A workspace would record all of them."
                ));
            }
            let at = began + after;
            while aside.advance(at, WORK).reached < at {
                self.pause(&mut until, number).await?;
            }
            if is_throttled(aside, at, request) {
                return Ok(after);
            }
            self.pause(&mut until, number).await?;
        }
        Err("Nothing is throttled any more. Find the multiple again.".to_owned())
    }

    /// Rests when a slice is over.
    async fn pause(&self, until: &mut f64, calls: usize) -> Result<(), String> {
        if self.platform().millis() >= *until {
            self.goes_on(&format!("{calls} calls recorded"))?;
            self.platform().rest(0).await;
            *until = self.platform().millis() + STRETCH_MS;
        }
        Ok(())
    }
}

/// Sends a request. Returns whether it, or a member of it, is throttled.
fn is_throttled(aside: &mut Timeline<()>, at: Timestamp, request: Checked) -> bool {
    let (body, before) = (encode_request(&request), aside.engine().last_event());
    // A refusal is recorded as well.
    let _ = aside.handle(at, request, body);
    let is_stopped = |event: &Event| match &event.kind {
        EventKind::Request(request) => {
            let mut stops = request.stops.iter();
            stops.any(|stop| matches!(stop.cause, StopCause::Throttled(_)))
        }
        _ => false,
    };
    aside.engine().events_since(before).any(is_stopped)
}
