//! The problems a statement can have, and the service's words for each.
//!
//! Owns every message of the language. Those marked *observed* were recorded on the service; the words of the others are
//! its emulator's, and what brings them up is inferred. Must not know where in a text a problem stands.

use hashrange_values::{NumberError, Text};

/// What is wrong with a statement.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Problem {
    /// The text is not of the grammar (observed).
    #[error("Statement wasn't well formed, can't be processed: {0}")]
    Malformed(Malformed),
    /// An expression that is no statement (observed for `IS`; the other names are inferred).
    #[error("Unsupported operation: {0}")]
    NoStatement(&'static str),
    /// Nested deeper than a statement is read. The words are those for values (a choice, the limit is ours).
    #[error("Nesting Levels have exceeded supported limits")]
    TooDeep,
    /// Fewer parameters than question marks.
    #[error("Number of parameters in request and statement don't match.")]
    ParameterCount,

    /// A clause the language has and the service does not. (Place and words recorded for `LIMIT`.)
    #[error("Unsupported clause: {0}")]
    Clause(&'static str),
    /// `SELECT VALUE`.
    #[error("Select projection doesn't support value or pivot keywords")]
    SelectValue,
    /// A name given to a column or a table.
    #[error("Aliasing is not supported")]
    Alias,
    /// A column that is no path (observed).
    #[error("Unexpected path component")]
    PathComponent,
    /// Two columns that would be answered under one name (recorded on the emulator).
    #[error("Duplicate identifiers in select clause: {0}")]
    DuplicateColumn(Text),
    /// `a[*]`.
    #[error("Wildcard path component like a[*].b are not supported")]
    WildcardPath,
    /// `a.*.b`.
    #[error("Unpivot path component like a.*.b are not supported")]
    UnpivotPath,
    /// A list index that is negative or beyond 2147483647 (observed).
    #[error("List index is not within the allowable range; index: [{0}]")]
    ListIndex(Text),
    /// Two sources joined.
    #[error("Only select from a single table or index is supported.")]
    ManySources,
    /// Something after `FROM` that is no name.
    #[error("Unexpected from source")]
    FromSource,
    /// A list index after a table's name.
    #[error("Invalid list expression in source.")]
    ListInSource,
    /// `"table"."index"."more"` (observed).
    #[error("A path may contain at most 2 components in the FROM clause")]
    LongSource,
    /// An empty name of a table or index (observed).
    #[error("Path component cannot be an empty string")]
    EmptyName,
    /// An index where an item is to be written, by `INSERT` (observed).
    #[error("FROM clause may only contain a single table name in data manipulation statements")]
    InsertSource,
    /// An index where an item is to be written, by `UPDATE` or `DELETE` (observed).
    #[error("This operation is not supported on an index")]
    IndexWritten,
    /// `ORDER BY` something that is no attribute.
    #[error("Argument to ORDER BY must be of type VariableReference. Type: {0}")]
    OrderArgument(Text),

    /// A condition that is none.
    #[error("WHERE clause must contain an expression that resolves to a boolean")]
    NotACondition,
    /// `AND` or `OR` between things that are no conditions.
    #[error("The arguments to AND/OR must be Expressions")]
    AndOrArgument,
    /// `NOT` before something that is no condition.
    #[error("The argument to NOT must be a Type or Expression")]
    NotArgument,
    /// A function the language does not have where it stands (observed).
    #[error("Unrecognized function: {0}")]
    Function(Text),
    /// An operator conditions do not have.
    #[error("Unsupported operator in Condition Expression. Operator: {0}")]
    ConditionOperator(Text),
    /// Something that is no operand.
    #[error("Unsupported token in expression: {0}")]
    Token(Text),
    /// `= MISSING`.
    #[error("MISSING must be compared using IS operator")]
    MissingCompared,
    /// `IS` after something that has no type to ask for.
    #[error("The left hand side argument to IS must be a Variable Reference, Literal, or Path")]
    IsArgument,
    /// `IS` before the name of a type nothing can have.
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

    /// Something other than `SET` and `REMOVE`.
    #[error("Only SET and REMOVE are supported in update expressions at this time")]
    UpdateAction,
    /// An operator updates do not have.
    #[error("Unsupported operator in Update Expression. Operator: {0}")]
    UpdateOperator(Text),
    /// `IS` in a value.
    #[error("IS operator is not supported in update expressions")]
    IsInUpdate,
    /// `set_add` or `set_delete` with too few or too many arguments (observed).
    #[error("{0} must have exactly two arguments")]
    SetArguments(&'static str),
    /// `set_add` or `set_delete` of another attribute than the one it is assigned to (observed).
    #[error("The first argument to {0} must equal the assignment value")]
    SetFirst(&'static str),
    /// `set_add` or `set_delete` of something that is no set (observed).
    #[error("The second argument to {0} must be a value with type SET")]
    SetSecond(&'static str),

    /// `INSERT` of several items.
    #[error(
        "Unsupported operation: Inserting multiple items in a single statement is not supported, use \"INSERT INTO \
         tableName VALUE item\" instead"
    )]
    InsertMany,
    /// `INSERT` of something that is no map.
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
    /// `DELETE … RETURNING` of anything but the old item (observed).
    #[error("Invalid returning clause: RETURNING {0} *. Only RETURNING ALL OLD * is allowed in DELETE statements.")]
    DeleteReturning(&'static str),
    /// Something other than `*` after what to return.
    #[error("Expected '*' after ( MODIFIED | ALL ) ( NEW | OLD ) in RETURNING clause")]
    ReturningElement,
    /// Two things to return.
    #[error("Invalid syntax with multiple returning elements in RETURNING clause")]
    ReturningMany,

    /// Lists and maps of 32 levels (observed).
    #[error("Nesting Levels have exceeded supported limits under {0}")]
    Nesting(Text),
    /// Something inside a literal that is no value (observed).
    #[error("Unsupported data type: {what} under key {under}")]
    DataType {
        /// The thing found.
        what: Text,
        /// Where it stands in the literal, `root.a[0]` for one.
        under: Text,
    },
    /// A value between backticks.
    #[error("Ion Literals are not supported: {text} under key {under}")]
    IonLiteral {
        /// The literal.
        text: Text,
        /// Where it stands.
        under: Text,
    },
    /// A name in a map literal that is no string.
    #[error("Tuple keys must be of type String. Actual type: {what} under {under}")]
    TupleKey {
        /// The thing found.
        what: Text,
        /// Where it stands.
        under: Text,
    },
    /// The same name twice in a map literal.
    #[error("Duplicate keys in tuple. Key: {key} under {under}")]
    DuplicateKey {
        /// The name.
        key: Text,
        /// Where it stands.
        under: Text,
    },
    /// An attribute or member without a name (that the words are those of other operations is inferred).
    #[error("Empty attribute name")]
    EmptyAttributeName,
    /// An attribute or member with a name of more than 65,535 bytes (documented limit; words inferred).
    #[error("One or more parameter values were invalid: Attribute names must have between 1 and 65535 bytes")]
    LongAttributeName,
    /// A set literal without members (observed).
    #[error("Empty bags are not supported")]
    EmptyBag,
    /// A set literal of anything but strings alone or numbers alone (observed).
    #[error("Unsupported data type in Bag. DynamoDB only supports either numbers or strings in bags")]
    BagType,
    /// A string twice in a set literal (observed).
    #[error("One or more parameter values were invalid: Input collection [{0}] contains duplicates.")]
    DuplicateStrings(Text),
    /// A number twice in a set literal (observed).
    #[error(
        "One or more parameter values were invalid: Input collection [{members}] contains duplicates! under {under}"
    )]
    DuplicateNumbers {
        /// The members as written.
        members: Text,
        /// Where the set stands.
        under: Text,
    },
    /// A number out of range or with too many digits: in the words for values, and with its place (observed).
    #[error("{} under {under}", number_text(*error))]
    Number {
        /// What is wrong with it.
        error: NumberError,
        /// Where it stands in the literal.
        under: Text,
    },
}

/// How a text fails the grammar, in the words of the language's reference implementation.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Malformed {
    /// A character outside the language, or a quote or comment without its end. Nothing is said of it (observed).
    #[error("")]
    Character,
    /// No statement, or an update without anything to do (observed).
    #[error("Expected data manipulation")]
    NoManipulation,
    /// Something follows the statement (observed).
    #[error("Unexpected token after expression")]
    AfterExpression,
    /// A second statement.
    #[error("Unexpected token after semicolon. (Only one query is allowed.)")]
    AfterSemicolon,
    /// A reserved word where none can stand (observed).
    #[error("Unexpected keyword")]
    Keyword,
    /// Something else where a value or name is due.
    #[error("Unexpected term")]
    Term,
    /// An operator without anything before it.
    #[error("Unexpected operator")]
    Operator,
    /// A token that is due is not there (observed for a parenthesis).
    #[error("Expected {0}")]
    Expected(&'static str),
    /// A keyword that is due is not there.
    #[error("Expected {0} keyword")]
    ExpectedKeyword(&'static str),
    /// An operator without anything after it.
    #[error("Missing right-hand side expression of infix operator")]
    RightSide,
    /// `BETWEEN … AND` without a bound.
    #[error("Expected expression after AND")]
    AfterAnd,
    /// `IS` without a type.
    #[error("Expected type name")]
    TypeName,
    /// A dot without a name after it (observed).
    #[error("Invalid path dot component")]
    PathDot,
    /// A dot without a name after it, where only names can stand.
    #[error("Invalid path dot component for simple path")]
    SimplePathDot,
    /// Brackets around something that is no literal, where only names can stand.
    #[error("Invalid path component for simple path")]
    SimplePathIndex,
    /// No name where one is due.
    #[error("Expected identifier for simple path")]
    SimplePath,
    /// No name after `AS`.
    #[error("Expected identifier for AS-alias")]
    Alias,
    /// A function that does not take `*`.
    #[error("{0}(*) is not allowed")]
    CallWithStar(Text),
    /// `*` beside other columns.
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
    /// `RETURNING` without saying what.
    #[error("Expected ( MODIFIED | ALL ) ( NEW | OLD ) in each returning element.")]
    Returning,
}

impl Problem {
    /// True for the problems the service prints with their place.
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
