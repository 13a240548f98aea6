//! The typed statement: the meaning of a text and its parameters.
//!
//! A statement is ready for execution. Callers that know tables check what depends on them (keys, key types, indexes).
//! Must not know text.

use hashrange_values::{AttributeValue, Comparator, Item, Path, Text};

/// A statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Statement {
    /// Reads items.
    Select(Select),
    /// Writes a new item.
    Insert(Insert),
    /// Updates an item.
    Update(Update),
    /// Deletes an item.
    Delete(Delete),
    /// Checks a condition on an item, in a transaction that writes.
    Exists(Select),
}

/// A table, or one of its indexes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// The table.
    pub table: Text,
    /// The index; `None` for the table itself.
    pub index: Option<Text>,
}

/// `SELECT`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Select {
    /// The table or index to read.
    pub source: Source,
    /// The columns of each item; `None` for `*`.
    pub columns: Option<Vec<Column>>,
    /// The condition of the items.
    pub filter: Option<Predicate>,
    /// The order of the items; empty for any order.
    pub order: Vec<Order>,
}

/// A part of each item, and its name in the response. The name is the last name of the path with the indexes after it
/// (observed: statement-columns, `m.k[0]` is `k[0]`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    /// The path of the part.
    pub path: Path,
    /// The name in the response, unique among the columns.
    pub name: Text,
}

/// One attribute of an `ORDER BY`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Order {
    /// The attribute.
    pub attribute: Text,
    /// Whether the order is descending.
    pub descending: bool,
}

/// `INSERT`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Insert {
    /// The target table.
    pub table: Text,
    /// The item.
    pub item: Item,
}

/// `UPDATE`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Update {
    /// The table.
    pub table: Text,
    /// The changes in the written order, at least one.
    pub changes: Vec<(Path, Change)>,
    /// The key of the item, and further conditions.
    pub filter: Option<Predicate>,
    /// The values to return.
    pub returning: Option<Returning>,
}

/// The change at a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// Stores a value.
    Set(Value),
    /// Removes the value.
    Remove,
    /// Adds elements to a set.
    SetAdd(AttributeValue),
    /// Removes elements from a set.
    SetDelete(AttributeValue),
}

/// The value that an assignment stores.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// A value of the statement.
    Literal(AttributeValue),
    /// The value at another path.
    Path(Path),
    /// A sum or difference.
    Sum(Sign, Box<Value>, Box<Value>),
    /// `list_append`, with any arguments.
    ListAppend(Vec<Value>),
}

/// Whether to add or to subtract.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sign {
    /// `+`
    Plus,
    /// `-`
    Minus,
}

/// `DELETE`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Delete {
    /// The table.
    pub table: Text,
    /// The key of the item, and further conditions.
    pub filter: Option<Predicate>,
    /// Whether to return the previous item.
    pub returning: bool,
}

/// The values that an `UPDATE` returns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Returning {
    /// `ALL` and not only the modified attributes.
    pub whole: bool,
    /// Whether before or after the update.
    pub image: Image,
}

/// One of the two images of an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Image {
    /// The item before the update.
    Old,
    /// The item after the update.
    New,
}

/// A condition that is true or false for an item.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Predicate {
    /// All conditions are true.
    And(Vec<Predicate>),
    /// At least one condition is true.
    Or(Vec<Predicate>),
    /// The condition is false.
    Not(Box<Predicate>),
    /// A comparison of two operands.
    Compare(Comparator, Operand, Operand),
    /// An operand between two others.
    Between(Operand, Operand, Operand),
    /// An operand that equals one in a list. The list is not empty.
    In(Operand, Vec<Operand>),
    /// A function, with any arguments.
    Call(Function, Vec<Operand>),
}

/// An operand. It may have no value for an item.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Operand {
    /// The value at a path.
    Path(Path),
    /// A value of the statement.
    Value(AttributeValue),
    /// `size`, with any arguments.
    Size(Vec<Operand>),
    /// The result of a condition as a boolean.
    Truth(Box<Predicate>),
}

/// A function used as a condition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Function {
    /// `attribute_exists`, and `IS NOT MISSING`.
    AttributeExists,
    /// `attribute_not_exists`, and `IS MISSING`.
    AttributeNotExists,
    /// `attribute_type`, and `IS` with a type.
    AttributeType,
    /// `begins_with`
    BeginsWith,
    /// `contains`
    Contains,
    /// `size` in a position that only allows functions with a boolean result.
    Size,
}
