//! The form of one item: a tree of attributes as the reader left them, valid or not.
//!
//! Nodes are in a flat table with stable numbers, so that a field on screen stays while others are added and removed.
//! `check` converts the tree back into an item, with every message at its node. Must not know the page.

mod check;
mod edit;
#[cfg(test)]
mod tests;

use litemap::LiteMap;

pub use check::{ItemProblem, write_units};
use hashrange_values::{AttributeType, AttributeValue, Item, MAX_NESTING};

use super::scalar_text::write_scalar;
use super::table_schema::TableSchema;

/// A node of the tree: an attribute, a map's entry or a list's element.
pub type NodeId = u32;

/// The node of the item itself.
pub const ROOT: NodeId = 0;

/// The content of a node, as typed.
#[derive(Clone, Debug, PartialEq)]
pub enum Content {
    /// String, number or binary: one text.
    Scalar(AttributeType, String),
    /// Boolean.
    Bool(bool),
    /// Null.
    Null,
    /// A set of strings, numbers or binaries: the members' texts.
    Set(AttributeType, Vec<String>),
    /// List: the elements in order.
    List(Vec<NodeId>),
    /// Map, and the item itself: the entries in order.
    Map(Vec<NodeId>),
}

/// One attribute, entry or element.
#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    /// Name of an attribute or entry; empty for a list's element.
    pub name: String,
    /// Its value.
    pub content: Content,
    /// The parent node.
    pub parent: NodeId,
    /// The number of lists and maps above it inside the item; 0 for an attribute.
    pub depth: usize,
    /// A key attribute: the table determines its name and type.
    pub is_key: bool,
    /// An attribute that the form proposes. While its value is empty, the item does not have it.
    pub optional: bool,
}

/// The purpose of the form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// A new item.
    New,
    /// An existing item, whose key does not change.
    Edit,
}

/// An item as typed.
#[derive(Clone, Debug, PartialEq)]
pub struct ItemForm {
    nodes: LiteMap<NodeId, Node>,
    next: NodeId,
    /// New or existing.
    pub purpose: Purpose,
    schema: TableSchema,
}

impl ItemForm {
    /// A form for a new item: the key attributes, empty, and those of the indexes, which are optional.
    #[must_use]
    pub fn new(schema: &TableSchema) -> Self {
        let mut form = Self::empty(schema, Purpose::New);
        let of_indexes = schema.indexes.iter().flat_map(|index| index.keys.iter());
        for key in schema.keys.iter().chain(of_indexes) {
            let content = Content::Scalar(key.kind.attribute_type(), String::new());
            if form.root_named(&key.name).is_none() {
                let id = form.push(ROOT, key.name.to_string(), content);
                form.make_optional(id);
            }
        }
        form
    }

    /// A form for a new item with the same attributes and types. Texts and sets are empty, and an attribute whose value
    /// stays empty is omitted. Booleans, lists and maps stay as they are.
    #[must_use]
    pub fn another(&self) -> Self {
        let mut form = self.clone();
        form.purpose = Purpose::New;
        for id in self.children(ROOT) {
            if let Some(node) = form.nodes.get_mut(id)
                && let Content::Scalar(..) | Content::Set(..) = node.content
            {
                node.content = Content::empty(node.content.kind());
            }
            form.make_optional(*id);
        }
        form
    }

    /// The attribute of this name.
    #[must_use]
    pub fn root_named(&self, name: &str) -> Option<NodeId> {
        let is_it = |id: &&NodeId| self.nodes.get(id).is_some_and(|node| node.name == name);
        self.children(ROOT).iter().find(is_it).copied()
    }

    /// True while the item does not have an attribute that the form proposes.
    #[must_use]
    pub fn is_left_out(&self, id: NodeId) -> bool {
        self.nodes
            .get(&id)
            .is_some_and(|node| node.optional && node.content.is_empty())
    }

    fn make_optional(&mut self, id: NodeId) {
        if let Some(node) = self.nodes.get_mut(&id) {
            node.optional = !node.is_key;
        }
    }

    /// The form of an item: key attributes first, then the others by name.
    #[must_use]
    pub fn of_item(schema: &TableSchema, item: &Item, purpose: Purpose) -> Self {
        let mut form = Self::empty(schema, purpose);
        for key in schema.keys.iter() {
            match item.get(&key.name) {
                Some(value) => form.push_value(ROOT, key.name.to_string(), value),
                None => {
                    form.push(
                        ROOT,
                        key.name.to_string(),
                        Content::Scalar(key.kind.attribute_type(), String::new()),
                    );
                }
            }
        }
        for (name, value) in item.iter() {
            if !schema.keys.iter().any(|key| key.name == *name) {
                form.push_value(ROOT, name.to_string(), value);
            }
        }
        form
    }

    fn empty(schema: &TableSchema, purpose: Purpose) -> Self {
        let root = Node {
            name: String::new(),
            content: Content::Map(Vec::new()),
            parent: ROOT,
            depth: 0,
            is_key: false,
            optional: false,
        };
        let mut nodes = LiteMap::new();
        nodes.insert(ROOT, root);
        Self {
            nodes,
            next: ROOT + 1,
            purpose,
            schema: schema.clone(),
        }
    }

    /// The schema of the form's table.
    #[must_use]
    pub fn schema(&self) -> &TableSchema {
        &self.schema
    }

    /// The node with this number; `None` if it was removed.
    #[must_use]
    pub fn node(&self, id: NodeId) -> Option<&Node> {
        self.nodes.get(&id)
    }

