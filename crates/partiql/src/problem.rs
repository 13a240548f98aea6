//! The problems of a statement, with the service's text for each.
//!
//! Owns every message of the language. Texts with that mark were recorded on the service
//! (observed: statement-messages); the other texts are its emulator's, and their causes are
//! inferred: statement-emulator-words. Must not know the position of a problem in the text.

use hashrange_values::{NumberError, Text};

/// A problem of a statement.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Problem {
    /// The text does not satisfy the grammar (observed: statement-grammar).
    #[error("Statement wasn't well formed, can't be processed: {0}")]
    Malformed(Malformed),
    /// An expression that is not a statement (observed: statement-grammar, for `IS`; the other names are
    /// inferred: statement-emulator-words).
    #[error("Unsupported operation: {0}")]
    NoStatement(&'static str),
    /// Nesting deeper than this project's limit. The text is the one for values (a choice).
    #[error("Nesting Levels have exceeded supported limits")]
    TooDeep,
    /// Fewer parameters than question marks.
    #[error("Number of parameters in request and statement don't match.")]
    ParameterCount,

    /// A clause of the language that the service does not support. (Position and text recorded for `LIMIT`.)
    #[error("Unsupported clause: {0}")]
    Clause(&'static str),
    /// `SELECT VALUE`.
    #[error("Select projection doesn't support value or pivot keywords")]
    SelectValue,
    /// An alias for a column or a table.
    #[error("Aliasing is not supported")]
    Alias,
    /// A column that is not a path (observed: statement-paths).
    #[error("Unexpected path component")]
    PathComponent,
    /// Two columns with one name in the response (recorded on the emulator).
    #[error("Duplicate identifiers in select clause: {0}")]
    DuplicateColumn(Text),
    /// `a[*]`.
    #[error("Wildcard path component like a[*].b are not supported")]
    WildcardPath,
    /// `a.*.b`.
    #[error("Unpivot path component like a.*.b are not supported")]
    UnpivotPath,
    /// A list index that is negative or beyond 2147483647 (observed: statement-paths).
    #[error("List index is not within the allowable range; index: [{0}]")]
    ListIndex(Text),
    /// A join of two sources.
    #[error("Only select from a single table or index is supported.")]
    ManySources,
    /// A source after `FROM` that is not a name.
    #[error("Unexpected from source")]
    FromSource,
    /// A list index after a table name.
    #[error("Invalid list expression in source.")]
    ListInSource,
    /// `"table"."index"."more"` (observed: statement-sources).
    #[error("A path may contain at most 2 components in the FROM clause")]
    LongSource,
    /// An empty name of a table or index (observed: statement-sources).
    #[error("Path component cannot be an empty string")]
    EmptyName,
    /// An index as the target of an `INSERT` (observed: statement-sources).
    #[error("FROM clause may only contain a single table name in data manipulation statements")]
    InsertSource,
    /// An index as the target of an `UPDATE` or `DELETE` (observed: statement-sources).
    #[error("This operation is not supported on an index")]
    IndexWritten,
    /// `ORDER BY` something other than an attribute.
    #[error("Argument to ORDER BY must be of type VariableReference. Type: {0}")]
    OrderArgument(Text),

    /// An expression that is not a condition.
    #[error("WHERE clause must contain an expression that resolves to a boolean")]
    NotACondition,
    /// `AND` or `OR` with an operand that is not a condition.
    #[error("The arguments to AND/OR must be Expressions")]
    AndOrArgument,
    /// `NOT` before an operand that is not a condition.
    #[error("The argument to NOT must be a Type or Expression")]
    NotArgument,
    /// A function that the language does not have at this position (observed: statement-functions).
    #[error("Unrecognized function: {0}")]
    Function(Text),
    /// An operator that conditions do not support.
    #[error("Unsupported operator in Condition Expression. Operator: {0}")]
    ConditionOperator(Text),
    /// An expression that is not an operand.
    #[error("Unsupported token in expression: {0}")]
    Token(Text),
    /// `= MISSING`.
    #[error("MISSING must be compared using IS operator")]
    MissingCompared,
    /// `IS` after an operand without a type to query.
    #[error("The left hand side argument to IS must be a Variable Reference, Literal, or Path")]
    IsArgument,
    /// `IS` before an unsupported type name.
    #[error(
        "Unsupported data type for IS operator: {0}. Supported data types are [MISSING, NULL, BOOLEAN, BLOB, STRING, \
         NUMERIC, STRUCT, TUPLE, LIST]"
    )]
    IsType(Text),
    /// `IN` without a list of values.
    #[error(
        "IN operator must have a left hand argument of type Variable Reference and right hand argument of type Seq with \
         at least one member"
    )]
    InList,

    /// An update action other than `SET` and `REMOVE`.
    #[error("Only SET and REMOVE are supported in update expressions at this time")]
    UpdateAction,
    /// An operator that updates do not support.
    #[error("Unsupported operator in Update Expression. Operator: {0}")]
    UpdateOperator(Text),
    /// `IS` in a value.
    #[error("IS operator is not supported in update expressions")]
    IsInUpdate,
    /// `set_add` or `set_delete` with a number of arguments other than two (observed: statement-set-functions).
    #[error("{0} must have exactly two arguments")]
    SetArguments(&'static str),
    /// `set_add` or `set_delete` of an attribute other than the assigned one (observed: statement-set-functions).
    #[error("The first argument to {0} must equal the assignment value")]
    SetFirst(&'static str),
    /// `set_add` or `set_delete` with a second argument that is not a set (observed: statement-set-functions).
    #[error("The second argument to {0} must be a value with type SET")]
    SetSecond(&'static str),

    /// `INSERT` of more than one item.
    #[error(
        "Unsupported operation: Inserting multiple items in a single statement is not supported, use \"INSERT INTO \
         tableName VALUE item\" instead"
    )]
    InsertMany,
    /// `INSERT` of a value that is not a map.
    #[error(
        "Unsupported format in item expression. Please use struct format {{...}} to express item values for insert \
         statement."
    )]
    InsertFormat,
    /// `INSERT … AT`.
    #[error("AT is not supported in insert statements.")]
    InsertAt,
    /// `INSERT … RETURNING`.
    #[error("RETURNING is not supported in INSERT")]
    InsertReturning,
    /// `DELETE … RETURNING` of anything except the old item (observed: statement-returning).
    #[error("Invalid returning clause: RETURNING {0} *. Only RETURNING ALL OLD * is allowed in DELETE statements.")]
    DeleteReturning(&'static str),
    /// An element other than `*` in a `RETURNING` clause.
    #[error("Expected '*' after ( MODIFIED | ALL ) ( NEW | OLD ) in RETURNING clause")]
    ReturningElement,
    /// Two elements in a `RETURNING` clause.
    #[error("Invalid syntax with multiple returning elements in RETURNING clause")]
    ReturningMany,

    /// Lists and maps of 32 levels (observed: statement-literals).
    #[error("Nesting Levels have exceeded supported limits under {0}")]
    Nesting(Text),
    /// An expression inside a literal that is not a value (observed: statement-literals).
    #[error("Unsupported data type: {what} under key {under}")]
    DataType {
        /// The unsupported expression.
        what: Text,
        /// Its position in the literal, for example `root.a[0]`.
        under: Text,
    },
    /// A value between backticks.
    #[error("Ion Literals are not supported: {text} under key {under}")]
    IonLiteral {
        /// The literal's text.
        text: Text,
        /// Its position in the outer literal.
        under: Text,
    },
    /// A name in a map literal that is not a string.
    #[error("Tuple keys must be of type String. Actual type: {what} under {under}")]
    TupleKey {
        /// The kind of the name.
        what: Text,
        /// The position of the map.
        under: Text,
    },
    /// One name twice in a map literal.
    #[error("Duplicate keys in tuple. Key: {key} under {under}")]
    DuplicateKey {
        /// The name.
        key: Text,
        /// The position of the map.
        under: Text,
    },
    /// An attribute or member without a name (the use of other operations' text is inferred: statement-name-words).
    #[error("Empty attribute name")]
    EmptyAttributeName,
    /// An attribute or member with a name of more than 65,535 bytes (limit documented: limits-item; text
    /// inferred: statement-name-words).
    #[error("One or more parameter values were invalid: Attribute names must have between 1 and 65535 bytes")]
    LongAttributeName,
    /// A set literal without members (observed: statement-literals).
    #[error("Empty bags are not supported")]
    EmptyBag,
    /// A set literal with members other than only strings or only numbers (observed: statement-literals).
    #[error("Unsupported data type in Bag. DynamoDB only supports either numbers or strings in bags")]
    BagType,
    /// The same string twice in a set literal (observed: statement-literals).
    #[error("One or more parameter values were invalid: Input collection [{0}] contains duplicates.")]
    DuplicateStrings(Text),
    /// The same number twice in a set literal (observed: statement-literals).
    #[error(
        "One or more parameter values were invalid: Input collection [{members}] contains duplicates! under {under}"
    )]
    DuplicateNumbers {
        /// The members as written.
        members: Text,
        /// The set's position.
        under: Text,
    },
    /// A number that is out of range or has too many digits. The text is the one for values, with the position
    /// (observed: statement-numbers).
    #[error("{} under {under}", number_text(*error))]
    Number {
        /// The number's error.
        error: NumberError,
        /// The number's position in the literal.
        under: Text,
    },
}

