//! The seam between the page and the service: commands go out as messages, news come back and become signals.
//!
//! The service runs in a worker; nothing here waits for it. Requests are in `requests`, readings in `readings`, the way
//! messages travel in `port`.

mod followed;
mod kept;
mod papers;
mod pending;
mod port;
mod readings;
mod requests;
mod signals;
mod state_hash;
mod trials;
mod trying;

use hashrange_protocol::reading::TablesAsk;
use hashrange_protocol::{
    Card, Command, Envelope, Hello, Job, JobEnd, KeptAside, Lesson, LoadTally, News, Owner, Room, SaveState, Settings,
    Speed, State, Strip, VERSION, WorkspaceCommand, WorkspaceId,
};
use hashrange_time::Timestamp;
use hashrange_wire::TableDescription;
use leptos::prelude::*;

use self::followed::Followed;
use self::kept::Kept;
pub use self::papers::use_paper;
use self::pending::Pending;
pub use self::readings::use_reading;
use self::state_hash::StateHash;
use self::trials::Trials;
pub use self::trying::Trying;
use crate::components::offer_download;
pub use crate::selection::{Selection, Tab, use_selection};
use crate::{failure, framed};
pub use hashrange_protocol::{ClockCommand, Line, Travel};

/// How far the start of the page has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// A workspace is being brought back; the share that is done in parts per thousand, when it is known.
    Starting {
        /// The share.
        share: Option<u32>,
    },
    /// The workspace is there.
    Ready,
}

/// Something the reader is told once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Notice {
    /// The reader should know it.
    Noted(String),
    /// It could not be done.
    Refused(String),
    /// A job has ended.
    Ended(JobEnd),
    /// The engine stopped and was started again.
    Restarted(String),
}

/// Every table's description: the reading, and the same without the time before it is known.
#[derive(Clone, Copy)]
struct Tables {
    known: ReadSignal<Option<Vec<TableDescription>>>,
    listed: Memo<Vec<TableDescription>>,
}

/// The handle to the session.
#[derive(Clone, Copy)]
pub struct Session {
    followed: StoredValue<Followed, LocalStorage>,
    pending: StoredValue<Pending, LocalStorage>,
    trials: StoredValue<Trials, LocalStorage>,
    state: RwSignal<State>,
    now: Memo<Timestamp>,
    line: Memo<Line>,
    running: Memo<bool>,
    speed: Memo<Speed>,
    reached: Memo<Option<Speed>>,
    jump: Memo<Option<f64>>,
    next_due: Memo<Option<Timestamp>>,
    steps: Memo<u64>,
    settled: Memo<bool>,
    settings: RwSignal<Settings>,
    strip: RwSignal<Strip>,
    runs: RwSignal<Vec<LoadTally>>,
    lesson: RwSignal<Option<Lesson>>,
    job: RwSignal<Option<Job>>,
    tables: StoredValue<Option<Tables>>,
    saved: RwSignal<SaveState>,
    owner: RwSignal<Owner>,
    kept: RwSignal<Vec<KeptAside>>,
    room: RwSignal<Room>,
    phase: RwSignal<Phase>,
    hash: RwSignal<Option<StateHash>>,
    /// The text of the link that was made last; without letters where there is none.
    link: RwSignal<Option<String>>,
    workspace: RwSignal<WorkspaceId>,
    workspaces: RwSignal<Vec<Card>>,
    view: RwSignal<String>,
    kept_here: StoredValue<Kept>,
    /// What the reader must know of the workspace in front.
    trouble: RwSignal<Option<String>>,
    notice: RwSignal<Option<(u64, Notice)>>,
    /// Whether a frame is awaited, after which the engine may say more.
    drawing: StoredValue<bool>,
    /// Real time at which the engine was started again last.
    started: StoredValue<f64>,
    /// Whether it comes back now.
    restarting: StoredValue<bool>,
}

/// Real time within which a second stop of the engine is too much, in milliseconds.
const TOO_SOON_MS: f64 = 20_000.0;

