//! The host: the open workspaces, the one in front, and the entry point for commands of the page. Its platform: real
//! time, pauses between two slices of work, tasks, messages to the page, other tabs, and the store. A browser's worker is
//! one platform. Tests have another one, with time controlled by the test.
//!
//! Owns the dispatch of commands. Must not know how messages are transported, nor where bytes are stored.

use std::cell::RefCell;
use std::rc::Rc;

use hashrange_engine::Remains;
use hashrange_late::NotLoaded;
use hashrange_protocol::{Card, Command, Envelope, News, State, Window, WorkspaceId};
use litemap::LiteMap;

use crate::errand::Errand;
use crate::follow::Follows;
use crate::lanes::Shown;
use crate::remote::connection::NO_SIMULATION;
use crate::running_call::Running;
use crate::store::{Notice, Ownership, Persistence, Store, StoreError};
use crate::trials::Trials;
use crate::workspace::Workspace;

/// Maximum bytes of all idle workspaces. A tab has at most 4 GB of WebAssembly memory, and a phone stops one long
/// before that. The workspace in front can need most of it: 100,000 items with their history take half a gigabyte.
pub(crate) const IDLE_BUDGET: u64 = 256 * 1_024 * 1_024;

/// The environment that the host needs.
#[allow(async_fn_in_trait)] // a worker is one thread, so that nobody needs the futures to be sent
pub trait Platform: Clone + 'static {
    /// The store of workspaces.
    type Store: Store;

    /// Real time in milliseconds since an arbitrary time. Only differences are meaningful.
    fn millis(&self) -> f64;

    /// Real time in milliseconds since the Unix epoch.
    fn date(&self) -> u64;

    /// Lets other tasks run, for at least this number of milliseconds.
    async fn rest(&self, millis: u32);

    /// Starts a task.
    fn spawn(&self, task: impl Future<Output = ()> + 'static);

    /// Performs an errand. A page loads its code first.
    ///
    /// # Errors
    /// If the code could not be loaded. Then nothing was done.
    async fn perform(&self, host: Host<Self>, errand: Errand) -> Result<(), NotLoaded> {
        // Boxed, because work of an errand may open a workspace, which may perform an errand.
        Box::pin(errand.perform(host)).await;
        Ok(())
    }

    /// Stores the request that is being handled, for the report of a crash.
    fn note(&self, operation: &str, body: &str);

    /// Sends news to the page.
    fn post(&self, news: &News);

    /// Opens the store.
    async fn open_store(&self) -> Result<Self::Store, StoreError>;

    /// Tries to own a workspace. Calls `lost` when another tab takes it over later.
    async fn acquire(&self, id: WorkspaceId, steal: bool, lost: Rc<dyn Fn()>) -> Ownership;

    /// Waits until the tab that owns a workspace releases it or ends, and owns it then. Returns false if the wait was
    /// stopped by `acquire` or `release`, or if nothing tells when another tab ends.
    async fn wait_to_own(&self, id: WorkspaceId, lost: Rc<dyn Fn()>) -> bool;

    /// Releases a workspace.
    fn release(&self, id: WorkspaceId);

    /// Informs other tabs.
    fn announce(&self, notice: &Notice);

    /// Receives notices of other tabs from now on.
    fn on_notice(&self, follow: Rc<dyn Fn(Notice)>);

    /// Sends a POST to an endpoint of the network. Returns the status and the body.
    ///
    /// # Errors
    /// Why there is no response, if that is known.
    async fn fetch(&self, url: &str, headers: &[(String, String)], body: &str) -> Result<(u16, String), String>;

    /// Requests persistent storage.
    async fn ask_to_persist(&self) -> Persistence;

    /// The bytes that this site uses and may use, if they are known.
    async fn estimate(&self) -> Option<(u64, u64)>;

    /// Maximum bytes of workspaces in the background.
    fn idle_budget(&self) -> u64 {
        IDLE_BUDGET
    }
}

/// The host. All clones share one state.
pub struct Host<W: Platform>(Rc<Inner<W>>);

impl<W: Platform> Clone for Host<W> {
    fn clone(&self) -> Self {
        Self(Rc::clone(&self.0))
    }
}

struct Inner<W: Platform> {
    platform: W,
    store: RefCell<Option<W::Store>>,
    state: RefCell<HostState>,
}

