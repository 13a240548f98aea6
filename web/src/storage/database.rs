//! The IndexedDB database: its stores, and one transaction for each thing that is done to them.

use idb::event::VersionChangeEvent;
use idb::{DatabaseEvent, Factory, ObjectStoreParams, Query, Transaction, TransactionMode};
use js_sys::{Object, Promise, Reflect, Uint8Array};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::IdbTransaction;

use super::{KeptAside, StorageError};

const NAME: &str = "hashrange";
/// Raised when stores are added; the upgrade below makes whichever is missing.
const VERSION: u32 = 1;
/// Chunks of the journal's bytes by their number.
const JOURNAL: &str = "journal";
/// Journals put aside, by a number the database gives: `{reason, bytes}`.
const KEPT: &str = "kept";

#[derive(Debug)]
pub(super) struct Database(idb::Database);

impl Database {
    pub(super) async fn open() -> Result<Self, StorageError> {
        let unavailable = |error: idb::Error| StorageError::Unavailable(error.to_string());
        let factory = Factory::new().map_err(unavailable)?;
        let mut request = factory.open(NAME, Some(VERSION)).map_err(unavailable)?;
        request.on_upgrade_needed(|event: VersionChangeEvent| {
            if let Ok(database) = event.database() {
                make_stores(&database);
            }
        });
        request.await.map(Self).map_err(unavailable)
    }

    /// How many chunks there are, and their bytes in order.
    pub(super) async fn read_chunks(&self) -> Result<(u32, Vec<u8>), StorageError> {
        let transaction = self.begin(JOURNAL, TransactionMode::ReadOnly)?;
        let store = transaction.object_store(JOURNAL).map_err(failed)?;
        let keys = store.get_all_keys(None, None).map_err(failed)?;
        let chunks = store.get_all(None, None).map_err(failed)?;
        let last = keys.await.map_err(failed)?.last().and_then(JsValue::as_f64);
        let mut bytes = Vec::new();
        for chunk in chunks.await.map_err(failed)? {
            if let Ok(chunk) = chunk.dyn_into::<Uint8Array>() {
                bytes.extend(chunk.to_vec());
            }
        }
        Ok((last.map_or(0, |last| number(last).saturating_add(1)), bytes))
    }

    /// Adds a chunk; a chunk of this number must not be there.
    pub(super) async fn add_chunk(&self, chunk: u32, bytes: &[u8]) -> Result<(), StorageError> {
        let transaction = self.begin(JOURNAL, TransactionMode::ReadWrite)?;
        let store = transaction.object_store(JOURNAL).map_err(failed)?;
        let request = store.add(&Uint8Array::from(bytes), Some(&chunk.into())).map_err(failed)?;
        // The request's own failure ends the transaction too, where it is looked at.
        drop(request);
        finish(transaction).await
    }

    /// One chunk in the place of all.
    pub(super) async fn replace_chunks(&self, bytes: &[u8]) -> Result<(), StorageError> {
        let transaction = self.begin(JOURNAL, TransactionMode::ReadWrite)?;
        let store = transaction.object_store(JOURNAL).map_err(failed)?;
        let cleared = store.clear().map_err(failed)?;
        let put = store.put(&Uint8Array::from(bytes), Some(&0.into())).map_err(failed)?;
        drop((cleared, put));
        finish(transaction).await
    }

    pub(super) async fn keep_aside(&self, bytes: &[u8], reason: &str) -> Result<(), StorageError> {
        let kept = Object::new();
        for (name, value) in [("reason", JsValue::from(reason)), ("bytes", Uint8Array::from(bytes).into())] {
            // A plain object takes every property.
            let _ = Reflect::set(&kept, &name.into(), &value);
        }
        let transaction = self.begin(KEPT, TransactionMode::ReadWrite)?;
        let store = transaction.object_store(KEPT).map_err(failed)?;
        drop(store.add(&kept, None).map_err(failed)?);
        finish(transaction).await
    }

    pub(super) async fn kept_aside(&self) -> Result<Vec<KeptAside>, StorageError> {
        let transaction = self.begin(KEPT, TransactionMode::ReadOnly)?;
        let store = transaction.object_store(KEPT).map_err(failed)?;
        let keys = store.get_all_keys(None, None).map_err(failed)?;
        let values = store.get_all(None, None).map_err(failed)?;
        let keys = keys.await.map_err(failed)?;
        let values = values.await.map_err(failed)?;
        let kept = keys.iter().zip(values).filter_map(|(key, value)| {
            let member = |name: &str| Reflect::get(&value, &name.into()).ok();
            Some(KeptAside {
                number: number(key.as_f64()?),
                reason: member("reason")?.as_string()?,
                bytes: member("bytes")?.dyn_into::<Uint8Array>().ok()?.to_vec(),
            })
        });
        Ok(kept.collect())
    }

    pub(super) async fn discard_kept(&self, number: u32) -> Result<(), StorageError> {
        let transaction = self.begin(KEPT, TransactionMode::ReadWrite)?;
        let store = transaction.object_store(KEPT).map_err(failed)?;
        drop(store.delete(Query::Key(number.into())).map_err(failed)?);
        finish(transaction).await
    }

    fn begin(&self, store: &str, mode: TransactionMode) -> Result<Transaction, StorageError> {
        self.0.transaction(&[store], mode).map_err(failed)
    }
}

fn make_stores(database: &idb::Database) {
    let there = database.store_names();
    let mut numbered = ObjectStoreParams::new();
    numbered.auto_increment(true);
    for (name, parameters) in [(JOURNAL, ObjectStoreParams::new()), (KEPT, numbered)] {
        if !there.iter().any(|store| store == name) {
            // A store that cannot be made shows when it is used.
            let _ = database.create_object_store(name, parameters);
        }
    }
}

/// Waits until everything is written, and tells why not.
async fn finish(transaction: Transaction) -> Result<(), StorageError> {
    let inner = IdbTransaction::from(transaction);
    // The promise's own functions are the handlers: they may be called late or twice, which a dropped closure may not.
    let finished = Promise::new(&mut |done, given_up| {
        inner.set_oncomplete(Some(&done));
        inner.set_onabort(Some(&given_up));
    });
    // Without this the browser waits for another turn of the page, which a page that is being left does not have. A
    // transaction that cannot be asked any more has failed, and tells so below.
    #[allow(deprecated)] // by the binding, not by the browsers
    let _ = inner.commit();
    if JsFuture::from(finished).await.is_ok() {
        return Ok(());
    }
    Err(match inner.error() {
        Some(error) if error.name() == "QuotaExceededError" => StorageError::Full,
        Some(error) if error.name() == "ConstraintError" => StorageError::Conflict,
        Some(error) => StorageError::Failed(format!("{}: {}", error.name(), error.message())),
        None => StorageError::Failed("the transaction was given up".to_owned()),
    })
}

#[allow(clippy::needless_pass_by_value)] // the shape `map_err` takes
fn failed(error: idb::Error) -> StorageError {
    let words = error.to_string();
    // Some browsers refuse at once what others refuse when the transaction ends.
    if words.contains("QuotaExceeded") { StorageError::Full } else { StorageError::Failed(words) }
}

/// A key as it was given: a whole number that fits.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // the cast saturates
fn number(key: f64) -> u32 {
    key as u32
}
