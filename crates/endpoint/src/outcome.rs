//! The outcome of a record, in bytes: the items and tables that changed since the previous record.
//!
//! An image that the request contains is stored as its checksum. For a changed item only the changed attributes are
//! stored. Maps are in the form of checkpoints. Must not know who compares outcomes.
//!
//! ```text
//! list     version of the forms  changes
//! 0 gone      table  key
//! 1 whole     table  item
//! 2 altered   table  key  attributes that are new or others  names of those that are gone  CRC-32 of the item
//! 3 said      table  CRC-32 of an item that the request spells out
//! 4 table     name  what it could be made from again
//! 5 no table  name
//! ```

use hashrange_checkpoint::{Arena, Checkpointed, Damaged, FORMAT_VERSION, Reader, Writer, crc32};
use hashrange_engine::{BaseChange, Engine};
use hashrange_journal::{Changes, Entry, Outcome};
use hashrange_values::{Item, Text};
use hashrange_wire::Operation;

use crate::semantics;

/// The initial room for the bytes of an item. Most items are shorter.
const ROOM: usize = 512;

/// A change in a record.
pub(crate) enum Said {
    Item {
        table: String,
        image: Image,
    },
    /// Contains a definition to create the table again; `None` if it was deleted.
    Table {
        name: String,
        definition: Option<Definition>,
    },
}

/// The definition of a table, with the version of its form.
pub(crate) struct Definition {
    pub(crate) version: u32,
    pub(crate) bytes: Vec<u8>,
}

/// The new state of an item.
pub(crate) enum Image {
    Gone {
        key: Item,
    },
    Whole(Item),
    Altered {
        key: Item,
        set: Item,
        removed: Vec<String>,
        sum: u32,
    },
    /// The request contains it.
    InRequest {
        sum: u32,
    },
}

/// Returns the changes of the engine's last work, to be recorded. There are none if the engine does not note changes.
pub(crate) fn changes(engine: &mut Engine, entry: &Entry) -> Changes {
    let changed = engine.take_changes().unwrap_or_default();
    Changes::of(&list(engine, &changed, spells_items(entry)))
}

/// The outcome of a record that the current rules produced.
pub(crate) fn outcome_of(changes: Changes) -> Outcome {
    Outcome {
        semantics: semantics::in_force(),
        changes,
    }
}

/// Whether the body of a request contains the items that it puts, each as a member `Item`.
fn spells_items(entry: &Entry) -> bool {
    let Entry::Request { operation, body } = entry else {
        return false;
    };
    let puts = matches!(
        Operation::from_name(operation),
        Some(Operation::PutItem | Operation::BatchWriteItem)
    );
    puts && body.contains("\"Item\"")
}

fn list(engine: &Engine, changed: &[BaseChange], body_items: bool) -> Vec<u8> {
    if changed.is_empty() {
        return Vec::new();
    }
    let mut out = Writer::with_room(ROOM);
    FORMAT_VERSION.write(&mut out);
    for change in changed {
        match change {
            BaseChange::Item {
                table,
                before,
                after,
                by_service,
            } => {
                let images = Images {
                    before: before.as_deref(),
                    after: after.as_deref(),
                };
                push_item(&mut out, engine, table, images, body_items && !by_service);
            }
            BaseChange::Table(name) => match engine.table_as_bytes(name) {
                Some(definition) => {
                    out.byte(4);
                    out.bytes(name.as_bytes());
                    out.bytes(&definition);
                }
                None => {
                    out.byte(5);
                    out.bytes(name.as_bytes());
                }
            },
        }
    }
    out.take()
}

/// An item before and after.
#[derive(Clone, Copy)]
struct Images<'a> {
    before: Option<&'a Item>,
    after: Option<&'a Item>,
}

