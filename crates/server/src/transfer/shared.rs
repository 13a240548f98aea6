//! The shared state of all exports, imports and bulk operations of a server: the folder, the register, and the running tasks.
//!
//! Must not know what a task does.

use std::future::Future;
use std::io::{self, Write as _};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use tokio::sync::Semaphore;
use tokio::task::JoinSet;

use super::registry::Registry;
use crate::s3::{Bucket, Buckets, S3Error};

/// Maximum number of reported failures of exports and imports.
const MOST_REPORTED: u64 = 1_000;

/// The maximum number of running exports, and of running imports; others wait. This leaves processor time for requests.
const EXPORTS_AT_WORK: usize = 2;
const IMPORTS_AT_WORK: usize = 4;

/// The shared parts.
pub(super) struct Shared {
    pub(super) buckets: Buckets,
    pub(super) registry: Registry,
    /// Locked from the check of existing entries until a new entry is stored. The second of two requests with one token
    /// therefore finds the first.
    pub(super) beginning: tokio::sync::Mutex<()>,
    pub(super) exports_at_work: Semaphore,
    pub(super) imports_at_work: Semaphore,
    tasks: Mutex<JoinSet<()>>,
    is_ending: AtomicBool,
    reported: AtomicU64,
}

impl Shared {
    pub(super) fn new(buckets: Buckets, registry: Registry) -> Self {
        Self {
            buckets,
            registry,
            beginning: tokio::sync::Mutex::default(),
            exports_at_work: Semaphore::new(EXPORTS_AT_WORK),
            imports_at_work: Semaphore::new(IMPORTS_AT_WORK),
            tasks: Mutex::default(),
            is_ending: AtomicBool::new(false),
            reported: AtomicU64::new(0),
        }
    }

    /// A bucket that a task of this ARN may use: its owner is the account of the ARN, or left out.
    ///
    /// # Errors
    /// When it does not exist, or belongs to another account.
    pub(super) fn owned_bucket(&self, name: &str, owner: Option<&str>, arn: &str) -> Result<Bucket, S3Error> {
        if owner.is_some_and(|owner| arn.split(':').nth(4) != Some(owner)) {
            return Err(S3Error::AccessDenied(
                "the bucket belongs to another account".to_owned(),
            ));
        }
        self.buckets.bucket(name)
    }

    /// Starts a task in the background.
    pub(super) fn spawn(&self, task: impl Future<Output = ()> + Send + 'static) {
        let mut tasks = self.tasks.lock().unwrap_or_else(PoisonError::into_inner);
        // Removes finished tasks.
        while tasks.try_join_next().is_some() {}
        tasks.spawn(task);
    }

    /// Reports errors that no response can report, up to a limit, so that clients cannot fill the log.
    pub(super) fn complain(&self, text: &str) {
        if self.reported.fetch_add(1, Ordering::Relaxed) < MOST_REPORTED {
            let _ = writeln!(io::stderr(), "hashrange-server: {text}");
        }
    }

    /// Whether the server is ending. Tasks check this, and end soon.
    pub(super) fn is_ending(&self) -> bool {
        self.is_ending.load(Ordering::Relaxed)
    }

    /// Ends all tasks. Returns when they have ended and stored their results.
    pub(super) async fn end(&self) {
        self.is_ending.store(true, Ordering::Relaxed);
        let mut tasks = std::mem::take(&mut *self.tasks.lock().unwrap_or_else(PoisonError::into_inner));
        while tasks.join_next().await.is_some() {}
    }
}
