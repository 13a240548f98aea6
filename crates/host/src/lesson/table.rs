//! The table of a step: the table of its shown parts, otherwise the table of its latest request.
//!
//! Must not know how a table is shown.

use hashrange_lesson::{Act, Lesson, Part, Step, Task};

use crate::core::Core;

/// The table of a step, if it exists; otherwise the lesson's own.
pub(crate) fn table_of(step: &Step, lesson: &Lesson, core: &Core) -> String {
    let of_index = step.show.iter().find_map(|part| match part {
        Part::Index(name) | Part::Pipe(name) | Part::Build(name) => with_index(name, lesson, core),
        _ => None,
    });
    let found = of_index.or_else(|| {
        let of_goal = step.goal().map(|goal| goal.solve.iter()).into_iter().flatten();
        let acts = step.before.iter().chain(&step.after).chain(of_goal);
        let mut named: Vec<String> = acts.filter_map(table_of_act).collect();
        if let Task::Drag(turns, _) = &step.task {
            named.extend(
                turns
                    .iter()
                    .filter_map(|turn| Some(turn.load.as_ref()?.0.target.table.clone())),
            );
        }
        named.into_iter().rev().find(|name| core.engine().table(name).is_some())
    });
    found.unwrap_or_else(|| lesson.table.clone())
}

fn with_index(index: &str, lesson: &Lesson, core: &Core) -> Option<String> {
    let has = |name: &str| {
        let table = core.engine().table(name)?;
        table
            .indexes()
            .any(|view| view.definition().name == index)
            .then(|| name.to_owned())
    };
    has(&lesson.table).or_else(|| core.engine().tables().find_map(|table| has(table.name().as_ref())))
}

fn table_of_act(act: &Act) -> Option<String> {
    match act {
        Act::Load { plan, .. } => Some(plan.target.table.clone()),
        Act::Send { body, .. } | Act::Pages { body, .. } => {
            let body: serde_json::Value = serde_json::from_str(body).ok()?;
            body.get("TableName")?.as_str().map(str::to_owned)
        }
        _ => None,
    }
}
