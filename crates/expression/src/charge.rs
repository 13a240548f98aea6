//! The bytes that an update counts for its content, even without an item. The service checks these bytes against the
//! item size limit before it reads the item (observed: update-charge, byte by byte; not documented).
//!
//! Must not know the limit.

use hashrange_values::{Path, Step};

use crate::tree::Sign;
use crate::update::{ActionKind, SetValue, Update};

/// Bytes of an update without actions.
const UPDATE: usize = 3;
/// Bytes of a `SET` or `ADD` in addition to its path and value.
const WRITE: usize = 19;
/// Bytes of a `REMOVE` or `DELETE` in addition to its path.
const CLEAR: usize = 1;
/// Bytes of every element of a written path except the first, in addition to its name or digits.
const WRITTEN_ELEMENT: usize = 4;
/// Bytes of a read path, and of each of its elements, in addition to names and digits. Written paths have no such
/// bytes.
const READ: usize = 1;
const READ_ELEMENT: usize = 14;

impl Update {
    /// Bytes that the service counts for the update itself.
    #[must_use]
    pub fn charge(&self) -> usize {
        let action = |action: &crate::update::Action| {
            let path = written(&action.target.path);
            match &action.kind {
                ActionKind::Set(value) => WRITE + path + operand(value),
                ActionKind::Add(value) => WRITE + path + value.size(),
                // The members that `DELETE` removes do not count.
                ActionKind::Remove | ActionKind::Delete(_) => CLEAR + path,
            }
        };
        UPDATE + self.actions.iter().map(action).sum::<usize>()
    }
}

/// Bytes of an operand. Recurses as deep as functions nest. A value counts for each use.
fn operand(value: &SetValue) -> usize {
    match value {
        SetValue::Path(path) => read(path),
        SetValue::Value(value) => value.size(),
        SetValue::IfNotExists { path, otherwise } => 39 + read(path) + operand(otherwise),
        SetValue::ListAppend { first, second } => 37 + operand(first) + operand(second),
        SetValue::Sum {
            sign: Sign::Plus,
            left,
            right,
        } => 34 + operand(left) + operand(right),
        SetValue::Sum {
            sign: Sign::Minus,
            left,
            right,
        } => 37 + operand(left) + operand(right),
    }
}

fn written(path: &Path) -> usize {
    path.attribute.len()
        + path
            .steps
            .iter()
            .map(|step| WRITTEN_ELEMENT + length(step))
            .sum::<usize>()
}

fn read(path: &Path) -> usize {
    let steps = path.steps.iter().map(|step| READ_ELEMENT + length(step));
    READ + READ_ELEMENT + path.attribute.len() + steps.sum::<usize>()
}

/// Bytes of a name, or of an index as text.
fn length(step: &Step) -> usize {
    match step {
        Step::Key(name) => name.len(),
        Step::Index(index) => index.checked_ilog10().map_or(1, |tens| tens as usize + 1),
    }
}
