//! The sliders of a step: their lines, and the load or request that they change.
//!
//! Must not know the other lines of a step.

use crate::bounds::turned_up;
use crate::{Act, Fault, Goal, Task, Turn, Turned, Wrong, load};

/// The form of a `turn` line.
const TURN: &str = "turn suffixes 1..10 (or rate, seconds, bytes), or turn x 0..10 above a request with <x>";

/// Reads a `turn` line.
pub(super) fn turn(line: usize, rest: &str) -> Result<Turn, Wrong> {
    let form = || Wrong::Form {
        word: "turn",
        form: TURN,
    };
    let (name, range) = rest.split_once(' ').ok_or_else(form)?;
    let (from, to) = range.split_once("..").ok_or_else(form)?;
    match (from.trim().parse(), to.trim().parse()) {
        (Ok(from), Ok(to)) if from < to && !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_lowercase()) => {
            Ok(Turn {
                line,
                name: name.to_owned(),
                from,
                to,
                turned: None,
            })
        }
        _ => Err(form()),
    }
}

/// The task to move these sliders. Each is a setting of the load, or a number of the request.
pub(super) fn task(turns: Vec<Turn>, turned: &Turned, goal: Goal) -> Result<Task, Fault> {
    let line = turns.first().map_or(0, |turn| turn.line);
    let fits = |turn: &Turn| match turned {
        Turned::Load(..) => load::SETTINGS.contains(&turn.name.as_str()),
        Turned::Request(_, body) => body.contains(&turn.mark()),
    };
    if let Some(turn) = turns.iter().find(|turn| !fits(turn)) {
        let wrong = Wrong::Form {
            word: "turn",
            form: TURN,
        };
        return Err(Fault { line: turn.line, wrong });
    }
    bounded(turned, &turns).map_err(|wrong| Fault { line, wrong })?;
    let turns = turns.into_iter().map(|turn| Turn {
        turned: Some(turned.clone()),
        ..turn
    });
    Ok(Task::Drag(turns.collect(), goal))
}

/// Whether a load is within the limit at its highest settings.
fn bounded(turned: &Turned, turns: &[Turn]) -> Result<(), Wrong> {
    let Turned::Load(plan, _) = turned else {
        return Ok(());
    };
    let mut plan = plan.clone();
    for turn in turns {
        load::turned(&mut plan, &turn.name, turn.to);
    }
    turned_up(&plan)
}

/// Takes the last load, which runs only when a slider moves.
pub(super) fn take_last_load(acts: &mut Vec<Act>) -> Option<Turned> {
    let place = acts.iter().rposition(|act| matches!(act, Act::Load { .. }))?;
    match acts.remove(place) {
        Act::Load { plan, seed } => Some(Turned::Load(plan, seed)),
        _ => None,
    }
}
