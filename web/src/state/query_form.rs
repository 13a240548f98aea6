//! The form of a read: which table or index, which keys, which filter, what to return.
//!
//! Owns the fields as the reader left them and what follows from them without a request: whether this is a Query or a
//! Scan, and how many texts an operator takes. `build` makes the request, `read` goes the way back, `syntax` reads the
//! expressions. Must not know the page or the engine.

mod build;
mod read;
mod syntax;
#[cfg(test)]
mod tests;

pub use build::{Built, next_page};
use hashrange_values::AttributeType;

/// A comparison of two values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comparator {
    /// `=`
    Equal,
    /// `<>`
    NotEqual,
    /// `<`
    Less,
    /// `<=`
    LessOrEqual,
    /// `>`
    Greater,
    /// `>=`
    GreaterOrEqual,
}

impl Comparator {
    /// Every comparator in the order menus list them.
    pub const ALL: [Self; 6] =
        [Self::Equal, Self::NotEqual, Self::Less, Self::LessOrEqual, Self::Greater, Self::GreaterOrEqual];

    /// The sign in an expression.
    #[must_use]
    pub fn sign(self) -> &'static str {
        match self {
            Self::Equal => "=",
            Self::NotEqual => "<>",
            Self::Less => "<",
            Self::LessOrEqual => "<=",
            Self::Greater => ">",
            Self::GreaterOrEqual => ">=",
        }
    }

    /// The comparator with this sign.
    #[must_use]
    pub fn from_sign(sign: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|comparator| comparator.sign() == sign)
    }
}

/// A test on the sort key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SortOperator {
    /// No test: every item of the partition key.
    Any,
    /// A comparison; `<>` is none of them.
    Compare(Comparator),
    /// From a value to another, both included.
    Between,
    /// Starts with a text or bytes.
    BeginsWith,
}

impl SortOperator {
    /// Every test in the order menus list them.
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

    /// The word in menus.
    #[must_use]
    pub fn label(self) -> &'static str {
        match self {
            Self::Any => "any",
            Self::Compare(comparator) => comparator.sign(),
            Self::Between => "between",
            Self::BeginsWith => "begins_with",
        }
    }

    /// Texts the test takes.
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
    /// From a value to another, both included.
    Between,
    /// One of several values.
    In,
    /// Starts with a text or bytes.
    BeginsWith,
    /// Contains a text, or a member.
    Contains,
    /// Does not contain it.
    NotContains,
    /// The attribute is there.
    Exists,
    /// The attribute is not there.
    NotExists,
    /// The attribute has a type.
    IsType,
    /// A comparison of the attribute's size.
    Size(Comparator),
}

impl FilterOperator {
    /// Every test in the order menus list them.
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

    /// The word in menus; unique.
    #[must_use]
    pub fn label(self) -> &'static str {
        match self {
            Self::Compare(comparator) => comparator.sign(),
            Self::Between => "between",
            Self::In => "in",
            Self::BeginsWith => "begins_with",
            Self::Contains => "contains",
            Self::NotContains => "not contains",
            Self::Exists => "exists",
            Self::NotExists => "not exists",
            Self::IsType => "attribute type",
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

    /// Texts the test takes; `None` for any number from one on.
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

    /// True when the reader chooses the type of the values; a size is a number and a type a word.
    #[must_use]
    pub fn takes_type(self) -> bool {
        !matches!(self, Self::Exists | Self::NotExists | Self::IsType | Self::Size(_))
    }
}

/// One condition of the filter as typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FilterForm {
    /// Tells the form's rows apart.
    pub id: u32,
    /// The attribute's path as text.
    pub path: String,
    /// The test.
    pub operator: FilterOperator,
    /// Type of the values: a scalar type.
    pub kind: AttributeType,
    /// The values' texts, as many as the test takes.
    pub operands: Vec<String>,
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
    /// The word in an expression.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::And => "AND",
            Self::Or => "OR",
        }
    }
}

/// What a read answers with.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Returned {
    /// All attributes of a table's items, or all the index projects.
    #[default]
    Everything,
    /// All attributes of the items behind an index's entries, fetched where the index lacks them.
    WholeItems,
    /// The key attributes.
    Keys,
    /// These paths.
    Picked(Vec<String>),
    /// Only how many.
    Count,
}

