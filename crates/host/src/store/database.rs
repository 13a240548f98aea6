//! The connection to the database. It is closed for a newer page, and opened again after the browser has closed it.
//!
//! Must not know what is stored. Works in a page and in a worker.

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::time::Duration;

use js_sys::{Array, Promise, Reflect};
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::{JsFuture, future_to_promise};
use web_sys::{Event, IdbDatabase, IdbFactory, IdbOpenDbRequest, IdbTransaction, IdbTransactionMode};

use super::request::thrown;
use super::{StoreError, upgrade};

const NAME: &str = "hashrange";
/// The version of the layout, which increases with every change. `upgrade` converts all earlier layouts.
const VERSION: u32 = 1;
/// The maximum time for another tab to close its connection on request.
const PATIENCE: Duration = Duration::from_secs(2);

/// A connection.
#[derive(Debug)]
pub(super) struct Database {
    database: IdbDatabase,
    state: Rc<Cell<State>>,
    _handlers: [Closure<dyn FnMut()>; 2],
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Open,
    /// The browser has closed it, possibly because it has deleted everything.
    Closed,
    /// A newer page has requested that the connection be closed.
    Outdated,
}

impl Database {
    /// Opens the database, after an upgrade if one is due.
    pub(super) async fn open() -> Result<Self, StoreError> {
        let factory = Reflect::get(&js_sys::global(), &"indexedDB".into());
        let factory: IdbFactory = factory
            .ok()
            .and_then(|factory| factory.dyn_into().ok())
            .ok_or(StoreError::Unavailable)?;
        let request = factory.open_with_u32(NAME, VERSION).map_err(thrown)?;
        let trouble = Rc::new(RefCell::new(None));
        let upgrading = upgrading(&request, Rc::clone(&trouble));
        let opened = opened(&request).await;
        if opened == Err(StoreError::Blocked) {
            close_when_opened(&request);
            upgrading.forget();
        }
        match opened {
            Ok(()) => Ok(Self::new(request.result().map_err(thrown)?.unchecked_into())),
            // The reason of an abandoned upgrade is more precise than the request's error.
            Err(error) => Err(trouble.borrow_mut().take().unwrap_or(error)),
        }
    }

    fn new(database: IdbDatabase) -> Self {
        let state = Rc::new(Cell::new(State::Open));
        let outdated = Closure::<dyn FnMut()>::new({
            let (database, state) = (database.clone(), Rc::clone(&state));
            move || {
                state.set(State::Outdated);
                database.close();
            }
        });
        let closed = Closure::<dyn FnMut()>::new({
            let state = Rc::clone(&state);
            move || state.set(State::Closed)
        });
        database.set_onversionchange(Some(outdated.as_ref().unchecked_ref()));
        database.set_onclose(Some(closed.as_ref().unchecked_ref()));
        Self {
            database,
            state,
            _handlers: [outdated, closed],
        }
    }

    /// Whether the browser has closed it, so that it may be opened again.
    pub(super) fn is_closed(&self) -> bool {
        self.state.get() == State::Closed
    }

    /// Begins a transaction.
    pub(super) fn begin(&self, stores: &[&str], mode: IdbTransactionMode) -> Result<IdbTransaction, StoreError> {
        if self.state.get() == State::Outdated {
            return Err(StoreError::Outdated);
        }
        let names: Array = stores.iter().map(|name| JsValue::from(*name)).collect();
        let begun = self.database.transaction_with_str_sequence_and_mode(&names, mode);
        begun.map_err(|error| {
            // The event of a closed connection can be late or missing.
            if is_named(&error, "InvalidStateError") {
                self.state.set(State::Closed);
            }
            thrown(error)
        })
    }
}

impl Drop for Database {
    fn drop(&mut self) {
        self.database.set_onversionchange(None);
        self.database.set_onclose(None);
        self.database.close();
    }
}

/// Runs the upgrade if the request needs it. Drop the closure only after the request.
fn upgrading(request: &IdbOpenDbRequest, trouble: Rc<RefCell<Option<StoreError>>>) -> Closure<dyn FnMut()> {
    let asked = request.clone();
    let upgrading = Closure::<dyn FnMut()>::new(move || upgrade::run(&asked, &trouble));
    request.set_onupgradeneeded(Some(upgrading.as_ref().unchecked_ref()));
    upgrading
}

/// Waits until the database is open. Does not wait longer for a tab that holds an older version open.
async fn opened(request: &IdbOpenDbRequest) -> Result<(), StoreError> {
    let settled = Promise::new(&mut |done, failed| {
        request.set_onsuccess(Some(&done));
        request.set_onerror(Some(&failed));
    });
    let blocked = Promise::new(&mut |done, _| request.set_onblocked(Some(&done)));
    let mut first = JsFuture::from(Promise::race(&Array::of2(&settled, &blocked))).await;
    if first.as_ref().is_ok_and(|event| kind(event) == "blocked") {
        let patience = future_to_promise(async {
            gloo_timers::future::sleep(PATIENCE).await;
            Ok(JsValue::UNDEFINED)
        });
        first = JsFuture::from(Promise::race(&Array::of2(&settled, &patience))).await;
    }
    match first {
        Ok(event) if event.is_undefined() => Err(StoreError::Blocked),
        Ok(_) => Ok(()),
        Err(_) => {
            let error = request.error().ok().flatten();
            Err(error.map_or(StoreError::Unavailable, |error| {
                StoreError::named(&error.name(), &error.message())
            }))
        }
    }
}

/// Closes an abandoned connection as soon as it opens, so that it does not block another tab.
fn close_when_opened(request: &IdbOpenDbRequest) {
    let asked = request.clone();
    let close = Closure::once_into_js(move || {
        if let Some(database) = asked
            .result()
            .ok()
            .and_then(|result| result.dyn_into::<IdbDatabase>().ok())
        {
            database.close();
        }
    });
    request.set_onsuccess(Some(close.unchecked_ref()));
}

fn kind(event: &JsValue) -> String {
    event.dyn_ref::<Event>().map(Event::type_).unwrap_or_default()
}

fn is_named(error: &JsValue, name: &str) -> bool {
    error
        .dyn_ref::<web_sys::DomException>()
        .is_some_and(|error| error.name() == name)
}
