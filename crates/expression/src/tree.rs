//! The tree of a parsed expression, before placeholders are looked up.
//!
//! Owns the nodes in one list, in order of completion: operands before their users, left before right. Checks iterate
//! over the list, so no check recurses as deep as the text nests. Must not know meaning.

use hashrange_values::Comparator;

use crate::Span;
use crate::function::Function;

pub(crate) type NodeId = usize;

/// Whether to add or to subtract.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sign {
    /// `+`
    Plus,
    /// `-`
    Minus,
}

impl Sign {
    pub(crate) fn symbol(self) -> &'static str {
        match self {
            Self::Plus => "+",
            Self::Minus => "-",
        }
    }
}

/// One element of a document path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    Word(Span),
    Name(Span),
    /// The digits between the brackets.
    Index(Span),
}

impl Part {
    pub(crate) fn span(self) -> Span {
        match self {
            Self::Word(span) | Self::Name(span) | Self::Index(span) => span,
        }
    }
}

/// The position of a function call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CallPlace {
    /// As a condition.
    Alone,
    /// As an operand.
    Operand,
    /// Inside another function's parentheses.
    Argument,
}

#[derive(Clone, Debug)]
pub(crate) struct Call {
    pub(crate) name: Span,
    /// `None` for an unknown function.
    pub(crate) function: Option<Function>,
    pub(crate) arguments: Vec<NodeId>,
    pub(crate) place: CallPlace,
}

#[derive(Clone, Debug)]
pub(crate) enum NodeKind {
    Path(Vec<Part>),
    Value,
    Call(Call),
    /// Parentheses around a node that is not a group itself.
    Group(NodeId),
    Compare {
        operator: Comparator,
        left: NodeId,
        right: NodeId,
    },
    Between {
        subject: NodeId,
        lower: NodeId,
        upper: NodeId,
    },
    In {
        subject: NodeId,
        list: Vec<NodeId>,
    },
    And(Vec<NodeId>),
    Or(Vec<NodeId>),
    Not(NodeId),
    Arithmetic {
        sign: Sign,
        left: NodeId,
        right: NodeId,
    },
}

#[derive(Clone, Debug)]
pub(crate) struct Node {
    pub(crate) kind: NodeKind,
    pub(crate) span: Span,
}

#[derive(Debug, Default)]
pub(crate) struct Tree {
    nodes: Vec<Node>,
}

/// The possible uses of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Nature {
    Operand,
    Condition,
    /// A function call. The check of the function decides between the uses, the grammar does not.
    Either,
}

impl Tree {
    pub(crate) fn push(&mut self, kind: NodeKind, span: Span) -> NodeId {
        self.nodes.push(Node { kind, span });
        self.nodes.len() - 1
    }

    pub(crate) fn len(&self) -> usize {
        self.nodes.len()
    }

    #[expect(
        clippy::indexing_slicing,
        reason = "ids come from push, and a tree never loses a node"
    )]
    pub(crate) fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id]
    }

    pub(crate) fn kind(&self, id: NodeId) -> &NodeKind {
        &self.node(id).kind
    }

    pub(crate) fn span(&self, id: NodeId) -> Span {
        self.node(id).span
    }

    /// The node inside all parentheses, or the node itself.
    pub(crate) fn ungrouped(&self, mut id: NodeId) -> NodeId {
        while let NodeKind::Group(inner) = self.kind(id) {
            id = *inner;
        }
        id
    }

    pub(crate) fn nature(&self, id: NodeId) -> Nature {
        match self.kind(self.ungrouped(id)) {
            NodeKind::Path(_) | NodeKind::Value | NodeKind::Arithmetic { .. } => Nature::Operand,
            NodeKind::Call(_) => Nature::Either,
            _ => Nature::Condition,
        }
    }

    /// Records that a function call is used as a condition.
    pub(crate) fn stands_alone(&mut self, id: NodeId) {
        let id = self.ungrouped(id);
        if let Some(NodeKind::Call(call)) = self.nodes.get_mut(id).map(|node| &mut node.kind) {
            call.place = CallPlace::Alone;
        }
    }
}
