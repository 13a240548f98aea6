//! The tests in a read: tests on the sort key, tests in a filter, and how conditions are joined.
//!
//! Owns their labels and their number of operands. Must not know the form.

use hashrange_values::Comparator;
use hashrange_words::t;

/// A test on the sort key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SortOperator {
    /// No test: every item of the partition key.
    Any,
    /// A comparison, except `<>`.
    Compare(Comparator),
    /// Between two values, both included.
    Between,
    /// Starts with a text or bytes.
    BeginsWith,
}

impl SortOperator {
    /// Every test, in menu order.
    pub const ALL: [Self; 8] = [
        Self::Any,
        Self::Compare(Comparator::Equal),
        Self::Compare(Comparator::Less),
        Self::Compare(Comparator::LessOrEqual),
        Self::Compare(Comparator::Greater),
        Self::Compare(Comparator::GreaterOrEqual),
        Self::Between,
        Self::BeginsWith,
    ];

    /// The label in menus.
    #[must_use]
    pub fn label(self) -> &'static str {
        match self {
            Self::Any => "any",
            Self::Compare(comparator) => comparator.symbol(),
            Self::Between => "between",
            Self::BeginsWith => "begins_with",
        }
    }

    /// The number of texts that the test requires.
    #[must_use]
    pub fn arity(self) -> usize {
        match self {
            Self::Any => 0,
            Self::Compare(_) | Self::BeginsWith => 1,
            Self::Between => 2,
        }
    }
}

/// A test in a filter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FilterOperator {
    /// A comparison of the attribute's value.
    Compare(Comparator),
    /// Between two values, both included.
    Between,
    /// Equal to one of several values.
    In,
    /// Starts with a text or bytes.
    BeginsWith,
    /// Contains a text, or a member.
    Contains,
    /// Does not contain a text, or a member.
    NotContains,
    /// The attribute exists.
    Exists,
    /// The attribute does not exist.
    NotExists,
    /// The attribute has a type.
    IsType,
    /// A comparison of the attribute's size.
    Size(Comparator),
}

impl FilterOperator {
    /// Every test, in menu order.
    pub const ALL: [Self; 20] = [
        Self::Compare(Comparator::Equal),
        Self::Compare(Comparator::NotEqual),
        Self::Compare(Comparator::Less),
        Self::Compare(Comparator::LessOrEqual),
        Self::Compare(Comparator::Greater),
        Self::Compare(Comparator::GreaterOrEqual),
        Self::Between,
        Self::In,
        Self::BeginsWith,
        Self::Contains,
        Self::NotContains,
        Self::Exists,
        Self::NotExists,
        Self::IsType,
        Self::Size(Comparator::Equal),
        Self::Size(Comparator::NotEqual),
        Self::Size(Comparator::Less),
        Self::Size(Comparator::LessOrEqual),
        Self::Size(Comparator::Greater),
        Self::Size(Comparator::GreaterOrEqual),
    ];

    /// The label in menus; unique.
    #[must_use]
    pub fn label(self) -> &'static str {
        match self {
            Self::Compare(comparator) => comparator.symbol(),
            Self::Between => "between",
            Self::In => "in",
            Self::BeginsWith => "begins_with",
            Self::Contains => "contains",
            Self::NotContains => t!("not contains"),
            Self::Exists => "exists",
            Self::NotExists => t!("not exists"),
            Self::IsType => t!("attribute type"),
            Self::Size(comparator) => match comparator {
                Comparator::Equal => "size =",
                Comparator::NotEqual => "size <>",
                Comparator::Less => "size <",
                Comparator::LessOrEqual => "size <=",
                Comparator::Greater => "size >",
                Comparator::GreaterOrEqual => "size >=",
            },
        }
    }

    /// Number of operands; `None` for one or more.
    #[must_use]
    pub fn arity(self) -> Option<usize> {
        match self {
            Self::Exists | Self::NotExists => Some(0),
            Self::Compare(_) | Self::BeginsWith | Self::Contains | Self::NotContains | Self::IsType | Self::Size(_) => {
                Some(1)
            }
            Self::Between => Some(2),
            Self::In => None,
        }
    }

    /// True if the reader chooses the type of the operands. A size is a number, and a type is a word.
    #[must_use]
    pub fn takes_type(self) -> bool {
        !matches!(self, Self::Exists | Self::NotExists | Self::IsType | Self::Size(_))
    }
}

/// How the filter's conditions are joined.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Join {
    /// All must hold.
    #[default]
    And,
    /// One must hold.
    Or,
}

impl Join {
    /// The operator in an expression.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::And => "AND",
            Self::Or => "OR",
        }
    }
}
