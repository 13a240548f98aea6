//! The draft of an assignment: the workspace in front as the text of a lesson. The task is that of the latest Query;
//! without one, the teacher writes it.
//!
//! Owns the parts of a workspace that begin a lesson. Must not know where the text is edited.

use hashrange_engine::Engine;
use hashrange_files::TableDefinition;
use hashrange_lesson::PLACEHOLDERS;
use hashrange_wire::{JsonTree, Operation, Request, encode_request, item_to_json};

use crate::core::Core;
use crate::lesson::draft_task;
use crate::table_settings::{definition_of, later_requests};

/// Maximum bytes of a lesson's file.
const MOST_BYTES: usize = hashrange_lesson::MOST_BYTES;
/// Maximum number of items of a batch (documented: limits-batches).
const BATCH: usize = 25;
/// Maximum bytes of a batch. The service accepts 16 MB (documented: limits-batches), but a line should stay readable.
const BATCH_BYTES: usize = 16 * 1024;
/// Maximum number of words of a title.
const TITLE_WORDS: usize = 8;

/// The text of an assignment that begins with the tables and items of this workspace.
///
/// # Errors
/// If there is no table, or too much content for a lesson's file.
pub(crate) fn draft(core: &Core, name: &str) -> Result<String, String> {
    let task = draft_task::of_latest_query(core);
    let [promise, ..] = PLACEHOLDERS;
    let promise = task.as_ref().map_or(promise, |_| "Find items with one Query.");
    let mut text = head(name, promise);
    let usual = Core::usual();
    for (name, value) in core.settings().unlike(&usual) {
        text.push_str(&format!("setting {name} {value}\n"));
    }
    let mut any = false;
    for table in core.engine().tables() {
        let Some(description) = core.engine().describe(table.name()) else {
            continue;
        };
        begin(
            &mut text,
            core.engine(),
            definition_of(core.engine(), table, &description),
        );
        let named = JsonTree::from(table.name().as_str()).to_json();
        let mut batch = Vec::new();
        for (item, _) in table.items() {
            batch.push(format!(r#"{{"PutRequest":{{"Item":{}}}}}"#, item_to_json(item)));
            if batch.len() == BATCH || batch.iter().map(String::len).sum::<usize>() > BATCH_BYTES {
                put(&mut text, &named, &mut batch);
            }
            if text.len() > MOST_BYTES {
                return Err(format!(
                    "This workspace is too large for an assignment: a lesson's file has at most {} KB.",
                    MOST_BYTES / 1024
                ));
            }
        }
        put(&mut text, &named, &mut batch);
        any = true;
    }
    if !any {
        return Err("This workspace has no table. Create one for the assignment to begin with.".to_owned());
    }
    let noted = if task.is_none() {
        "keep before = used-reads\n"
    } else {
        ""
    };
    text.push_str(&format!("{noted}step task\ntitle Your task\nshow table, result\n"));
    text.push_str(&task.unwrap_or_else(unwritten_task));
    Ok(text)
}

/// Writes the requests that create a table and apply its later settings.
fn begin(text: &mut String, engine: &Engine, definition: TableDefinition) {
    let later = later_requests(&definition);
    let name = definition.create.table_name.clone();
    request(text, &Request::CreateTable(definition.create));
    text.push_str(&format!("until status @{name} = ACTIVE\n"));
    for later in later {
        // Recovery can be enabled shortly after the table is ACTIVE (observed: recovery-seen).
        let millis = engine.options().physics.settings.backups.micros().div_ceil(1_000);
        if later.operation() == Operation::UpdateContinuousBackups && millis > 0 {
            text.push_str(&format!("~ {millis} ms\n"));
        }
        request(text, &later);
    }
}

/// The text before the tables.
fn head(name: &str, promise: &str) -> String {
    let words: Vec<String> = name.split_whitespace().filter_map(spoken).take(TITLE_WORDS).collect();
    let title = if words.is_empty() {
        "Assignment".to_owned()
    } else {
        words.join(" ")
    };
    let letters = title.to_ascii_lowercase();
    let id: Vec<&str> = letters
        .split(|letter: char| !letter.is_ascii_alphanumeric())
        .filter(|it| !it.is_empty())
        .collect();
    let id: String = id.join("-").chars().take(40).collect();
    let id = if id.is_empty() { "assignment".to_owned() } else { id };
    format!(
        "# The workspace as it is now. Lines that start with # are notes for you: learners do not receive them.\n\
         lesson {id}\ncourse keys\ntitle {title}\nminutes 10\npromise {promise}\n"
    )
}

/// Returns a word as a title may contain it: without braces, which would begin a figure, and without a leading digit.
fn spoken(word: &str) -> Option<String> {
    let word = word.replace(['{', '}', '|', '"'], "");
    (!word.is_empty() && !word.contains(|letter: char| letter.is_ascii_digit())).then_some(word)
}

/// The task of a workspace without a Query, which the teacher completes. The linter does not accept the placeholders as
/// finished text.
fn unwritten_task() -> String {
    let [_, say, hint, done] = PLACEHOLDERS;
    format!(
        "# If you run the Query that solves your task before you make the assignment, the task is written for you.
say {say}
# The conditions, with ; between them. Other figures: used-writes, throttled-reads, items, count, cost.
goal answer Query {{\"Count\":1}} ; requests Scan = 0 ; used-reads - kept before <= 5
hint {hint}
done {done}
"
    )
}

/// Writes a request in one line.
fn request(text: &mut String, request: &Request) {
    line(text, request.operation(), &encode_request(request));
}

/// Writes a request with this body in one line. Escapes `<`, because text between < and > would be an abbreviation.
fn line(text: &mut String, operation: Operation, body: &str) {
    let operation = operation.name();
    text.push_str(&format!("> {operation} {}\n", body.replace('<', "\\u003c")));
}

/// Writes the batch as a request, followed by a wait.
fn put(text: &mut String, table: &str, batch: &mut Vec<String>) {
    if !batch.is_empty() {
        let body = format!(r#"{{"RequestItems":{{{table}:[{}]}}}}"#, batch.join(","));
        line(text, Operation::BatchWriteItem, &body);
        text.push_str("~ 1 s\n");
        batch.clear();
    }
}
