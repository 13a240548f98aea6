//! The outline of a forest: every node a row of its own, indented below its parent, with an elbow from the parent to it.
//!
//! Must not know what a node is. Walks without recursion, so that a long line of descent is no harm.

use crate::number::push_compact;
use crate::rect::Point;

/// Where a node stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TreeRow {
    /// The node, by its place in the list given.
    pub node: usize,
    /// Its parent likewise.
    pub parent: Option<usize>,
    /// How many parents are above it.
    pub depth: usize,
}

/// The rows from the top: each node before its children, children in the order given. A node whose parent is itself or is
/// not in the list counts as a root; nodes that lead only to each other are left out.
pub fn tree_rows(parents: &[Option<usize>]) -> Vec<TreeRow> {
    let mut children: Vec<Vec<usize>> = vec![Vec::new(); parents.len()];
    let mut roots = Vec::new();
    for (node, parent) in parents.iter().enumerate() {
        match parent.filter(|parent| *parent != node).and_then(|parent| children.get_mut(parent)) {
            Some(siblings) => siblings.push(node),
            None => roots.push(node),
        }
    }
    let mut rows = Vec::with_capacity(parents.len());
    let mut waiting: Vec<TreeRow> =
        roots.into_iter().rev().map(|node| TreeRow { node, parent: None, depth: 0 }).collect();
    while let Some(row) = waiting.pop() {
        rows.push(row);
        let below = children.get_mut(row.node).map(std::mem::take).unwrap_or_default();
        let row_of = |node| TreeRow { node, parent: Some(row.node), depth: row.depth + 1 };
        waiting.extend(below.into_iter().rev().map(row_of));
    }
    rows
}

/// An elbow: down from a parent, then across to a child.
pub fn elbow_path(parent: Point, child: Point) -> String {
    let mut path = String::with_capacity(24);
    for (command, value) in [('M', parent.x), (' ', parent.y), ('V', child.y), ('H', child.x)] {
        path.push(command);
        push_compact(&mut path, value);
    }
    path
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(parents: &[Option<usize>]) -> Vec<(usize, usize)> {
        tree_rows(parents).iter().map(|row| (row.node, row.depth)).collect()
    }

    #[test]
    fn children_follow_their_parent_in_order() {
        let parents = [None, Some(0), Some(0), Some(1), Some(1), None];
        assert_eq!(drawn(&parents), [(0, 0), (1, 1), (3, 2), (4, 2), (2, 1), (5, 0)]);
        assert_eq!(tree_rows(&parents)[2].parent, Some(1));
    }

    #[test]
    fn whatever_is_given_ends() {
        assert!(drawn(&[]).is_empty());
        assert_eq!(drawn(&[Some(0), Some(9)]), [(0, 0), (1, 0)]);
        assert_eq!(drawn(&[Some(1), Some(0), None]), [(2, 0)]);
        let line: Vec<Option<usize>> = (0..100_000_usize).map(|node| node.checked_sub(1)).collect();
        assert_eq!(tree_rows(&line).last().map(|row| row.depth), Some(99_999));
    }

    #[test]
    fn an_elbow_goes_down_and_across() {
        assert_eq!(elbow_path(Point::new(4.0, 10.0), Point::new(14.0, 26.5)), "M4 10V26.5H14");
    }
}
