//! The functions of the language: their names, operands and allowed positions.
//!
//! Must not know how a function is evaluated.

use std::fmt;

/// A function of the language. Names are case-sensitive (documented: expression-reference).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Function {
    /// Whether the item has a value at a path.
    AttributeExists,
    /// Whether the item has no value at a path.
    AttributeNotExists,
    /// Whether a value has a given type.
    AttributeType,
    /// Whether a string or binary begins with another.
    BeginsWith,
    /// Whether a string or binary contains another, or a set or list contains an element.
    Contains,
    /// Length of a string or binary, number of elements of a set, list or map.
    Size,
    /// The value at a path, or another value if the path has none.
    IfNotExists,
    /// The concatenation of two lists.
    ListAppend,
}

/// The allowed position of a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Usage {
    /// As a condition on its own.
    Condition,
    /// As an operand of a condition.
    Operand,
    /// In the value of a `SET` action.
    Update,
}

impl Function {
    const ALL: [Self; 8] = [
        Self::AttributeExists,
        Self::AttributeNotExists,
        Self::AttributeType,
        Self::BeginsWith,
        Self::Contains,
        Self::Size,
        Self::IfNotExists,
        Self::ListAppend,
    ];

    pub(crate) fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|function| function.name() == name)
    }

    /// The name in expressions.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::AttributeExists => "attribute_exists",
            Self::AttributeNotExists => "attribute_not_exists",
            Self::AttributeType => "attribute_type",
            Self::BeginsWith => "begins_with",
            Self::Contains => "contains",
            Self::Size => "size",
            Self::IfNotExists => "if_not_exists",
            Self::ListAppend => "list_append",
        }
    }

    pub(crate) fn operands(self) -> usize {
        match self {
            Self::AttributeExists | Self::AttributeNotExists | Self::Size => 1,
            Self::AttributeType | Self::BeginsWith | Self::Contains | Self::IfNotExists | Self::ListAppend => 2,
        }
    }

    pub(crate) fn usage(self) -> Usage {
        match self {
            Self::Size => Usage::Operand,
            Self::IfNotExists | Self::ListAppend => Usage::Update,
            _ => Usage::Condition,
        }
    }
}

impl fmt::Display for Function {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.name())
    }
}
