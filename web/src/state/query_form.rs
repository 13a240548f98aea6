//! The form of a read: which table or index, which keys, which filter, what to return.
//!
//! Owns the fields as the reader left them and what follows from them without a request: whether this is a Query or a
//! Scan, and how many texts an operator takes. `build` makes the request, `read` goes the way back, `syntax` reads the
//! expressions. Must not know the page or the engine.

mod build;
mod operator;
mod read;
mod syntax;
#[cfg(test)]
mod tests;

pub use build::{Built, next_page};
use hashrange_values::AttributeType;
pub use operator::{Comparator, FilterOperator, Join, SortOperator};

/// One condition of the filter as typed.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct FilterForm {
    /// Tells the form's rows apart.
    #[serde(skip)]
    pub id: u32,
    /// The attribute's path as text.
    pub path: String,
    /// The test.
    pub operator: FilterOperator,
    /// Type of the values. Those that are no scalars are typed as DynamoDB JSON.
    pub kind: AttributeType,
    /// The values' texts, as many as the test takes.
    pub operands: Vec<String>,
}

/// What a read answers with.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
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
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(default)]
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
    #[serde(skip)]
    next_id: u32,
}

/// A test on the sort key as typed.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
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

    /// Numbers the conditions anew, as a form that was kept as text needs it.
    pub fn number_filters(&mut self) {
        self.next_id = 0;
        for filter in &mut self.filters {
            filter.id = self.next_id;
            self.next_id += 1;
        }
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
