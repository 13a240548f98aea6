//! Requests and transactions of IndexedDB as futures, and the browser's errors as the store's.
//!
//! Must not know what is asked for.

use js_sys::{Array, Promise};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{DomException, IdbRequest, IdbTransaction};

use super::StoreError;

/// The result of a request. It is listened to from now on, whether or not the future is waited for.
pub(super) fn answer(request: IdbRequest) -> impl Future<Output = Result<JsValue, StoreError>> {
    // The promise's own functions are the handlers: they may be called late or twice, which a dropped closure may not.
    let answered = JsFuture::from(Promise::new(&mut |done, failed| {
        request.set_onsuccess(Some(&done));
        request.set_onerror(Some(&failed));
    }));
    async move {
        if answered.await.is_ok() {
            return request.result().map_err(thrown);
        }
        let error = request.error().ok().flatten();
        Err(error.map_or_else(|| StoreError::Failed("a request was given up".to_owned()), |error| named(&error)))
    }
}

/// The result of a request that gives a list.
pub(super) fn answer_list(request: IdbRequest) -> impl Future<Output = Result<Array, StoreError>> {
    let answer = answer(request);
    async move { Ok(answer.await?.unchecked_into()) }
}

/// Waits until everything is written, and tells why not. A request's own failure ends the transaction, and shows here.
pub(super) async fn finish(transaction: IdbTransaction) -> Result<(), StoreError> {
    let finished = JsFuture::from(Promise::new(&mut |done, given_up| {
        transaction.set_oncomplete(Some(&done));
        transaction.set_onabort(Some(&given_up));
    }));
    // Without this the browser waits for another turn of the worker, which one that is being ended does not have. A
    // transaction that cannot be asked any more has failed, and tells so below.
    #[allow(deprecated)] // by the binding, not by the browsers
    let _ = transaction.commit();
    if finished.await.is_ok() {
        return Ok(());
    }
    let error = transaction.error();
    Err(error.map_or_else(|| StoreError::Failed("the transaction was given up".to_owned()), |error| named(&error)))
}

/// What was thrown, as an error.
#[allow(clippy::needless_pass_by_value)] // the shape `map_err` takes
pub(super) fn thrown(error: JsValue) -> StoreError {
    match error.dyn_ref::<DomException>() {
        Some(error) => named(error),
        None => StoreError::Failed(error.as_string().unwrap_or_else(|| "an error without a name".to_owned())),
    }
}

fn named(error: &DomException) -> StoreError {
    StoreError::named(&error.name(), &error.message())
}
