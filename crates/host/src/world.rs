//! The world around the host: real time, rests between two stretches of work, tasks, the way to the page, other tabs, and the
//! store.
//!
//! A browser's worker is one world; tests have another, in which time is what the test says.

use std::rc::Rc;

use hashrange_protocol::{News, WorkspaceId};

use crate::store::{Notice, Ownership, Persistence, Store, StoreError};

/// Bytes that idle workspaces may take in all. A tab has 4 GB of WebAssembly memory at most, and a phone ends one long before
/// that. The one in front may need most of it: 100,000 items with their history take half a gigabyte.
pub(crate) const IDLE_BUDGET: u64 = 256 * 1_024 * 1_024;

/// What the host needs of whatever runs it.
#[allow(async_fn_in_trait)] // a worker is one thread, so that nobody needs the futures to be sent
pub trait World: Clone + 'static {
    /// Where workspaces are kept.
    type Store: Store;

    /// Real time in milliseconds since some moment; only differences mean something.
    fn millis(&self) -> f64;

    /// Real time in milliseconds since the Unix epoch.
    fn date(&self) -> u64;

    /// Lets others go on, for at least so many milliseconds.
    async fn rest(&self, millis: u32);

    /// Begins a task.
    fn spawn(&self, task: impl Future<Output = ()> + 'static);

    /// Takes note of the request that is handled, for a report should it stop the engine.
    fn note(&self, operation: &str, body: &str);

    /// Tells the page.
    fn post(&self, news: News);

    /// Opens the store.
    async fn open_store(&self) -> Result<Self::Store, StoreError>;

    /// Tries to own a workspace; `lost` is called when another tab takes it over later.
    async fn acquire(&self, id: WorkspaceId, steal: bool, lost: Rc<dyn Fn()>) -> Ownership;

    /// Lets go of a workspace.
    fn release(&self, id: WorkspaceId);

    /// Tells other tabs.
    fn announce(&self, notice: &Notice);

    /// Hears other tabs from now on.
    fn hear(&self, hear: Rc<dyn Fn(Notice)>);

    /// Sends a POST to an endpoint of the network. Returns the status and the body.
    ///
    /// # Errors
    /// Why there is no answer, as far as that is known.
    async fn fetch(&self, url: &str, headers: &[(String, String)], body: &str) -> Result<(u16, String), String>;

    /// Asks for storage that lasts.
    async fn ask_to_persist(&self) -> Persistence;

    /// Bytes used by this site, and bytes it may use, where they are known.
    async fn estimate(&self) -> Option<(u64, u64)>;

    /// Bytes of memory that workspaces may take which nobody looks at.
    fn idle_budget(&self) -> u64 {
        IDLE_BUDGET
    }
}