/// The state of the host, except the store.
#[derive(Default)]
pub(crate) struct HostState {
    pub(crate) open: LiteMap<WorkspaceId, Workspace>,
    /// The workspace in front.
    pub(crate) front: WorkspaceId,
    /// Workspaces that were in front before, the latest last.
    pub(crate) before: Vec<WorkspaceId>,
    /// The workspace of the lesson that was left last. The reader does not return to it by themselves.
    pub(crate) left: WorkspaceId,
    /// Number of welcomes so far.
    pub(crate) welcomes: u32,
    /// Number of connections so far.
    pub(crate) remotes: u32,
    /// Calls without an answer, each with whether to stop it.
    pub(crate) calls: LiteMap<u64, bool>,
    /// The long call that is running.
    pub(crate) running: Option<Running>,
    /// The link that is being opened, by its checksum.
    pub(crate) opening: Option<u32>,
    /// All stored workspaces.
    pub(crate) cards: LiteMap<WorkspaceId, Card>,
    pub(crate) follows: Follows,
    /// Whether a page has connected.
    pub(crate) began: bool,
    /// Whether the store was opened, if there is one, and its workspaces are known.
    pub(crate) started: bool,
    /// Whether the page can receive more news.
    pub(crate) ready: bool,
    /// Whether the page is hidden.
    pub(crate) hidden: bool,
    /// Whether the reader prefers reduced motion.
    pub(crate) still: bool,
    /// Why nothing is stored; `None` if workspaces are stored.
    pub(crate) unkept: Option<String>,
    /// The window of time that the page shows.
    pub(crate) window: Window,
    pub(crate) reported: Reported,
    pub(crate) trials: Trials,
    /// What removed states left, which is not freed yet.
    pub(crate) remains: Remains,
}

/// The news that the page has received.
#[derive(Default)]
pub(crate) struct Reported {
    pub(crate) state: Option<(State, f64)>,
    pub(crate) settings: Option<String>,
    pub(crate) strip: Option<(Shown, f64)>,
    /// When the list of workspaces was sent.
    pub(crate) listed: f64,
    /// Whether a workspace has changed since.
    pub(crate) list_is_old: bool,
    /// When a caption began to wait for the pictures of its time.
    pub(crate) caption_since: Option<f64>,
    /// All other news, with the time they were sent.
    others: [Option<(News, f64)>; 6],
}

impl Reported {
    /// The place of news that are compared with those before.
    fn place_of(news: &News) -> Option<usize> {
        Some(match news {
            News::Loads(_) => 0,
            News::Lesson(_) => 1,
            News::Job(_) => 2,
            News::Saved(_) => 3,
            News::Owner(_) => 4,
            News::AtRisk(_) => 5,
            _ => return None,
        })
    }

    /// The news of this kind that were sent before, with their time.
    pub(crate) fn before(&self, news: &News) -> Option<&(News, f64)> {
        self.others.get(Self::place_of(news)?)?.as_ref()
    }

    /// Remembers news that were sent.
    pub(crate) fn keep(&mut self, news: News, now: f64) {
        if let Some(place) = Self::place_of(&news).and_then(|place| self.others.get_mut(place)) {
            *place = Some((news, now));
        }
    }
}

impl<W: Platform> Host<W> {
    /// Creates a host without workspaces. It opens the store with the first command, if there is one.
    pub fn new(platform: W) -> Self {
        Self(Rc::new(Inner {
            platform,
            store: RefCell::new(None),
            state: RefCell::default(),
        }))
    }

    pub(crate) fn platform(&self) -> &W {
        &self.0.platform
    }

    pub(crate) fn store(&self) -> Option<W::Store> {
        self.0.store.borrow().clone()
    }

    pub(crate) fn set_store(&self, store: Option<W::Store>) {
        *self.0.store.borrow_mut() = store;
    }

    /// Accesses the state. `act` must be short and never waits.
    pub(crate) fn state<R>(&self, act: impl FnOnce(&mut HostState) -> R) -> R {
        act(&mut self.0.state.borrow_mut())
    }

    /// Runs `act` on an open workspace; `None` if it is not open.
    pub(crate) fn within<R>(&self, id: WorkspaceId, act: impl FnOnce(&mut Workspace) -> R) -> Option<R> {
        self.state(|state| state.open.get_mut(&id).map(act))
    }

    /// The workspace in front.
    pub(crate) fn front(&self) -> WorkspaceId {
        self.state(|state| state.front)
    }

    /// Whether a workspace is open.
    pub(crate) fn is_open(&self, id: WorkspaceId) -> bool {
        self.state(|state| state.open.contains_key(&id))
    }

    pub(crate) fn post(&self, news: &News) {
        self.0.platform.post(news);
    }

