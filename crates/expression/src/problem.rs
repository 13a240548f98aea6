//! The problems an expression can have, and the service's words for each.
//!
//! Owns every message of the language, word for word as observed on the service, stray semicolons included. Must not
//! know where in a text a problem stands.

use hashrange_values::{AttributeType, NumberError, Text};

use crate::function::Function;

/// What is wrong with an expression, its placeholders, or the item it meets.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Problem {
    /// No text at all.
    #[error("The expression can not be empty;")]
    Empty,
    /// More bytes than an expression may have; checked before syntax.
    #[error("Expression size has exceeded the maximum allowed size;{}", size_told(*.bytes))]
    TooLong {
        /// Bytes of the text; told of conditions and filters only (observed; inferred of those of a search).
        bytes: Option<usize>,
    },
    /// The text cannot be read past this token.
    #[error("Syntax error; token: \"{token}\", near: \"{near}\"")]
    Syntax {
        /// The token where reading stopped, `<EOF>` at the end.
        token: Text,
        /// The text from the token before to the token after.
        near: Text,
    },
    /// Two pairs of parentheses around the same thing.
    #[error("The expression has redundant parentheses;")]
    RedundantParentheses,
    /// More operators than an expression may have; counting stops at the first one too many.
    #[error("The expression contains too many operators; operator count: {count}")]
    TooManyOperators {
        /// Operators counted.
        count: usize,
    },
    /// A word before `(` that names no function. Names of functions are case-sensitive.
    #[error("Invalid function name; function: {function}")]
    UnknownFunction {
        /// The word.
        function: Text,
    },
    /// An update function in a condition.
    #[error("The function is not allowed in a condition expression; function: {function}")]
    FunctionNotInCondition {
        /// The function.
        function: Function,
    },
    /// A condition function in an update.
    #[error("The function is not allowed in an update expression; function: {function}")]
    FunctionNotInUpdate {
        /// The function.
        function: Function,
    },
    /// A condition used as an operand, `size` used as a condition, or `list_append` inside another function.
    #[error("The function is not allowed to be used this way in an expression; function: {function}")]
    FunctionMisplaced {
        /// The function.
        function: Function,
    },
    /// A reserved word used as an attribute name without a `#` placeholder.
    #[error("Attribute name is a reserved keyword; reserved keyword: {word}")]
    ReservedWord {
        /// The word as written.
        word: Text,
    },
    /// A list index beyond 2147483647.
    #[error("List index is not within the allowable range; index: [{index}]")]
    IndexOutOfRange {
        /// The digits as written.
        index: Text,
    },
    /// A document path with more than 32 levels.
    #[error("The document path has too many nesting levels; nesting levels: {levels}")]
    PathTooDeep {
        /// Levels of the path, the top-level attribute included.
        levels: usize,
    },
    /// A `#` placeholder the request does not define.
    #[error("An expression attribute name used in the document path is not defined; attribute name: {placeholder}")]
    UndefinedName {
        /// The placeholder with its `#`.
        placeholder: Text,
    },
    /// A `:` placeholder the request does not define.
    #[error("An expression attribute value used in expression is not defined; attribute value: {placeholder}")]
    UndefinedValue {
        /// The placeholder with its `:`.
        placeholder: Text,
    },
    /// A function with too few or too many operands.
    #[error(
        "Incorrect number of operands for operator or function; operator or function: {function}, \
         number of operands: {count}"
    )]
    OperandCount {
        /// The function.
        function: Function,
        /// Operands written.
        count: usize,
    },
    /// A value of a type the operator or function never takes.
    #[error(
        "Incorrect operand type for operator or function; operator or function: {operator}, \
         operand type: {operand_type}"
    )]
    OperandType {
        /// The operator or function.
        operator: &'static str,
        /// The wire descriptor of the type, or the set of types a document path may have.
        operand_type: &'static str,
    },
    /// A value of a type `ADD` or `DELETE` never takes.
    #[error(
        "Incorrect operand type for operator or function; operator: {action}, operand type: {operand_type}, \
         typeSet: ALLOWED_FOR_{action}_OPERAND"
    )]
    ActionOperandType {
        /// `ADD` or `DELETE`.
        action: &'static str,
        /// The long name of the type, such as `STRING`.
        operand_type: &'static str,
    },
    /// Something else where only a document path can stand.
    #[error("Operator or function requires a document path; operator or function: {function}")]
    PathRequired {
        /// The function.
        function: Function,
    },
    /// The same document path on both sides.
    #[error(
        "The first operand must be distinct from the remaining operands for this operator or function; \
         operator: {operator}, first operand: {first}"
    )]
    OperandsNotDistinct {
        /// The operator or function.
        operator: &'static str,
        /// The path in the service's notation, `[a, [1], b]`.
        first: Text,
    },
    /// The second operand of `attribute_type` is no type descriptor. (The service lists the types in no fixed order.)
    #[error("Invalid attribute type name found; type: {name}, valid types: {{B,NULL,SS,BOOL,L,BS,N,NS,S,M}}")]
    InvalidTypeName {
        /// The value given.
        name: Text,
    },
    /// The bounds of `BETWEEN` are values of different types.
    #[error(
        "The BETWEEN operator requires same data type for lower and upper bounds; \
         lower bound operand: AttributeValue: {{{lower}}}, upper bound operand: AttributeValue: {{{upper}}}"
    )]
    BetweenTypes {
        /// Type and value of the lower bound.
        lower: Text,
        /// Type and value of the upper bound.
        upper: Text,
    },
    /// The bounds of `BETWEEN` are values in descending order.
    #[error(
        "The BETWEEN operator requires upper bound to be greater than or equal to lower bound; \
         lower bound operand: AttributeValue: {{{lower}}}, upper bound operand: AttributeValue: {{{upper}}}"
    )]
    BetweenOrder {
        /// Type and value of the lower bound.
        lower: Text,
        /// Type and value of the upper bound.
        upper: Text,
    },
    /// More than 100 values in the list of `IN`.
    #[error("The IN operator is provided with too many operands; number of operands: {count}")]
    TooManyInOperands {
        /// Values in the list.
        count: usize,
    },
    /// One path is the other, or lies inside it.
    #[error(
        "Two document paths overlap with each other; must remove or rewrite one of these paths; \
         path one: {one}, path two: {two}"
    )]
    PathsOverlap {
        /// The path written first, in the service's notation.
        one: Text,
        /// The path written second.
        two: Text,
    },
    /// One path takes a value for a list, the other takes it for a map.
    #[error(
        "Two document paths conflict with each other; must remove or rewrite one of these paths; \
         path one: {one}, path two: {two}"
    )]
    PathsConflict {
        /// The path written first, in the service's notation.
        one: Text,
        /// The path written second.
        two: Text,
    },
    /// `SET`, `REMOVE`, `ADD` or `DELETE` twice.
    #[error("The \"{section}\" section can only be used once in an update expression;")]
    SectionRepeated {
        /// The keyword.
        section: &'static str,
    },

    /// A key condition with an operator that is not an indexable operation.
    #[error("Invalid operator used in KeyConditionExpression: {operator}")]
    KeyOperator {
        /// The operator or function.
        operator: &'static str,
    },
    /// `BETWEEN` or `begins_with` without an attribute in front.
    #[error(
        "Invalid condition in KeyConditionExpression: {operator} operator must have the key attribute as its first \
         operand"
    )]
    KeyNotFirst {
        /// `BETWEEN` or `begins_with`.
        operator: &'static str,
    },
    /// A function inside a key condition.
    #[error("KeyConditionExpressions cannot contain nested operations")]
    KeyNestedOperation,
    /// A key condition comparing attributes with each other.
    #[error("Invalid condition in KeyConditionExpression: Multiple attribute names used in one condition")]
    KeyMultipleAttributes,
    /// A key condition on a value inside a document.
    #[error("Invalid KeyConditionExpression: KeyConditionExpressions cannot have conditions on nested attributes")]
    KeyNestedAttribute,
    /// A key condition without any attribute.
    #[error("Invalid condition in KeyConditionExpression: No key attribute specified")]
    KeyMissing,
    /// Two key conditions on one attribute.
    #[error("Invalid KeyConditionExpression: KeyConditionExpressions must only contain one condition per key")]
    KeyRepeated,

    /// A search condition with another relation than equality.
    #[error("Invalid comparator used in SearchConditionExpression")]
    SearchComparator,
    /// A search condition with something that compares nothing, or joins conditions otherwise than by `AND`.
    #[error("Invalid operator used in SearchConditionExpression")]
    SearchOperator,
    /// A search condition on a value inside a document.
    #[error("SearchConditionExpression cannot have conditions on nested attributes")]
    SearchNestedAttribute,
    /// Two search conditions on one attribute.
    #[error("SearchConditionExpression must only contain one condition per attribute")]
    SearchRepeated,

    /// `ExpressionAttributeNames` without entries.
    #[error("ExpressionAttributeNames must not be empty")]
    NamesEmpty,
    /// `ExpressionAttributeValues` without entries.
    #[error("ExpressionAttributeValues must not be empty")]
    ValuesEmpty,
    /// A name placeholder that is not `#` and letters, digits or underscores.
    #[error("ExpressionAttributeNames contains invalid key: Syntax error; key: \"{key}\"")]
    NamePlaceholderSyntax {
        /// The placeholder.
        key: Text,
    },
    /// A value placeholder that is not `:` and letters, digits or underscores.
    #[error("ExpressionAttributeValues contains invalid key: Syntax error; key: \"{key}\"")]
    ValuePlaceholderSyntax {
        /// The placeholder.
        key: Text,
    },
    /// A name placeholder above 255 bytes.
    #[error(
        "ExpressionAttributeNames contains invalid key: The expression attribute map contains a key that is too long; \
         size of key: {bytes}"
    )]
    NamePlaceholderTooLong {
        /// Bytes of the placeholder.
        bytes: usize,
    },
    /// A value placeholder above 255 bytes. Unlike for names, the service does not say how many (observed).
    #[error(
        "ExpressionAttributeValues contains invalid key: The expression attribute map contains a key that is too long;"
    )]
    ValuePlaceholderTooLong,
    /// A placeholder that stands for an empty attribute name.
    #[error("ExpressionAttributeNames contains invalid value: Empty attribute name for key {placeholder}")]
    NameEmpty {
        /// The placeholder.
        placeholder: Text,
    },
    /// A placeholder that stands for an attribute name above 65,535 bytes. (Limit observed, words inferred.)
    #[error(
        "ExpressionAttributeNames contains invalid value: Attribute name is too large, must be less than 65536 bytes \
         for key {placeholder}"
    )]
    NameTooLong {
        /// The placeholder.
        placeholder: Text,
    },
    /// Name placeholders no expression mentions.
    #[error("Value provided in ExpressionAttributeNames unused in expressions: keys: {{{keys}}}")]
    UnusedNames {
        /// The placeholders, separated by commas.
        keys: Text,
    },
    /// Value placeholders no expression mentions.
    #[error("Value provided in ExpressionAttributeValues unused in expressions: keys: {{{keys}}}")]
    UnusedValues {
        /// The placeholders, separated by commas.
        keys: Text,
    },

    /// The item holds a value of a type the update cannot work with.
    #[error("An operand in the update expression has an incorrect data type")]
    IncorrectDataType,
    /// The same, for an update without an expression.
    #[error("Type mismatch for attribute to update")]
    AttributeTypeMismatch,
    /// The update reads an attribute the item does not have.
    #[error("The provided expression refers to an attribute that does not exist in the item")]
    MissingAttribute,
    /// The update writes inside something that is missing, or is no map or list.
    #[error("The document path provided in the update expression is invalid for update")]
    InvalidPath,
    /// A sum out of range, or with more digits than a number can carry.
    #[error("Number overflow. Attempting to store a number with magnitude larger than supported range")]
    NumberOverflow,
    /// A sum too close to zero.
    #[error("Number underflow. Attempting to store a number with magnitude smaller than supported range")]
    NumberUnderflow,
}

