//! The form of a read: table or index, keys, filter, and what to return.
//!
//! Owns the fields and the facts that follow from them without a request: Query or Scan, and the number of operands.
//! `build` creates the request, `read` converts back, `syntax` reads the expressions. Must not know the page or the
//! engine.

mod build;
mod kept;
mod operator;
mod read;
mod syntax;
#[cfg(test)]
mod tests;

pub use build::{Built, next_page};
use hashrange_values::{AttributeType, Comparator};
pub use operator::{FilterOperator, Join, SortOperator};

/// One condition of the filter as typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FilterForm {
    /// Identifies the form's rows.
    pub id: u32,
    /// The attribute's path as text.
    pub path: String,
    /// The test.
    pub operator: FilterOperator,
    /// The type of the values. Values of other than scalar types are typed as DynamoDB JSON.
    pub kind: AttributeType,
    /// The values' texts, as many as the test requires.
    pub operands: Vec<String>,
}

/// What a read returns.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Returned {
    /// All attributes of a table's items, or all attributes that the index projects.
    #[default]
    Everything,
    /// All attributes of the items of an index's entries. The read fetches those that the index lacks.
    WholeItems,
    /// The key attributes.
    Keys,
    /// These paths.
    Picked(Vec<String>),
    /// Only the number of items.
    Count,
}

/// A read as typed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct QueryForm {
    /// The index to read, or `None` for the table.
    pub index: Option<String>,
    /// Strongly consistent.
    pub consistent: bool,
    /// In descending order of the sort key. A Scan has no order.
    pub descending: bool,
    /// The maximum number of items to read; empty for no limit.
    pub limit: String,
    /// Value of the partition key; empty for a Scan.
    pub partition: String,
    /// Test on the sort key.
    pub sort: SortTest,
    /// The filter's conditions.
    pub filters: Vec<FilterForm>,
    /// How they are joined.
    pub join: Join,
    /// What to return.
    pub returned: Returned,
    next_id: u32,
}

/// A test on the sort key as typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SortTest {
    /// The test.
    pub operator: SortOperator,
    /// The value, or the start of a range.
    pub first: String,
    /// The end of a range.
    pub second: String,
}

impl Default for SortTest {
    fn default() -> Self {
        Self {
            operator: SortOperator::Any,
            first: String::new(),
            second: String::new(),
        }
    }
}

/// The field to which a message about the form belongs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum QueryField {
    /// The consistency of the read.
    Consistent,
    /// The maximum number of items to read.
    Limit,
    /// The partition key's value.
    Partition,
    /// The sort key's value, or the start of its range.
    SortFirst,
    /// The end of the sort key's range.
    SortSecond,
    /// The path of the filter condition with this id.
    FilterPath(u32),
    /// The value at this position of the filter condition with this id.
    FilterOperand(u32, usize),
    /// What to return.
    Returned,
}

impl QueryForm {
    /// A form that reads the complete index, or the table if there is no index.
    #[must_use]
    pub fn on(index: Option<&str>) -> Self {
        Self {
            index: index.map(str::to_owned),
            ..Self::default()
        }
    }

    /// True if the form has a partition key value and is therefore a Query. Otherwise it is a Scan.
    #[must_use]
    pub fn is_query(&self) -> bool {
        !self.partition.is_empty()
    }

    /// The operation of the form, as its button names it.
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

    /// Renumbers the conditions of a form that was stored as text.
    fn number_filters(&mut self) {
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

    /// The condition with this id, mutable.
    pub fn filter_mut(&mut self, id: u32) -> Option<&mut FilterForm> {
        self.filters.iter_mut().find(|filter| filter.id == id)
    }

    /// Changes to another index, or to the table. Drops the key tests when the key attributes change, because their
    /// values would silently have another meaning.
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
    /// Sets another test. Drops superfluous texts and adds empty texts for missing ones.
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

    /// Replaces the text at a position.
    pub fn set_operand(&mut self, place: usize, text: &str) {
        if let Some(operand) = self.operands.get_mut(place) {
            text.clone_into(operand);
        }
    }
}