impl Session {
    /// A session that has heard nothing yet.
    #[must_use]
    pub fn new() -> Self {
        let state = RwSignal::new(State::default());
        let session = Self {
            followed: StoredValue::new_local(Followed::default()),
            pending: StoredValue::new_local(Pending::default()),
            trials: StoredValue::new_local(Trials::default()),
            state,
            now: Memo::new(move |_| state.with(|state| state.now)),
            line: Memo::new(move |_| state.with(|state| state.line.clone())),
            running: Memo::new(move |_| state.with(|state| state.running)),
            speed: Memo::new(move |_| state.with(|state| state.speed)),
            reached: Memo::new(move |_| state.with(|state| state.reached)),
            jump: Memo::new(move |_| state.with(|state| state.jump.map(|done| f64::from(done) / 1_000.0))),
            next_due: Memo::new(move |_| state.with(|state| state.next_due)),
            steps: Memo::new(move |_| state.with(|state| state.steps)),
            settled: Memo::new(move |_| state.with(|state| state.settled)),
            settings: RwSignal::new(Settings::default()),
            strip: RwSignal::new(Strip::default()),
            runs: RwSignal::new(Vec::new()),
            lesson: RwSignal::new(None),
            job: RwSignal::new(None),
            tables: StoredValue::new(None),
            saved: RwSignal::new(SaveState::Saving),
            owner: RwSignal::new(Owner::Here),
            kept: RwSignal::new(Vec::new()),
            room: RwSignal::new(Room::default()),
            phase: RwSignal::new(Phase::Starting { share: None }),
            hash: RwSignal::new(None),
            link: RwSignal::new(None),
            workspace: RwSignal::new(WorkspaceId::NONE),
            workspaces: RwSignal::new(Vec::new()),
            view: RwSignal::new(String::new()),
            kept_here: StoredValue::new(Kept::default()),
            trouble: RwSignal::new(None),
            notice: RwSignal::new(None),
            drawing: StoredValue::new(false),
            started: StoredValue::new(f64::MIN),
            restarting: StoredValue::new(false),
        };
        let known = session.reading(|| Some(TablesAsk));
        let listed = Memo::new(move |_| known.get().unwrap_or_default());
        session.tables.set_value(Some(Tables { known, listed }));
        session
    }

    /// Begins to talk to the engine. `welcome` says that the reader has not come for a workspace.
    pub fn start(self, welcome: bool) {
        let set_aside = failure::take_set_aside_mark();
        let unkept = framed::is_embedded();
        let hello = Hello { version: VERSION, still: wants_stillness(), set_aside, welcome, unkept };
        port::listen(move |news| self.hear(news), move |reason| self.restart(&reason));
        self.tell(Command::Hello(hello));
    }

    /// The engine has stopped: it is started again from what is kept. When it stops again at once, the reader decides.
    fn restart(self, reason: &str) {
        let ran = real_time() - self.started.get_value();
        if ran < TOO_SOON_MS {
            failure::show_stopped(reason);
            return;
        }
        self.started.set_value(real_time());
        self.restarting.set_value(true);
        self.saved.set(SaveState::Saving);
        port::restart();
        self.give_up_everything();
        self.give_up_trials();
        self.job.set(None);
        let welcome = self.workspace.get_untracked().is_welcome();
        let unkept = framed::is_embedded();
        let still = wants_stillness();
        self.tell(Command::Hello(Hello { version: VERSION, still, welcome, unkept, set_aside: false }));
        self.ask_again();
        self.note(Notice::Restarted(reason.to_owned()));
    }

    /// Sends a command, meant for the workspace in front.
    fn tell(self, command: Command) {
        let workspace = self.workspace.try_get_untracked().unwrap_or_default();
        port::send(&Envelope { workspace, command });
    }

    fn hear(self, news: News) {
        match news {
            // Views and what is typed in them stay while the engine comes back.
            News::Starting { .. } if self.restarting.get_value() => {}
            News::Starting { share } => self.phase.set(Phase::Starting { share }),
            News::Opened { workspace, view, notice } => {
                self.restarting.set_value(false);
                self.give_up_requests();
                self.hash.set(None);
                self.trouble.set(notice);
                let view = self.take_papers(workspace, view);
                if workspace != self.workspace.get_untracked() {
                    // Nothing of the workspace before is shown as if it were this one's.
                    self.forget_readings();
                    self.lesson.set(None);
                    self.give_up_trials();
                    self.runs.set(Vec::new());
                }
                self.view.set(view);
                self.workspace.set(workspace);
                self.phase.set(Phase::Ready);
            }
            News::Reading { number, workspace, bytes, .. } => {
                self.take_reading(number, workspace, bytes.as_ref().map(|bytes| bytes.as_slice()));
            }
            News::State(state) => {
                if self.hash.with_untracked(|hash| hash.as_ref().is_some_and(|hash| !hash.holds_for(&state))) {
                    self.hash.set(None);
                }
                self.state.set(state);
            }
            News::Settings { text } => {
                if let Some(settings) = Settings::read(&Settings::default(), &text) {
                    self.settings.set(settings);
                }
            }
            News::Strip(strip) => self.strip.set(strip),
            News::Loads(runs) => self.runs.set(runs),
            News::Lesson(lesson) => self.lesson.set(lesson),
            News::Job(job) => self.job.set(job),
            News::Workspaces(cards) => self.workspaces.set(cards),
            News::KeptAside(kept) => self.kept.set(kept),
            News::Saved(saved) => self.saved.set(saved),
            News::Owner(owner) => self.owner.set(owner),
            News::Room(room) => self.room.set(room),
            asked_for => self.hear_asked_for(asked_for),
        }
        self.draw();
    }

