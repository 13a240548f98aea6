//! One tab owns a workspace: the browser's Web Locks, held until the worker is gone, lets go, or another takes over.
//!
//! Where there are no Web Locks (a page that is not served safely) a conflict is still noticed when it happens, because a
//! chunk is never written over.

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
/// A tab that was just closed or reloaded may hold its lock a moment longer.
const ATTEMPTS: u32 = 3;
const PAUSE: Duration = Duration::from_millis(80);

/// The workspaces this tab owns. A clone is the same.
#[derive(Clone, Debug, Default)]
pub struct Locks(Rc<RefCell<Held>>);

/// What lets go of each lock that is held, with the number of the request it was given to.
#[derive(Debug, Default)]
struct Held {
    locks: LiteMap<WorkspaceId, (u64, Function)>,
    requests: u64,
}

impl Locks {
    /// Nothing is owned yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Tries to own a workspace, or takes it over with `steal`. `on_lost` is called when another tab takes it over later.
    pub async fn acquire(&self, id: WorkspaceId, steal: bool, on_lost: impl Fn() + Clone + 'static) -> Ownership {
        if self.holds(id) {
            return Ownership::Here;
        }
        let Some(locks) = lock_manager() else { return Ownership::Here };
        for attempt in 0..ATTEMPTS {
            if attempt > 0 {
                gloo_timers::future::sleep(PAUSE).await;
            }
            // Where asking fails, nobody can know.
            if self.request(&locks, id, steal, on_lost.clone()).await != Some(false) {
                return Ownership::Here;
            }
        }
        Ownership::Elsewhere
    }

    /// Lets go of a workspace.
    pub fn release(&self, id: WorkspaceId) {
        let held = self.0.borrow_mut().locks.remove(&id);
        if let Some((_, release)) = held {
            // A resolving function takes any value.
            let _ = release.call0(&JsValue::UNDEFINED);
        }
    }

    /// Whether the lock of a workspace is held here.
    pub fn holds(&self, id: WorkspaceId) -> bool {
        self.0.borrow().locks.contains_key(&id)
    }

    /// Asks for the lock once: whether it was given; nothing where asking fails.
    async fn request(
        &self,
        locks: &JsValue,
        id: WorkspaceId,
        steal: bool,
        on_lost: impl Fn() + 'static,
    ) -> Option<bool> {
        let ask: Function = Reflect::get(locks, &"request".into()).ok()?.dyn_into().ok()?;
        let options = Object::new();
        Reflect::set(&options, &(if steal { "steal" } else { "ifAvailable" }).into(), &JsValue::TRUE).ok()?;
        let number = self.next_request();
        let mut answered: Option<Function> = None;
        let answer = Promise::new(&mut |resolve, _| answered = Some(resolve));
        let answered = answered?;
        let refused = answered.clone();
        let these = self.clone();
        let given = Closure::once_into_js(move |lock: JsValue| -> JsValue {
            let given = lock.is_object();
            let holding = if given { these.hold(id, number) } else { JsValue::UNDEFINED };
            let _ = answered.call1(&JsValue::UNDEFINED, &given.into());
            holding
        });
        let asked = ask.call3(locks, &format!("{LOCK}-{id}").into(), &options, &given).ok()?;
        let asked: Promise = asked.dyn_into().ok()?;
        let these = self.clone();
        spawn_local(async move {
            if JsFuture::from(asked).await.is_ok() {
                return;
            }
            // A request that fails before it gave anything has no other answer.
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

    /// Holds a lock that was given: for as long as the promise is open that this returns.
    fn hold(&self, id: WorkspaceId, number: u64) -> JsValue {
        let locks = Rc::clone(&self.0);
        Promise::new(&mut |release, _| {
            locks.borrow_mut().locks.insert(id, (number, release));
        })
        .into()
    }

    /// Forgets a lock that another tab has taken; whether it was held until now.
    fn lose(&self, id: WorkspaceId, number: u64) -> bool {
        let mut held = self.0.borrow_mut();
        let lost = held.locks.get(&id).is_some_and(|(given_to, _)| *given_to == number);
        if lost {
            held.locks.remove(&id);
        }
        lost
    }
}

fn lock_manager() -> Option<JsValue> {
    let navigator = Reflect::get(&js_sys::global(), &"navigator".into()).ok()?;
    let locks = Reflect::get(&navigator, &"locks".into()).ok()?;
    locks.is_object().then_some(locks)
}
