//! The shapes of the requests with statements, as tables.

use super::structure::{Kind, Member, Rule, Shape, Structure};
use super::tables_item::{CONSISTENT_READ, RETURN_CONSUMED_CAPACITY, RETURN_ON_FAILURE};

const STATEMENT: Member = Member::required("Statement", Kind::Text).with(&[Rule::MinLength(1), Rule::MaxLength(8192)]);
const PARAMETERS: Member =
    Member::optional("Parameters", Kind::List(&Kind::AttributeValue)).with(&[Rule::MinLength(1)]);

static BATCH_STATEMENT: Structure =
    Structure { class: "BatchStatementRequest", members: &[STATEMENT, PARAMETERS, CONSISTENT_READ, RETURN_ON_FAILURE] };

static TRANSACT_STATEMENT: Structure =
    Structure { class: "ParameterizedStatement", members: &[STATEMENT, PARAMETERS, RETURN_ON_FAILURE] };

pub(crate) static EXECUTE_STATEMENT: Shape = Shape {
    structure: Structure {
        class: "ExecuteStatementInput",
        members: &[
            STATEMENT,
            PARAMETERS,
            CONSISTENT_READ,
            Member::optional("NextToken", Kind::Text).with(&[Rule::MinLength(1), Rule::MaxLength(32_768)]),
            RETURN_CONSUMED_CAPACITY,
            Member::optional("Limit", Kind::Integer).with(&[Rule::AtLeast(1)]),
            RETURN_ON_FAILURE,
        ],
    },
    one_choice: false,
};

pub(crate) static BATCH_EXECUTE_STATEMENT: Shape = Shape {
    structure: Structure {
        class: "BatchExecuteStatementInput",
        members: &[
            Member::required("Statements", Kind::List(&Kind::Structure(&BATCH_STATEMENT)))
                .with(&[Rule::MinLength(1), Rule::MaxLength(25)]),
            RETURN_CONSUMED_CAPACITY,
        ],
    },
    one_choice: false,
};

pub(crate) static EXECUTE_TRANSACTION: Shape = Shape {
    structure: Structure {
        class: "ExecuteTransactionInput",
        members: &[
            Member::required("TransactStatements", Kind::List(&Kind::Structure(&TRANSACT_STATEMENT)))
                .with(&[Rule::MinLength(1), Rule::MaxLength(100)]),
            Member::optional("ClientRequestToken", Kind::Text).with(&[Rule::MinLength(1), Rule::MaxLength(36)]),
            RETURN_CONSUMED_CAPACITY,
        ],
    },
    one_choice: false,
};
