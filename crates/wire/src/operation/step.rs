//! The order of a request's refusals that come after its constraints.
//!
//! Must not know which requests there are.

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
    /// Reads the member at this turn. The others were read before, in the order of the body.
    Read(&'static str),
    /// Placeholders need an expression, and parameters with and without expressions do not mix.
    Use {
        /// The expressions that can use values.
        expressions: &'static [&'static str],
        /// The parameters without expressions, in the order the service lists them.
        legacy: &'static [&'static str],
    },
    /// `ConditionalOperator` needs conditions to join, which are this member.
    Joint(&'static str),
    /// No attribute stands twice in `AttributesToGet`.
    Distinct,
    /// `ReturnValues` asks for nothing that only updates give back; judged here by the newer code.
    OldImage,
    /// The same, judged here by the older code.
    OldImageForSecond,
    /// What only this operation asks.
    Judge(fn(Reader, Node<'_>) -> Result<(), Rejection>),
}

impl Step {
    /// Whether it reads the member of this name.
    pub(super) fn is_of(&self, name: &str) -> bool {
        matches!(*self, Self::Read(member) if member == name)
    }

    /// Judges what the body says. There is nothing to judge about a step that reads.
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
    match fields.get("ReturnValues").and_then(Node::text).and_then(ReturnValues::from_wire) {
        None | Some(ReturnValues::None | ReturnValues::AllOld) => Ok(()),
        _ => Err(refusal(reader.enveloped(ValidationError::ReturnValues.to_string()))),
    }
}