    /// Hears what somebody asked for. A page that shows its first picture has not, so this stays a function of its own.
    #[inline(never)]
    fn hear_asked_for(self, news: News) {
        match news {
            News::Answer { number, answer } => self.take_answer(number, answer),
            News::Link { text } => self.link.set(Some(text)),
            News::Hash { hash, revision } => self.hash.set(Some(StateHash { hash, revision })),
            News::ErrandDone { number, bytes } => self.take_errand(number, bytes),
            News::JobEnded(end) => self.note(Notice::Ended(end)),
            News::File { name, bytes } => offer_download(&name, "application/octet-stream", &bytes),
            News::Noted(words) => self.note(Notice::Noted(words)),
            News::Refused(words) => self.note(Notice::Refused(words)),
            News::Tried { number, tried } => self.take_tried(number, *tried),
            _ => {}
        }
    }

    /// Says so when what was heard has been drawn. Out of sight nothing is drawn, and time is enough.
    fn draw(self) {
        if self.drawing.try_update_value(|drawing| std::mem::replace(drawing, true)) != Some(false) {
            return;
        }
        let drawn = move || {
            self.drawing.try_set_value(false);
            self.tell(Command::Drawn);
        };
        if document().hidden() {
            set_timeout(drawn, std::time::Duration::from_millis(250));
        } else {
            request_animation_frame(drawn);
        }
    }

    fn note(self, notice: Notice) {
        self.notice.update(|last| {
            let number = last.as_ref().map_or(0, |(number, _)| *number) + 1;
            *last = Some((number, notice));
        });
    }

    /// Says that the page is out of sight, or back.
    pub fn hide(self, hidden: bool) {
        if hidden {
            self.send_papers();
        }
        self.tell(Command::Hidden(hidden));
    }

    /// Discards a journal that was put aside.
    pub fn discard_kept(self, number: u32) {
        self.tell(Command::DiscardKept { number });
    }

    /// Offers a journal that was put aside as a file.
    pub fn download_kept(self, number: u32) {
        self.tell(Command::DownloadKept { number });
    }

    /// Stops the job that is under way.
    pub fn stop_job(self) {
        self.tell(Command::Stop);
    }

    /// Changes how time runs.
    pub fn command(self, command: ClockCommand) {
        self.tell(Command::Clock(command));
    }

    /// Pauses virtual time where it runs, and resumes it where it is paused.
    pub fn pause_or_resume(self) {
        let running = self.running.get_untracked();
        self.command(if running { ClockCommand::Pause } else { ClockCommand::Resume });
    }

    /// Goes back or forth along what happened, or to another future.
    pub fn travel(self, travel: Travel) {
        self.tell(Command::Travel(travel));
    }

    /// Asks for the hash.
    pub fn ask_hash(self) {
        self.tell(Command::Hash);
    }

    /// Changes physics and limits from now on.
    pub fn change_settings(self, settings: &Settings) {
        self.tell(Command::Change { settings: settings.text() });
    }

    /// Sends any other command to the engine: jobs and lessons.
    pub fn ask_for(self, command: Command) {
        self.tell(command);
    }

    /// Does something with workspaces.
    pub fn shelve(self, command: WorkspaceCommand) {
        self.send_papers();
        self.tell(Command::Workspace(command));
    }
}

impl Default for Session {
    fn default() -> Self {
        Self::new()
    }
}

/// The session of the page; one without an engine outside the page, as in a test of one view.
#[must_use]
pub fn use_session() -> Session {
    use_context::<Session>().unwrap_or_default()
}

/// Real time in milliseconds since the page was opened; only differences mean something.
#[must_use]
pub fn real_time() -> f64 {
    window().performance().map_or(0.0, |performance| performance.now())
}

/// The name of this build of the page: the address of its program, which carries a hash.
#[must_use]
pub fn build_name() -> String {
    let script = document().query_selector("script[data-module]").ok().flatten();
    script.and_then(|script| script.get_attribute("data-module")).unwrap_or_default()
}

/// Whether the reader wants as little motion as can be.
#[must_use]
pub fn wants_stillness() -> bool {
    window().match_media("(prefers-reduced-motion: reduce)").ok().flatten().is_some_and(|query| query.matches())
}
