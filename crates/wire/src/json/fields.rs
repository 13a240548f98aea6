//! The members of an object, collected once and looked up by name.
//!
//! Must not know their meaning.

use smallvec::SmallVec;

use super::tape::Node;

/// The number of members that need no allocation. Most requests have fewer.
const USUAL: usize = 10;

/// The non-null members of an object in the written order, including repeated ones.
pub(crate) struct Fields<'t> {
    node: Node<'t>,
    members: SmallVec<[(&'t str, Node<'t>); USUAL]>,
}

impl<'t> Fields<'t> {
    /// The members of this value; no members if it is not an object.
    #[inline]
    pub(crate) fn of(node: Node<'t>) -> Self {
        let mut fields = Self {
            node,
            members: SmallVec::new(),
        };
        fields
            .members
            .extend(node.members().filter(|(_, value)| !value.is_null()));
        fields
    }

    /// The value that has these members.
    pub(crate) fn node(&self) -> Node<'t> {
        self.node
    }

    /// All members.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&'t str, Node<'t>)> {
        self.members.iter().copied()
    }

    /// The last member with this name, which is the one that counts.
    pub(crate) fn get(&self, name: &str) -> Option<Node<'t>> {
        self.members
            .iter()
            .rfind(|(member, _)| *member == name)
            .map(|(_, value)| *value)
    }

    /// Whether a member with this name exists.
    pub(crate) fn has(&self, name: &str) -> bool {
        self.get(name).is_some()
    }
}
