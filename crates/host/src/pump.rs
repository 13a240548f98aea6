//! The pump: advances virtual time with real time, and sends changes to the page, at most once a frame.

use hashrange_protocol::{Card, News, SaveState, Shown as Screen, Speed, State, Task, WorkspaceId};
use hashrange_time::Timestamp;

use crate::follow::ReadingInput;
use crate::host::{Host, HostState, Platform};
use crate::lanes::{self, Shown};
use crate::workspace::Workspace;

/// Minimum real time between two clock updates while time runs: about two frames.
const TICK_MS: u32 = 33;
/// Maximum real time between two clock updates: while time is paused, the page is hidden, or nothing is due.
pub(crate) const IDLE_MS: u32 = 250;
/// Maximum real time for the readings of one frame, in milliseconds.
const READINGS_MS: f64 = 8.0;
/// Maximum bytes of readings in one frame; the first reading is sent whatever its size.
const READINGS_BYTES: usize = 64 * 1024;
/// Minimum time between two new strips during changes, in milliseconds.
const STRIP_MS: f64 = 500.0;
/// Minimum time between two progress reports of a load or of saving, in milliseconds.
const PROGRESS_MS: f64 = 250.0;
/// Minimum time between two lists of workspaces while one of them grows, in milliseconds.
const LIST_MS: f64 = 1_000.0;
/// Maximum time that a caption waits for the pictures of its time, in milliseconds.
const CAPTION_MS: f64 = 1_500.0;
/// Minimum time between two clock reports while only time passes. From real time on, the page displays whole seconds, and
/// the reports follow them.
const STATE_MS: f64 = 100.0;
/// Minimum time between two reports of the same to the welcome, whose figures are those of whole seconds.
const SECOND_MS: f64 = 1_000.0;

impl<W: Platform> Host<W> {
    /// Advances time as long as the host exists.
    pub(crate) async fn run(self) {
        loop {
            let wait = self.tick();
            self.publish();
            self.platform().rest(wait).await;
        }
    }

    /// Advances the time of the workspace in front; returns how long to wait before the next call.
    fn tick(&self) -> u32 {
        let real = self.platform().millis();
        let (id, hidden) = self.state(|state| (state.front, state.hidden));
        let runs = self.within(id, |workspace| {
            // The other tab advances the time of a followed workspace.
            if hidden || workspace.follows() {
                workspace.wait(real);
                return false;
            }
            workspace.tick(real, || self.platform().millis());
            workspace.core.jump().is_some() || workspace.core.clock().is_running()
        });
        let rest = self.rest_within(id);
        let changed = self.within(id, |workspace| workspace.core.has_unsaved()) == Some(true);
        if changed {
            self.save_soon(id);
        }
        self.checkpoint_soon(id);
        if self.free_slice() {
            return 0;
        }
        match runs {
            Some(true) if self.within(id, |workspace| workspace.core.jump().is_some()) == Some(true) => 0,
            Some(true) => rest,
            _ => IDLE_MS,
        }
    }

    /// How long work in a workspace rests when nothing is due now, in milliseconds.
    pub(crate) fn rest_within(&self, id: WorkspaceId) -> u32 {
        let hidden = self.state(|state| state.hidden);
        let rest = self.within(id, |workspace| rest_of(workspace));
        rest.filter(|_| !hidden).unwrap_or(IDLE_MS)
    }

    /// Sends the changes that the page can receive now.
    pub(crate) fn publish(&self) {
        let now = self.platform().millis();
        let news = self.state(|state| state.news(now, || self.platform().millis()));
        for news in news {
            self.post(&news);
            self.state(|state| state.reported.keep(news, now));
        }
    }

    /// Posts the clock, and whether readings are up to date with it, if that has changed.
    pub(crate) fn post_state(&self) {
        let now = self.platform().millis();
        let mut news = Vec::new();
        self.state(|state| state.report_state(now, &mut news));
        news.into_iter().for_each(|news| self.post(&news));
    }
}

/// Real time until time does something or the page displays another second, in milliseconds.
fn rest_of(workspace: &Workspace) -> u32 {
    let clock = workspace.core.clock();
    if !clock.is_running() {
        return IDLE_MS;
    }
    let plays = workspace.lesson.as_ref().is_some_and(|lesson| lesson.playing);
    if plays || workspace.job.is_some() || workspace.core.is_past() || clock.speed() < Speed::REAL {
        return TICK_MS;
    }
    let (now, due) = (clock.now(), workspace.core.engine().next_due());
    let second = Timestamp::from_seconds(now.seconds().saturating_add(1));
    let wait = due.map_or(second, |due| due.min(second)) - now;
    let millis = wait.micros() / u64::from(clock.speed().per_mille()).max(1);
    u32::try_from(millis).unwrap_or(IDLE_MS).clamp(TICK_MS, IDLE_MS)
}

