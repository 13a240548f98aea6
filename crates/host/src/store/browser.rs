//! The store in the browser: IndexedDB, one transaction for each operation.
//!
//! Must not know what the bytes mean. All requests of a transaction are sent at once, so that the transaction never
//! waits for this code.

use std::cell::RefCell;
use std::rc::Rc;

use js_sys::Uint8Array;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::IdbTransactionMode::{Readonly, Readwrite};
use web_sys::{IdbObjectStore, IdbTransaction, IdbTransactionMode};

use super::chunks::parts;
use super::database::Database;
use super::kept;
use super::layout::{
    CARDS, DOCUMENTS, JOURNAL, KEPT, LAST_OPENED, NUMBERS, SETTINGS, all_of, all_parts, chunk_key, chunk_of,
    chunks_before, chunks_from, join, number, part_key,
};
use super::places::Places;
use super::request::{answer, answer_list, finish, thrown};
use super::{Card, Chunks, Document, KeptAside, Store, StoreError, WorkspaceId};

/// The browser's store, as this tab sees it.
#[derive(Clone, Debug)]
pub struct BrowserStore {
    database: Rc<RefCell<Database>>,
    places: Rc<RefCell<Places>>,
}

impl BrowserStore {
    /// Opens the store, and upgrades the layout of an older page.
    ///
    /// # Errors
    /// `Unavailable` without storage; `Blocked` while another tab has an older page open; `Outdated` if a newer page
    /// has changed the layout.
    pub async fn open() -> Result<Self, StoreError> {
        let database = Database::open().await?;
        Ok(Self {
            database: Rc::new(RefCell::new(database)),
            places: Rc::default(),
        })
    }

    async fn begin(&self, stores: &[&str], mode: IdbTransactionMode) -> Result<IdbTransaction, StoreError> {
        if self.database.borrow().is_closed() {
            self.open_again().await?;
        }
        self.database.borrow().begin(stores, mode)
    }

    /// Opens the database again after the browser has closed it, and checks whether what was read still exists.
    async fn open_again(&self) -> Result<(), StoreError> {
        let database = Database::open().await?;
        self.look_for_losses(&database).await?;
        // Another operation may have been faster; one connection is enough.
        if self.database.borrow().is_closed() {
            self.database.replace(database);
        }
        Ok(())
    }

    async fn look_for_losses(&self, database: &Database) -> Result<(), StoreError> {
        let transaction = database.begin(&[JOURNAL], Readonly)?;
        let journal = open_store(&transaction, JOURNAL)?;
        let mut looks = Vec::new();
        for (id, last) in self.places.borrow().last_chunks() {
            looks.push((
                id,
                answer(journal.count_with_key(&chunks_from(id, last)?).map_err(thrown)?),
            ));
        }
        for (id, look) in looks {
            if number(&look.await?) == Some(0) {
                self.places.borrow_mut().lose(id);
            }
        }
        Ok(())
    }

    /// Begins a transaction that reads one store.
    async fn reading(&self, store: &str) -> Result<IdbObjectStore, StoreError> {
        open_store(&self.begin(&[store], Readonly).await?, store)
    }

    /// Writes to these stores in one transaction: all changes of `work`, or none.
    async fn write<T>(
        &self,
        stores: &[&str],
        work: impl FnOnce(&IdbTransaction) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let transaction = self.begin(stores, Readwrite).await?;
        match work(&transaction) {
            Ok(value) => finish(transaction).await.map(|()| value),
            Err(error) => {
                // A transaction that cannot be aborted has already ended.
                let _ = transaction.abort();
                Err(error)
            }
        }
    }
}

fn open_store(transaction: &IdbTransaction, name: &str) -> Result<IdbObjectStore, StoreError> {
    transaction.object_store(name).map_err(thrown)
}

fn put(transaction: &IdbTransaction, store: &str, key: &JsValue, value: &JsValue) -> Result<(), StoreError> {
    open_store(transaction, store)?
        .put_with_key(value, key)
        .map(drop)
        .map_err(thrown)
}

/// Adds a value. The key must be unused.
fn add(transaction: &IdbTransaction, store: &str, key: &JsValue, value: &JsValue) -> Result<(), StoreError> {
    open_store(transaction, store)?
        .add_with_key(value, key)
        .map(drop)
        .map_err(thrown)
}

fn delete(transaction: &IdbTransaction, store: &str, keys: &JsValue) -> Result<(), StoreError> {
    open_store(transaction, store)?.delete(keys).map(drop).map_err(thrown)
}

