//! Tools that are compiled ahead: beside whatever else a command does before it needs them. Compiling seldom keeps every
//! core busy, so from nothing this saves most of the minutes the tools take.

use std::thread::{Scope, ScopedJoinHandle};

use super::{Part, Step, provide, title};
use crate::failure::Failure;
use crate::project::Project;

/// The tools on their way.
pub(crate) struct Ahead<'scope> {
    compiling: Option<ScopedJoinHandle<'scope, Compiled>>,
}

/// What was done, and how it ended.
struct Compiled {
    steps: Vec<Step>,
    outcome: Result<(), Failure>,
}

impl<'scope> Ahead<'scope> {
    /// Begins with those of these parts that are tools and missing.
    pub(crate) fn begin<'env>(
        scope: &'scope Scope<'scope, 'env>,
        project: &'env Project,
        parts: impl Iterator<Item = Part>,
    ) -> Self {
        let mut missing: Vec<Part> = Vec::new();
        for part in parts {
            let Part::Tool(tool) = part else { continue };
            if tool.find().is_none() && !missing.iter().any(|other| title(*other) == title(part)) {
                missing.push(part);
            }
        }
        if missing.is_empty() {
            return Self { compiling: None };
        }
        let names: Vec<String> = missing.iter().map(|part| title(*part)).collect();
        println!("set-up  compiled once, beside the first stages: {}", names.join(", "));
        let compile = move || {
            let mut steps = Vec::new();
            let outcome = provide(project, &missing, false, &mut |step| steps.push(step));
            Compiled { steps, outcome }
        };
        Self { compiling: Some(scope.spawn(compile)) }
    }

    /// Waits for them when one of these parts is a tool, and says what became of them.
    ///
    /// # Errors
    /// When one could not be installed; told once, to the first who waits.
    pub(crate) fn wait_for(&mut self, parts: &[Part]) -> Result<(), Failure> {
        if !parts.iter().any(|part| matches!(part, Part::Tool(_))) {
            return Ok(());
        }
        let Some(compiling) = self.compiling.take() else { return Ok(()) };
        let Ok(Compiled { steps, outcome }) = compiling.join() else {
            return Err(Failure::new("compiling tools", "their thread came to grief"));
        };
        // That they were begun was said when they were.
        steps.into_iter().filter(|step| matches!(step, Step::Done(_))).for_each(Step::print);
        outcome
    }
}
