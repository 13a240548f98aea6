//! IndexedDB requests and transactions as futures, and the browser's errors as store errors.
//!
//! Must not know what is requested.

use js_sys::{Array, Promise};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{DomException, IdbRequest, IdbTransaction};

use super::StoreError;

/// Returns the result of a request. Its events are handled from this call on, even if the future is not awaited.
pub(super) fn answer(request: IdbRequest) -> impl Future<Output = Result<JsValue, StoreError>> {
    // The handlers are the promise's own functions. They may be called late or twice; a dropped closure may not.
    let answered = JsFuture::from(Promise::new(&mut |done, failed| {
        request.set_onsuccess(Some(&done));
        request.set_onerror(Some(&failed));
    }));
    async move {
        if answered.await.is_ok() {
            return request.result().map_err(thrown);
        }
        let error = request.error().ok().flatten();
        Err(error.map_or_else(
            || StoreError::Failed("a request was aborted".to_owned()),
            |error| named(&error),
        ))
    }
}

/// Returns the result of a request for a list.
pub(super) fn answer_list(request: IdbRequest) -> impl Future<Output = Result<Array, StoreError>> {
    let answer = answer(request);
    async move { Ok(answer.await?.unchecked_into()) }
}

/// Waits until everything is written, and returns the error otherwise. A failed request ends the transaction, and its
/// error is returned here.
pub(super) async fn finish(transaction: IdbTransaction) -> Result<(), StoreError> {
    let finished = JsFuture::from(Promise::new(&mut |done, given_up| {
        transaction.set_oncomplete(Some(&done));
        transaction.set_onabort(Some(&given_up));
    }));
    // Without this call the browser waits for another turn of the worker, which an ending worker does not have. It
    // fails for a closed transaction. The error of that transaction is returned below.
    #[allow(deprecated)] // by the binding, not by the browsers
    let _ = transaction.commit();
    if finished.await.is_ok() {
        return Ok(());
    }
    let error = transaction.error();
    Err(error.map_or_else(
        || StoreError::Failed("the transaction was aborted".to_owned()),
        |error| named(&error),
    ))
}

/// A thrown value as an error.
#[allow(clippy::needless_pass_by_value)] // the shape `map_err` takes
pub(super) fn thrown(error: JsValue) -> StoreError {
    match error.dyn_ref::<DomException>() {
        Some(error) => named(error),
        None => StoreError::Failed(
            error
                .as_string()
                .unwrap_or_else(|| "an error without a name".to_owned()),
        ),
    }
}

fn named(error: &DomException) -> StoreError {
    StoreError::named(&error.name(), &error.message())
}