impl Store for BrowserStore {
    async fn cards(&self) -> Result<Vec<Card>, StoreError> {
        let store = self.reading(CARDS).await?;
        let keys = answer_list(store.get_all_keys().map_err(thrown)?);
        let values = answer_list(store.get_all().map_err(thrown)?);
        let (keys, values) = (keys.await?, values.await?);
        let cards = keys.iter().zip(values.iter()).filter_map(|(key, value)| {
            let id = WorkspaceId(number(&key)?);
            Some(Card::from_text(id, &value.as_string().unwrap_or_default()))
        });
        Ok(cards.collect())
    }

    async fn put_card(&self, card: &Card) -> Result<(), StoreError> {
        self.write(&[CARDS], |transaction| {
            put(transaction, CARDS, &card.id.0.into(), &card.to_text().into())
        })
        .await
    }

    async fn next_id(&self) -> Result<WorkspaceId, StoreError> {
        let given = self.write(&[NUMBERS], |transaction| {
            let store = open_store(transaction, NUMBERS)?;
            let given = answer(store.add(&JsValue::TRUE).map_err(thrown)?);
            // Deletes the entry. The database still continues its numbering.
            store.clear().map_err(thrown)?;
            Ok(given)
        });
        let given = given.await?;
        let id = number(&given.await?).ok_or_else(|| StoreError::Failed("it gave no number".to_owned()))?;
        Ok(WorkspaceId(id))
    }

    async fn read_chunks_since(&self, id: WorkspaceId, chunk: u32) -> Result<Chunks, StoreError> {
        let store = self.reading(JOURNAL).await?;
        let keys = answer_list(store.get_all_keys_with_key(&all_of(id)?).map_err(thrown)?);
        let values = answer_list(store.get_all_with_key(&chunks_from(id, chunk)?).map_err(thrown)?);
        let (keys, values) = (keys.await?, values.await?);
        let lowest = chunk_of(&keys.get(0));
        let highest = chunk_of(&keys.get(keys.length().saturating_sub(1)));
        let lengths = values
            .iter()
            .map(|value| value.dyn_ref::<Uint8Array>().map_or(0, |part| part.length() as usize));
        let numbers = keys
            .iter()
            .filter_map(|key| chunk_of(&key))
            .filter(|number| *number >= chunk);
        let read = Chunks::read(chunk, (lowest, highest), numbers.zip(lengths), join(values.iter()));
        self.places.borrow_mut().set(id, read.next);
        Ok(read)
    }

    async fn append(&self, id: WorkspaceId, bytes: &[u8]) -> Result<u32, StoreError> {
        let added = self.write(&[JOURNAL], |transaction| {
            let chunk = self.places.borrow().to_append(id)?;
            add(transaction, JOURNAL, &chunk_key(id, chunk), &Uint8Array::from(bytes))?;
            Ok(chunk)
        });
        let chunk = added.await?;
        self.places.borrow_mut().set(id, chunk.saturating_add(1));
        Ok(chunk)
    }

    async fn replace_journal(&self, id: WorkspaceId, pieces: &[&[u8]]) -> Result<u32, StoreError> {
        let replaced = self.write(&[JOURNAL, DOCUMENTS], |transaction| {
            let first = self.places.borrow().to_replace(id);
            let mut chunk = first;
            delete(transaction, JOURNAL, &chunks_before(id, first)?)?;
            for document in Document::CHECKPOINTS {
                delete(transaction, DOCUMENTS, &all_parts(id, document)?)?;
            }
            for part in pieces.iter().flat_map(|piece| parts(piece)) {
                // If this chunk number exists, another tab has written. The old chunks then stay too.
                add(transaction, JOURNAL, &chunk_key(id, chunk), &Uint8Array::from(part))?;
                chunk = chunk.saturating_add(1);
            }
            Ok((first, chunk))
        });
        let (first, next) = replaced.await?;
        self.places.borrow_mut().set(id, next);
        Ok(first)
    }

    async fn remove(&self, id: WorkspaceId) -> Result<(), StoreError> {
        let removed = self.write(&[CARDS, JOURNAL, DOCUMENTS], |transaction| {
            delete(transaction, CARDS, &id.0.into())?;
            delete(transaction, JOURNAL, &all_of(id)?)?;
            delete(transaction, DOCUMENTS, &all_of(id)?)
        });
        removed.await?;
        self.places.borrow_mut().forget(id);
        Ok(())
    }