impl Problem {
    /// True for the rules about the shape of key conditions, which the service words without naming the expression.
    pub(crate) fn is_key_condition_shape(&self) -> bool {
        matches!(
            self,
            Self::KeyOperator { .. }
                | Self::KeyNotFirst { .. }
                | Self::KeyNestedOperation
                | Self::KeyMultipleAttributes
                | Self::KeyNestedAttribute
                | Self::KeyMissing
                | Self::KeyRepeated
        )
    }

    /// True for problems that only show when an update meets an item.
    #[must_use]
    pub fn is_of_item(&self) -> bool {
        matches!(
            self,
            Self::IncorrectDataType
                | Self::AttributeTypeMismatch
                | Self::MissingAttribute
                | Self::InvalidPath
                | Self::NumberOverflow
                | Self::NumberUnderflow
        )
    }

    /// True when the message begins with `Invalid …Expression: `.
    pub(crate) fn names_expression(&self) -> bool {
        !self.is_key_condition_shape() && !self.is_of_item()
    }
}

impl From<NumberError> for Problem {
    fn from(error: NumberError) -> Self {
        match error {
            NumberError::Underflow => Self::NumberUnderflow,
            NumberError::Overflow | NumberError::TooPrecise | NumberError::NotNumeric => Self::NumberOverflow,
        }
    }
}

fn size_told(bytes: Option<usize>) -> String {
    bytes.map_or_else(String::new, |bytes| format!(" expression size: {bytes}"))
}

/// The name the messages about `ADD` and `DELETE` use for a type.
pub(crate) fn long_type_name(kind: AttributeType) -> &'static str {
    match kind {
        AttributeType::S => "STRING",
        AttributeType::N => "NUMBER",
        AttributeType::B => "BINARY",
        AttributeType::Ss => "STRING_SET",
        AttributeType::Ns => "NUMBER_SET",
        AttributeType::Bs => "BINARY_SET",
        AttributeType::Bool => "BOOLEAN",
        AttributeType::Null => "NULL",
        AttributeType::L => "LIST",
        AttributeType::M => "MAP",
    }
}
