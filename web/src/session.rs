//! The interface between the page and the service: sends commands as messages, and turns news into signals.
//!
//! The service runs in a worker, and nothing here waits for it. Requests are in `requests`, readings in `readings`, the
//! transport of messages in `port`.

mod calling;
mod followed;
mod kept;
mod pending;
mod port;
mod readings;
mod requests;
mod saved_state;
mod signals;
mod state_hash;
mod trying;

use hashrange_protocol::reading::TablesQuestion;
use hashrange_protocol::{
    Card, Command, Envelope, Hello, Job, JobEnd, JobKind, KeptAside, Lesson, LoadTally, News, Owner, SaveState,
    Settings, Speed, State, StorageStatus, Strip, VERSION, WorkspaceCommand, WorkspaceId,
};
use hashrange_time::Timestamp;
use hashrange_wire::TableDescription;
use leptos::prelude::*;

pub use self::calling::Calling;
use self::followed::Followed;
use self::kept::Kept;
use self::pending::Pending;
pub use self::readings::use_reading;
pub use self::saved_state::use_saved_part;
use self::state_hash::StateHash;
pub use self::trying::Trying;
use crate::components::offer_download;
use crate::memo::Memo;
pub use crate::selection::{Selection, Tab, use_selection};
use crate::signal::{ReadSignal, RwSignal};
use crate::{failure, framed, opening};
pub use hashrange_protocol::{ClockCommand, Line, Travel};

/// The progress of the page's start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// A workspace is being restored. The finished share is in parts per thousand, if it is known.
    Starting {
        /// The share.
        share: Option<u32>,
    },
    /// The workspace is open.
    Ready,
}

/// A one-time message to the reader.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Notice {
    /// Information.
    Noted(String),
    /// A refusal.
    Refused(String),
    /// A job has ended.
    Ended(JobEnd),
    /// The engine stopped and was restarted.
    Restarted(String),
}

/// Every table's description: the reading, and its latest known result.
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
    at_risk: RwSignal<bool>,
    kept: RwSignal<Vec<KeptAside>>,
    storage: RwSignal<StorageStatus>,
    phase: RwSignal<Phase>,
    hash: RwSignal<Option<StateHash>>,
    /// The text of the latest link; empty if there is none.
    link: RwSignal<Option<String>>,
    /// The text of a link whose opening did not end.
    unfinished_link: RwSignal<Option<String>>,
    workspace: RwSignal<WorkspaceId>,
    workspaces: RwSignal<Vec<Card>>,
    view: RwSignal<String>,
    kept_here: StoredValue<Kept>,
    /// A problem of the workspace in front.
    trouble: RwSignal<Option<String>>,
    notice: RwSignal<Option<(u64, Notice)>>,
    /// Whether a frame is pending, after which the engine may send more.
    drawing: StoredValue<bool>,
    /// Real time at which the engine was last restarted.
    started: StoredValue<f64>,
    /// While the engine restarts: commands that wait until it has opened the workspace.
    held: StoredValue<Option<Vec<Envelope>>>,
}

/// The time after a start, in milliseconds of real time, in which a stop of the engine causes no automatic restart.
const TOO_SOON_MS: f64 = 20_000.0;

impl Session {
    /// A session that has not received news.
    #[must_use]
    pub fn new() -> Self {
        let state = RwSignal::new(State::default());
        let session = Self {
            followed: StoredValue::new_local(Followed::default()),
            pending: StoredValue::new_local(Pending::default()),
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
            at_risk: RwSignal::new(false),
            kept: RwSignal::new(Vec::new()),
            storage: RwSignal::new(StorageStatus::default()),
            phase: RwSignal::new(Phase::Starting { share: None }),
            hash: RwSignal::new(None),
            link: RwSignal::new(None),
            unfinished_link: RwSignal::new(None),
            workspace: RwSignal::new(WorkspaceId::NONE),
            workspaces: RwSignal::new(Vec::new()),
            view: RwSignal::new(String::new()),
            kept_here: StoredValue::new(Kept::default()),
            trouble: RwSignal::new(None),
            notice: RwSignal::new(None),
            drawing: StoredValue::new(false),
            started: StoredValue::new(f64::MIN),
            held: StoredValue::new(None),
        };
        let known = session.reading(|| Some(TablesQuestion));
        let listed = Memo::new(move |_| known.get().unwrap_or_default());
        session.tables.set_value(Some(Tables { known, listed }));
        session
    }

    /// Connects to the engine. With `welcome`, the reader has not opened the page for a workspace.
    pub fn start(self, welcome: bool) {
        let set_aside = failure::take_set_aside_mark();
        let unkept = framed::is_embedded();
        let hello = Hello {
            version: VERSION,
            still: wants_stillness(),
            set_aside,
            welcome,
            unkept,
        };
        port::listen(move |news| self.apply(news), move |reason| self.restart(&reason));
        self.post(Command::Hello(hello));
    }

    /// Restarts the engine, which has stopped, from its stored state. If it stops again at once, the reader decides.
    fn restart(self, reason: &str) {
        let ran = real_time() - self.started.get_value();
        if ran < TOO_SOON_MS {
            failure::show_stopped(reason);
            return;
        }
        self.started.set_value(real_time());
        self.saved.set(SaveState::Saving);
        port::restart();
        self.give_up_everything();
        self.job.set(None);
        let welcome = self.workspace.get_untracked().is_welcome();
        let unkept = framed::is_embedded();
        let still = wants_stillness();
        self.post(Command::Hello(Hello {
            version: VERSION,
            still,
            welcome,
            unkept,
            set_aside: false,
        }));
        self.held.set_value(Some(Vec::new()));
        self.ask_again();
        self.unfinished_link.set(opening::unfinished());
        self.note(Notice::Restarted(reason.to_owned()));
    }

