//! The tree of an HCL file. Forms that are never evaluated keep their text only.
//!
//! Must not know how a file is read.

use std::borrow::Cow;

/// The attributes and blocks between braces, or of a file, in their order.
#[derive(Debug, Default)]
pub(crate) struct Body<'t> {
    pub(crate) parts: Vec<Part<'t>>,
}

/// One part of a body.
#[derive(Debug)]
pub(crate) enum Part<'t> {
    Attribute(Attribute<'t>),
    Block(Block<'t>),
}

/// A name with a value.
#[derive(Debug)]
pub(crate) struct Attribute<'t> {
    pub(crate) name: &'t str,
    pub(crate) value: Expression<'t>,
}

/// A body with a name and labels.
#[derive(Debug)]
pub(crate) struct Block<'t> {
    /// Its line in the file, from 1.
    pub(crate) line: usize,
    pub(crate) name: &'t str,
    pub(crate) labels: Vec<Cow<'t, str>>,
    pub(crate) body: Body<'t>,
}

/// An expression and its place.
#[derive(Debug)]
pub(crate) struct Expression<'t> {
    /// Its line in the file, from 1.
    pub(crate) line: usize,
    /// Its text in the file.
    pub(crate) text: &'t str,
    pub(crate) form: Form<'t>,
}

/// The form of an expression.
#[derive(Debug)]
pub(crate) enum Form<'t> {
    Null,
    Bool(bool),
    /// A number in decimal digits.
    Number(String),
    /// A text in quotes, or a heredoc. Without pieces it is empty.
    Template(Vec<Piece<'t>>),
    /// A condition, the value if it holds, and the value if not.
    Conditional(Box<[Expression<'t>; 3]>),
    /// An operator between two operands.
    Binary(&'static str, Box<[Expression<'t>; 2]>),
    /// `-` or `!` before an operand.
    Unary(char, Box<Expression<'t>>),
    Call(Call<'t>),
    Parenthesis(Box<Expression<'t>>),
    List(Vec<Expression<'t>>),
    Object(Vec<(Key<'t>, Expression<'t>)>),
    Variable(&'t str),
    /// A value, and the way into it.
    Traversal(Box<Expression<'t>>, Vec<Step<'t>>),
    /// A `for` expression.
    For,
}

/// A function with its arguments.
#[derive(Debug)]
pub(crate) struct Call<'t> {
    pub(crate) name: &'t str,
    pub(crate) arguments: Vec<Expression<'t>>,
    /// Whether it has no namespace, and no list stands for the last arguments.
    pub(crate) is_plain: bool,
}

/// The key of an object's member.
#[derive(Debug)]
pub(crate) enum Key<'t> {
    Name(&'t str),
    Computed(Expression<'t>),
}

/// One step into a value.
#[derive(Debug)]
pub(crate) enum Step<'t> {
    /// `.name`, or `.0` in old files.
    Name(&'t str),
    /// `[0]` or `["name"]`.
    Index(Expression<'t>),
    /// `.*` or `[*]`.
    Splat,
}

/// A piece of a template.
#[derive(Debug)]
pub(crate) enum Piece<'t> {
    Text(String),
    Value(Expression<'t>),
    /// An interpolation that strips white space, or a directive such as `%{ if }`.
    Other,
}

/// Why a text is not HCL.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct HclFault {
    /// The line, from 1.
    pub(crate) line: usize,
    /// What is expected there.
    pub(crate) expected: String,
}

impl<'t> Body<'t> {
    /// The blocks, in their order.
    pub(crate) fn blocks(&self) -> impl Iterator<Item = &Block<'t>> {
        self.parts.iter().filter_map(|part| match part {
            Part::Block(block) => Some(block),
            Part::Attribute(_) => None,
        })
    }

    /// The value of an attribute. Of two with the same name, which only JSON can have, the later holds.
    pub(crate) fn value(&self, name: &str) -> Option<&Expression<'t>> {
        self.parts.iter().rev().find_map(|part| match part {
            Part::Attribute(attribute) if attribute.name == name => Some(&attribute.value),
            _ => None,
        })
    }
}
