//! Objects of JSON as lists of their members.
//!
//! Must not know what the members mean.

use hashrange_wire::{JsonContent, JsonTree};

/// Members of an object, in the written order.
pub type Members = Vec<(String, JsonTree)>;

/// The member with this name.
#[must_use]
pub fn get<'a>(members: &'a Members, name: &str) -> Option<&'a JsonTree> {
    members.iter().find(|(key, _)| key == name).map(|(_, value)| value)
}

/// Replaces a member, adds it, or removes it.
pub fn put(members: &mut Members, name: &str, value: Option<JsonTree>) {
    let at = members.iter().position(|(key, _)| key == name);
    match (at, value) {
        (Some(at), Some(value)) => {
            if let Some(slot) = members.get_mut(at) {
                slot.1 = value;
            }
        }
        (Some(at), None) => drop(members.remove(at)),
        (None, Some(value)) => members.push((name.to_owned(), value)),
        (None, None) => {}
    }
}

/// An object with these members.
#[inline(never)]
pub fn object(members: Members) -> JsonTree {
    JsonContent::Object(members).into()
}

/// A member of an object, and the others. `None` for another value.
#[inline(never)]
pub(super) fn split(tree: &JsonTree, name: &str) -> Option<(Option<JsonTree>, Members)> {
    let JsonContent::Object(members) = &tree.content else {
        return None;
    };
    let mut others = members.clone();
    let at = others.iter().position(|(key, _)| key == name);
    Some((at.map(|at| others.remove(at).1), others))
}