    /// Sends a command for the workspace in front.
    fn post(self, command: Command) {
        let workspace = self.workspace.try_get_untracked().unwrap_or_default();
        let envelope = Envelope { workspace, command };
        let unheld = self.held.try_update_value(|held| match held {
            Some(held) if !matches!(envelope.command, Command::Drawn) => {
                held.push(envelope);
                None
            }
            _ => Some(envelope),
        });
        if let Some(Some(envelope)) = unheld {
            port::send(&envelope);
        }
    }

    fn apply(self, news: News) {
        match news {
            // Views and typed text stay while the engine restarts.
            News::Starting { .. } if self.held.with_value(Option::is_some) => {}
            News::Starting { share } => self.phase.set(Phase::Starting { share }),
            News::Opened {
                workspace,
                view,
                notice,
            } => {
                let held = self.held.try_update_value(Option::take).flatten();
                if held.is_none() || workspace != self.workspace.get_untracked() {
                    self.leave_workspace();
                }
                self.hash.set(None);
                self.trouble.set(notice);
                let view = self.take_saved_state(workspace, view);
                if workspace != self.workspace.get_untracked() {
                    // Removes the previous workspace's data, so that it is not shown as this workspace's.
                    self.forget_readings();
                    self.lesson.set(None);
                    self.runs.set(Vec::new());
                }
                self.view.set(view);
                self.workspace.set(workspace);
                self.phase.set(Phase::Ready);
                held.iter().flatten().for_each(port::send);
            }
            News::Reading {
                number,
                workspace,
                bytes,
                ..
            } => {
                self.take_reading(number, workspace, bytes.as_ref().map(|bytes| bytes.as_slice()));
            }
            News::State(state) => {
                if self
                    .hash
                    .with_untracked(|hash| hash.as_ref().is_some_and(|hash| !hash.holds_for(&state)))
                {
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
            News::AtRisk(at_risk) => self.at_risk.set(at_risk),
            News::StorageStatus(status) => self.storage.set(status),
            News::Answer { number, answer } => self.take_answer(number, *answer),
            News::Progress { number, progress } => self.take_progress(number, *progress),
            News::Link { text } => self.link.set(Some(text)),
            News::Hash { hash, revision } => self.hash.set(Some(StateHash { hash, revision })),
            News::JobEnded(end) if end.kind == JobKind::Link => opening::end(),
            News::JobEnded(end) => self.note(Notice::Ended(end)),
            News::File { name, bytes } => offer_download(&name, "application/octet-stream", &bytes),
            News::Noted(words) => self.note(Notice::Noted(words)),
            News::Refused(words) => self.note(Notice::Refused(words)),
        }
        self.draw();
    }

    /// Reports to the engine that the news have been drawn. A hidden page does not draw, so a timer suffices.
    fn draw(self) {
        if self
            .drawing
            .try_update_value(|drawing| std::mem::replace(drawing, true))
            != Some(false)
        {
            return;
        }
        let drawn = move || {
            self.drawing.try_set_value(false);
            self.post(Command::Drawn);
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

    /// Reports that the page is hidden, or visible again.
    pub fn hide(self, hidden: bool) {
        if hidden {
            self.send_saved_state();
        }
        self.post(Command::Hidden(hidden));
    }

    /// Discards a journal that was set aside.
    pub fn discard_kept(self, number: u32) {
        self.post(Command::DiscardKept { number });
    }

    /// Offers a journal that was set aside as a file.
    pub fn download_kept(self, number: u32) {
        self.post(Command::DownloadKept { number });
    }

    /// Stops the running job.
    pub fn stop_job(self) {
        self.post(Command::Stop);
    }

    /// Changes how virtual time runs.
    pub fn command(self, command: ClockCommand) {
        self.post(Command::Clock(command));
    }

    /// Pauses virtual time if it runs, and resumes it if it is paused.
    pub fn pause_or_resume(self) {
        let running = self.running.get_untracked();
        self.command(if running {
            ClockCommand::Pause
        } else {
            ClockCommand::Resume
        });
    }

    /// Moves along the history, or to another future.
    pub fn travel(self, travel: Travel) {
        self.post(Command::Travel(travel));
    }

    /// Requests the hash of the state.
    pub fn ask_hash(self) {
        self.post(Command::Hash);
    }

    /// Changes physics and limits from now on.
    pub fn change_settings(self, settings: &Settings) {
        self.post(Command::Change {
            settings: settings.text(),
        });
    }

    /// Sends any other command to the engine: jobs and lessons.
    pub fn ask_for(self, command: Command) {
        self.post(command);
    }

    /// Runs a workspace command.
    pub fn run_workspace_command(self, command: WorkspaceCommand) {
        self.send_saved_state();
        self.post(Command::Workspace(command));
    }
}

impl Default for Session {
    fn default() -> Self {
        Self::new()
    }
}

/// The session of the page. Outside the page, as in a test of one view, returns a session without an engine.
#[must_use]
pub fn use_session() -> Session {
    use_context::<Session>().unwrap_or_default()
}

/// Real time in milliseconds since the page was opened. Only differences are meaningful.
#[must_use]
pub fn real_time() -> f64 {
    window().performance().map_or(0.0, |performance| performance.now())
}

/// The name of this build of the page: the address of its program, which contains a hash.
#[must_use]
pub fn build_name() -> String {
    let script = document().query_selector("script[data-module]").ok().flatten();
    script
        .and_then(|script| script.get_attribute("data-module"))
        .unwrap_or_default()
}

/// Whether the reader prefers reduced motion.
#[must_use]
pub fn wants_stillness() -> bool {
    window()
        .match_media("(prefers-reduced-motion: reduce)")
        .ok()
        .flatten()
        .is_some_and(|query| query.matches())
}