impl HostState {
    /// Returns the news that the page has not received. Afterwards the page is not ready until it sends `Drawn`.
    fn news(&mut self, now: f64, clock: impl Fn() -> f64) -> Vec<News> {
        let mut news = Vec::new();
        if !self.ready || !self.open.contains_key(&self.front) {
            return news;
        }
        self.report_others(now, &mut news);
        self.report_readings(now, clock, &mut news);
        self.report_state(now, &mut news);
        self.ready = news.is_empty();
        news
    }

    /// Minimum time between two reports, beside that of each kind, in milliseconds.
    fn calm(&self) -> f64 {
        if self.front.is_welcome() { SECOND_MS } else { 0.0 }
    }

    /// Adds all news except the clock and readings.
    fn report_others(&mut self, now: f64, news: &mut Vec<News>) {
        let calm = self.calm();
        let Some(workspace) = self.open.get_mut(&self.front) else {
            return;
        };
        let settings = workspace.core.settings_text();
        let (line, at) = (workspace.core.line(), workspace.core.clock().now());
        let shown = Shown::of(workspace.revision, workspace.core.marks(), &line, (at, self.window));
        let is_due = self.reported.strip.as_ref().is_none_or(|(reported, at)| {
            // A different window is sent at once. A window that moves with time is sent only as often as it is drawn.
            *reported != shown && (reported.window() != shown.window() || now - at >= STRIP_MS.max(calm))
        });
        if is_due {
            news.push(News::Strip(lanes::strip(workspace.core.marks(), &line, &shown)));
            self.reported.strip = Some((shown, now));
        }
        if self.reported.settings.as_ref() != Some(&settings) {
            news.push(News::Settings { text: settings.clone() });
            self.reported.settings = Some(settings);
        }
        let others = [
            News::Loads(workspace.loads()),
            News::Lesson(workspace.lesson_shown()),
            News::Job(workspace.job.clone()),
            News::Saved(workspace.saved.clone()),
            News::Owner(workspace.owner),
            News::AtRisk(workspace.is_at_risk()),
        ];
        let settled = self.follows.is_settled(input_of(workspace));
        if self.reported.list_is_old && now - self.reported.listed >= LIST_MS {
            news.push(self.list(now));
        }
        for other in others {
            let is_caption = is_new_caption(self.reported.before(&other).map(|(reported, _)| reported), &other);
            if is_caption && !settled && now - *self.reported.caption_since.get_or_insert(now) < CAPTION_MS {
                continue;
            }
            if self.reported.before(&other).is_some_and(|(reported, at)| {
                *reported == other || is_progress(reported, &other) && now - at < PROGRESS_MS.max(calm)
            }) {
                continue;
            }
            if is_caption {
                self.reported.caption_since = None;
            }
            news.push(other);
        }
    }

    /// All workspaces, the last changed first.
    pub(crate) fn list(&mut self, now: f64) -> News {
        (self.reported.list_is_old, self.reported.listed) = (false, now);
        let mut cards: Vec<Card> = self.cards.values().cloned().collect();
        hashrange_values::sort_by(&mut cards, |one, other| {
            (other.changed, other.id).cmp(&(one.changed, one.id))
        });
        News::Workspaces(cards)
    }

    /// Adopts the list of workspaces from the store.
    pub(crate) fn list_cards(&mut self, cards: Vec<Card>) {
        self.cards.clear();
        for card in cards {
            self.cards.insert(card.id, card);
        }
    }

    /// Adds the clock, and whether all readings are up to date with it.
    fn report_state(&mut self, now: f64, news: &mut Vec<News>) {
        let calm = self.calm();
        let Some(workspace) = self.open.get_mut(&self.front) else {
            return;
        };
        let mut state = workspace.state();
        // Nothing waits for the pictures of the welcome.
        state.settled = calm > 0.0 || self.follows.is_settled(input_of(workspace));
        let rest = STATE_MS.max(calm);
        let due = self.reported.state.as_ref().is_none_or(|(reported, at)| {
            let is_displayed = || now - at >= rest && !is_same_display(reported, &state);
            *reported != state && (!goes_on_as(reported, &state) || is_displayed())
        });
        if due {
            self.reported.state = Some((state.clone(), now));
            news.push(News::State(state));
        }
    }

