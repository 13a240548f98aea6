//! The preview of an item: as much as a row of a grid can show, so that a window of large items stays small.
//!
//! Small items are shared unchanged. Key attributes are never cut. Must not know who draws rows.

use std::sync::Arc;

use hashrange_engine::KeySchema;
use hashrange_values::{AttributeValue, Item, Map, Text};

/// The maximum bytes of an item that is shown whole. Of a larger item, about this many bytes are stored besides its
/// keys.
const MOST_OF_ITEM: usize = 4_096;
/// The number of bytes stored of one long value.
const MOST_OF_VALUE: usize = 512;

/// An item as a row shows it.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct ItemPreview {
    /// The item, or the beginnings of its values.
    pub item: Arc<Item>,
    /// Whether anything was left out. If so, an absent attribute can exist in the item.
    pub cut: bool,
}

impl ItemPreview {
    /// Creates the preview of an item with these keys, which need not be all of its keys.
    pub(crate) fn at(item: &Arc<Item>, size: u32, keys: &[&KeySchema]) -> Self {
        if size as usize <= MOST_OF_ITEM {
            return Self {
                item: Arc::clone(item),
                cut: false,
            };
        }
        let is_key = |name: &Text| keys.iter().any(|keys| keys.contains(name));
        let mut room = MOST_OF_ITEM;
        let mut kept = |(name, value): (&Text, &AttributeValue)| {
            if is_key(name) {
                return Some((name.clone(), value.clone()));
            }
            let value = beginning(value, MOST_OF_VALUE);
            room = room.checked_sub(name.len() + value.size())?;
            Some((name.clone(), value))
        };
        Self {
            item: Arc::new(item.iter().filter_map(&mut kept).collect()),
            cut: true,
        }
    }
}

/// The beginning of a value, of about the given number of bytes.
fn beginning(value: &AttributeValue, room: usize) -> AttributeValue {
    match value {
        AttributeValue::S(text) => AttributeValue::S(beginning_of_text(text, room)),
        AttributeValue::B(bytes) => AttributeValue::B(beginning_of_bytes(bytes, room)),
        AttributeValue::Ss(members) => {
            let size = |text: &Text| text.len();
            AttributeValue::Ss(while_room(members, room, beginning_of_text, size))
        }
        AttributeValue::Bs(members) => AttributeValue::Bs(while_room(
            members,
            room,
            |bytes, room| beginning_of_bytes(bytes, room),
            |it| it.len(),
        )),
        AttributeValue::Ns(members) => {
            AttributeValue::Ns(while_room(members, room, |number, _| *number, |number| number.size()))
        }
        AttributeValue::L(members) => AttributeValue::L(while_room(members, room, beginning, AttributeValue::size)),
        AttributeValue::M(map) => AttributeValue::M(beginning_of_map(map, room)),
        AttributeValue::N(_) | AttributeValue::Bool(_) | AttributeValue::Null => value.clone(),
    }
}

/// Members, until the room is used up.
fn while_room<'a, T: 'a, C: FromIterator<T>>(
    members: impl IntoIterator<Item = &'a T>,
    mut room: usize,
    cut: impl Fn(&T, usize) -> T,
    size: impl Fn(&T) -> usize,
) -> C {
    let next = |member: &T| {
        let kept = (room > 0).then(|| cut(member, room))?;
        room = room.saturating_sub(size(&kept).max(1));
        Some(kept)
    };
    members.into_iter().map_while(next).collect()
}

fn beginning_of_map(map: &Map, mut room: usize) -> Map {
    let next = |(name, value): (&Text, &AttributeValue)| {
        room = room.checked_sub(name.len() + 1)?;
        let value = beginning(value, room);
        room = room.saturating_sub(value.size());
        Some((name.clone(), value))
    };
    map.iter().map_while(next).collect()
}

fn beginning_of_text(text: &Text, room: usize) -> Text {
    text.get(..text.floor_char_boundary(room)).unwrap_or_default().into()
}

fn beginning_of_bytes(bytes: &[u8], room: usize) -> Box<[u8]> {
    bytes.get(..room).unwrap_or(bytes).into()
}

#[cfg(test)]
mod tests {
    use hashrange_values::KeyType;

    use super::*;

    fn keys() -> KeySchema {
        let key = |name: &str| hashrange_engine::KeyAttribute {
            name: name.into(),
            key_type: KeyType::S,
        };
        KeySchema {
            partition: vec![key("p")],
            sort: Vec::new(),
        }
    }

    fn look(pairs: &[(&str, AttributeValue)]) -> ItemPreview {
        let item: Item = pairs.iter().map(|(name, value)| (*name, value.clone())).collect();
        let size = u32::try_from(item.item_size()).unwrap();
        ItemPreview::at(&Arc::new(item), size, &[&keys()])
    }

    #[test]
    fn a_small_item_is_whole() {
        let preview = look(&[
            ("p", AttributeValue::string("a")),
            ("v", AttributeValue::string(&"x".repeat(2_000))),
        ]);
        assert!(!preview.cut);
        assert_eq!(preview.item.item_size(), 2_003);
    }

    #[test]
    fn a_large_item_keeps_its_key_and_the_beginnings_of_values() {
        let (key, long) = ("k".repeat(2_000), "é".repeat(100_000));
        let list = AttributeValue::L((0..50_000).map(|_| AttributeValue::Null).collect());
        let nested = AttributeValue::M([("deep", list.clone())].into_iter().collect());
        let pairs = [
            ("p", AttributeValue::string(&key)),
            ("text", AttributeValue::string(&long)),
            ("list", list),
            ("nested", nested),
            ("bytes", AttributeValue::B(vec![7; 90_000].into())),
            ("flag", AttributeValue::Bool(true)),
        ];
        let ItemPreview { item, cut } = look(&pairs);
        assert!(cut && item.item_size() < 2_000 + MOST_OF_ITEM);
        assert_eq!(item.get("p"), Some(&AttributeValue::string(&key)));
        assert_eq!(item.get("text"), Some(&AttributeValue::string(&"é".repeat(256))));
        assert_eq!((item.len(), item.get("flag")), (6, Some(&AttributeValue::Bool(true))));
    }

    #[test]
    fn of_many_attributes_some_are_left_out() {
        let names: Vec<String> = (0..2_000).map(|number| format!("attribute {number}")).collect();
        let pairs: Vec<(&str, AttributeValue)> =
            names.iter().map(|name| (name.as_str(), AttributeValue::Null)).collect();
        let ItemPreview { item, cut } = look(&pairs);
        assert!(cut && item.item_size() <= MOST_OF_ITEM && item.len() > 100);
    }
}