/// A read as typed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct QueryForm {
    /// The index to read; the table without one.
    pub index: Option<String>,
    /// Strongly consistent.
    pub consistent: bool,
    /// From the highest sort key down; a Scan has no order.
    pub descending: bool,
    /// Most items to read; empty for no limit.
    pub limit: String,
    /// Value of the partition key; empty for a Scan.
    pub partition: String,
    /// Test on the sort key.
    pub sort: SortTest,
    /// The filter's conditions.
    pub filters: Vec<FilterForm>,
    /// How they are joined.
    pub join: Join,
    /// What to answer with.
    pub returned: Returned,
    next_id: u32,
}

/// A test on the sort key as typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SortTest {
    /// The test.
    pub operator: SortOperator,
    /// The value, or where a range starts.
    pub first: String,
    /// Where a range ends.
    pub second: String,
}

impl Default for SortTest {
    fn default() -> Self {
        Self { operator: SortOperator::Any, first: String::new(), second: String::new() }
    }
}

/// Where a message about the form belongs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum QueryField {
    /// How consistent the read is.
    Consistent,
    /// Most items to read.
    Limit,
    /// The partition key's value.
    Partition,
    /// The sort key's value, or where its range starts.
    SortFirst,
    /// Where the sort key's range ends.
    SortSecond,
    /// The path of the filter condition with this id.
    FilterPath(u32),
    /// The value at a place of the filter condition with this id.
    FilterOperand(u32, usize),
    /// What to return.
    Returned,
}

impl QueryForm {
    /// A form that reads the whole index, or the table without one.
    #[must_use]
    pub fn on(index: Option<&str>) -> Self {
        Self { index: index.map(str::to_owned), ..Self::default() }
    }

    /// True when a partition key value is given: then this is a Query, otherwise a Scan.
    #[must_use]
    pub fn is_query(&self) -> bool {
        !self.partition.is_empty()
    }

    /// The operation the form asks for, as its button says it.
    #[must_use]
    pub fn operation(&self) -> &'static str {
        if self.is_query() { "Query" } else { "Scan" }
    }

    /// Adds an empty condition to the filter and returns its id.
    pub fn add_filter(&mut self) -> u32 {
        let id = self.next_id;
        self.next_id += 1;
        self.filters.push(FilterForm {
            id,
            path: String::new(),
            operator: FilterOperator::Compare(Comparator::Equal),
            kind: AttributeType::S,
            operands: vec![String::new()],
        });
        id
    }

    /// Removes a condition.
    pub fn remove_filter(&mut self, id: u32) {
        self.filters.retain(|filter| filter.id != id);
    }

    /// The condition with this id.
    #[must_use]
    pub fn filter(&self, id: u32) -> Option<&FilterForm> {
        self.filters.iter().find(|filter| filter.id == id)
    }

    /// The condition with this id, to change.
    pub fn filter_mut(&mut self, id: u32) -> Option<&mut FilterForm> {
        self.filters.iter_mut().find(|filter| filter.id == id)
    }

    /// Turns to another index, or to the table. Key tests are dropped when the key attributes change, because their
    /// values would silently mean something else.
    pub fn turn_to(&mut self, index: Option<&str>, keeps_partition: bool) {
        self.index = index.map(str::to_owned);
        if !keeps_partition {
            self.partition.clear();
        }
        self.sort = SortTest::default();
        if self.returned == Returned::WholeItems {
            self.returned = Returned::Everything;
        }
    }
}

impl FilterForm {
    /// Chooses another test; texts that are no longer taken are dropped, missing ones come empty.
    pub fn set_operator(&mut self, operator: FilterOperator) {
        if operator == FilterOperator::IsType && self.operator != operator {
            self.operands = vec!["S".into()];
        }
        if self.operator == FilterOperator::IsType && self.operator != operator {
            self.operands.clear();
        }
        self.operator = operator;
        match operator.arity() {
            Some(count) => self.operands.resize(count, String::new()),
            None if self.operands.is_empty() => self.operands.push(String::new()),
            None => {}
        }
    }

    /// Replaces the text at a place.
    pub fn set_operand(&mut self, place: usize, text: &str) {
        if let Some(operand) = self.operands.get_mut(place) {
            text.clone_into(operand);
        }
    }
}