    async fn put_document(
        &self,
        id: WorkspaceId,
        document: Document,
        text: &str,
        bytes: &[u8],
    ) -> Result<(), StoreError> {
        let kept = self.write(&[DOCUMENTS], |transaction| {
            delete(transaction, DOCUMENTS, &all_parts(id, document)?)?;
            put(transaction, DOCUMENTS, &part_key(id, document, 0), &text.into())?;
            for (part, bytes) in (1..).zip(parts(bytes)) {
                put(
                    transaction,
                    DOCUMENTS,
                    &part_key(id, document, part),
                    &Uint8Array::from(bytes),
                )?;
            }
            Ok(())
        });
        kept.await
    }

    async fn document(&self, id: WorkspaceId, document: Document) -> Result<Option<(String, Vec<u8>)>, StoreError> {
        let store = self.reading(DOCUMENTS).await?;
        let parts = answer_list(store.get_all_with_key(&all_parts(id, document)?).map_err(thrown)?).await?;
        Ok(parts.get(0).as_string().map(|text| (text, join(parts.iter().skip(1)))))
    }

    async fn keep_part(&self, id: WorkspaceId, document: Document, part: u32, bytes: &[u8]) -> Result<(), StoreError> {
        let key = part_key(id, document, part);
        self.write(&[DOCUMENTS], |transaction| {
            put(transaction, DOCUMENTS, &key, &Uint8Array::from(bytes))
        })
        .await
    }

    async fn keep_text(&self, id: WorkspaceId, document: Document, text: &str) -> Result<(), StoreError> {
        let key = part_key(id, document, 0);
        self.write(&[DOCUMENTS], |transaction| {
            put(transaction, DOCUMENTS, &key, &text.into())
        })
        .await
    }

    async fn text(&self, id: WorkspaceId, document: Document) -> Result<Option<String>, StoreError> {
        let store = self.reading(DOCUMENTS).await?;
        Ok(answer(store.get(&part_key(id, document, 0)).map_err(thrown)?)
            .await?
            .as_string())
    }

    async fn part(&self, id: WorkspaceId, document: Document, part: u32) -> Result<Option<Vec<u8>>, StoreError> {
        let store = self.reading(DOCUMENTS).await?;
        let bytes = answer(store.get(&part_key(id, document, part)).map_err(thrown)?).await?;
        Ok(bytes.dyn_ref::<Uint8Array>().map(Uint8Array::to_vec))
    }

    async fn delete_document(&self, id: WorkspaceId, document: Document) -> Result<(), StoreError> {
        self.write(&[DOCUMENTS], |transaction| {
            delete(transaction, DOCUMENTS, &all_parts(id, document)?)
        })
        .await
    }

    async fn keep_aside(&self, id: WorkspaceId, bytes: &[u8], reason: &str) -> Result<(), StoreError> {
        let kept = self.write(&[KEPT], |transaction| {
            open_store(transaction, KEPT)?
                .add(&kept::to_value(id, bytes, reason))
                .map(drop)
                .map_err(thrown)
        });
        kept.await
    }

    async fn kept_aside(&self) -> Result<Vec<KeptAside>, StoreError> {
        let store = self.reading(KEPT).await?;
        let keys = answer_list(store.get_all_keys().map_err(thrown)?);
        let values = answer_list(store.get_all().map_err(thrown)?);
        let (keys, values) = (keys.await?, values.await?);
        let kept = keys.iter().zip(values.iter());
        Ok(kept
            .filter_map(|(key, value)| kept::from_value(number(&key)?, &value))
            .collect())
    }

    async fn discard_kept(&self, number: u32) -> Result<(), StoreError> {
        self.write(&[KEPT], |transaction| delete(transaction, KEPT, &number.into()))
            .await
    }

    async fn last_opened(&self) -> Result<Option<WorkspaceId>, StoreError> {
        let store = self.reading(SETTINGS).await?;
        let id = answer(store.get(&LAST_OPENED.into()).map_err(thrown)?).await?;
        Ok(number(&id).map(WorkspaceId))
    }

    async fn set_last_opened(&self, id: WorkspaceId) -> Result<(), StoreError> {
        self.write(&[SETTINGS], |transaction| {
            put(transaction, SETTINGS, &LAST_OPENED.into(), &id.0.into())
        })
        .await
    }
}
