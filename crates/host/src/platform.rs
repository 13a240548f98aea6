//! The environment of the host: real time, pauses between two slices of work, tasks, messages to the page, other tabs,
//! and the store.
//!
//! A browser's worker is one platform. Tests have another one, with time controlled by the test.

use std::rc::Rc;

use hashrange_late::NotLoaded;
use hashrange_protocol::{News, WorkspaceId};

use crate::errand::Errand;
use crate::host::Host;
use crate::store::{Notice, Ownership, Persistence, Store, StoreError};

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
    fn post(&self, news: News);

    /// Opens the store.
    async fn open_store(&self) -> Result<Self::Store, StoreError>;

    /// Tries to own a workspace. Calls `lost` when another tab takes it over later.
    async fn acquire(&self, id: WorkspaceId, steal: bool, lost: Rc<dyn Fn()>) -> Ownership;

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
