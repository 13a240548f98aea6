//! The notation of constraints: shapes of members, each with its kind, whether it must be there, and its rules.
//!
//! Must not know which requests there are, nor how one is held against its shape.

/// The characters of names, as the service prints the pattern.
pub(crate) const NAME_PATTERN: &str = "[a-zA-Z0-9_.-]+";

/// What names of tables and indexes must be.
pub(crate) const NAME: &[Rule] = &[Rule::Pattern, Rule::MinLength(3), Rule::MaxLength(255)];

/// A request's shape.
pub(crate) struct Shape {
    /// Its members in the order the service reports them.
    pub(crate) structure: Structure,
    /// Only the first word outside its closed set is reported (observed on UpdateItem and Query).
    pub(crate) one_choice: bool,
}

/// Members under one class name.
pub(crate) struct Structure {
    /// The class as the service names it in its messages, without the package.
    pub(crate) class: &'static str,
    /// The members known. Others are ignored, as the service does.
    pub(crate) members: &'static [Member],
}

/// A member of a structure.
pub(crate) struct Member {
    pub(crate) name: &'static str,
    pub(crate) kind: Kind,
    pub(crate) presence: Presence,
    /// A failure here is reported by the newer code at once, without the others (observed for table names).
    pub(crate) alone: bool,
    pub(crate) rules: &'static [Rule],
}

/// The JSON a member takes.
pub(crate) enum Kind {
    /// A string.
    Text,
    /// A string that names a table, or its ARN. Rules see the name.
    TableReference,
    /// A 32-bit whole number.
    Integer,
    /// A 64-bit whole number.
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
    /// An object with keys of the caller's choice. `class` is the Java name of the values.
    Map { class: &'static str, of: &'static Kind },
    /// An object with known members.
    Structure(&'static Structure),
}

/// Whether a member must be there.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Presence {
    Optional,
    /// Reported in the list of failed constraints.
    NotNull,
    /// Reported at once, in words of its own (observed on the control plane).
    Parameter,
}

/// What a member's value must satisfy.
pub(crate) enum Rule {
    /// Only characters of names.
    Pattern,
    /// A text of this form, which the service prints as this pattern.
    Form(fn(&str) -> bool, &'static str),
    /// Fewest characters or elements.
    MinLength(usize),
    /// Most characters or elements.
    MaxLength(usize),
    /// At least one character, reported by the newer code at once, without the value and under the member's own spelling
    /// (observed on table names of writes).
    NotEmptyUnnamed,
    /// 3 to 255 characters, reported at once in words of its own (observed on DeleteTable and DescribeTable).
    NameLength,
    /// Smallest number.
    AtLeast(i64),
    /// Smallest number, reported without the number sent and under the member's own spelling (observed on Query).
    AtLeastUnnamed(i64),
    /// Largest number.
    AtMost(i64),
    /// One of these words.
    OneOf(&'static [&'static str]),
    /// One of these words, reported by the newer code with neither the value nor the member (observed on `ReturnValues`
    /// and `ConditionalOperator`).
    OneOfUnnamed(&'static Words),
    /// Characters of every element of a list of strings.
    EachLength(usize, usize),
    /// Fewest and most elements, reported without the list sent and in the members' own spelling (observed on
    /// BatchGetItem).
    LengthUnnamed(usize, usize),
    /// Fewest and most elements of every list in a map.
    EachEntryLength(usize, usize),
    /// Keys of a map that name tables: 3 to 255 characters of names, or ARNs.
    TableNames {
        /// Whether the map is printed back as JSON.
        as_json: bool,
    },
}

/// A closed set of words.
pub(crate) struct Words {
    pub(crate) taken: &'static [&'static str],
    /// How the newer code lists it: not always with its own words.
    pub(crate) shown: &'static str,
    /// Reported at once and without any prefix (observed on `ConditionalOperator` of Query).
    pub(crate) is_alone: bool,
}

/// The class of attribute values, as the service names it.
pub(crate) const ATTRIBUTE_VALUE_CLASS: &str = "com.amazonaws.dynamodb.v20120810.AttributeValue";

impl Member {
    pub(crate) const fn optional(name: &'static str, kind: Kind) -> Self {
        Self { name, kind, presence: Presence::Optional, alone: false, rules: &[] }
    }

    pub(crate) const fn required(name: &'static str, kind: Kind) -> Self {
        Self { presence: Presence::NotNull, ..Self::optional(name, kind) }
    }

    pub(crate) const fn with(self, rules: &'static [Rule]) -> Self {
        Self { rules, ..self }
    }

    pub(crate) const fn alone(self) -> Self {
        Self { alone: true, ..self }
    }
}
