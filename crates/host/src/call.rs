//! Calls: rare commands, each with one result.
//!
//! Owns how a call runs, in bounded slices if it takes long. Must not know what a page does with the result.

use hashrange_assignment::{Assignment, HandIn, Judging, Verdict, file_name};
use hashrange_code::Language;
use hashrange_engine::Engine;
use hashrange_protocol::call::{Call, CallResult};
use hashrange_protocol::{Answer, News, Progress, WorkspaceId};
use hashrange_values::Item;
use hashrange_wire::{JsonTree, Request, attribute_value_from_json, encode_request};

use crate::core::Seen;
use crate::files;
use crate::host::{Host, Platform};
use crate::lesson::{check, draft, result, settings_of};
use crate::running_call::Running;
use crate::table_settings::{definition_of, later_requests};
use crate::workspace::Workspace;

/// Real time of one slice before messages are read again, in milliseconds.
pub(crate) const STRETCH_MS: f64 = 12.0;

impl<W: Platform> Host<W> {
    /// Runs a call and sends its result.
    pub(crate) async fn run_call(self, id: WorkspaceId, number: u64, call: Call) {
        let done = self.done(id, number, call).await.unwrap_or_else(CallResult::Refused);
        let answer = Box::new(Answer::Call(done));
        self.post(&News::Answer { number, answer });
    }

    async fn done(&self, id: WorkspaceId, number: u64, call: Call) -> Result<CallResult, String> {
        self.allow_call(id, &call)?;
        match call {
            Call::CheckLesson { text } => Ok(CallResult::Faults(check::check(&text))),
            Call::DraftAssignment => self.seen(id, |workspace| {
                draft::draft(&workspace.core, &workspace.card.name).map(CallResult::Words)
            }),
            Call::HandIn { learner } => self.hand_in(id, number, learner).await,
            Call::ResultOfLesson { learner } => self.seen(id, |workspace| result::file(workspace, learner)),
            Call::KeyOfLesson { text } => self.key_of_lesson(number, &text).await,
            Call::Connect { endpoint, writes } => self.alone(number, self.connect(&endpoint, writes)).await,
            Call::RemoteFacts => self.remote_facts(id),
            Call::AllowWrites(writes) => self.allow_writes(id, writes),
            Call::LoadMore { table } => self.load_more(id, &table).await,
            Call::Copy(form) => self.alone(number, self.copy(id, &form)).await,
            Call::DesignCheck(form) => self.alone(number, self.design_check(id, &form)).await,
            Call::ItemsFile { table, index, form } => {
                self.alone(number, self.items_file(id, &table, index.as_deref(), form))
                    .await
            }
            Call::TablesFile { tables, form, views } => self.tables_file(id, &tables, form, &views),
            Call::FindTables { name, text } => {
                self.seen(id, |workspace| Ok(files::found(&workspace.core, &name, &text)))
            }
            Call::MakeTables { name, text, tables } => {
                self.alone(number, self.make_tables(id, &name, &text, &tables)).await
            }
            Call::ImportPart { name, number, bytes } => self.import_part(id, (&name, number), bytes).await,
            Call::RunPatterns(question) => self.patterns(id, *question).await,
            Call::LimitOfPatterns { patterns, what_if } => {
                self.alone(number, self.limit_of_patterns(id, (patterns, what_if)))
                    .await
            }
            Call::StageOfPatterns { patterns, multiple } => {
                self.alone(number, self.stage_of_patterns(id, &patterns, multiple))
                    .await
            }
            Call::DayOfPatterns { patterns, what_if } => {
                self.alone(number, self.day_of_patterns(id, (patterns, what_if))).await
            }
            Call::PatternsFile { patterns, format } => self.patterns_file(id, &patterns, format),
            Call::FindPatterns { text } => Self::found_patterns(&text),
            Call::LookAtItems {
                table,
                keys,
                attribute,
                value,
            } => self.seen(id, |workspace| {
                look_at_items(workspace.core.engine(), &table, &keys, (&attribute, value.as_deref()))
            }),
            Call::Program {
                language,
                operation,
                body,
                endpoint,
            } => program(&language, operation.name(), &body, endpoint.as_deref()),
            Call::TableProgram {
                language,
                table,
                endpoint,
            } => self.seen(id, |workspace| {
                table_program(&language, workspace.core.engine(), &table, endpoint.as_deref())
            }),
            Call::Judge { text, file } => self.judge_file(number, &text, &file).await,
        }
    }

