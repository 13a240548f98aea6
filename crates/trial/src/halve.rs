//! Items half the size: their longest strings and binaries are cut until half of the bytes are left.
//!
//! Must not know which items, nor why.

use hashrange_values::{AttributeValue, Item, Text};

/// The item with half of its bytes, as far as strings and binaries outside of keys can be cut; `None` if none can.
pub(crate) fn halved(item: &Item, keys: &[Text]) -> Option<Item> {
    let size = item.item_size();
    let mut spare = size - size / 2;
    let mut long: Vec<(Text, usize)> = item
        .iter()
        .filter(|(name, value)| !keys.contains(name) && is_cut(value))
        .map(|(name, value)| (name.clone(), value.size()))
        .collect();
    hashrange_values::sort_by(&mut long, |one, other| other.1.cmp(&one.1));
    let mut smaller = item.clone();
    for (name, bytes) in long {
        let cut = spare.min(bytes.saturating_sub(1));
        if cut == 0 {
            break;
        }
        if let Some(value) = smaller.get_mut(&name) {
            *value = shortened(value, bytes - cut);
        }
        spare -= cut;
    }
    (smaller.item_size() < size).then_some(smaller)
}

/// A value half as long, if it is a string or binary.
pub(crate) fn half(value: &AttributeValue) -> AttributeValue {
    if is_cut(value) {
        shortened(value, value.size().div_ceil(2))
    } else {
        value.clone()
    }
}

fn is_cut(value: &AttributeValue) -> bool {
    matches!(value, AttributeValue::S(_) | AttributeValue::B(_)) && value.size() > 1
}

/// The beginning of a value; a string ends with a complete character.
fn shortened(value: &AttributeValue, bytes: usize) -> AttributeValue {
    match value {
        AttributeValue::S(text) => {
            let end = (0..=bytes.min(text.len()))
                .rev()
                .find(|end| text.is_char_boundary(*end))
                .unwrap_or(0);
            let whole = text.chars().next().map_or(0, char::len_utf8);
            AttributeValue::string(text.get(..end.max(whole)).unwrap_or_default())
        }
        AttributeValue::B(held) => AttributeValue::B(held.get(..bytes).unwrap_or_default().into()),
        other => other.clone(),
    }
}