    /// The attributes, entries or elements a node holds, in order.
    #[must_use]
    pub fn children(&self, id: NodeId) -> &[NodeId] {
        match self.nodes.get(&id).map(|node| &node.content) {
            Some(Content::List(children) | Content::Map(children)) => children,
            _ => &[],
        }
    }

    /// The current type of a node.
    #[must_use]
    pub fn kind(&self, id: NodeId) -> Option<AttributeType> {
        self.nodes.get(&id).map(|node| node.content.kind())
    }

    /// True if the node's value must not change: the key of an existing item.
    #[must_use]
    pub fn is_locked(&self, id: NodeId) -> bool {
        self.purpose == Purpose::Edit && self.nodes.get(&id).is_some_and(|node| node.is_key)
    }

    /// True if this list or map may have more members. The attribute is level 1 of 32.
    #[must_use]
    pub fn may_nest(&self, id: NodeId) -> bool {
        id == ROOT || self.nodes.get(&id).is_some_and(|node| node.depth + 1 < MAX_NESTING)
    }

    /// The position of a node, as a readable path.
    #[must_use]
    pub fn place(&self, id: NodeId) -> String {
        let mut steps = Vec::new();
        let mut at = id;
        while let Some(node) = self.nodes.get(&at).filter(|_| at != ROOT) {
            let index = self
                .children(node.parent)
                .iter()
                .position(|child| *child == at)
                .unwrap_or(0);
            let in_list = matches!(
                self.nodes.get(&node.parent).map(|it| &it.content),
                Some(Content::List(_))
            );
            steps.push(if in_list {
                format!("[{index}]")
            } else {
                node.name.clone()
            });
            at = node.parent;
        }
        steps.reverse();
        let mut out = String::new();
        for step in steps {
            if !out.is_empty() && !step.starts_with('[') {
                out.push('.');
            }
            out.push_str(&step);
        }
        out
    }

    fn push(&mut self, parent: NodeId, name: String, content: Content) -> NodeId {
        let id = self.next;
        self.next += 1;
        let depth = if parent == ROOT {
            0
        } else {
            self.nodes.get(&parent).map_or(0, |node| node.depth + 1)
        };
        let is_key = parent == ROOT && self.schema.keys.iter().any(|key| key.name == name.as_str());
        self.nodes.insert(
            id,
            Node {
                name,
                content,
                parent,
                depth,
                is_key,
                optional: false,
            },
        );
        if let Some(Content::List(children) | Content::Map(children)) =
            self.nodes.get_mut(&parent).map(|node| &mut node.content)
        {
            children.push(id);
        }
        id
    }

    /// The maximum number of children of a list or map: unlimited, but 0 at the deepest level.
    fn room_below(&self, id: NodeId) -> usize {
        if self.may_nest(id) { usize::MAX } else { 0 }
    }

    /// Adds the nodes of a value. Recursion is bounded: a value nests at most 32 levels. Deeper parts, which only a bug
    /// can cause, are omitted.
    fn push_value(&mut self, parent: NodeId, name: String, value: &AttributeValue) {
        match value {
            AttributeValue::L(elements) => {
                let id = self.push(parent, name, Content::List(Vec::new()));
                for element in elements.iter().take(self.room_below(id)) {
                    self.push_value(id, String::new(), element);
                }
            }
            AttributeValue::M(map) => {
                let id = self.push(parent, name, Content::Map(Vec::new()));
                for (name, value) in map.iter().take(self.room_below(id)) {
                    self.push_value(id, name.to_string(), value);
                }
            }
            leaf => {
                self.push(parent, name, Content::of_leaf(leaf));
            }
        }
    }
}

impl Content {
    /// An empty value of a type.
    #[must_use]
    pub fn empty(kind: AttributeType) -> Self {
        match kind {
            AttributeType::S | AttributeType::N | AttributeType::B => Self::Scalar(kind, String::new()),
            AttributeType::Ss | AttributeType::Ns | AttributeType::Bs => Self::Set(kind, Vec::new()),
            AttributeType::Bool => Self::Bool(false),
            AttributeType::Null => Self::Null,
            AttributeType::L => Self::List(Vec::new()),
            AttributeType::M => Self::Map(Vec::new()),
        }
    }

    /// True for an untouched text or set.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        match self {
            Self::Scalar(_, text) => text.is_empty(),
            Self::Set(_, members) => members.is_empty(),
            Self::Bool(_) | Self::Null | Self::List(_) | Self::Map(_) => false,
        }
    }

    /// The type of this value.
    #[must_use]
    pub fn kind(&self) -> AttributeType {
        match self {
            Self::Scalar(kind, _) | Self::Set(kind, _) => *kind,
            Self::Bool(_) => AttributeType::Bool,
            Self::Null => AttributeType::Null,
            Self::List(_) => AttributeType::L,
            Self::Map(_) => AttributeType::M,
        }
    }

    /// The content of any value except a list or a map.
    fn of_leaf(value: &AttributeValue) -> Self {
        let kind = value.attribute_type();
        match value {
            AttributeValue::Bool(truth) => Self::Bool(*truth),
            AttributeValue::Ss(members) => Self::Set(kind, members.iter().map(ToString::to_string).collect()),
            AttributeValue::Ns(members) => Self::Set(kind, members.iter().map(ToString::to_string).collect()),
            AttributeValue::Bs(members) => Self::Set(
                kind,
                members
                    .iter()
                    .map(|bytes| super::scalar_text::write_binary(bytes))
                    .collect(),
            ),
            AttributeValue::S(_) | AttributeValue::N(_) | AttributeValue::B(_) => {
                Self::Scalar(kind, write_scalar(value).unwrap_or_default())
            }
            AttributeValue::Null | AttributeValue::L(_) | AttributeValue::M(_) => Self::Null,
        }
    }
}
