//! Runs a spec against a service.
//!
//! Owns the order of a run: placeholders, request, response, comparison. Around every refused request it checks that
//! nothing changes. Must not know which service it uses.

use serde_json::{Value, json};

use crate::matching::matches;
use crate::service::{Answer, Service};
use crate::snapshot::Snapshot;
use crate::spec::{Exchange, Expected, Loop, Mode, Spec, StepKind};
use crate::template::{self, Memory, Variables};

/// Maximum number of shown lines of a response.
const SHOWN_LINES: usize = 60;
/// The maximum number of pages of `every page`.
const MOST_PAGES: usize = 10_000;

/// Runs the spec to its end.
///
/// # Errors
/// A message with file and line of the first step that failed.
pub fn run(spec: &Spec, service: &mut dyn Service) -> Result<(), String> {
    let mut memory = Memory::default();
    // The check consumes throughput too. With throttling, a spec must do its own check.
    let looks = spec.physics.throttling.is_none();
    for step in &spec.steps {
        let outcome = match &step.kind {
            StepKind::Advance(milliseconds) if service.advance(*milliseconds) => Ok(()),
            StepKind::Advance(_) => Err("this service has no virtual clock".to_owned()),
            StepKind::Keep { name, path } => memory
                .part(path)
                .map(|part| drop(memory.kept.insert(name.clone(), part))),
            StepKind::Exchange(exchange) => run_exchange(exchange, service, &mut memory, looks),
        };
        outcome.map_err(|message| format!("{}: {message}", step.place))?;
    }
    Ok(())
}

fn run_exchange(
    exchange: &Exchange,
    service: &mut dyn Service,
    memory: &mut Memory,
    looks: bool,
) -> Result<(), String> {
    let mut variables = Variables::new();
    repeat(&exchange.loops, &mut variables, &mut |variables| {
        run_once(exchange, service, (variables, looks), memory).map_err(|message| {
            let shown: Vec<String> = variables
                .iter()
                .map(|(name, number)| format!("{name} = {number}"))
                .collect();
            if shown.is_empty() {
                message
            } else {
                format!("({}) {message}", shown.join(", "))
            }
        })
    })
}

fn repeat(
    loops: &[Loop],
    variables: &mut Variables,
    each: &mut dyn FnMut(&Variables) -> Result<(), String>,
) -> Result<(), String> {
    let Some((outer, inner)) = loops.split_first() else {
        return each(variables);
    };
    for number in outer.from..=outer.to {
        variables.insert(outer.variable.clone(), number);
        repeat(inner, variables, each)?;
    }
    Ok(())
}

fn run_once(
    exchange: &Exchange,
    service: &mut dyn Service,
    (variables, looks): (&Variables, bool),
    memory: &mut Memory,
) -> Result<(), String> {
    let looks = looks && matches!(exchange.expected, Expected::Refused { .. });
    let before = looks.then(|| Snapshot::take(service));
    let operation = &exchange.operation;
    let answer = match exchange.mode {
        Mode::Raw => service.call(operation, &template::fill(&exchange.body, variables)?),
        Mode::Once => service.call(
            operation,
            &template::json(&exchange.body, variables, memory)?.to_string(),
        ),
        Mode::EveryPage => every_page(service, operation, template::json(&exchange.body, variables, memory)?)?,
    };
    // A response without a body counts as an empty object.
    let text = if answer.body.is_empty() { "{}" } else { &answer.body };
    let body: Value = serde_json::from_str(text).unwrap_or(Value::Null);
    let expected = |text: &Option<String>| -> Result<Value, String> {
        text.as_ref()
            .map_or(Ok(json!({})), |text| template::json(text, variables, memory))
    };
    let judged = match &exchange.expected {
        Expected::Ok(_) if answer.status != 200 => Err("refused".to_owned()),
        Expected::Ok(text) => matches(&expected(text)?, &body),
        Expected::Refused { .. } if answer.status == 200 => Err("not refused".to_owned()),
        Expected::Refused {
            exception,
            message,
            body: text,
        } => {
            let message = message
                .as_ref()
                .map(|text| template::fill(text, variables))
                .transpose()?;
            let message = message.as_deref().map(template_ends);
            refused(exception, message, &answer, &body).and_then(|()| matches(&expected(text)?, &body))
        }
    };
    judged.map_err(|message| {
        format!(
            "{operation}: {message}\nthe answer was {} {}",
            answer.status,
            shown(&body)
        )
    })?;
    if let Some(before) = before
        && let Some(difference) = before.difference(&Snapshot::take(service))
    {
        return Err(format!("{operation} was refused, but something changed: {difference}"));
    }
    memory.last = body;
    Ok(())
}

/// A message, and whether it is only a prefix.
fn template_ends(message: &str) -> (&str, bool) {
    message
        .strip_suffix('…')
        .map_or((message, false), |start| (start.trim_end(), true))
}

fn refused(exception: &str, message: Option<(&str, bool)>, answer: &Answer, body: &Value) -> Result<(), String> {
    let kind = body["__type"]
        .as_str()
        .and_then(|kind| kind.rsplit('#').next())
        .unwrap_or("");
    if kind != exception {
        return Err(format!("expected {exception}, got {kind}"));
    }
    if answer.status != 400 {
        return Err(format!("expected status 400, got {}", answer.status));
    }
    let said = body["message"].as_str().or(body["Message"].as_str()).unwrap_or("");
    match message {
        Some((start, true)) if !said.starts_with(start) => {
            Err(format!("the message differs:\nexpected {start}…\n     got {said}"))
        }
        Some((whole, false)) if said != whole => {
            Err(format!("the message differs:\nexpected {whole}\n     got {said}"))
        }
        _ => Ok(()),
    }
}

/// Follows `LastEvaluatedKey` to the end. The response has all `Items`, the sums of `Count`, `ScannedCount` and
/// `CapacityUnits`, and `Pages` with the `Count` and `ScannedCount` of each.
fn every_page(service: &mut dyn Service, operation: &str, mut request: Value) -> Result<Answer, String> {
    let (mut items, mut pages) = (Vec::new(), Vec::new());
    let (mut count, mut scanned, mut units) = (0, 0, 0.0);
    for _ in 0..MOST_PAGES {
        let answer = service.call(operation, &request.to_string());
        if answer.status != 200 {
            return Ok(answer);
        }
        let body: Value = serde_json::from_str(&answer.body).map_err(|error| error.to_string())?;
        items.extend(body["Items"].as_array().cloned().unwrap_or_default());
        count += body["Count"].as_u64().unwrap_or(0);
        scanned += body["ScannedCount"].as_u64().unwrap_or(0);
        units += body["ConsumedCapacity"]["CapacityUnits"].as_f64().unwrap_or(0.0);
        pages.push(json!({ "Count": body["Count"], "ScannedCount": body["ScannedCount"] }));
        let next = &body["LastEvaluatedKey"];
        if next.is_null() {
            let all = json!({
                "Items": items, "Count": count, "ScannedCount": scanned, "CapacityUnits": units, "Pages": pages,
            });
            return Ok(Answer {
                status: 200,
                body: all.to_string(),
            });
        }
        request["ExclusiveStartKey"] = next.clone();
    }
    Err(format!("{operation} has no end after {MOST_PAGES} pages"))
}

fn shown(body: &Value) -> String {
    let text = serde_json::to_string_pretty(body).unwrap_or_default();
    let mut lines: Vec<&str> = text.lines().take(SHOWN_LINES).collect();
    if text.lines().count() > SHOWN_LINES {
        lines.push("…");
    }
    lines.join("\n")
}

#[cfg(test)]
mod tests;
