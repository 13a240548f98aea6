//! The members of an object that are there, gathered once and then found by name.
//!
//! Must not know what they mean.

use smallvec::SmallVec;

use super::tape::Node;

/// Members that fit beside each other without an allocation: most requests have fewer.
const USUAL: usize = 10;

/// The members of an object that are not null, in the order written, as often as they are written.
pub(crate) struct Fields<'t> {
    node: Node<'t>,
    members: SmallVec<[(&'t str, Node<'t>); USUAL]>,
}

impl<'t> Fields<'t> {
    /// Those of this value; none when it is no object.
    #[inline]
    pub(crate) fn of(node: Node<'t>) -> Self {
        let mut fields = Self { node, members: SmallVec::new() };
        fields.members.extend(node.members().filter(|(_, value)| !value.is_null()));
        fields
    }

    /// The value they are members of.
    pub(crate) fn node(&self) -> Node<'t> {
        self.node
    }

    /// All of them.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&'t str, Node<'t>)> {
        self.members.iter().copied()
    }

    /// The last one of this name, which is the one that counts.
    pub(crate) fn get(&self, name: &str) -> Option<Node<'t>> {
        self.members.iter().rfind(|(member, _)| *member == name).map(|(_, value)| *value)
    }

    /// Whether there is one of this name.
    pub(crate) fn has(&self, name: &str) -> bool {
        self.get(name).is_some()
    }
}
