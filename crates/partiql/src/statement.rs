//! The typed statement: what a text asks for, parameters put in.
//!
//! Everything here is ready to be carried out; what depends on a table (keys, types of keys, indexes) is for those who know
//! tables. Must not know text.

use hashrange_values::{AttributeValue, Item, Path, Text};

/// A statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Statement {
    /// Reads items.
    Select(Select),
    /// Writes a new item.
    Insert(Insert),
    /// Changes an item.
    Update(Update),
    /// Removes an item.
    Delete(Delete),
    /// Asks for a condition on an item, in a transaction that writes.
    Exists(Select),
}

/// A table, or one of its indexes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// The table.
    pub table: Text,
    /// The index.
    pub index: Option<Text>,
}

/// `SELECT`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Select {
    /// Where from.
    pub source: Source,
    /// What of each item; `None` for everything.
    pub columns: Option<Vec<Column>>,
    /// Which items.
    pub filter: Option<Predicate>,
    /// In which order; empty for whatever order there is.
    pub order: Vec<Order>,
}

/// A part of each item, and the name it is answered under: that of the last name in the path, with the indexes after it
/// (observed: `m.k[0]` is `k[0]`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    /// Where the part stands.
    pub path: Path,
    /// Its name in the answer; no two columns have the same.
    pub name: Text,
}

/// One attribute of an order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Order {
    /// The attribute.
    pub attribute: Text,
    /// Largest first.
    pub descending: bool,
}

/// `INSERT`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Insert {
    /// Where to.
    pub table: Text,
    /// The item.
    pub item: Item,
}

/// `UPDATE`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Update {
    /// The table.
    pub table: Text,
    /// The changes, in the order written; at least one.
    pub changes: Vec<(Path, Change)>,
    /// Which item, and what must hold for it.
    pub filter: Option<Predicate>,
    /// What to answer with.
    pub returning: Option<Returning>,
}

/// What happens at a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// Stores a value.
    Set(Value),
    /// Takes away what is there.
    Remove,
    /// Unites with a set.
    SetAdd(AttributeValue),
    /// Takes elements out of a set.
    SetDelete(AttributeValue),
}

/// What an assignment stores.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// A value of the statement.
    Literal(AttributeValue),
    /// What stands at another path.
    Path(Path),
    /// A sum or difference.
    Sum(Sign, Box<Value>, Box<Value>),
    /// `list_append`, with whatever arguments it was given.
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
    /// Which item, and what must hold for it.
    pub filter: Option<Predicate>,
    /// Whether to answer with the item that was there.
    pub returning: bool,
}

/// What an `UPDATE` answers with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Returning {
    /// `ALL`, not only what was modified.
    pub whole: bool,
    /// Before or after.
    pub image: Image,
}

/// One of the two images of an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Image {
    /// As it was.
    Old,
    /// As it became.
    New,
}

/// Something that holds for an item or does not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Predicate {
    /// All of them.
    And(Vec<Predicate>),
    /// At least one of them.
    Or(Vec<Predicate>),
    /// The opposite.
    Not(Box<Predicate>),
    /// Two operands in this relation.
    Compare(Comparator, Operand, Operand),
    /// An operand between two others.
    Between(Operand, Operand, Operand),
    /// An operand equal to one of a list, which is not empty.
    In(Operand, Vec<Operand>),
    /// A function, with whatever arguments it was given.
    Call(Function, Vec<Operand>),
}

/// Something that has a value for an item, or has none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Operand {
    /// What stands at a path.
    Path(Path),
    /// A value of the statement.
    Value(AttributeValue),
    /// `size`, with whatever arguments it was given.
    Size(Vec<Operand>),
    /// True or false, as a condition holds.
    Truth(Box<Predicate>),
}

/// A relation of two operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comparator {
    /// `=`
    Equal,
    /// `<>` or `!=`
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

/// A function that is a condition.
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
    /// `size`, which is none: where it stands as one.
    Size,
}
