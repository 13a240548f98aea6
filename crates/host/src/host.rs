//! The host: every open workspace, the one in front, and the way in for the page's commands.
//!
//! Owns which command leads where. Must not know how messages travel, nor where bytes are kept.

use std::cell::RefCell;
use std::rc::Rc;

use hashrange_protocol::{Card, Command, Envelope, News, State, Window, WorkspaceId};
use litemap::LiteMap;

use crate::follow::Follows;
use crate::lanes::Shown;
use crate::running::Running;
use crate::trials::Trials;
use crate::workspace::Workspace;
use crate::world::World;

/// The host; copies are one and the same.
pub struct Host<W: World>(Rc<Inner<W>>);

impl<W: World> Clone for Host<W> {
    fn clone(&self) -> Self {
        Self(Rc::clone(&self.0))
    }
}

struct Inner<W: World> {
    world: W,
    store: RefCell<Option<W::Store>>,
    desk: RefCell<Desk>,
}

/// Everything but the store.
#[derive(Default)]
pub(crate) struct Desk {
    pub(crate) open: LiteMap<WorkspaceId, Workspace>,
    /// The workspace in front.
    pub(crate) front: WorkspaceId,
    /// Workspaces that were in front before, the newest last.
    pub(crate) before: Vec<WorkspaceId>,
    /// Welcomes begun so far.
    pub(crate) welcomes: u32,
    /// Connections begun so far.
    pub(crate) remotes: u32,
    /// The errand that takes long and is under way.
    pub(crate) running: Option<Running>,
    /// The link that is being opened, by its checksum.
    pub(crate) opening: Option<u32>,
    /// Every workspace that is kept.
    pub(crate) cards: LiteMap<WorkspaceId, Card>,
    pub(crate) follows: Follows,
    /// Whether a page has begun to talk.
    pub(crate) began: bool,
    /// Whether the store is open, where there is one, and its workspaces are known.
    pub(crate) started: bool,
    /// Whether the page can take more.
    pub(crate) ready: bool,
    /// Whether the page is out of sight.
    pub(crate) hidden: bool,
    /// Whether the reader wants as little motion as can be.
    pub(crate) still: bool,
    /// Why nothing is kept, where nothing is.
    pub(crate) unkept: Option<String>,
    /// The window of time that the page wants to see.
    pub(crate) window: Window,
    pub(crate) told: Told,
    pub(crate) trials: Trials,
}

/// What the page was told last.
#[derive(Default)]
pub(crate) struct Told {
    pub(crate) state: Option<(State, f64)>,
    pub(crate) settings: Option<String>,
    pub(crate) strip: Option<(Shown, f64)>,
    /// When the list of workspaces was told.
    pub(crate) listed: f64,
    /// Whether a workspace has changed since.
    pub(crate) list_is_old: bool,
    /// Since when a caption waits for the pictures of its moment.
    pub(crate) caption_since: Option<f64>,
    /// Everything else, with when it was told.
    pub(crate) others: Vec<(News, f64)>,
}

impl<W: World> Host<W> {
    /// A host without workspaces. The store comes with the first command, where there is one.
    pub fn new(world: W) -> Self {
        Self(Rc::new(Inner { world, store: RefCell::new(None), desk: RefCell::default() }))
    }

    pub(crate) fn world(&self) -> &W {
        &self.0.world
    }

    pub(crate) fn store(&self) -> Option<W::Store> {
        self.0.store.borrow().clone()
    }

    pub(crate) fn set_store(&self, store: Option<W::Store>) {
        *self.0.store.borrow_mut() = store;
    }

    /// Looks at the desk. What is done here is short and never waits.
    pub(crate) fn desk<R>(&self, act: impl FnOnce(&mut Desk) -> R) -> R {
        act(&mut self.0.desk.borrow_mut())
    }

    /// Does something with an open workspace; nothing when it is not open.
    pub(crate) fn within<R>(&self, id: WorkspaceId, act: impl FnOnce(&mut Workspace) -> R) -> Option<R> {
        self.desk(|desk| desk.open.get_mut(&id).map(act))
    }

    /// The workspace in front.
    pub(crate) fn front(&self) -> WorkspaceId {
        self.desk(|desk| desk.front)
    }

    /// Whether a workspace is open.
    pub(crate) fn is_open(&self, id: WorkspaceId) -> bool {
        self.desk(|desk| desk.open.contains_key(&id))
    }

    pub(crate) fn post(&self, news: News) {
        self.0.world.post(news);
    }

