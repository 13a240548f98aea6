//! Compiles tools ahead, in parallel with other work of the command. Compilation seldom uses every core, so on a new
//! machine this saves about half of the compilation time of the tools.

use std::thread::{Scope, ScopedJoinHandle};
use std::time::Instant;

use super::{Part, title};
use crate::failure::Failure;
use crate::installation;
use crate::project::Project;
use crate::tools::Tool;

/// The tools being installed.
pub(crate) struct Ahead<'scope> {
    compiling: Option<ScopedJoinHandle<'scope, Vec<Compiled>>>,
    /// The tools that could not be installed.
    failed: Vec<(Tool, Failure)>,
}

/// The result of one installation.
struct Compiled {
    tool: Tool,
    seconds: f32,
    outcome: Result<(), Failure>,
}

impl<'scope> Ahead<'scope> {
    /// Starts to install the missing tools among these parts.
    pub(crate) fn begin<'env>(
        scope: &'scope Scope<'scope, 'env>,
        project: &'env Project,
        parts: impl Iterator<Item = Part>,
    ) -> Self {
        let mut wanted: Vec<Tool> = Vec::new();
        for part in parts {
            if let Part::Tool(tool) = part
                && !wanted.contains(&tool)
            {
                wanted.push(tool);
            }
        }
        wanted.retain(|tool| tool.find().is_none());
        let failed = Vec::new();
        if wanted.is_empty() {
            return Self {
                compiling: None,
                failed,
            };
        }
        let names: Vec<String> = wanted.iter().map(|tool| title(Part::Tool(*tool))).collect();
        println!(
            "set-up  compiled once, beside whatever does without them: {}",
            names.join(", ")
        );
        let compile = move || {
            let compiled = wanted.into_iter().map(|tool| install(project, tool)).collect();
            installation::forget_intermediate_files();
            compiled
        };
        Self {
            compiling: Some(scope.spawn(compile)),
            failed,
        }
    }

    /// Waits for the installations if one of these parts is a tool.
    ///
    /// # Errors
    /// When one of these parts could not be installed.
    pub(crate) fn wait_for(&mut self, parts: &[Part]) -> Result<(), Failure> {
        let among = |tool: &Tool| {
            parts
                .iter()
                .any(|part| matches!(part, Part::Tool(named) if named == tool))
        };
        if !parts.iter().any(|part| matches!(part, Part::Tool(_))) {
            return Ok(());
        }
        if let Some(compiling) = self.compiling.take() {
            let Ok(compiled) = compiling.join() else {
                return Err(Failure::new(
                    "compiling tools",
                    "the thread that compiles them panicked",
                ));
            };
            for Compiled { tool, seconds, outcome } in compiled {
                match outcome {
                    Ok(()) => {
                        println!(
                            "set-up  {:<26} {seconds:>6.1} s  installed into the cache",
                            title(Part::Tool(tool))
                        );
                    }
                    Err(failure) => self.failed.push((tool, failure)),
                }
            }
        }
        self.failed
            .iter()
            .find(|(tool, _)| among(tool))
            .map_or(Ok(()), |(_, failure)| Err(failure.clone()))
    }
}

fn install(project: &Project, tool: Tool) -> Compiled {
    let begin = Instant::now();
    // Reported at the end, because other work uses the terminal until then.
    let outcome = tool.install(project, false);
    Compiled {
        tool,
        seconds: begin.elapsed().as_secs_f32(),
        outcome,
    }
}

#[cfg(test)]
mod tests {
    use super::Ahead;
    use crate::failure::Failure;
    use crate::setup::Part;
    use crate::tools;

    #[test]
    fn a_failure_goes_to_whoever_needs_the_tool_and_stays() {
        let failed = vec![(
            tools::CARGO_DENY,
            Failure::new("installing cargo-deny", "there is no network"),
        )];
        let mut ahead = Ahead {
            compiling: None,
            failed,
        };
        assert!(
            ahead
                .wait_for(&[Part::WasmTarget, Part::Tool(tools::WASM_BINDGEN)])
                .is_ok()
        );
        for _ in 0..2 {
            let failure = ahead
                .wait_for(&[Part::Tool(tools::WASM_BINDGEN), Part::Tool(tools::CARGO_DENY)])
                .unwrap_err();
            assert!(failure.to_string().contains("there is no network"));
        }
        assert!(ahead.wait_for(&[Part::Browser]).is_ok());
    }
}