    /// The result of a look at an open workspace.
    fn seen(
        &self,
        id: WorkspaceId,
        look: impl FnOnce(&mut Workspace) -> Result<CallResult, String>,
    ) -> Result<CallResult, String> {
        self.within(id, look)
            .unwrap_or_else(|| Err("The workspace was closed.".to_owned()))
    }

    /// Runs a long call. Only one runs at a time. It reports progress and can be stopped.
    async fn alone(
        &self,
        number: u64,
        call: impl Future<Output = Result<CallResult, String>>,
    ) -> Result<CallResult, String> {
        let began = self.state(|state| {
            let free = state.running.is_none();
            if free {
                state.running = Some(Running::new(number));
            }
            free
        });
        if !began {
            return Err("Another file, copy or connection is running. Wait for it, or stop it.".to_owned());
        }
        let outcome = call.await;
        self.state(|state| state.running = None);
        outcome
    }

    /// Reports the progress of the call, a few times a second at most.
    ///
    /// # Errors
    /// If the reader stopped the call.
    pub(crate) fn goes_on(&self, words: &str) -> Result<(), String> {
        let now = self.platform().millis();
        let Some((number, stop, due)) = self.state(|state| {
            let running = state.running.as_mut()?;
            let stop = state.calls.get(&running.number).copied().unwrap_or_default();
            Some((running.number, stop, running.is_due(now)))
        }) else {
            return Ok(());
        };
        if stop {
            return Err("Stopped.".to_owned());
        }
        if due {
            let progress = Box::new(Progress::Call(words.to_owned()));
            self.post(&News::Progress { number, progress });
        }
        Ok(())
    }

    /// Creates a learner's file, and judges it as the teacher's page does.
    async fn hand_in(&self, id: WorkspaceId, number: u64, learner: String) -> Result<CallResult, String> {
        let away = self.within(id, |workspace| workspace.core.timeline().journal().is_none());
        if away == Some(true) && !self.read_past(id).await {
            return Err("The earlier events could not be read. Try again.".to_owned());
        }
        let made = self.within(id, |workspace| {
            workspace.core.mark_time();
            let lesson = workspace.lesson.as_ref().ok_or("No assignment is open.")?;
            let text = lesson.file.text.clone();
            let journal = workspace
                .core
                .timeline()
                .journal()
                .ok_or("The journal could not be read.")?;
            Ok::<_, &str>((text, lesson.lesson.id.clone(), journal))
        });
        let (text, lesson, journal) = made.ok_or("The workspace was closed.")??;
        let assignment = Assignment::read(&text).map_err(|error| error.to_string())?;
        let hand_in = HandIn {
            learner,
            lesson,
            mark: assignment.mark(),
            journal,
        };
        let verdict = self.judge(number, &assignment, &hand_in).await?;
        Ok(CallResult::HandIn {
            name: file_name(&hand_in.lesson, &hand_in.learner, "handin"),
            bytes: hand_in.to_bytes(),
            verdict,
        })
    }

    async fn judge_file(&self, number: u64, text: &str, file: &[u8]) -> Result<CallResult, String> {
        let assignment = Assignment::read(text).map_err(|error| error.to_string())?;
        let hand_in = HandIn::from_bytes(file).map_err(|error| error.to_string())?;
        let verdict = self.judge(number, &assignment, &hand_in).await?;
        Ok(CallResult::Judged {
            learner: hand_in.learner,
            verdict,
        })
    }