    /// Begins a task of its own.
    pub(crate) fn spawn<F: Future<Output = ()> + 'static>(&self, task: impl FnOnce(Self) -> F) {
        self.0.world.spawn(task(self.clone()));
    }

    /// Takes a command of the page. One that acts on a workspace that is no longer in front is passed over.
    pub fn take(&self, Envelope { workspace, command }: Envelope) {
        match command {
            Command::Hello(hello) => self.spawn(|host| host.start(hello)),
            Command::Drawn => {
                self.desk(|desk| desk.ready = true);
                self.publish();
            }
            Command::Hidden(hidden) => self.hide(hidden),
            Command::Follow { number, ask } => {
                let first = self.desk(|desk| {
                    desk.follows.follow(number, *ask);
                    desk.first_reading(number, || self.world().millis())
                });
                first.into_iter().for_each(|news| self.post(news));
                self.publish();
            }
            Command::Window(window) => {
                self.desk(|desk| desk.window = window);
                self.publish();
            }
            Command::LetGo { number } => self.desk(|desk| desk.follows.let_go(number)),
            Command::Workspace(command) => self.spawn(|host| host.shelve(command)),
            Command::Errand { number, bytes } => self.spawn(|host| host.run_errand(workspace, number, bytes)),
            Command::DiscardKept { number } => self.spawn(|host| host.discard_kept(number)),
            Command::DownloadKept { number } => self.spawn(|host| host.download_kept(number)),
            // It says whose it is, and must not be lost when another workspace comes to the front meanwhile.
            Command::Keep { view } => self.keep_view(workspace, view),
            Command::Try { number, wanted } => self.try_aside(workspace, number, *wanted),
            Command::StopTrying { number } => self.stop_trying(number),
            command if workspace == self.front() && workspace != WorkspaceId::NONE => {
                self.take_inside(workspace, command);
            }
            _ => {}
        }
    }

    /// Takes a command for the workspace in front.
    fn take_inside(&self, id: WorkspaceId, command: Command) {
        if !matches!(command, Command::Hash | Command::Stop | Command::Keep { .. }) {
            self.within(id, |workspace| workspace.touched = true);
        }
        if self.is_remote(id) && needs_simulation(&command) {
            let words = "A connection to an endpoint has no simulation. Copy its tables into a workspace first.";
            return self.post(News::Refused(words.to_owned()));
        }
        match command {
            Command::Request { number, operation, body } if self.is_remote(id) => {
                self.spawn(|host| host.request_remote(id, number, operation, body));
            }
            Command::Request { number, operation, body } => self.request(id, number, operation, body),
            Command::Clock(command) => {
                self.change(id, |workspace, real| workspace.command(real, command));
            }
            // A lesson on its way goes its own way.
            Command::Travel(_) if self.plays_lesson(id) => {}
            Command::Travel(travel) => self.travel(id, travel),
            Command::Change { settings } => self.change_settings(id, &settings),
            Command::Hash => {
                let hash = self.within(id, |workspace| News::Hash {
                    hash: format!("{:032x}", workspace.core.timeline().state_hash()),
                    revision: workspace.revision,
                });
                hash.into_iter().for_each(|hash| self.post(hash));
            }
            Command::Load { plan, seed } => self.spawn(|host| host.run_load(id, *plan, seed)),
            Command::Sample { id: sample } => self.spawn(|host| host.load_sample(id, sample)),
            Command::Import(import) => self.spawn(|host| host.import(id, import)),
            Command::Stop => {
                self.within(id, |workspace| workspace.stop = true);
            }
            Command::Lesson(command) => self.spawn(|host| host.lesson(id, command)),
            _ => {}
        }
    }

    /// Changes a workspace, tells the page and keeps it.
    pub(crate) fn change<R>(&self, id: WorkspaceId, act: impl FnOnce(&mut Workspace, f64) -> R) -> Option<R> {
        let real = self.world().millis();
        let outcome = self.within(id, |workspace| {
            let outcome = act(workspace, real);
            workspace.changed();
            outcome
        });
        self.publish();
        self.save_soon(id);
        outcome
    }

    fn is_remote(&self, id: WorkspaceId) -> bool {
        self.within(id, |workspace| workspace.remote.is_some()) == Some(true)
    }

    fn plays_lesson(&self, id: WorkspaceId) -> bool {
        self.within(id, |workspace| workspace.lesson.as_ref().is_some_and(|lesson| lesson.playing)) == Some(true)
    }

    fn hide(&self, hidden: bool) {
        self.desk(|desk| desk.hidden = hidden);
        if hidden {
            self.save_before_leaving();
        } else {
            self.publish();
        }
    }
}

/// Whether a command makes sense only where the engine is the service itself.
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
