//! The pump: lets virtual time follow real time, and tells the page what has changed, at most once a frame.

use hashrange_protocol::{Card, News, SaveState, Shown as Screen, State, Task};

use crate::follow::Place;
use crate::host::{Desk, Host};
use crate::lanes::{self, Shown};
use crate::workspace::Workspace;
use crate::world::World;

/// Real time between two looks at the clock while time runs: about two frames.
const TICK_MS: u32 = 33;
/// The same while time stands still or the page is out of sight.
const IDLE_MS: u32 = 250;
/// Real time that readings of one frame may take together, in milliseconds.
const READINGS_MS: f64 = 8.0;
/// Bytes of readings in one frame; the first reading is sent whatever it has.
const READINGS_BYTES: usize = 64 * 1024;
/// The strip is made anew at most this often while things change, in milliseconds.
const STRIP_MS: f64 = 500.0;
/// What a load and the saving of changes have come to is told at most this often, in milliseconds.
const PROGRESS_MS: f64 = 250.0;
/// The list of workspaces is told at most this often while one of them grows, in milliseconds.
const LIST_MS: f64 = 1_000.0;
/// A caption waits at most this long for the pictures of its moment, in milliseconds.
const CAPTION_MS: f64 = 1_500.0;
/// The clock is told at most this often while nothing but time goes on: as often as its last digit changes.
const STATE_MS: f64 = 100.0;

impl<W: World> Host<W> {
    /// Lets time run for as long as the host is there.
    pub(crate) async fn run(self) {
        loop {
            let wait = self.tick();
            self.publish();
            self.world().rest(wait).await;
        }
    }

    /// Lets the time of the workspace in front pass; how long to wait for the next time.
    fn tick(&self) -> u32 {
        let real = self.world().millis();
        let (id, hidden) = self.desk(|desk| (desk.front, desk.hidden));
        let runs = self.within(id, |workspace| {
            // What another tab does has its own time.
            if hidden || workspace.follows() {
                workspace.wait(real);
                return false;
            }
            workspace.tick(real);
            workspace.core.jump().is_some() || workspace.core.clock().is_running()
        });
        let changed = self.within(id, |workspace| workspace.core.has_unsaved()) == Some(true);
        if changed {
            self.save_soon(id);
        }
        self.checkpoint_soon(id);
        match runs {
            Some(true) if self.within(id, |workspace| workspace.core.jump().is_some()) == Some(true) => 0,
            Some(true) => TICK_MS,
            _ => IDLE_MS,
        }
    }

    /// Tells the page what has changed, as far as it can take it now.
    pub(crate) fn publish(&self) {
        let now = self.world().millis();
        let news = self.desk(|desk| desk.news(now, || self.world().millis()));
        news.into_iter().for_each(|news| self.post(news));
    }

    /// Posts the clock, and whether readings are as new as it is, where that has changed.
    pub(crate) fn post_state(&self) {
        let now = self.world().millis();
        let mut news = Vec::new();
        self.desk(|desk| desk.tell_state(now, &mut news));
        news.into_iter().for_each(|news| self.post(news));
    }
}

impl Desk {
    /// What the page does not know yet. After it the page is not ready, until it says so.
    fn news(&mut self, now: f64, clock: impl Fn() -> f64) -> Vec<News> {
        let mut news = Vec::new();
        if !self.ready || !self.open.contains_key(&self.front) {
            return news;
        }
        self.tell_others(now, &mut news);
        self.tell_readings(now, clock, &mut news);
        self.tell_state(now, &mut news);
        self.ready = news.is_empty();
        news
    }

    /// Everything but the clock and readings.
    fn tell_others(&mut self, now: f64, news: &mut Vec<News>) {
        let Some(workspace) = self.open.get_mut(&self.front) else { return };
        let settings = workspace.core.settings_text();
        let (line, at) = (workspace.core.line(), workspace.core.clock().now());
        let shown = Shown::of(workspace.revision, workspace.core.marks(), &line, (at, self.window));
        let is_due = self.told.strip.as_ref().is_none_or(|(told, at)| {
            // Another window is wanted at once, and one that goes along with time only as fast as it is drawn.
            *told != shown && (told.window() != shown.window() || now - at >= STRIP_MS)
        });
        if is_due {
            news.push(News::Strip(lanes::strip(workspace.core.marks(), &line, &shown)));
            self.told.strip = Some((shown, now));
        }
        if self.told.settings.as_ref() != Some(&settings) {
            news.push(News::Settings { text: settings.clone() });
            self.told.settings = Some(settings);
        }
        let others = [
            News::Loads(workspace.loads()),
            News::Lesson(workspace.lesson_shown()),
            News::Job(workspace.job.clone()),
            News::Saved(workspace.saved.clone()),
            News::Owner(workspace.owner),
        ];
        let settled = self.follows.is_settled(place_of(workspace));
        if self.told.list_is_old && now - self.told.listed >= LIST_MS {
            news.push(self.list(now));
        }
        for (place, other) in others.into_iter().enumerate() {
            let told = self.told.others.get(place);
            let is_caption = is_new_caption(told.map(|(told, _)| told), &other);
            if is_caption && !settled && now - *self.told.caption_since.get_or_insert(now) < CAPTION_MS {
                continue;
            }
            if told.is_some_and(|(told, at)| *told == other || is_progress(told, &other) && now - at < PROGRESS_MS) {
                continue;
            }
            match self.told.others.get_mut(place) {
                Some(told) => *told = (other.clone(), now),
                None => self.told.others.push((other.clone(), now)),
            }
            if is_caption {
                self.told.caption_since = None;
            }
            news.push(other);
        }
    }