/// A violation of the grammar, with the texts of the language's reference implementation.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Malformed {
    /// A character outside the language, or a quote or comment without its end. The text contains no detail
    /// (observed: statement-grammar).
    #[error("")]
    Character,
    /// A text that is not a statement, or an update without a change (observed: statement-grammar).
    #[error("Expected data manipulation")]
    NoManipulation,
    /// Tokens after the statement (observed: statement-grammar).
    #[error("Unexpected token after expression")]
    AfterExpression,
    /// A second statement.
    #[error("Unexpected token after semicolon. (Only one query is allowed.)")]
    AfterSemicolon,
    /// A reserved word at a position that does not allow one (observed: statement-grammar).
    #[error("Unexpected keyword")]
    Keyword,
    /// Another token in place of a value or name.
    #[error("Unexpected term")]
    Term,
    /// An operator without a left operand.
    #[error("Unexpected operator")]
    Operator,
    /// A required token is missing (observed: statement-grammar, for a parenthesis).
    #[error("Expected {0}")]
    Expected(&'static str),
    /// A required keyword is missing.
    #[error("Expected {0} keyword")]
    ExpectedKeyword(&'static str),
    /// An operator without a right operand.
    #[error("Missing right-hand side expression of infix operator")]
    RightSide,
    /// `BETWEEN … AND` without a bound.
    #[error("Expected expression after AND")]
    AfterAnd,
    /// `IS` without a type.
    #[error("Expected type name")]
    TypeName,
    /// A dot without a name after it (observed: statement-grammar).
    #[error("Invalid path dot component")]
    PathDot,
    /// A dot without a name after it, where only names are allowed.
    #[error("Invalid path dot component for simple path")]
    SimplePathDot,
    /// Brackets around something other than a literal, where only names are allowed.
    #[error("Invalid path component for simple path")]
    SimplePathIndex,
    /// A missing name.
    #[error("Expected identifier for simple path")]
    SimplePath,
    /// A missing name after `AS`.
    #[error("Expected identifier for AS-alias")]
    Alias,
    /// A function that does not accept `*`.
    #[error("{0}(*) is not allowed")]
    CallWithStar(Text),
    /// `*` together with other columns.
    #[error("Other expressions may not be present in the select list when '*' is used without dot notation.")]
    StarNotAlone,
    /// `*` inside a path in the list of columns.
    #[error("Invalid use of * in select list")]
    StarInPath,
    /// `a[0].*` in the list of columns.
    #[error("Cannot use [] and * together in SELECT list expression")]
    StarWithIndex,
    /// `SELECT` without `FROM`.
    #[error("Expected FROM after SELECT list")]
    NoFrom,
    /// `DELETE` without `FROM`.
    #[error("Expected FROM after DELETE")]
    DeleteFrom,
    /// `SET` without `=`.
    #[error("Expected '='")]
    Assignment,
    /// `RETURNING` without a valid element.
    #[error("Expected ( MODIFIED | ALL ) ( NEW | OLD ) in each returning element.")]
    Returning,
}

impl Problem {
    /// True for the problems that the service prints with their position.
    pub(crate) fn names_place(&self) -> bool {
        matches!(
            self,
            Self::Clause(_)
                | Self::PathComponent
                | Self::ListIndex(_)
                | Self::Function(_)
                | Self::SetArguments(_)
                | Self::SetFirst(_)
                | Self::SetSecond(_)
                | Self::DataType { .. }
                | Self::IonLiteral { .. }
        )
    }
}

fn number_text(error: NumberError) -> &'static str {
    match error {
        NumberError::NotNumeric => "The parameter cannot be converted to a numeric value",
        NumberError::Overflow => {
            "Number overflow. Attempting to store a number with magnitude larger than supported range"
        }
        NumberError::Underflow => {
            "Number underflow. Attempting to store a number with magnitude smaller than supported range"
        }
        NumberError::TooPrecise => "Attempting to store more than 38 significant digits in a Number",
    }
}
