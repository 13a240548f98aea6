//! The host in a browser's worker: messages in and out, timers, and the crash report when the engine stops.
//!
//! Must not know the content of messages.

use std::cell::RefCell;
use std::panic::PanicHookInfo;
use std::pin::Pin;
use std::rc::Rc;

use hashrange_late::{NotLoaded, persistently};
use hashrange_protocol::{Envelope, News, WorkspaceId, decode, encode};
use js_sys::{Array, Object, Promise, Reflect, Uint8Array};
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{DedicatedWorkerGlobalScope, Headers, MessageChannel, MessageEvent, Performance, RequestInit, Response};

use crate::errand::Errand;
use crate::host::{Host, Platform};
use crate::store::{
    BrowserStore, Channel, Locks, Notice, Ownership, Persistence, StoreError, ask_to_persist, estimate,
};

/// Maximum length of a request's body in a report.
const MOST_BODY: usize = 4_000;

thread_local! {
    static LAST_REQUEST: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Waits for the next task of the worker. Browsers delay a repeated timer by four milliseconds, but no message.
async fn next_task(channel: &MessageChannel) {
    let (here, there) = (channel.port1(), channel.port2());
    let received = Promise::new(&mut |resolve, _| {
        here.set_onmessage(Some(&resolve));
        // Cannot fail: the message has no parts that need a copy.
        let _ = there.post_message(&JsValue::NULL);
    });
    let _ = JsFuture::from(received).await;
    here.close();
}

/// Whether this program runs in a worker, as the engine. Otherwise it runs as the page.
#[must_use]
pub fn is_worker() -> bool {
    js_sys::global().is_instance_of::<DedicatedWorkerGlobalScope>()
}

/// Runs the engine in this worker until the worker ends.
pub fn run() {
    std::panic::set_hook(Box::new(|panic| {
        post(&member("stopped", &report_of(panic).into()), &Array::new());
    }));
    let host = Host::new(Browser::default());
    let listener = Closure::<dyn Fn(MessageEvent)>::new(move |event: MessageEvent| {
        // Messages of the loader are not for the host.
        let Ok(bytes) = event.data().dyn_into::<Uint8Array>() else {
            return;
        };
        if let Some(envelope) = decode::<Envelope>(&bytes.to_vec()) {
            host.take(envelope);
        }
    });
    let scope = js_sys::global().unchecked_into::<DedicatedWorkerGlobalScope>();
    // Cannot fail: a worker's scope accepts every listener.
    let _ = scope.add_event_listener_with_callback("message", listener.as_ref().unchecked_ref());
    listener.forget();
    post(&member("ready", &JsValue::TRUE), &Array::new());
}

hashrange_late::late!(engine:
    /// Waits until the late code of the engine is here.
    fn arrived() -> () {}
);

hashrange_late::late!(engine:
    /// The work of an errand.
    fn performing(host: Host<Browser>, errand: Errand) -> Pin<Box<dyn Future<Output = ()>>> {
        Box::pin(errand.perform(host))
    }
);

/// The platform of a worker.
#[derive(Clone, Debug)]
struct Browser {
    /// The clock of real time; `None` where a browser has none.
    performance: Option<Performance>,
    locks: Locks,
    channel: Rc<RefCell<Channel>>,
}

impl Default for Browser {
    fn default() -> Self {
        let performance = Reflect::get(&js_sys::global(), &"performance".into()).ok();
        Self {
            performance: performance.and_then(|it| it.dyn_into().ok()),
            locks: Locks::new(),
            channel: Rc::new(RefCell::new(Channel::join())),
        }
    }
}

impl Platform for Browser {
    type Store = BrowserStore;

    fn millis(&self) -> f64 {
        self.performance.as_ref().map_or(0.0, Performance::now)
    }

    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // the cast saturates
    fn date(&self) -> u64 {
        js_sys::Date::now() as u64
    }

    async fn rest(&self, millis: u32) {
        match MessageChannel::new() {
            Ok(channel) if millis == 0 => next_task(&channel).await,
            _ => gloo_timers::future::TimeoutFuture::new(millis).await,
        }
    }

    fn spawn(&self, task: impl Future<Output = ()> + 'static) {
        wasm_bindgen_futures::spawn_local(task);
    }

    async fn perform(&self, host: Host<Self>, errand: Errand) -> Result<(), NotLoaded> {
        persistently(arrived).await?;
        performing(host, errand).await?.await;
        Ok(())
    }

    fn note(&self, operation: &str, body: &str) {
        // The cell may be in use while a panic is being reported. The older note is then the correct one.
        let _ = LAST_REQUEST.try_with(|last| {
            last.try_borrow_mut().map(|mut last| {
                last.clear();
                last.push_str(operation);
                last.push(' ');
                last.push_str(beginning(body));
            })
        });
    }

    fn post(&self, news: &News) {
        // Cannot fail: news are plain data.
        if let Some(bytes) = encode(news) {
            let bytes = Uint8Array::from(bytes.as_slice());
            post(&member("news", &bytes), &Array::of1(&bytes.buffer()));
        }
    }

    async fn open_store(&self) -> Result<BrowserStore, StoreError> {
        BrowserStore::open().await
    }

    async fn acquire(&self, id: WorkspaceId, steal: bool, lost: Rc<dyn Fn()>) -> Ownership {
        self.locks.acquire(id, steal, move || lost()).await
    }

    async fn wait_to_own(&self, id: WorkspaceId, lost: Rc<dyn Fn()>) -> bool {
        self.locks.wait(id, move || lost()).await
    }

    fn release(&self, id: WorkspaceId) {
        self.locks.release(id);
    }

    fn announce(&self, notice: &Notice) {
        self.channel.borrow().announce(notice);
    }

    fn on_notice(&self, follow: Rc<dyn Fn(Notice)>) {
        self.channel.borrow_mut().on_notice(move |notice| follow(notice));
    }

    async fn fetch(&self, url: &str, headers: &[(String, String)], body: &str) -> Result<(u16, String), String> {
        fetch(url, headers, body).await.map_err(|error| {
            let words = error
                .dyn_ref::<js_sys::Error>()
                .map(|error| String::from(error.message()));
            words.unwrap_or_else(|| "no reason given".to_owned())
        })
    }

    async fn ask_to_persist(&self) -> Persistence {
        ask_to_persist().await
    }

    async fn estimate(&self) -> Option<(u64, u64)> {
        estimate().await
    }
}

async fn fetch(url: &str, headers: &[(String, String)], body: &str) -> Result<(u16, String), JsValue> {
    let fields = Headers::new()?;
    for (name, value) in headers {
        fields.append(name, value)?;
    }
    let init = RequestInit::new();
    init.set_method("POST");
    init.set_headers(&fields);
    init.set_body(&body.into());
    let scope = js_sys::global().unchecked_into::<DedicatedWorkerGlobalScope>();
    let response: Response = JsFuture::from(scope.fetch_with_str_and_init(url, &init))
        .await?
        .unchecked_into();
    let text = JsFuture::from(response.text()?).await?;
    Ok((response.status(), text.as_string().unwrap_or_default()))
}

fn member(name: &str, value: &JsValue) -> JsValue {
    let message = Object::new();
    // Cannot fail: a plain object accepts every property.
    let _ = Reflect::set(&message, &name.into(), value);
    message.into()
}

fn post(message: &JsValue, transfer: &Array) {
    let scope = js_sys::global().unchecked_into::<DedicatedWorkerGlobalScope>();
    // A closed page receives nothing.
    let _ = scope.post_message_with_transfer(message, transfer);
}

fn report_of(panic: &PanicHookInfo<'_>) -> String {
    let request = LAST_REQUEST.with(|last| last.try_borrow().map(|last| last.clone()).unwrap_or_default());
    format!(
        "Hashrange {} stopped in its engine.\n{panic}\n\nLast request:\n{request}",
        env!("CARGO_PKG_VERSION")
    )
}

fn beginning(body: &str) -> &str {
    let end = (0..=MOST_BODY.min(body.len()))
        .rev()
        .find(|end| body.is_char_boundary(*end))
        .unwrap_or(0);
    body.get(..end).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::{MOST_BODY, beginning};

    #[test]
    fn a_long_body_is_cut_between_characters() {
        let body = "€".repeat(MOST_BODY);
        assert_eq!(beginning(&body).len(), MOST_BODY - MOST_BODY % 3);
        assert_eq!(beginning("{}"), "{}");
    }
}