    /// Every workspace, the one changed last first.
    pub(crate) fn list(&mut self, now: f64) -> News {
        (self.told.list_is_old, self.told.listed) = (false, now);
        let mut cards: Vec<Card> = self.cards.values().cloned().collect();
        cards.sort_by_key(|card| std::cmp::Reverse((card.changed, card.id)));
        News::Workspaces(cards)
    }

    /// Takes the list of workspaces from the store.
    pub(crate) fn list_cards(&mut self, cards: Vec<Card>) {
        self.cards.clear();
        self.cards.extend(cards.into_iter().map(|card| (card.id, card)));
    }

    /// The clock, and whether every reading is as new as it is.
    fn tell_state(&mut self, now: f64, news: &mut Vec<News>) {
        let Some(workspace) = self.open.get_mut(&self.front) else { return };
        let mut state = workspace.state();
        state.settled = self.follows.is_settled(place_of(workspace));
        let due = self
            .told
            .state
            .as_ref()
            .is_none_or(|(told, at)| *told != state && (now - at >= STATE_MS || !goes_on_as(told, &state)));
        if due {
            self.told.state = Some((state.clone(), now));
            news.push(News::State(state));
        }
    }

    /// The first reading of a question, for a view that has nothing to show yet: it does not wait until the page has drawn what
    /// came before.
    pub(crate) fn first_reading(&mut self, number: u64, clock: impl Fn() -> f64) -> Option<News> {
        let workspace = self.open.get(&self.front)?;
        let (core, place) = (&workspace.core, place_of(workspace));
        let (from, ask) = (clock(), self.follows.ask(number)?);
        let bytes = ask.read(core.service());
        let bytes = self.follows.read(number, place, (from, clock()), bytes)?;
        Some(self.reading(number, place, bytes))
    }

    fn reading(&self, number: u64, place: Place, bytes: Option<Vec<u8>>) -> News {
        let bytes = bytes.map(serde_bytes::ByteBuf::from);
        News::Reading { number, workspace: self.front, revision: place.revision, bytes }
    }

    fn tell_readings(&mut self, began: f64, clock: impl Fn() -> f64, news: &mut Vec<News>) {
        let Some(workspace) = self.open.get(&self.front) else { return };
        let core = &workspace.core;
        let place = place_of(workspace);
        let mut sent = 0;
        while clock() - began < READINGS_MS && sent < READINGS_BYTES {
            let from = clock();
            let Some((number, ask)) = self.follows.next_due(place, from) else { return };
            let is_new = self.follows.is_new(number);
            let bytes = ask.read(core.service());
            let Some(bytes) = self.follows.read(number, place, (from, clock()), bytes) else { continue };
            sent += bytes.as_ref().map_or(1, Vec::len);
            news.push(self.reading(number, place, bytes));
            if !is_new {
                // One view a frame draws what has changed; what is shown for the first time comes at once.
                return;
            }
        }
    }
}

/// Whether nothing but time and what happens in it tells two states apart.
fn goes_on_as(told: &State, state: &State) -> bool {
    let manner = |state: &State| (state.running, state.speed, state.jump.is_some(), state.settled);
    let past = |state: &State| (state.line.is_past(), state.line.can_undo, state.line.futures.len());
    manner(told) == manner(state) && past(told) == past(state) && !state.line.is_past()
}

/// Whether the news after differs from the news before only by how far something has come. That it ends, and that
/// there is something to save, is told at once.
fn is_progress(before: &News, after: &News) -> bool {
    match (before, after) {
        (News::Loads(before), News::Loads(after)) => {
            before.iter().map(|run| run.ended).eq(after.iter().map(|run| run.ended))
        }
        // While changes go on, one save follows the other.
        (News::Saved(SaveState::Saving), News::Saved(SaveState::Saved)) => true,
        _ => false,
    }
}

/// Whether another stop is to be shown than before, in a lesson that does not play.
fn is_new_caption(before: Option<&News>, after: &News) -> bool {
    let lesson = |news: &News| if let News::Lesson(Some(lesson)) = news { Some(lesson.clone()) } else { None };
    let Some(after) = lesson(after).filter(|lesson| !lesson.playing) else { return false };
    before.and_then(lesson).is_none_or(|before| before.playing || !is_same_stop(&before.shown, &after.shown))
}

/// Whether two screens are of one stop. How a goal stands is told at once.
fn is_same_stop(one: &Screen, other: &Screen) -> bool {
    match (one, other) {
        (Screen::Step(one), Screen::Step(other)) => {
            one.number == other.number && is_told(&one.task) == is_told(&other.task)
        }
        (one, other) => one == other,
    }
}

fn is_told(task: &Task) -> bool {
    matches!(task, Task::Pick { outcome: Some(_), .. } | Task::Number { outcome: Some(_), .. })
}

/// What readings of now are made of.
fn place_of(workspace: &Workspace) -> Place {
    Place { revision: workspace.revision, second: workspace.core.engine().now().seconds() }
}
