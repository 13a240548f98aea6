//! The shapes of the legacy parameters.

use super::structure::{Kind, Member, Rule, Structure, Words};
use crate::shape::{AttributeAction, ComparisonOperator, ConditionalOperator};

pub(crate) const EXPECTED: Member = Member::optional(
    "Expected",
    Kind::Map {
        class: "com.amazonaws.dynamodb.v20120810.ExpectedAttributeValue",
        of: &EXPECTED_KIND,
    },
);
pub(crate) const CONDITIONAL_OPERATOR: Member =
    Member::optional("ConditionalOperator", Kind::Text).with(&[Rule::OneOf(ConditionalOperator::WORDS)]);
/// The member as single-item writes read it (the words are observed: conditional-operator-words, the prefix is
/// inferred: conditional-operator-prefix, from that of `ReturnValues`).
pub(crate) const CONDITIONAL_OPERATOR_OF_WRITE: Member = CONDITIONAL_OPERATOR.with(&[Rule::OneOfUnnamed(&Words {
    is_alone: false,
    ..JOINTS
})]);
/// The member as Query reads it. Query reports it before other invalid words, without other failures
/// (observed: conditional-operator-words; the precedence over the table name is inferred: conditional-operator-prefix).
pub(crate) const CONDITIONAL_OPERATOR_OF_QUERY: Member = CONDITIONAL_OPERATOR.with(&[Rule::OneOfUnnamed(&Words {
    is_alone: true,
    ..JOINTS
})]);
/// The first word in `shown` is the service's mistake (observed: conditional-operator-words).
const JOINTS: Words = Words {
    taken: ConditionalOperator::WORDS,
    shown: "ALL, OR",
    is_alone: false,
};
pub(crate) const ATTRIBUTE_UPDATES: Member = Member::optional(
    "AttributeUpdates",
    Kind::Map {
        class: "com.amazonaws.dynamodb.v20120810.AttributeValueUpdate",
        of: &UPDATE_KIND,
    },
);
pub(crate) const ATTRIBUTES_TO_GET: Member =
    Member::optional("AttributesToGet", Kind::List(&Kind::Text)).with(&[Rule::MinLength(1), Rule::MaxLength(255)]);
pub(crate) const KEY_CONDITIONS: Member = Member::optional("KeyConditions", CONDITIONS);
pub(crate) const QUERY_FILTER: Member = Member::optional("QueryFilter", CONDITIONS);
pub(crate) const SCAN_FILTER: Member = Member::optional("ScanFilter", CONDITIONS);

const CONDITIONS: Kind = Kind::Map {
    class: "com.amazonaws.dynamodb.v20120810.Condition",
    of: &CONDITION_KIND,
};
static EXPECTED_KIND: Kind = Kind::Structure(&EXPECTED_ATTRIBUTE_VALUE);
static UPDATE_KIND: Kind = Kind::Structure(&ATTRIBUTE_VALUE_UPDATE);
static CONDITION_KIND: Kind = Kind::Structure(&CONDITION);
const VALUES: Member = Member::optional("AttributeValueList", Kind::List(&Kind::AttributeValue));
const VALUE: Member = Member::optional("Value", Kind::AttributeValue);

static CONDITION: Structure = Structure {
    class: "Condition",
    members: &[
        VALUES,
        Member::required("ComparisonOperator", Kind::Text).with(&[Rule::OneOf(ComparisonOperator::WORDS)]),
    ],
};

static EXPECTED_ATTRIBUTE_VALUE: Structure = Structure {
    class: "ExpectedAttributeValue",
    members: &[
        VALUES,
        Member::optional("ComparisonOperator", Kind::Text).with(&[Rule::OneOf(ComparisonOperator::WORDS)]),
        Member::optional("Exists", Kind::Boolean),
        VALUE,
    ],
};

static ATTRIBUTE_VALUE_UPDATE: Structure = Structure {
    class: "AttributeValueUpdate",
    members: &[
        Member::optional("Action", Kind::Text).with(&[Rule::OneOf(AttributeAction::WORDS)]),
        VALUE,
    ],
};
