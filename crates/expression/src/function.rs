//! The functions of the language: their names, operands, and where they may stand.
//!
//! Must not know how a function is evaluated.

use std::fmt;

/// A function an expression can call. Names are case-sensitive (documented).
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
    /// Whether a string or binary contains another, or a set or list an element.
    Contains,
    /// Length of a string or binary, number of elements of a set, list or map.
    Size,
    /// The value at a path, or another one when there is none.
    IfNotExists,
    /// Two lists joined.
    ListAppend,
}

/// Where a function may be called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Home {
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

    /// The name as written in expressions.
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

    pub(crate) fn home(self) -> Home {
        match self {
            Self::Size => Home::Operand,
            Self::IfNotExists | Self::ListAppend => Home::Update,
            _ => Home::Condition,
        }
    }
}

impl fmt::Display for Function {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.name())
    }
}
