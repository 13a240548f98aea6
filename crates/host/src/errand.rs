//! Errands: what few visitors ask for. Each is one question and one answer, both as bytes.
//!
//! Owns how an errand is run, in bounded stretches where it takes long. Must not know what a page does with the answer.

use hashrange_assignment::{Assignment, HandIn, Judging, Verdict};
use hashrange_protocol::errand::{Done, Errand};
use hashrange_protocol::{News, WorkspaceId};

use crate::core::Seen;
use crate::files;
use crate::host::Host;
use crate::lesson::{check, settings_of};
use crate::running::Running;
use crate::world::World;

/// Real time one stretch may take before messages are heard again, in milliseconds.
const STRETCH_MS: f64 = 12.0;

impl<W: World> Host<W> {
    /// Runs an errand and answers it.
    pub(crate) async fn run_errand(self, id: WorkspaceId, number: u64, bytes: Vec<u8>) {
        let done = match Errand::from_bytes(&bytes) {
            Some(errand) => self.done(id, errand).await,
            None => Done::Refused("The page and its engine are of different versions. Reload the page.".to_owned()),
        };
        self.post(News::ErrandDone { number, bytes: done.to_bytes() });
    }

    async fn done(&self, id: WorkspaceId, errand: Errand) -> Done {
        let done = match errand {
            Errand::CheckLesson { text } => Ok(Done::Faults(check::check(&text))),
            Errand::HandIn { learner } => self.hand_in(id, learner).await,
            Errand::Connect { endpoint, writes } => self.connect(&endpoint, writes).await,
            Errand::RemoteFacts => self.remote_facts(id),
            Errand::AllowWrites(writes) => self.allow_writes(id, writes),
            Errand::LoadMore { table } => self.load_more(id, &table).await,
            Errand::Copy(form) => self.alone(self.copy(id, &form)).await,
            Errand::DesignCheck(form) => self.alone(self.design_check(id, &form)).await,
            Errand::ItemsFile { table, index, form } => {
                self.alone(self.items_file(id, &table, index.as_deref(), form)).await
            }
            Errand::TablesFile { tables, form } => self.tables_file(id, &tables, form),
            Errand::FindTables { name, text } => {
                let found = self.within(id, |workspace| files::found(&workspace.core, &name, &text));
                found.ok_or_else(|| "The workspace was closed.".to_owned())
            }
            Errand::MakeTables { name, text, tables } => self.alone(self.make_tables(id, &name, &text, &tables)).await,
            Errand::Progress => Ok(self.progress()),
            Errand::Stop => Ok(self.stop_errand()),
            Errand::Judge { text, file } => self.judge_file(&text, &file).await,
        };
        done.unwrap_or_else(Done::Refused)
    }

    /// Runs an errand that takes long, one at a time: it can be asked for how far it is, and stopped.
    async fn alone(&self, errand: impl Future<Output = Result<Done, String>>) -> Result<Done, String> {
        let began = self.desk(|desk| {
            let free = desk.running.is_none();
            if free {
                desk.running = Some(Running::default());
            }
            free
        });
        if !began {
            return Err("Something else is under way. Wait for it, or stop it.".to_owned());
        }
        let outcome = errand.await;
        self.desk(|desk| desk.running = None);
        outcome
    }

    /// Says how far the errand is.
    ///
    /// # Errors
    /// When the reader stopped it.
    pub(crate) fn goes_on(&self, words: &str) -> Result<(), String> {
        let stop = self.desk(|desk| {
            let running = desk.running.get_or_insert_default();
            words.clone_into(&mut running.words);
            running.stop
        });
        if stop { Err("It was stopped.".to_owned()) } else { Ok(()) }
    }

    fn progress(&self) -> Done {
        Done::Words(self.desk(|desk| desk.running.as_ref().map(|running| running.words.clone())).unwrap_or_default())
    }

    fn stop_errand(&self) -> Done {
        self.desk(|desk| {
            if let Some(running) = &mut desk.running {
                running.stop = true;
            }
        });
        self.progress()
    }

    /// Makes a learner's file, and judges it as a teacher will.
    async fn hand_in(&self, id: WorkspaceId, learner: String) -> Result<Done, String> {
        let away = self.within(id, |workspace| workspace.core.timeline().journal().is_none());
        if away == Some(true) && !self.read_past(id).await {
            return Err("What happened before could not be read. Try again.".to_owned());
        }
        let made = self.within(id, |workspace| {
            workspace.core.mark_time();
            let lesson = workspace.lesson.as_ref().ok_or("No assignment is in front.")?;
            let text = lesson.file.text.clone();
            let journal = workspace.core.timeline().journal().ok_or("The journal is not here.")?;
            Ok::<_, &str>((text, lesson.lesson.id.clone(), journal))
        });
        let (text, lesson, journal) = made.ok_or("The workspace was closed.")??;
        let assignment = Assignment::read(&text).map_err(|error| error.to_string())?;
        let hand_in = HandIn { learner, lesson, mark: assignment.mark(), journal };
        let verdict = self.judge(&assignment, &hand_in).await;
        Ok(Done::HandIn { name: file_name(&hand_in), bytes: hand_in.to_bytes(), verdict })
    }

    async fn judge_file(&self, text: &str, file: &[u8]) -> Result<Done, String> {
        let assignment = Assignment::read(text).map_err(|error| error.to_string())?;
        let hand_in = HandIn::from_bytes(file).map_err(|error| error.to_string())?;
        let verdict = self.judge(&assignment, &hand_in).await;
        Ok(Done::Judged { learner: hand_in.learner, verdict })
    }

    async fn judge(&self, assignment: &Assignment, hand_in: &HandIn) -> Verdict {
        let mut judging = Judging::<Seen>::new(assignment, &settings_of(assignment.lesson()), hand_in);
        let mut stretch_end = self.world().millis() + STRETCH_MS;
        loop {
            if let Some(verdict) = judging.go_on() {
                return verdict.clone();
            }
            if self.world().millis() > stretch_end {
                self.world().rest(0).await;
                stretch_end = self.world().millis() + STRETCH_MS;
            }
        }
    }
}

/// A name that says whose it is, of letters that every file system takes.
fn file_name(hand_in: &HandIn) -> String {
    let letters = hand_in.learner.chars().map(|letter| if letter.is_alphanumeric() { letter } else { '-' });
    let learner: String = letters.take(40).collect();
    format!("{}-{}.handin", hand_in.lesson, learner.trim_matches('-'))
}
