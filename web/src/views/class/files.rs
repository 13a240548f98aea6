//! The files of a class: read in the page, or judged by the engine, one after another.
//!
//! Owns the files and the answer keys of their lessons. Must not know how a class is shown.

use hashrange_protocol::call::{AnswerKey, Call, CallResult, Class, LessonResult, Verdict};
use hashrange_words::t;
use js_sys::Uint8Array;
use leptos::task::spawn_local;
use wasm_bindgen_futures::JsFuture;
use web_sys::File;

use crate::beside::beside;
use crate::lessons::catalogue::entry;
use crate::lessons::download;
use crate::session::Calling;
use crate::signal::RwSignal;

/// The maximum bytes of a file.
const MOST_BYTES: f64 = 16.0 * 1024.0 * 1024.0;
/// The maximum number of files.
const MOST_FILES: usize = 500;
/// The first bytes of a hand-in.
const HAND_IN: &[u8] = b"HRH";

/// A file of a learner.
#[derive(Clone, Debug, PartialEq)]
pub struct ClassFile {
    /// Its name.
    pub name: String,
    /// Its content.
    pub content: Content,
}

/// The content of a file.
#[derive(Clone, Debug, PartialEq)]
pub enum Content {
    /// Not read yet.
    Waits,
    /// Not readable, for this reason.
    Refused(String),
    /// A hand-in: the learner's name, and the verdict.
    HandIn(String, Box<Verdict>),
    /// The result of a lesson.
    Result(Box<LessonResult>),
}

/// The handle to the files.
#[derive(Clone, Copy)]
pub struct ClassFiles {
    calling: Calling,
    /// The text of the assignment or lesson. `None` for the lessons of the page.
    text: Option<RwSignal<String>>,
    /// The files, in the order in which they came.
    pub all: RwSignal<Vec<ClassFile>>,
    /// The keys of lessons by their ids, or why there is none.
    pub keys: RwSignal<Vec<(String, Result<AnswerKey, String>)>>,
    /// The lesson that is shown, by its id.
    pub lesson: RwSignal<String>,
    /// Whether files are being read.
    pub reads: RwSignal<bool>,
    /// Whether names are hidden.
    pub hides: RwSignal<bool>,
}

impl ClassFiles {
    /// No files yet. With a text, the files are those of its assignment or lesson.
    #[must_use]
    pub fn new(text: Option<RwSignal<String>>) -> Self {
        Self {
            calling: Calling::new(),
            text,
            all: RwSignal::new(Vec::new()),
            keys: RwSignal::new(Vec::new()),
            lesson: RwSignal::new(String::new()),
            reads: RwSignal::new(false),
            hides: RwSignal::new(false),
        }
    }

    /// Whether the files are those of one assignment.
    #[must_use]
    pub fn has_text(self) -> bool {
        self.text.is_some()
    }

    /// Adds files, and reads them.
    pub fn add(self, files: Vec<File>) {
        if self.reads.get_untracked() {
            return;
        }
        let from = self.all.with_untracked(Vec::len);
        let files: Vec<File> = files.into_iter().take(MOST_FILES.saturating_sub(from)).collect();
        self.all.update(|all| {
            all.extend(files.iter().map(|file| ClassFile {
                name: file.name(),
                content: Content::Waits,
            }));
        });
        self.reads.set(true);
        spawn_local(async move {
            for (at, file) in files.iter().enumerate() {
                let content = self.read(file).await;
                let gone = self.all.try_update(|all| {
                    if let Some(file) = all.get_mut(from + at) {
                        file.content = content;
                    }
                });
                if gone.is_none() {
                    return;
                }
            }
            self.find_keys().await;
            self.reads.try_set(false);
        });
    }

    /// Stops the judgement of the file that takes long.
    pub fn skip(self) {
        self.calling.stop();
    }

    /// Removes all files.
    pub fn clear(self) {
        self.all.set(Vec::new());
        self.keys.set(Vec::new());
        self.lesson.set(String::new());
    }

