//! The notation of constraints: shapes of members. Each member has a kind, a presence and rules.
//!
//! Must not know any single request, and must not know how a request is checked against its shape.

/// The allowed characters of names, as the service prints the pattern.
pub(crate) const NAME_PATTERN: &str = "[a-zA-Z0-9_.-]+";

/// Constraints on names of tables and indexes.
pub(crate) const NAME: &[Rule] = &[Rule::Pattern, Rule::MinLength(3), Rule::MaxLength(255)];

/// A request's shape.
pub(crate) struct Shape {
    /// The members, in the order in which the service reports them.
    pub(crate) structure: Structure,
    /// Whether to report only the first word outside its closed set (observed: constraint-first-word, on UpdateItem and
    /// Query).
    pub(crate) one_choice: bool,
}

/// Members of a class.
pub(crate) struct Structure {
    /// The class name in the service's messages, without the package.
    pub(crate) class: &'static str,
    /// The known members. The service ignores unknown members.
    pub(crate) members: &'static [Member],
}

/// A member of a structure.
pub(crate) struct Member {
    pub(crate) name: &'static str,
    pub(crate) kind: Kind,
    pub(crate) presence: Presence,
    /// The newer code reports a failure of this member immediately, without other failures (observed: constraint-newer,
    /// for table names).
    pub(crate) alone: bool,
    pub(crate) rules: &'static [Rule],
}

/// The kind of JSON that a member accepts.
pub(crate) enum Kind {
    /// A string.
    Text,
    /// A table name or ARN. Rules check the name.
    TableReference,
    /// A 32-bit integer.
    Integer,
    /// A 64-bit integer.
    Long,
    /// Any number.
    Decimal,
    /// A boolean.
    Boolean,
    /// Bytes as base64.
    Blob,
    /// One attribute value.
    AttributeValue,
    /// A list.
    List(&'static Kind),
    /// An object whose keys the caller chooses. `class` is the Java name of the values.
    Map { class: &'static str, of: &'static Kind },
    /// An object with known members.
    Structure(&'static Structure),
}

/// Whether a member is required.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Presence {
    Optional,
    /// Reported in the list of failed constraints.
    NotNull,
    /// Reported immediately, with its own text (observed: control-plane-words, on the control plane).
    Parameter,
}

/// A constraint on a member's value.
pub(crate) enum Rule {
    /// The text contains only the characters of names.
    Pattern,
    /// The text has this form. The service prints it as this pattern.
    Form(fn(&str) -> bool, &'static str),
    /// Minimum number of characters or elements.
    MinLength(usize),
    /// Maximum number of characters or elements.
    MaxLength(usize),
    /// At least one character. The newer code reports it immediately, without the value and with the member's original
    /// spelling (observed: constraint-newer, on table names of writes).
    NotEmptyUnnamed,
    /// 3 to 255 characters. Reported immediately, with its own text (observed: control-plane-words, on DeleteTable and
    /// DescribeTable).
    NameLength,
    /// Smallest allowed number.
    AtLeast(i64),
    /// Smallest allowed number. Reported without the sent number and with the member's original spelling
    /// (observed: constraint-newer, on Query).
    AtLeastUnnamed(i64),
    /// Largest allowed number.
    AtMost(i64),
    /// One of these words.
    OneOf(&'static [&'static str]),
    /// One of these words. The newer code reports neither the value nor the member (observed: constraint-newer, on
    /// `ReturnValues` and `ConditionalOperator`).
    OneOfUnnamed(&'static Words),
    /// Number of characters of every element in a list of strings.
    EachLength(usize, usize),
    /// Minimum and maximum number of elements. Reported without the sent list and with the members' original spelling
    /// (observed: constraint-newer, on BatchGetItem).
    LengthUnnamed(usize, usize),
    /// Minimum and maximum number of elements of every list in a map.
    EachEntryLength(usize, usize),
    /// Keys of a map that are table names, 3 to 255 characters of names, or ARNs.
    TableNames {
        /// Whether the message prints the map as JSON.
        as_json: bool,
    },
}

/// A closed set of words.
pub(crate) struct Words {
    pub(crate) taken: &'static [&'static str],
    /// The list that the newer code prints. It can differ from the accepted words.
    pub(crate) shown: &'static str,
    /// Reported immediately and without a prefix (observed: conditional-operator-words, on `ConditionalOperator` of
    /// Query).
    pub(crate) is_alone: bool,
}

/// The service's class name of attribute values.
pub(crate) const ATTRIBUTE_VALUE_CLASS: &str = "com.amazonaws.dynamodb.v20120810.AttributeValue";

impl Member {
    pub(crate) const fn optional(name: &'static str, kind: Kind) -> Self {
        Self {
            name,
            kind,
            presence: Presence::Optional,
            alone: false,
            rules: &[],
        }
    }

    pub(crate) const fn required(name: &'static str, kind: Kind) -> Self {
        Self {
            presence: Presence::NotNull,
            ..Self::optional(name, kind)
        }
    }

    pub(crate) const fn with(self, rules: &'static [Rule]) -> Self {
        Self { rules, ..self }
    }

    pub(crate) const fn alone(self) -> Self {
        Self { alone: true, ..self }
    }
}
