//! Ownership of a workspace by one tab: the browser's Web Locks. A lock is held until the worker ends or releases it,
//! or another tab takes over.
//!
//! Without Web Locks (a page that is not served securely) a conflict is still detected when it happens, because a chunk
//! is never overwritten.

use std::cell::RefCell;
use std::rc::Rc;
use std::time::Duration;

use js_sys::{Function, Object, Promise, Reflect};
use litemap::LiteMap;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::{JsFuture, spawn_local};

use super::{Ownership, WorkspaceId};

const LOCK: &str = "hashrange-workspace";
/// The number of attempts: a tab that was just closed or reloaded can hold its lock a little longer.
const ATTEMPTS: u32 = 3;
const PAUSE: Duration = Duration::from_millis(80);

/// The workspaces that this tab owns. Clones share them.
#[derive(Clone, Debug, Default)]
pub struct Locks(Rc<RefCell<Held>>);

/// The release function of each held lock, with the number of its request, and the controller that stops each wait.
#[derive(Debug, Default)]
struct Held {
    locks: LiteMap<WorkspaceId, (u64, Function)>,
    waits: LiteMap<WorkspaceId, JsValue>,
    requests: u64,
}

impl Locks {
    /// Creates an empty set.
    pub fn new() -> Self {
        Self::default()
    }

    /// Tries to own a workspace, or takes it over with `steal`. Calls `on_lost` when another tab takes it over later.
    pub async fn acquire(&self, id: WorkspaceId, steal: bool, on_lost: impl Fn() + Clone + 'static) -> Ownership {
        if self.holds(id) {
            return Ownership::Here;
        }
        self.stop_waiting(id);
        let Some(locks) = lock_manager() else {
            return Ownership::Here;
        };
        let options = Object::new();
        set(&options, if steal { "steal" } else { "ifAvailable" }, &JsValue::TRUE);
        for attempt in 0..ATTEMPTS {
            if attempt > 0 {
                gloo_timers::future::sleep(PAUSE).await;
            }
            // If the request fails, the owner is unknown.
            if self.request(&locks, id, &options, on_lost.clone()).await != Some(false) {
                return Ownership::Here;
            }
        }
        Ownership::Elsewhere
    }

    /// Waits until the tab that owns a workspace releases it or ends, and owns the workspace then. Returns false if the
    /// wait was stopped, and without Web Locks.
    pub async fn wait(&self, id: WorkspaceId, on_lost: impl Fn() + Clone + 'static) -> bool {
        let (Some(locks), Some((controller, signal))) = (lock_manager(), abort_controller()) else {
            return false;
        };
        if self.holds(id) {
            return false;
        }
        self.stop_waiting(id);
        self.0.borrow_mut().waits.insert(id, controller);
        let options = Object::new();
        set(&options, "signal", &signal);
        self.request(&locks, id, &options, on_lost).await == Some(true)
    }

    /// Stops waiting for a workspace.
    fn stop_waiting(&self, id: WorkspaceId) {
        let controller = self.0.borrow_mut().waits.remove(&id);
        let abort = controller.and_then(|controller| {
            let abort: Function = Reflect::get(&controller, &"abort".into()).ok()?.dyn_into().ok()?;
            Some((controller, abort))
        });
        if let Some((controller, abort)) = abort {
            // Stops nothing if the wait is over.
            let _ = abort.call0(&controller);
        }
    }

    /// Releases a workspace, and stops waiting for it.
    pub fn release(&self, id: WorkspaceId) {
        self.stop_waiting(id);
        let held = self.0.borrow_mut().locks.remove(&id);
        if let Some((_, release)) = held {
            // Cannot fail: a resolving function accepts any value.
            let _ = release.call0(&JsValue::UNDEFINED);
        }
    }

    /// Whether this tab holds the lock of a workspace.
    pub fn holds(&self, id: WorkspaceId) -> bool {
        self.0.borrow().locks.contains_key(&id)
    }

    /// Requests the lock once, with these options; returns whether it was granted, or `None` if the request fails.
    async fn request(
        &self,
        locks: &JsValue,
        id: WorkspaceId,
        options: &Object,
        on_lost: impl Fn() + 'static,
    ) -> Option<bool> {
        let ask: Function = Reflect::get(locks, &"request".into()).ok()?.dyn_into().ok()?;
        let number = self.next_request();
        let mut answered: Option<Function> = None;
        let answer = Promise::new(&mut |resolve, _| answered = Some(resolve));
        let answered = answered?;
        let refused = answered.clone();
        let these = self.clone();
        let given = Closure::once_into_js(move |lock: JsValue| -> JsValue {
            let given = lock.is_object();
            let holding = if given {
                these.hold(id, number)
            } else {
                JsValue::UNDEFINED
            };
            let _ = answered.call1(&JsValue::UNDEFINED, &given.into());
            holding
        });
        let asked = ask.call3(locks, &format!("{LOCK}-{id}").into(), options, &given).ok()?;
        let asked: Promise = asked.dyn_into().ok()?;
        let these = self.clone();
        spawn_local(async move {
            if JsFuture::from(asked).await.is_ok() {
                return;
            }
            // The request failed before the lock was granted, so this is its only result.
            let _ = refused.call0(&JsValue::UNDEFINED);
            if these.lose(id, number) {
                on_lost();
            }
        });
        JsFuture::from(answer).await.ok()?.as_bool()
    }

    fn next_request(&self) -> u64 {
        let mut held = self.0.borrow_mut();
        held.requests = held.requests.saturating_add(1);
        held.requests
    }

    /// Holds a granted lock for as long as the returned promise is pending.
    fn hold(&self, id: WorkspaceId, number: u64) -> JsValue {
        let locks = Rc::clone(&self.0);
        Promise::new(&mut |release, _| {
            locks.borrow_mut().locks.insert(id, (number, release));
        })
        .into()
    }

    /// Drops a lock that another tab has taken. Returns whether it was held until now.
    fn lose(&self, id: WorkspaceId, number: u64) -> bool {
        let mut held = self.0.borrow_mut();
        let lost = held.locks.get(&id).is_some_and(|(given_to, _)| *given_to == number);
        if lost {
            held.locks.remove(&id);
        }
        lost
    }
}

/// Sets an option. It fails only for objects that cannot be extended.
fn set(options: &Object, name: &str, value: &JsValue) {
    let _ = Reflect::set(options, &name.into(), value);
}

/// A controller that stops a request, and its signal.
fn abort_controller() -> Option<(JsValue, JsValue)> {
    let class: Function = Reflect::get(&js_sys::global(), &"AbortController".into())
        .ok()?
        .dyn_into()
        .ok()?;
    let controller = Reflect::construct(&class, &js_sys::Array::new()).ok()?;
    let signal = Reflect::get(&controller, &"signal".into()).ok()?;
    Some((controller, signal))
}

fn lock_manager() -> Option<JsValue> {
    let navigator = Reflect::get(&js_sys::global(), &"navigator".into()).ok()?;
    let locks = Reflect::get(&navigator, &"locks".into()).ok()?;
    locks.is_object().then_some(locks)
}
