//! What all exports and imports of a server share: the folder, the register, and the tasks under way.
//!
//! Must not know what a task does.

use std::future::Future;
use std::io::{self, Write as _};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use tokio::sync::Semaphore;
use tokio::task::JoinSet;

use super::register::Register;
use crate::s3::Buckets;

/// Failures of exports and imports that are told.
const MOST_TOLD: u64 = 1_000;

/// Exports, and imports, at work at a time; others wait. They leave the processor to requests.
const EXPORTS_AT_WORK: usize = 2;
const IMPORTS_AT_WORK: usize = 4;

/// What is shared.
pub(super) struct Shared {
    pub(super) buckets: Buckets,
    pub(super) register: Register,
    /// Held from the look at what there is until something new is noted: of two requests with one token the second finds the
    /// first.
    pub(super) beginning: tokio::sync::Mutex<()>,
    pub(super) exports_at_work: Semaphore,
    pub(super) imports_at_work: Semaphore,
    tasks: Mutex<JoinSet<()>>,
    is_ending: AtomicBool,
    told: AtomicU64,
}

impl Shared {
    pub(super) fn new(buckets: Buckets, register: Register) -> Self {
        Self {
            buckets,
            register,
            beginning: tokio::sync::Mutex::default(),
            exports_at_work: Semaphore::new(EXPORTS_AT_WORK),
            imports_at_work: Semaphore::new(IMPORTS_AT_WORK),
            tasks: Mutex::default(),
            is_ending: AtomicBool::new(false),
            told: AtomicU64::new(0),
        }
    }

    /// Has a task go on by itself.
    pub(super) fn spawn(&self, task: impl Future<Output = ()> + Send + 'static) {
        let mut tasks = self.tasks.lock().unwrap_or_else(PoisonError::into_inner);
        // Whatever has ended makes room.
        while tasks.try_join_next().is_some() {}
        tasks.spawn(task);
    }

    /// Tells people what no answer can; some at most, so that nobody can fill whatever keeps what is told.
    pub(super) fn complain(&self, text: &str) {
        if self.told.fetch_add(1, Ordering::Relaxed) < MOST_TOLD {
            let _ = writeln!(io::stderr(), "hashrange-server: {text}");
        }
    }

    /// Whether the server ends: tasks end too, soon.
    pub(super) fn is_ending(&self) -> bool {
        self.is_ending.load(Ordering::Relaxed)
    }

    /// Ends all tasks, and returns when they have ended and noted so.
    pub(super) async fn end(&self) {
        self.is_ending.store(true, Ordering::Relaxed);
        let mut tasks = std::mem::take(&mut *self.tasks.lock().unwrap_or_else(PoisonError::into_inner));
        while tasks.join_next().await.is_some() {}
    }
}