    /// Judges a hand-in in slices.
    ///
    /// # Errors
    /// If the reader stopped the call.
    async fn judge(&self, number: u64, assignment: &Assignment, hand_in: &HandIn) -> Result<Verdict, String> {
        let mut judging = Judging::<Seen>::new(assignment, &settings_of(assignment.lesson()), hand_in);
        self.in_slices(number, || judging.go_on().cloned()).await
    }

    /// Repeats bounded work until it has a result, and reads messages in between.
    ///
    /// # Errors
    /// If the reader stopped the call.
    pub(crate) async fn in_slices<T>(&self, number: u64, mut go_on: impl FnMut() -> Option<T>) -> Result<T, String> {
        let mut stretch_end = self.platform().millis() + STRETCH_MS;
        loop {
            if let Some(done) = go_on() {
                return Ok(done);
            }
            if self.platform().millis() > stretch_end {
                self.platform().rest(0).await;
                if self.state(|state| state.calls.get(&number).copied()) == Some(true) {
                    return Err("Stopped.".to_owned());
                }
                stretch_end = self.platform().millis() + STRETCH_MS;
            }
        }
    }
}

/// The number of items whose change is shown.
const SHOWN_ITEMS: usize = 5;

/// Looks at the items with these keys before a change of an attribute, or before their deletion if it has no name.
fn look_at_items(
    engine: &Engine,
    table: &str,
    keys: &[Item],
    (attribute, value): (&str, Option<&str>),
) -> Result<CallResult, String> {
    let value = value.map(attribute_value_from_json).transpose();
    let value = value.map_err(|error| error.to_string())?;
    let (mut found, mut same, mut first) = (0, 0, Vec::new());
    for key in keys {
        let Some(item) = engine.peek(table, key) else { continue };
        let before = item.get(attribute);
        found += 1;
        same += u64::from(!attribute.is_empty() && before == value.as_ref());
        if first.len() < SHOWN_ITEMS {
            let mut seen = key.clone();
            if let Some(before) = before {
                seen.insert(attribute, before.clone());
            }
            first.push(seen);
        }
    }
    Ok(CallResult::Items { found, same, first })
}

/// The longest body that is written as a program, in bytes. Deep values are indented, so a program is much longer.
const MOST_BODY: usize = 100_000;

/// Writes a request as a program.
fn program(language: &str, operation: &str, body: &str, endpoint: Option<&str>) -> Result<CallResult, String> {
    if body.len() > MOST_BODY {
        return Err("The body is too long to be shown as code: at most 100 KB.".to_owned());
    }
    let language = Language::from_id(language).ok_or("There is no such language.")?;
    let body = JsonTree::parse(body).map_err(|error| error.to_string())?;
    let text = hashrange_code::request(language, operation, &body, endpoint).map_err(|reason| reason.to_string())?;
    Ok(CallResult::Words(text))
}

/// Writes a table with its later settings as a program.
fn table_program(language: &str, engine: &Engine, name: &str, endpoint: Option<&str>) -> Result<CallResult, String> {
    let language = Language::from_id(language).ok_or("There is no such language.")?;
    let (Some(table), Some(description)) = (engine.table(name), engine.describe(name)) else {
        return Err(format!("There is no table {name}."));
    };
    let definition = definition_of(engine, table, &description);
    let tree = |body: &str| JsonTree::parse(body).map_err(|error| error.to_string());
    let mut later = Vec::new();
    for request in later_requests(&definition) {
        later.push((request.operation().name(), tree(&encode_request(&request))?));
    }
    let create = tree(&encode_request(&Request::CreateTable(definition.create)))?;
    let text = hashrange_code::table(language, &create, &later, endpoint).map_err(|reason| reason.to_string())?;
    Ok(CallResult::Words(text))
}
