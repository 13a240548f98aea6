//! A store in memory, for tests. It behaves like the browser's, and fails on request.
//!
//! Must not be part of the page.

use std::cell::{RefCell, RefMut};
use std::rc::Rc;

use super::chunks::parts;
use super::places::Places;
use super::{Card, Chunks, Document, KeptAside, Store, StoreError, WorkspaceId};
use litemap::LiteMap;

/// A store in memory. A clone belongs to the same tab.
#[derive(Clone, Debug, Default)]
pub struct MemoryStore {
    contents: Rc<RefCell<Contents>>,
    places: Rc<RefCell<Places>>,
}

#[derive(Debug, Default)]
struct Contents {
    cards: LiteMap<WorkspaceId, Card>,
    chunks: LiteMap<(WorkspaceId, u32), Vec<u8>>,
    texts: LiteMap<(WorkspaceId, Document), String>,
    parts: LiteMap<(WorkspaceId, Document, u32), Vec<u8>>,
    kept: LiteMap<u32, KeptAside>,
    last_opened: Option<WorkspaceId>,
    last_id: u32,
    last_kept: u32,
    next_failure: Option<StoreError>,
    appends: Appends,
}

/// What becomes of writes to journals.
#[derive(Clone, Copy, Debug, Default)]
pub enum Appends {
    /// They are stored at once.
    #[default]
    Done,
    /// They never end. A page that is closed meanwhile loses them.
    Pending,
    /// The storage is full.
    Refused,
}

impl MemoryStore {
    /// An empty store.
    pub fn new() -> Self {
        Self::default()
    }

    /// The same store in another tab, which has read nothing yet.
    pub fn another_tab(&self) -> Self {
        Self {
            contents: Rc::clone(&self.contents),
            places: Rc::default(),
        }
    }

    /// Makes the next write fail with this error and change nothing.
    pub fn fail_next_write(&self, error: StoreError) {
        self.contents.borrow_mut().next_failure = Some(error);
    }

    /// Changes what becomes of writes to journals from now on.
    pub fn set_appends(&self, appends: Appends) {
        self.contents.borrow_mut().appends = appends;
    }

    /// Deletes everything, like a browser that runs out of space.
    pub fn lose_everything(&self) {
        self.contents.replace(Contents::default());
    }

    /// Deletes the latest chunks of a journal.
    pub fn lose_newest_chunks(&self, id: WorkspaceId, chunks: u32) {
        let mut contents = self.contents.borrow_mut();
        let newest: Vec<u32> = contents.numbers(id).rev().take(chunks as usize).collect();
        for number in newest {
            contents.chunks.remove(&(id, number));
        }
    }

    /// Changes the last byte of a part of a document.
    pub fn damage_part(&self, id: WorkspaceId, document: Document) {
        if let Some(bytes) = self.contents.borrow_mut().parts.get_mut(&(id, document, 1))
            && let Some(last) = bytes.last_mut()
        {
            *last ^= 1;
        }
    }

    /// Deletes a part of a document.
    pub fn lose_part(&self, id: WorkspaceId, document: Document) {
        self.contents.borrow_mut().parts.remove(&(id, document, 1));
    }

    fn write(&self) -> Result<RefMut<'_, Contents>, StoreError> {
        let mut contents = self.contents.borrow_mut();
        match contents.next_failure.take() {
            Some(error) => Err(error),
            None => Ok(contents),
        }
    }
}

impl Contents {
    fn numbers(&self, id: WorkspaceId) -> impl DoubleEndedIterator<Item = u32> + '_ {
        self.chunks
            .keys()
            .filter(move |(of, _)| *of == id)
            .map(|(_, number)| *number)
    }

    fn delete_document(&mut self, id: WorkspaceId, document: Document) {
        self.texts.remove(&(id, document));
        self.parts.retain(|(of, kind, _), _| (*of, *kind) != (id, document));
    }

    /// Adds bytes as chunks from this number on, and returns the number after the last one.
    fn add(&mut self, id: WorkspaceId, first: u32, bytes: &[u8]) -> u32 {
        let mut number = first;
        for part in parts(bytes) {
            self.chunks.insert((id, number), part.to_vec());
            number = number.saturating_add(1);
        }
        number
    }
}

impl Store for MemoryStore {
    async fn cards(&self) -> Result<Vec<Card>, StoreError> {
        Ok(self.contents.borrow().cards.values().cloned().collect())
    }

    async fn put_card(&self, card: &Card) -> Result<(), StoreError> {
        self.write()?.cards.insert(card.id, card.clone());
        Ok(())
    }

    async fn next_id(&self) -> Result<WorkspaceId, StoreError> {
        let mut contents = self.write()?;
        contents.last_id = contents.last_id.saturating_add(1);
        Ok(WorkspaceId(contents.last_id))
    }

