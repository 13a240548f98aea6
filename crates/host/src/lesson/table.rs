//! The tables of the service, as a lesson asks for them.
//!
//! Must not know how a table is shown.

use hashrange_lesson::{KnownTable, Lesson, Step};

use crate::core::Core;

/// The table of a step, if it exists; otherwise the lesson's own.
pub(crate) fn table_of(step: &Step, lesson: &Lesson, core: &Core) -> String {
    let known = core.engine().tables().map(|table| KnownTable {
        name: table.name().to_string(),
        indexes: table.indexes().map(|view| view.definition().name.to_string()).collect(),
    });
    step.table(lesson, &known.collect::<Vec<_>>())
}
