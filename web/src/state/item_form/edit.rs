//! The edits of an item's form: add, remove, move, rename, change of type and of value.

use hashrange_values::AttributeType;

use super::{Content, ItemForm, NodeId, Purpose, ROOT};

impl ItemForm {
    /// Adds an empty attribute, entry or element and returns its node. `None` at the maximum depth.
    pub fn add(&mut self, parent: NodeId, name: &str, kind: AttributeType) -> Option<NodeId> {
        let holds_children = matches!(self.node(parent)?.content, Content::List(_) | Content::Map(_));
        if !holds_children || !self.may_nest(parent) {
            return None;
        }
        Some(self.push(parent, name.to_owned(), Content::empty(kind)))
    }

    /// Removes a node and all nodes below it. Key attributes stay.
    pub fn remove(&mut self, id: NodeId) {
        let Some(parent) = self
            .node(id)
            .filter(|node| id != ROOT && !node.is_key)
            .map(|node| node.parent)
        else {
            return;
        };
        if let Some(Content::List(children) | Content::Map(children)) =
            self.nodes.get_mut(&parent).map(|node| &mut node.content)
        {
            children.retain(|child| *child != id);
        }
        self.drop_below(id);
        self.nodes.remove(&id);
    }

    fn drop_below(&mut self, id: NodeId) {
        let mut waiting = self.children(id).to_vec();
        while let Some(child) = waiting.pop() {
            waiting.extend_from_slice(self.children(child));
            self.nodes.remove(&child);
        }
    }

    /// Moves an element one place up or down in its list.
    pub fn shift(&mut self, id: NodeId, down: bool) {
        let Some(parent) = self.node(id).map(|node| node.parent) else {
            return;
        };
        let Some(Content::List(children)) = self.nodes.get_mut(&parent).map(|node| &mut node.content) else {
            return;
        };
        let Some(from) = children.iter().position(|child| *child == id) else {
            return;
        };
        let to = if down { from + 1 } else { from.wrapping_sub(1) };
        if to < children.len() {
            children.swap(from, to);
        }
    }

    /// Renames an attribute or entry. Key attributes keep their name.
    pub fn rename(&mut self, id: NodeId, name: &str) {
        if let Some(node) = self.nodes.get_mut(&id).filter(|node| !node.is_key) {
            name.clone_into(&mut node.name);
        }
    }

    /// Changes a node's type. Keeps what the new type allows: the text of scalars and set members, the children of
    /// lists and maps. Key attributes keep their type.
    pub fn set_kind(&mut self, id: NodeId, kind: AttributeType) {
        let Some(node) = self.node(id).filter(|node| !node.is_key && id != ROOT) else {
            return;
        };
        if node.content.kind() == kind {
            return;
        }
        let next = match (&node.content, Content::empty(kind)) {
            (Content::Scalar(_, text), Content::Scalar(..)) => Content::Scalar(kind, text.clone()),
            (Content::Scalar(_, text), Content::Set(..)) if !text.is_empty() => Content::Set(kind, vec![text.clone()]),
            (Content::Scalar(_, text), Content::Bool(_)) => Content::Bool(text.trim() == "true"),
            (Content::Set(_, members), Content::Set(..)) => Content::Set(kind, members.clone()),
            (Content::Set(_, members), Content::Scalar(..)) => {
                Content::Scalar(kind, members.first().cloned().unwrap_or_default())
            }
            (Content::Bool(truth), Content::Scalar(..)) => Content::Scalar(kind, truth.to_string()),
            (Content::List(children), Content::Map(_)) => Content::Map(children.clone()),
            (Content::Map(children), Content::List(_)) => Content::List(children.clone()),
            (_, fresh) => {
                self.drop_below(id);
                fresh
            }
        };
        if let Some(node) = self.nodes.get_mut(&id) {
            node.content = next;
        }
    }

    /// Replaces the text of a scalar.
    pub fn set_text(&mut self, id: NodeId, text: &str) {
        if let Some(Content::Scalar(_, old)) = self.open(id) {
            text.clone_into(old);
        }
    }

    /// Sets a boolean.
    pub fn set_bool(&mut self, id: NodeId, truth: bool) {
        if let Some(Content::Bool(old)) = self.open(id) {
            *old = truth;
        }
    }

    /// Adds a member to a set, unless the set already has a member with this text.
    pub fn add_member(&mut self, id: NodeId, text: &str) {
        if let Some(Content::Set(_, members)) = self.open(id)
            && !members.iter().any(|member| member == text)
        {
            members.push(text.to_owned());
        }
    }

    /// Removes a set's member by its position.
    pub fn remove_member(&mut self, id: NodeId, place: usize) {
        if let Some(Content::Set(_, members)) = self.open(id)
            && place < members.len()
        {
            members.remove(place);
        }
    }

    /// Makes the form of an existing item that of a new one, so that its key can be changed.
    pub fn save_as_new(&mut self) {
        self.purpose = Purpose::New;
    }

    fn open(&mut self, id: NodeId) -> Option<&mut Content> {
        if self.is_locked(id) {
            return None;
        }
        self.nodes.get_mut(&id).map(|node| &mut node.content)
    }
}
