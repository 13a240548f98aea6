//! The steps that read and check a request after its constraints. They determine the order of its refusals.
//!
//! Must not know any single request.

use crate::error::ValidationError;
use crate::json::request::legacy::{check_distinct, check_joint};
use crate::json::request::members::refusal;
use crate::json::request::parameters::check_use;
use crate::json::{Fields, Node};
use crate::reader::Reader;
use crate::rejection::Rejection;
use crate::shape::ReturnValues;

/// One step of reading a request.
pub(crate) enum Step {
    /// Reads the member at this step. Members without such a step are read before all steps, in the order of the body.
    Read(&'static str),
    /// Refuses placeholders without an expression, and expressions together with legacy parameters.
    Use {
        /// The expressions that can use values.
        expressions: &'static [&'static str],
        /// The legacy parameters, in the order in which the service lists them.
        legacy: &'static [&'static str],
    },
    /// Refuses `ConditionalOperator` without conditions to join. This member contains the conditions.
    Joint(&'static str),
    /// Refuses a repeated attribute in `AttributesToGet`.
    Distinct,
    /// Refuses a `ReturnValues` that only updates support. The newer code checks it at this step.
    OldImage,
    /// Like `OldImage`. The older code checks it at this step.
    OldImageForSecond,
    /// A check that only this operation has.
    Judge(fn(Reader, Node<'_>) -> Result<(), Rejection>),
}

impl Step {
    /// Whether the step reads the member of this name.
    pub(super) fn is_of(&self, name: &str) -> bool {
        matches!(*self, Self::Read(member) if member == name)
    }

    /// Checks the body. A step that reads has nothing to check.
    pub(super) fn judge(&self, reader: Reader, fields: &Fields<'_>) -> Result<(), Rejection> {
        match *self {
            Self::Use { expressions, legacy } => check_use(reader, fields, expressions, legacy),
            Self::Joint(conditions) => check_joint(fields, conditions),
            Self::Distinct => check_distinct(fields),
            Self::OldImage if !reader.is_second => check_return_values(reader, fields),
            Self::OldImageForSecond if reader.is_second => check_return_values(reader, fields),
            Self::Judge(judge) => judge(reader, fields.node()),
            Self::Read(_) | Self::OldImage | Self::OldImageForSecond => Ok(()),
        }
    }
}

fn check_return_values(reader: Reader, fields: &Fields<'_>) -> Result<(), Rejection> {
    match fields
        .get("ReturnValues")
        .and_then(Node::text)
        .and_then(ReturnValues::from_wire)
    {
        None | Some(ReturnValues::None | ReturnValues::AllOld) => Ok(()),
        _ => Err(refusal(reader.enveloped(ValidationError::ReturnValues.to_string()))),
    }
}
