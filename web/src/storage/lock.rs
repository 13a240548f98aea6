//! One tab owns the workspace: the browser's Web Locks, which a tab holds until it is gone or another takes over.
//!
//! Where there are no Web Locks (a page that is not served safely) a conflict is still noticed when it happens, because a
//! chunk is never written over.

use js_sys::{Function, Object, Promise, Reflect};
use leptos::prelude::window;
use leptos::task::spawn_local;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;

const LOCK: &str = "hashrange-workspace";
/// Set in the tab's own storage before it reloads to take the workspace over.
const TAKE_OVER: &str = "hashrange-take-over";
/// A tab that was just closed or reloaded may hold its lock a moment longer.
const ATTEMPTS: u32 = 3;
const PAUSE_MS: u32 = 80;

/// Whether this tab owns the workspace.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ownership {
    /// It does, or nobody can know.
    Here,
    /// Another tab does.
    Elsewhere,
}

/// Tries to own the workspace; `on_lost` is called when another tab takes it over later.
pub async fn acquire(on_lost: impl Fn() + Clone + 'static) -> Ownership {
    let Some(locks) = lock_manager() else { return Ownership::Here };
    let steal = taking_over();
    for attempt in 0..ATTEMPTS {
        if attempt > 0 {
            gloo_timers::future::TimeoutFuture::new(PAUSE_MS).await;
        }
        match request(&locks, steal, on_lost.clone()).await {
            Some(true) => return Ownership::Here,
            Some(false) => {}
            None => return Ownership::Here,
        }
    }
    Ownership::Elsewhere
}

/// Reloads the page so that it takes the workspace over, with everything the other tab has written.
pub fn ask_to_take_over() {
    if let Some(storage) = window().session_storage().ok().flatten() {
        // Without the mark the page only reloads, and says again who owns the workspace.
        let _ = storage.set_item(TAKE_OVER, "1");
    }
    let _ = window().location().reload();
}

/// Whether this load is to take over; asked once.
fn taking_over() -> bool {
    let Some(storage) = window().session_storage().ok().flatten() else { return false };
    let asked = storage.get_item(TAKE_OVER).ok().flatten().is_some();
    let _ = storage.remove_item(TAKE_OVER);
    asked
}

fn lock_manager() -> Option<JsValue> {
    let locks = Reflect::get(&window().navigator(), &"locks".into()).ok()?;
    locks.is_object().then_some(locks)
}

/// Asks for the lock once: whether it was given; nothing where asking fails.
async fn request(locks: &JsValue, steal: bool, on_lost: impl Fn() + 'static) -> Option<bool> {
    let ask: Function = Reflect::get(locks, &"request".into()).ok()?.dyn_into().ok()?;
    let options = Object::new();
    Reflect::set(&options, &(if steal { "steal" } else { "ifAvailable" }).into(), &true.into()).ok()?;
    let mut answered: Option<Function> = None;
    let answer = Promise::new(&mut |resolve, _| answered = Some(resolve));
    let answered = answered?;
    let held = Closure::once_into_js(move |lock: JsValue| -> JsValue {
        let given = lock.is_object();
        // A resolving function takes any value.
        let _ = answered.call1(&JsValue::UNDEFINED, &given.into());
        // The lock is held for as long as this promise is open: until the tab is gone.
        if given { Promise::new(&mut |_, _| {}).into() } else { JsValue::UNDEFINED }
    });
    let asked = ask.call3(locks, &LOCK.into(), &options, &held).ok()?;
    let asked: Promise = asked.dyn_into().ok()?;
    spawn_local(async move {
        if JsFuture::from(asked).await.is_err() {
            on_lost();
        }
    });
    JsFuture::from(answer).await.ok()?.as_bool()
}
