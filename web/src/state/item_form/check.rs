//! Converts an item's form to the item: reads every text, with every message at its node. Also computes the item's
//! cost.

use hashrange_values::{AttributeType, AttributeValue, Item, List, Map, Text, key_bytes_len, set_of};
use hashrange_words::t;

use super::super::scalar_text::{read_binary, read_number, read_scalar};
use super::{Content, ItemForm, Node, NodeId, ROOT};

/// The maximum item size in bytes (documented: limits-item).
const MAX_ITEM_SIZE: usize = 400 * 1024;
/// Bytes per write capacity unit (documented: capacity-units).
const WRITE_UNIT: usize = 1024;
/// The maximum partition key value in bytes (documented: limits-item).
const MAX_PARTITION_KEY: usize = 2048;
/// The maximum sort key value in bytes (documented: limits-item).
const MAX_SORT_KEY: usize = 1024;
/// The maximum attribute name in bytes (documented: limits-item).
const MAX_NAME: usize = 65_535;

/// A message and its node; [`ROOT`] for the complete item.
pub type ItemProblem = (NodeId, String);

/// The write capacity units of the base table for an item of this size, at least one. Indexes cost additional units.
#[must_use]
pub fn write_units(bytes: usize) -> usize {
    bytes.div_ceil(WRITE_UNIT).max(1)
}

impl ItemForm {
    /// The item of the form.
    ///
    /// # Errors
    /// Every message, in the order of the form.
    pub fn to_item(&self) -> Result<Item, Vec<ItemProblem>> {
        let mut problems = Vec::new();
        let item = self.read_map(ROOT, &mut problems);
        for (at, key) in self.schema().keys.iter().enumerate() {
            let Some(value) = item.get(&key.name) else { continue };
            let node = self
                .children(ROOT)
                .iter()
                .find(|id| self.node(**id).is_some_and(|it| it.name == key.name.as_str()));
            let id = node.copied().unwrap_or(ROOT);
            let limit = if at == 0 { MAX_PARTITION_KEY } else { MAX_SORT_KEY };
            match key_bytes_len(value) {
                0 if !matches!(value, AttributeValue::N(_)) && !problems.iter().any(|(at, _)| *at == id) => {
                    problems.push((id, t!("A key cannot be empty.").into()));
                }
                length if length > limit => {
                    problems.push((
                        id,
                        t!("The key has {length} bytes; the limit is {limit}.", length, limit),
                    ));
                }
                _ => {}
            }
            if !key.kind.matches(value) {
                problems.push((
                    id,
                    t!(
                        "The table's key is of type {descriptor}.",
                        descriptor = key.kind.descriptor()
                    ),
                ));
            }
        }
        let size = item.item_size();
        if problems.is_empty() && size > MAX_ITEM_SIZE {
            problems.push((
                ROOT,
                t!(
                    "The item has {size} bytes; the limit is {max_item_size} (400 KB).",
                    size,
                    max_item_size = MAX_ITEM_SIZE
                ),
            ));
        }
        if problems.is_empty() { Ok(item) } else { Err(problems) }
    }

    /// The readable part of the item. Omits values with messages.
    #[must_use]
    pub fn to_item_so_far(&self) -> Item {
        self.read_map(ROOT, &mut Vec::new())
    }

    /// The message at each node, to be shown beside it.
    #[must_use]
    pub fn problems(&self) -> Vec<ItemProblem> {
        self.to_item().err().unwrap_or_default()
    }

    fn read_map(&self, id: NodeId, problems: &mut Vec<ItemProblem>) -> Map {
        let mut map = Map::with_capacity(self.children(id).len());
        for child in self.children(id) {
            let Some(node) = self.node(*child).filter(|_| !self.is_left_out(*child)) else {
                continue;
            };
            if id == ROOT && node.name.is_empty() {
                problems.push((*child, t!("Name the attribute.").into()));
            } else if node.name.len() > MAX_NAME {
                problems.push((*child, t!("A name has at most {max_name} bytes.", max_name = MAX_NAME)));
            } else if map.contains(&node.name) {
                problems.push((*child, t!("The name “{node}” is already used here.", node = node.name)));
            }
            if let Some(value) = self.read_value(*child, node, problems) {
                map.insert(Text::from(node.name.as_str()), value);
            }
        }
        map
    }

    /// The value of a node, or a message. Recursion is as deep as the tree, which `may_nest` bounds.
    fn read_value(&self, id: NodeId, node: &Node, problems: &mut Vec<ItemProblem>) -> Option<AttributeValue> {
        let read = match &node.content {
            Content::Scalar(kind, text) => read_scalar(*kind, text),
            Content::Bool(truth) => Ok(AttributeValue::Bool(*truth)),
            Content::Null => Ok(AttributeValue::Null),
            Content::Set(kind, members) => read_set(*kind, members),
            Content::Map(_) => Ok(AttributeValue::M(self.read_map(id, problems))),
            Content::List(children) => {
                let elements = children.iter().filter_map(|child| {
                    let node = self.node(*child)?;
                    self.read_value(*child, node, problems)
                });
                Ok(AttributeValue::L(elements.collect()))
            }
        };
        read.map_err(|text| problems.push((id, text))).ok()
    }
}

/// Reads a set's members.
fn read_set(kind: AttributeType, members: &[String]) -> Result<AttributeValue, String> {
    if members.is_empty() {
        return Err(t!("A set cannot be empty: add a member, or choose another type.").into());
    }
    match kind {
        AttributeType::Ns => distinct(read_members(members, read_number)?).map(AttributeValue::Ns),
        AttributeType::Bs => distinct(read_members(members, read_binary)?).map(AttributeValue::Bs),
        _ => distinct(members.iter().map(|member| Text::from(member.as_str())).collect()).map(AttributeValue::Ss),
    }
}

fn read_members<T>(members: &[String], read: impl Fn(&str) -> Result<T, String>) -> Result<List<T>, String> {
    members
        .iter()
        .map(|member| read(member).map_err(|text| format!("“{member}”: {text}")))
        .collect()
}

fn distinct<T: Ord>(members: List<T>) -> Result<List<T>, String> {
    set_of(members).ok_or_else(|| t!("Two members are equal; the members of a set must differ.").into())
}