/// Skips an item of a deleted table: the table's deletion implies it.
fn push_item(out: &mut Writer, engine: &Engine, table: &Text, images: Images<'_>, body_items: bool) {
    let Some(found) = engine.table(table) else { return };
    match (images.before, images.after) {
        (_, Some(after)) if body_items => {
            out.byte(3);
            out.bytes(table.as_bytes());
            out.raw(&sum_of(after).to_le_bytes());
        }
        (Some(before), Some(after)) => push_altered(out, table, &found.keys().key_of(after), before, after),
        (None, Some(after)) => push_whole(out, table, after),
        (Some(before), None) => {
            out.byte(0);
            out.bytes(table.as_bytes());
            found.keys().key_of(before).write(out);
        }
        (None, None) => {}
    }
}

fn push_whole(out: &mut Writer, table: &Text, item: &Item) {
    out.byte(1);
    out.bytes(table.as_bytes());
    item.write(out);
}

/// Writes the changed attributes as a map, and the removed names as a list of texts.
fn push_altered(out: &mut Writer, table: &Text, key: &Item, before: &Item, after: &Item) {
    let set: Vec<_> = after
        .iter()
        .filter(|(name, value)| before.get(name) != Some(value))
        .collect();
    let removed: Vec<_> = before.iter().filter(|(name, _)| after.get(name).is_none()).collect();
    if set.len() + removed.len() + key.len() >= after.len() {
        return push_whole(out, table, after);
    }
    out.byte(2);
    out.bytes(table.as_bytes());
    key.write(out);
    out.varint(set.len() as u64);
    for (place, (name, value)) in set.into_iter().enumerate() {
        out.name(place, name);
        value.write(out);
    }
    out.varint(removed.len() as u64);
    removed.into_iter().for_each(|(name, _)| out.bytes(name.as_bytes()));
    out.raw(&sum_of(after).to_le_bytes());
}

/// The checksum of an item, over its attribute names as texts and its values, in order.
pub(crate) fn sum_of(item: &Item) -> u32 {
    let mut out = Writer::with_room(ROOM);
    for (name, value) in item.iter() {
        out.bytes(name.as_bytes());
        value.write(&mut out);
    }
    crc32(&out.take())
}

/// The checkpoint form of a single item.
pub(crate) fn bytes_of(item: &Item) -> Vec<u8> {
    let mut out = Writer::default();
    item.write(&mut out);
    out.take()
}

/// Reads the changes of a record, in order.
///
/// # Errors
/// When the changes contain something that this program does not know.
pub(crate) fn said(changes: &Changes) -> Result<Vec<Said>, Damaged> {
    let mut said = Vec::new();
    for list in changes.lists().ok_or(Damaged)? {
        let version = u32::read(&mut Reader::new(&list, &mut Arena::default()))?;
        if version > FORMAT_VERSION {
            return Err(Damaged);
        }
        let mut arena = Arena::of_version(version);
        let mut bytes = Reader::new(&list, &mut arena);
        u32::read(&mut bytes)?;
        while !bytes.is_at_end() {
            said.push(read_change(&mut bytes, version)?);
        }
    }
    Ok(said)
}

fn read_change(bytes: &mut Reader<'_>, version: u32) -> Result<Said, Damaged> {
    let (kind, name) = (bytes.byte()?, bytes.text()?.to_owned());
    let image = match kind {
        0 => Image::Gone {
            key: Item::read(bytes)?,
        },
        1 => Image::Whole(Item::read(bytes)?),
        2 => Image::Altered {
            key: Item::read(bytes)?,
            set: Item::read(bytes)?,
            removed: Vec::read(bytes)?,
            sum: bytes.array().map(u32::from_le_bytes)?,
        },
        3 => Image::InRequest {
            sum: bytes.array().map(u32::from_le_bytes)?,
        },
        4 => {
            return Ok(Said::Table {
                name,
                definition: Some(Definition {
                    version,
                    bytes: bytes.bytes()?.to_vec(),
                }),
            });
        }
        5 => return Ok(Said::Table { name, definition: None }),
        _ => return Err(Damaged),
    };
    Ok(Said::Item { table: name, image })
}
