//! The upgrade of the database: creates missing stores, and converts the only workspace of version 1 to the first of
//! several.
//!
//! Everything happens in the transaction of the upgrade: if it is aborted, nothing changes. The journal store of
//! version 1 contained one journal. Its keys were the chunk numbers.

use std::cell::RefCell;
use std::rc::Rc;

use js_sys::{Array, Date, Uint8Array};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::spawn_local;
use web_sys::{
    IdbDatabase, IdbKeyRange, IdbObjectStoreParameters, IdbOpenDbRequest, IdbTransaction, IdbVersionChangeEvent,
};

use super::layout::{CARDS, JOURNAL, LAST_OPENED, NUMBERS, SETTINGS, STORES, chunk_key, number};
use super::request::{answer_list, thrown};
use super::{Card, StoreError, WorkspaceId};

/// The version with one workspace.
const ONE_WORKSPACE: u32 = 1;

/// Starts the upgrade. On an error the upgrade is aborted, and `trouble` contains the reason.
pub(super) fn begin(
    request: &IdbOpenDbRequest,
    event: &IdbVersionChangeEvent,
    trouble: Rc<RefCell<Option<StoreError>>>,
) {
    let Some(transaction) = request.transaction() else {
        return;
    };
    let give_up = {
        let transaction = transaction.clone();
        move |error: StoreError| {
            trouble.replace(Some(error));
            // A transaction that cannot be aborted has already ended.
            let _ = transaction.abort();
        }
    };
    if let Err(error) = make_stores(&transaction.db()) {
        return give_up(error);
    }
    if number(&event.old_version().into()) != Some(ONE_WORKSPACE) {
        return;
    }
    match old_chunks(&transaction) {
        Ok(chunks) => spawn_local(async move {
            let moved = match chunks.await {
                Ok((keys, values)) => move_chunks(&transaction, &keys, &values),
                Err(error) => Err(error),
            };
            if let Err(error) = moved {
                give_up(error);
            }
        }),
        Err(error) => give_up(error),
    }
}

fn make_stores(database: &IdbDatabase) -> Result<(), StoreError> {
    let there = database.object_store_names();
    for (name, numbered) in STORES {
        if !there.contains(name) {
            let parameters = IdbObjectStoreParameters::new();
            parameters.set_auto_increment(numbered);
            database
                .create_object_store_with_optional_parameters(name, &parameters)
                .map_err(thrown)?;
        }
    }
    Ok(())
}

/// Requests the chunks of version 1 at once, so that the transaction stays active.
fn old_chunks(
    transaction: &IdbTransaction,
) -> Result<impl Future<Output = Result<(Array, Array), StoreError>> + use<>, StoreError> {
    let journal = transaction.object_store(JOURNAL).map_err(thrown)?;
    let keys = answer_list(journal.get_all_keys().map_err(thrown)?);
    let values = answer_list(journal.get_all().map_err(thrown)?);
    Ok(async move { Ok((keys.await?, values.await?)) })
}

/// Moves the chunks to the first workspace, and creates its card. Does nothing if there are no chunks.
fn move_chunks(transaction: &IdbTransaction, keys: &Array, values: &Array) -> Result<(), StoreError> {
    let id = WorkspaceId::FIRST;
    let journal = transaction.object_store(JOURNAL).map_err(thrown)?;
    let mut bytes = 0;
    for (key, value) in keys.iter().zip(values.iter()) {
        let Some(chunk) = number(&key) else { continue };
        bytes += value
            .dyn_ref::<Uint8Array>()
            .map_or(0, |chunk| u64::from(chunk.length()));
        journal.put_with_key(&value, &chunk_key(id, chunk)).map_err(thrown)?;
    }
    if keys.length() == 0 {
        return Ok(());
    }
    let bare_numbers = IdbKeyRange::upper_bound(&f64::INFINITY.into()).map_err(thrown)?;
    journal.delete(&bare_numbers).map_err(thrown)?;
    let card = Card {
        bytes,
        ..Card::unnamed(id, now())
    };
    put(transaction, CARDS, &card.to_text().into(), &id.0.into())?;
    put(transaction, SETTINGS, &id.0.into(), &LAST_OPENED.into())?;
    // Marks the number as used. The entry itself is not needed.
    put(transaction, NUMBERS, &JsValue::TRUE, &id.0.into())
}

fn put(transaction: &IdbTransaction, store: &str, value: &JsValue, key: &JsValue) -> Result<(), StoreError> {
    let store = transaction.object_store(store).map_err(thrown)?;
    store.put_with_key(value, key).map(drop).map_err(thrown)
}

#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // the cast saturates
fn now() -> u64 {
    Date::now() as u64
}
