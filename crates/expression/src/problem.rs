//! The problems of an expression, with the service's text for each.
//!
//! Owns every message of the language, word for word as on the service (observed: expression-messages), stray
//! semicolons included. Must not know the position of a problem in the text.

use hashrange_values::{AttributeType, NumberError, Text};

use crate::function::Function;

/// A problem of an expression, of its placeholders, or of its item.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Problem {
    /// An empty text.
    #[error("The expression can not be empty;")]
    Empty,
    /// More bytes than an expression may have. This check precedes the syntax check.
    #[error("Expression size has exceeded the maximum allowed size;{}", size_words(*.bytes))]
    TooLong {
        /// Bytes of the text; only for conditions and filters (observed: expression-size;
        /// inferred: search-expression-size, of those of a search).
        bytes: Option<usize>,
    },
    /// The parser cannot read the text beyond this token.
    #[error("Syntax error; token: \"{token}\", near: \"{near}\"")]
    Syntax {
        /// The token where parsing stopped, `<EOF>` at the end.
        token: Text,
        /// The text from the token before to the token after.
        near: Text,
    },
    /// Two pairs of parentheses around the same content.
    #[error("The expression has redundant parentheses;")]
    RedundantParentheses,
    /// More operators than an expression may have. Counting stops at the first operator beyond the limit.
    #[error("The expression contains too many operators; operator count: {count}")]
    TooManyOperators {
        /// The number of counted operators.
        count: usize,
    },
    /// A word before `(` that is not a function. Names of functions are case-sensitive.
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
    /// A list index beyond 4294967294.
    #[error("List index is not within the allowable range; index: [{index}]")]
    IndexOutOfRange {
        /// The digits as written.
        index: Text,
    },
    /// A document path with more than 32 levels.
    #[error("The document path has too many nesting levels; nesting levels: {levels}")]
    PathTooDeep {
        /// Levels of the path, including the top-level attribute.
        levels: usize,
    },
    /// A `#` placeholder that the request does not define.
    #[error("An expression attribute name used in the document path is not defined; attribute name: {placeholder}")]
    UndefinedName {
        /// The placeholder with its `#`.
        placeholder: Text,
    },
    /// A `:` placeholder that the request does not define.
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
        /// Number of operands.
        count: usize,
    },
    /// A value of a type that the operator or function does not support.
    #[error(
        "Incorrect operand type for operator or function; operator or function: {operator}, \
         operand type: {operand_type}"
    )]
    OperandType {
        /// The operator or function.
        operator: &'static str,
        /// The type descriptor, or the set of types that a document path may have.
        operand_type: &'static str,
    },
    /// A value of a type that `ADD` or `DELETE` does not support.
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
    /// An operand that is not a document path where one is required.
    #[error("Operator or function requires a document path; operator or function: {function}")]
    PathRequired {
        /// The function.
        function: Function,
    },
    /// The same document path as the first operand and as a later operand.
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
    /// The second operand of `attribute_type` is not a type descriptor. The service lists the types in no fixed order.
    #[error("Invalid attribute type name found; type: {name}, valid types: {{B,NULL,SS,BOOL,L,BS,N,NS,S,M}}")]
    InvalidTypeName {
        /// The given value.
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
    /// More than 100 values in an `IN` list.
    #[error("The IN operator is provided with too many operands; number of operands: {count}")]
    TooManyInOperands {
        /// Number of values in the list.
        count: usize,
    },
    /// One path equals the other or is inside it.
    #[error(
        "Two document paths overlap with each other; must remove or rewrite one of these paths; \
         path one: {one}, path two: {two}"
    )]
    PathsOverlap {
        /// The first path in the text, in the service's notation.
        one: Text,
        /// The second path in the text.
        two: Text,
    },
    /// One path treats a value as a list, and the other treats it as a map.
    #[error(
        "Two document paths conflict with each other; must remove or rewrite one of these paths; \
         path one: {one}, path two: {two}"
    )]
    PathsConflict {
        /// The first path in the text, in the service's notation.
        one: Text,
        /// The second path in the text.
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
    /// `BETWEEN` or `begins_with` whose first operand is not an attribute.
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
    /// A key condition that compares attributes with each other.
    #[error("Invalid condition in KeyConditionExpression: Multiple attribute names used in one condition")]
    KeyMultipleAttributes,
    /// A key condition on a value inside a document.
    #[error("Invalid KeyConditionExpression: KeyConditionExpressions cannot have conditions on nested attributes")]
    KeyNestedAttribute,
    /// A key condition without any attribute.
    #[error("Invalid condition in KeyConditionExpression: No key attribute specified")]
    KeyMissing,
    /// Two key conditions on the same attribute.
    #[error("Invalid KeyConditionExpression: KeyConditionExpressions must only contain one condition per key")]
    KeyRepeated,

    /// A search condition with a comparator other than `=`.
    #[error("Invalid comparator used in SearchConditionExpression")]
    SearchComparator,
    /// A search condition with a term that is not a comparison, or with a connective other than `AND`.
    #[error("Invalid operator used in SearchConditionExpression")]
    SearchOperator,
    /// A search condition on a value inside a document.
    #[error("SearchConditionExpression cannot have conditions on nested attributes")]
    SearchNestedAttribute,
    /// Two search conditions on the same attribute.
    #[error("SearchConditionExpression must only contain one condition per attribute")]
    SearchRepeated,

    /// `ExpressionAttributeNames` without entries.
    #[error("ExpressionAttributeNames must not be empty")]
    NamesEmpty,
    /// `ExpressionAttributeValues` without entries.
    #[error("ExpressionAttributeValues must not be empty")]
    ValuesEmpty,
    /// A name placeholder that is not `#` followed by letters, digits or underscores.
    #[error("ExpressionAttributeNames contains invalid key: Syntax error; key: \"{key}\"")]
    NamePlaceholderSyntax {
        /// The placeholder.
        key: Text,
    },
    /// A value placeholder that is not `:` followed by letters, digits or underscores.
    #[error("ExpressionAttributeValues contains invalid key: Syntax error; key: \"{key}\"")]
    ValuePlaceholderSyntax {
        /// The placeholder.
        key: Text,
    },
    /// A name placeholder of more than 255 bytes.
    #[error(
        "ExpressionAttributeNames contains invalid key: The expression attribute map contains a key that is too long; \
         size of key: {bytes}"
    )]
    NamePlaceholderTooLong {
        /// Bytes of the placeholder.
        bytes: usize,
    },
    /// A value placeholder of more than 255 bytes. Unlike for names, the text does not contain the number of bytes
    /// (observed: placeholder-length).
    #[error(
        "ExpressionAttributeValues contains invalid key: The expression attribute map contains a key that is too long;"
    )]
    ValuePlaceholderTooLong,
    /// A placeholder for an empty attribute name.
    #[error("ExpressionAttributeNames contains invalid value: Empty attribute name for key {placeholder}")]
    NameEmpty {
        /// The placeholder.
        placeholder: Text,
    },
    /// A placeholder for an attribute name of more than 65,535 bytes. (Limit observed: attribute-name-length, words
    /// inferred: attribute-name-words.)
    #[error(
        "ExpressionAttributeNames contains invalid value: Attribute name is too large, must be less than 65536 bytes \
         for key {placeholder}"
    )]
    NameTooLong {
        /// The placeholder.
        placeholder: Text,
    },
    /// Name placeholders that no expression uses.
    #[error("Value provided in ExpressionAttributeNames unused in expressions: keys: {{{keys}}}")]
    UnusedNames {
        /// The placeholders, separated by commas.
        keys: Text,
    },
    /// Value placeholders that no expression uses.
    #[error("Value provided in ExpressionAttributeValues unused in expressions: keys: {{{keys}}}")]
    UnusedValues {
        /// The placeholders, separated by commas.
        keys: Text,
    },

    /// The item has a value of a type that the update does not support.
    #[error("An operand in the update expression has an incorrect data type")]
    IncorrectDataType,
    /// The same for a legacy update.
    #[error("Type mismatch for attribute to update")]
    AttributeTypeMismatch,
    /// The update reads an attribute that the item does not have.
    #[error("The provided expression refers to an attribute that does not exist in the item")]
    MissingAttribute,
    /// The parent of the updated path is missing, or is not a map or list.
    #[error("The document path provided in the update expression is invalid for update")]
    InvalidPath,
    /// A sum out of range, or with more digits than a number can have.
    #[error("Number overflow. Attempting to store a number with magnitude larger than supported range")]
    NumberOverflow,
    /// A sum too close to zero.
    #[error("Number underflow. Attempting to store a number with magnitude smaller than supported range")]
    NumberUnderflow,
}

impl Problem {
    /// True for the rules about the shape of key conditions. Their texts do not name the expression.
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

    /// True for problems that only occur when an update is applied to an item.
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

fn size_words(bytes: Option<usize>) -> String {
    bytes.map_or_else(String::new, |bytes| format!(" expression size: {bytes}"))
}

/// The name of a type in the messages about `ADD` and `DELETE`.
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
