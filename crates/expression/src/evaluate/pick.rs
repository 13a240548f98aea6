//! Selects the parts of an item at document paths, each inside its maps and lists.
//!
//! Elements selected from a list are adjacent in the result and have the list's order (observed: projection-order).
//! Must not know why parts are selected.

use std::borrow::Borrow;

use hashrange_values::{AttributeValue, List, Map, Path, Step, sort};

/// The parts of the item at the paths. Paths without a value are omitted.
#[must_use]
pub fn pick(item: &Map, paths: &[Path]) -> Map {
    let mut sorted: Vec<&Path> = paths.iter().collect();
    sort(&mut sorted);
    pick_sorted(item, &sorted)
}

/// The same for paths in ascending order.
pub(crate) fn pick_sorted<P: Borrow<Path>>(item: &Map, paths: &[P]) -> Map {
    let mut picked = Map::new();
    for group in paths.chunk_by(|a, b| a.borrow().attribute == b.borrow().attribute) {
        let Some(attribute) = group.first().map(|path| &path.borrow().attribute) else {
            continue;
        };
        let Some(value) = item.get(attribute) else { continue };
        let rests: Vec<&[Step]> = group.iter().map(|path| path.borrow().steps.as_slice()).collect();
        if let Some(part) = part(value, &rests) {
            picked.insert(attribute.clone(), part);
        }
    }
    picked
}

/// The parts of one value; `None` if no path matches. Recurses as deep as the value, which has a limit.
fn part(value: &AttributeValue, rests: &[&[Step]]) -> Option<AttributeValue> {
    // In ascending order, a path that ends here is the first, and it selects the whole value.
    if rests.first().is_none_or(|rest| rest.is_empty()) {
        return Some(value.clone());
    }
    let groups = rests.chunk_by(|a, b| a.first() == b.first()).filter_map(|group| {
        let step = group.first()?.first()?;
        let deeper: Vec<&[Step]> = group.iter().map(|rest| rest.get(1..).unwrap_or_default()).collect();
        Some((step, deeper))
    });
    match value {
        AttributeValue::M(map) => {
            let mut picked = Map::new();
            for (step, deeper) in groups {
                let Step::Key(name) = step else { continue };
                if let Some(part) = map.get(name).and_then(|value| part(value, &deeper)) {
                    picked.insert(name.clone(), part);
                }
            }
            (!picked.is_empty()).then_some(AttributeValue::M(picked))
        }
        AttributeValue::L(elements) => {
            let mut picked = List::new();
            for (step, deeper) in groups {
                let Step::Index(index) = step else { continue };
                picked.extend(elements.get(*index).and_then(|value| part(value, &deeper)));
            }
            (!picked.is_empty()).then_some(AttributeValue::L(picked))
        }
        _ => None,
    }
}