    /// The first reading of a question, for an empty view. It does not wait until the page has drawn the previous news.
    pub(crate) fn first_reading(&mut self, number: u64, clock: impl Fn() -> f64) -> Option<News> {
        let workspace = self.open.get(&self.front)?;
        let (core, input) = (&workspace.core, input_of(workspace));
        let (from, ask) = (clock(), self.follows.ask(number)?);
        let bytes = ask.read(core.service());
        let bytes = self.follows.read(number, input, (from, clock()), bytes)?;
        Some(self.reading(number, input, bytes))
    }

    fn reading(&self, number: u64, input: ReadingInput, bytes: Option<Vec<u8>>) -> News {
        let bytes = bytes.map(serde_bytes::ByteBuf::from);
        News::Reading {
            number,
            workspace: self.front,
            revision: input.revision,
            bytes,
        }
    }

    fn report_readings(&mut self, began: f64, clock: impl Fn() -> f64, news: &mut Vec<News>) {
        let calm = self.calm();
        let Some(workspace) = self.open.get(&self.front) else {
            return;
        };
        let core = &workspace.core;
        let input = input_of(workspace);
        let mut sent = 0;
        while clock() - began < READINGS_MS && sent < READINGS_BYTES {
            let from = clock();
            let Some((number, ask)) = self.follows.next_due(input, from, calm) else {
                return;
            };
            let is_new = self.follows.is_new(number);
            let bytes = ask.read(core.service());
            let Some(bytes) = self.follows.read(number, input, (from, clock()), bytes) else {
                continue;
            };
            sent += bytes.as_ref().map_or(1, Vec::len);
            news.push(self.reading(number, input, bytes));
            if !is_new {
                // Only one changed view is sent per frame. First readings are sent at once.
                return;
            }
        }
    }
}

/// Whether two states differ only by time and its events.
fn goes_on_as(reported: &State, state: &State) -> bool {
    let manner = |state: &State| (state.running, state.speed, state.jump.is_some(), state.settled);
    let past = |state: &State| (state.line.is_past(), state.line.can_undo, state.line.futures.len());
    manner(reported) == manner(state) && past(reported) == past(state) && !state.line.is_past()
}

/// Whether two states differ only by time that the page does not display.
fn is_same_display(reported: &State, state: &State) -> bool {
    let mut same_second = state.clone();
    (same_second.now, same_second.line.ends) = (reported.now, reported.line.ends);
    state.speed >= Speed::REAL && reported.now.seconds() == state.now.seconds() && *reported == same_second
}

/// Whether two news differ only by progress. The end, and the start of unsaved changes, are reported at once.
fn is_progress(before: &News, after: &News) -> bool {
    match (before, after) {
        (News::Loads(before), News::Loads(after)) => {
            before.iter().map(|run| run.ended).eq(after.iter().map(|run| run.ended))
        }
        // During continuous changes, one save follows another.
        (News::Saved(SaveState::Saving), News::Saved(SaveState::Saved)) => true,
        _ => false,
    }
}

/// Whether the shown stop has changed, in a lesson that does not play.
fn is_new_caption(before: Option<&News>, after: &News) -> bool {
    let lesson = |news: &News| {
        if let News::Lesson(Some(lesson)) = news {
            Some(lesson.clone())
        } else {
            None
        }
    };
    let Some(after) = lesson(after).filter(|lesson| !lesson.playing) else {
        return false;
    };
    before
        .and_then(lesson)
        .is_none_or(|before| before.playing || !is_same_stop(&before.shown, &after.shown))
}

/// Whether two screens belong to one stop. The state of a goal is reported at once.
fn is_same_stop(one: &Screen, other: &Screen) -> bool {
    match (one, other) {
        (Screen::Step(one), Screen::Step(other)) => {
            one.number == other.number && is_reported(&one.task) == is_reported(&other.task)
        }
        (one, other) => one == other,
    }
}

fn is_reported(task: &Task) -> bool {
    matches!(
        task,
        Task::Pick { outcome: Some(_), .. } | Task::Number { outcome: Some(_), .. }
    )
}

/// The input of readings now.
fn input_of(workspace: &Workspace) -> ReadingInput {
    ReadingInput {
        revision: workspace.revision,
        second: workspace.core.engine().now().seconds(),
    }
}
