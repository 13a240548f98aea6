//! The table of a step: the table of its shown parts, otherwise the table of its latest request.
//!
//! Must not know how a table is shown.

use hashrange_wire::JsonTree;

use crate::{Act, Lesson, Part, Step, Task, Turned};

/// A table that exists now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnownTable {
    /// Its name.
    pub name: String,
    /// The names of its indexes.
    pub indexes: Vec<String>,
}

impl Step {
    /// The table of the step, if it exists; otherwise the lesson's own.
    #[must_use]
    pub fn table(&self, lesson: &Lesson, tables: &[KnownTable]) -> String {
        let of_index = self.show.iter().find_map(|part| match part {
            Part::Index(name) | Part::Pipe(name) | Part::Build(name) | Part::Entry(name, _) => {
                with_index(name, lesson, tables)
            }
            _ => None,
        });
        let found = of_index.or_else(|| {
            let of_goal = self.goal().map(|goal| goal.solve.iter()).into_iter().flatten();
            let acts = self.before.iter().chain(&self.after).chain(of_goal);
            let mut named: Vec<String> = acts.filter_map(table_of_act).collect();
            if let Task::Drag(turns, _) = &self.task {
                let of_turns = turns.iter().filter_map(|turn| turn.turned.as_ref());
                named.extend(of_turns.filter_map(|turned| match turned {
                    Turned::Load(plan, _) => Some(plan.target.table.clone()),
                    Turned::Request(_, body) => table_in(body),
                }));
            }
            named
                .into_iter()
                .rev()
                .find(|name| tables.iter().any(|table| table.name == *name))
        });
        found.unwrap_or_else(|| lesson.table.clone())
    }
}

fn with_index(index: &str, lesson: &Lesson, tables: &[KnownTable]) -> Option<String> {
    let own = tables.iter().filter(|table| table.name == lesson.table);
    own.chain(tables)
        .find(|table| table.indexes.iter().any(|name| name == index))
        .map(|table| table.name.clone())
}

fn table_of_act(act: &Act) -> Option<String> {
    match act {
        Act::Load { plan, .. } => Some(plan.target.table.clone()),
        Act::Send { body, .. } | Act::Pages { body, .. } => table_in(body),
        _ => None,
    }
}

/// The table that the body of a request names.
pub(crate) fn table_in(body: &str) -> Option<String> {
    JsonTree::parse(body).ok()?.text_of("TableName").map(str::to_owned)
}