    async fn read_chunks_since(&self, id: WorkspaceId, chunk: u32) -> Result<Chunks, StoreError> {
        let contents = self.contents.borrow();
        let numbers: Vec<u32> = contents.numbers(id).filter(|number| *number >= chunk).collect();
        let bytes = numbers
            .iter()
            .filter_map(|number| contents.chunks.get(&(id, *number)))
            .flatten()
            .copied()
            .collect();
        let length = |number: &u32| (*number, contents.chunks.get(&(id, *number)).map_or(0, Vec::len));
        let ends = (contents.numbers(id).next(), contents.numbers(id).next_back());
        let read = Chunks::read(chunk, ends, numbers.iter().map(length), bytes);
        self.places.borrow_mut().set(id, read.next);
        Ok(read)
    }

    async fn append(&self, id: WorkspaceId, bytes: &[u8]) -> Result<u32, StoreError> {
        let appends = self.contents.borrow().appends;
        match appends {
            Appends::Done => {}
            Appends::Pending => std::future::pending().await,
            Appends::Refused => return Err(StoreError::Full),
        }
        let mut contents = self.write()?;
        let mut places = self.places.borrow_mut();
        let chunk = places.to_append(id)?;
        if contents.chunks.contains_key(&(id, chunk)) {
            return Err(StoreError::Conflict);
        }
        if contents
            .numbers(id)
            .next_back()
            .map_or(0, |last| last.saturating_add(1))
            < chunk
        {
            places.lose(id);
            return Err(StoreError::Lost);
        }
        contents.chunks.insert((id, chunk), bytes.to_vec());
        places.set(id, chunk.saturating_add(1));
        Ok(chunk)
    }

    async fn replace_journal(&self, id: WorkspaceId, pieces: &[&[u8]]) -> Result<u32, StoreError> {
        let mut contents = self.write()?;
        let mut places = self.places.borrow_mut();
        let first = places.to_replace(id);
        if contents.numbers(id).any(|number| number >= first) {
            return Err(StoreError::Conflict);
        }
        contents.chunks.retain(|(other, _), _| *other != id);
        Document::CHECKPOINTS
            .into_iter()
            .for_each(|document| contents.delete_document(id, document));
        places.set(
            id,
            pieces.iter().fold(first, |next, piece| contents.add(id, next, piece)),
        );
        Ok(first)
    }

    async fn remove(&self, id: WorkspaceId) -> Result<(), StoreError> {
        let mut contents = self.write()?;
        contents.cards.remove(&id);
        contents.chunks.retain(|(other, _), _| *other != id);
        contents.texts.retain(|(other, _), _| *other != id);
        contents.parts.retain(|(other, ..), _| *other != id);
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
        let mut contents = self.write()?;
        contents.delete_document(id, document);
        contents.texts.insert((id, document), text.to_owned());
        contents.parts.insert((id, document, 1), bytes.to_vec());
        Ok(())
    }

    async fn document(&self, id: WorkspaceId, document: Document) -> Result<Option<(String, Vec<u8>)>, StoreError> {
        let contents = self.contents.borrow();
        let bytes = contents
            .parts
            .iter()
            .filter(|((of, name, part), _)| (*of, *name) == (id, document) && *part > 0)
            .flat_map(|(_, bytes)| bytes);
        Ok(contents
            .texts
            .get(&(id, document))
            .map(|text| (text.clone(), bytes.copied().collect())))
    }

    async fn delete_document(&self, id: WorkspaceId, document: Document) -> Result<(), StoreError> {
        self.write()?.delete_document(id, document);
        Ok(())
    }

    async fn keep_part(&self, id: WorkspaceId, document: Document, part: u32, bytes: &[u8]) -> Result<(), StoreError> {
        self.write()?.parts.insert((id, document, part), bytes.to_vec());
        Ok(())
    }

    async fn keep_text(&self, id: WorkspaceId, document: Document, text: &str) -> Result<(), StoreError> {
        self.write()?.texts.insert((id, document), text.to_owned());
        Ok(())
    }

    async fn text(&self, id: WorkspaceId, document: Document) -> Result<Option<String>, StoreError> {
        Ok(self.contents.borrow().texts.get(&(id, document)).cloned())
    }

    async fn part(&self, id: WorkspaceId, document: Document, part: u32) -> Result<Option<Vec<u8>>, StoreError> {
        Ok(self.contents.borrow().parts.get(&(id, document, part)).cloned())
    }

    async fn keep_aside(&self, id: WorkspaceId, bytes: &[u8], reason: &str) -> Result<(), StoreError> {
        let mut contents = self.write()?;
        contents.last_kept = contents.last_kept.saturating_add(1);
        let number = contents.last_kept;
        let kept = KeptAside {
            number,
            workspace: id,
            reason: reason.to_owned(),
            bytes: bytes.to_vec(),
        };
        contents.kept.insert(number, kept);
        Ok(())
    }

    async fn kept_aside(&self) -> Result<Vec<KeptAside>, StoreError> {
        Ok(self.contents.borrow().kept.values().cloned().collect())
    }

    async fn discard_kept(&self, number: u32) -> Result<(), StoreError> {
        self.write()?.kept.remove(&number);
        Ok(())
    }

    async fn last_opened(&self) -> Result<Option<WorkspaceId>, StoreError> {
        Ok(self.contents.borrow().last_opened)
    }

    async fn set_last_opened(&self, id: WorkspaceId) -> Result<(), StoreError> {
        self.write()?.last_opened = Some(id);
        Ok(())
    }
}

#[cfg(test)]
mod tests;