    async fn read(self, file: &File) -> Content {
        if file.size() > MOST_BYTES {
            return Content::Refused(t!("The file is larger than 16 MB.").to_owned());
        }
        let Ok(buffer) = JsFuture::from(file.array_buffer()).await else {
            return Content::Refused(t!("The file could not be read.").to_owned());
        };
        let bytes = Uint8Array::new(&buffer).to_vec();
        let is_hand_in = bytes.starts_with(HAND_IN) || file.name().ends_with(".handin");
        match self.text {
            Some(text) if is_hand_in => self.judge(text.get_untracked(), bytes).await,
            None if is_hand_in => {
                let words = t!("This is a hand-in. Open the file of its assignment, and judge it there.");
                Content::Refused(words.to_owned())
            }
            _ => match LessonResult::read(&bytes) {
                Ok(result) => Content::Result(Box::new(result)),
                Err(error) => Content::Refused(error.to_string()),
            },
        }
    }

    async fn judge(self, text: String, file: Vec<u8>) -> Content {
        match self.calling.run(Call::Judge { text, file }).await {
            Some(CallResult::Judged { learner, verdict }) => Content::HandIn(learner, Box::new(verdict)),
            Some(CallResult::Refused(words)) => Content::Refused(words),
            _ => Content::Refused(t!("The engine did not respond. Add the file again.").to_owned()),
        }
    }

    /// Finds the answer keys of the lessons that have none yet.
    async fn find_keys(self) {
        for id in self.lessons() {
            if self
                .keys
                .with_untracked(|keys| keys.iter().all(|(known, _)| *known != id))
            {
                let key = self.key_of(&id).await;
                self.keys.try_update(|keys| keys.push((id, key)));
            }
        }
    }

    async fn key_of(self, id: &str) -> Result<AnswerKey, String> {
        let text = match (self.text, entry(id)) {
            (Some(text), _) => text.get_untracked(),
            (None, Some(_)) => download::file(&beside(&format!("lessons/{id}.txt"))).await?,
            (None, None) => {
                return Err(t!(
                    "This page has no lesson {id}. Open its file below \"Your own lesson\", and add the results there.",
                    id
                ));
            }
        };
        let is_it = |line: &str| line.trim_end().strip_prefix("lesson ") == Some(id);
        if !text.lines().any(is_it) {
            return Err(t!("These are results of another lesson, {id}.", id));
        }
        match self.calling.run(Call::KeyOfLesson { text }).await {
            Some(CallResult::Key(key)) => Ok(*key),
            Some(CallResult::Refused(words)) => Err(words),
            _ => Err(t!("The engine did not respond. Add the files again.").to_owned()),
        }
    }

    /// The ids of the lessons with results, in the order of the files.
    #[must_use]
    pub fn lessons(self) -> Vec<String> {
        let mut ids = Vec::new();
        self.all.with(|all| {
            for file in all {
                if let Content::Result(result) = &file.content
                    && !ids.contains(&result.lesson)
                {
                    ids.push(result.lesson.clone());
                }
            }
        });
        ids
    }

    /// The lesson that is shown: the chosen one, or the first.
    #[must_use]
    pub fn shown(self) -> String {
        let (ids, chosen) = (self.lessons(), self.lesson.get());
        if ids.contains(&chosen) {
            chosen
        } else {
            ids.into_iter().next().unwrap_or_default()
        }
    }

    /// The class. An error says why the results have no answer key.
    ///
    /// # Errors
    /// Why there is no key.
    pub fn class(self) -> Result<Class, String> {
        let verdicts = self
            .all
            .with(|all| all.iter().filter_map(verdict_of).collect::<Vec<_>>());
        if !verdicts.is_empty() {
            return Ok(Class::of_verdicts("Hand-ins", &verdicts));
        }
        let shown = self.shown();
        let results = self.all.with(|all| {
            let of_lesson = all.iter().filter_map(|file| match &file.content {
                Content::Result(result) if result.lesson == shown => Some((file.name.clone(), (**result).clone())),
                _ => None,
            });
            of_lesson.collect::<Vec<_>>()
        });
        self.keys.with(|keys| match keys.iter().find(|(id, _)| *id == shown) {
            Some((_, Ok(key))) => Ok(Class::of_results(key, &results)),
            Some((_, Err(words))) => Err(words.clone()),
            None => Ok(Class::default()),
        })
    }
}

/// The verdict on a hand-in, with the learner's name, or that of the file.
fn verdict_of(file: &ClassFile) -> Option<(String, Verdict)> {
    if let Content::HandIn(learner, verdict) = &file.content {
        let name = if learner.is_empty() { &file.name } else { learner };
        Some((name.clone(), (**verdict).clone()))
    } else {
        None
    }
}