    /// Starts a separate task.
    pub(crate) fn spawn<F: Future<Output = ()> + 'static>(&self, task: impl FnOnce(Self) -> F) {
        self.0.platform.spawn(task(self.clone()));
    }

    /// Executes a command of the page. Ignores a command for a workspace that is no longer in front.
    pub fn take(&self, Envelope { workspace, command }: Envelope) {
        match command {
            Command::Hello(hello) => self.spawn(|host| host.start(hello)),
            Command::Drawn => {
                self.state(|state| state.ready = true);
                self.publish();
            }
            Command::Hidden(hidden) => self.hide(hidden),
            Command::Follow { number, ask } => {
                let first = self.state(|state| {
                    state.follows.follow(number, *ask);
                    state.first_reading(number, || self.platform().millis())
                });
                first.into_iter().for_each(|news| self.post(&news));
                self.publish();
            }
            Command::Window(window) => {
                self.state(|state| state.window = window);
                self.publish();
            }
            Command::LetGo { number } => self.state(|state| state.follows.let_go(number)),
            Command::Workspace(command) => self.spawn(|host| host.run_workspace_command(command)),
            Command::Ask { number, ask } => self.answer_to(workspace, number, *ask),
            Command::Cancel { number } => self.cancel(number),
            Command::DiscardKept { number } => self.spawn(|host| host.discard_kept(number)),
            Command::DownloadKept { number } => self.spawn(|host| host.download_kept(number)),
            // These commands name their workspace. They must not be lost when another workspace comes to the front
            // meanwhile.
            Command::Keep { view } => self.keep_view(workspace, view),
            command if workspace == self.front() && workspace != WorkspaceId::NONE => {
                self.take_inside(workspace, command);
            }
            _ => {}
        }
    }

    /// Executes a command for the workspace in front.
    fn take_inside(&self, id: WorkspaceId, command: Command) {
        if !matches!(command, Command::Hash | Command::Stop | Command::Keep { .. }) {
            self.within(id, |workspace| workspace.touched = true);
        }
        if self.is_remote(id) && needs_simulation(&command) {
            return match command {
                Command::Import(_) => self.refuse_import(NO_SIMULATION),
                _ => self.post(&News::Refused(NO_SIMULATION.to_owned())),
            };
        }
        match command {
            Command::Clock(command) => {
                self.change(id, |workspace, real| workspace.command(real, command));
            }
            // A playing lesson moves along the timeline itself.
            Command::Travel(_) if self.plays_lesson(id) => {}
            Command::Travel(travel) => self.travel(id, travel),
            Command::Step { begins } => {
                self.change(id, |workspace, real| {
                    workspace.lesson_forks();
                    workspace.core.mark_step(real, begins);
                });
            }
            Command::Change { settings } => self.change_settings(id, &settings),
            Command::Hash => {
                let hash = self.within(id, |workspace| News::Hash {
                    hash: format!("{:032x}", workspace.core.timeline().state_hash()),
                    revision: workspace.revision,
                });
                hash.into_iter().for_each(|hash| self.post(&hash));
            }
            Command::Load { plan, seed } => self.spawn(|host| host.run_load(id, *plan, seed)),
            Command::Sample { id: sample } => self.spawn(|host| host.load_sample(id, sample)),
            Command::Import(import) => self.spawn(|host| host.import(id, import)),
            Command::ForgetImport => self.spawn(|host| host.forget_import(id)),
            Command::Stop => {
                self.within(id, |workspace| workspace.stop = true);
            }
            Command::Lesson(command) => self.spawn(|host| host.perform(Errand::Lesson(id, command))),
            _ => {}
        }
    }

    /// Changes a workspace, informs the page and stores the change.
    pub(crate) fn change<R>(&self, id: WorkspaceId, act: impl FnOnce(&mut Workspace, f64) -> R) -> Option<R> {
        let real = self.platform().millis();
        let outcome = self.within(id, |workspace| {
            let outcome = act(workspace, real);
            workspace.changed();
            outcome
        });
        self.publish();
        self.save_soon(id);
        outcome
    }

    pub(crate) fn is_remote(&self, id: WorkspaceId) -> bool {
        self.within(id, |workspace| workspace.remote.is_some()) == Some(true)
    }

    fn plays_lesson(&self, id: WorkspaceId) -> bool {
        self.within(id, |workspace| {
            workspace.lesson.as_ref().is_some_and(|lesson| lesson.playing)
        }) == Some(true)
    }

    fn hide(&self, hidden: bool) {
        self.state(|state| state.hidden = hidden);
        if hidden {
            self.save_before_leaving();
        } else {
            self.publish();
        }
    }
}

/// Whether a command makes sense only if the engine is the service itself.
fn needs_simulation(command: &Command) -> bool {
    matches!(
        command,
        Command::Load { .. }
            | Command::Sample { .. }
            | Command::Import(_)
            | Command::Change { .. }
            | Command::Travel(_)
    )
}
