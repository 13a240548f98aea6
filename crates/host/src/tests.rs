//! The host as a page uses it: commands in, news out. The test controls time.

mod answers;
mod assignments;
mod checkpoints;
mod designs;
mod files;
mod forms;
mod idle;
mod import;
mod keeping;
mod lesson_files;
mod lesson_links;
mod lesson_misses;
mod lesson_requests;
mod lesson_results;
mod lessons;
mod links;
mod patterns;
mod remote;
mod rules;
mod several;
mod travel;
mod trials;
mod welcome;
mod workspaces;

use std::cell::{Cell, RefCell};
use std::pin::Pin;
use std::rc::Rc;
use std::task::{Context, Poll, Waker};

use futures::executor::{LocalPool, LocalSpawner};
use futures::task::LocalSpawnExt;
use hashrange_endpoint::{Settings, Timeline};
use hashrange_files::{ItemsForm, JsonFormat};
use hashrange_insight::reading::{AnyQuestion, TablesQuestion, reading_of};
use hashrange_late::NotLoaded;
use hashrange_protocol::call::{Call, CallResult};
use hashrange_protocol::{
    Answer, Ask, Card, Command, Envelope, Hello, Import, JobEnd, JobKind, Lesson, LoadTally, News, SaveState, State,
    VERSION, WorkspaceCommand, WorkspaceId,
};
use hashrange_time::{Duration, Timestamp};
use hashrange_wire::TableDescription;
use hashrange_workload::{Action, KeyChoice, LoadPlan, Mix, Rate, Sizes, Target};

use crate::errand::Errand;
use crate::host::{Host, Platform};
use crate::store::{MemoryStore, Notice, Ownership, Persistence, StoreError};

/// A platform for a test: a clock, a store, and all news that the page received.
#[derive(Clone)]
struct Bench {
    time: Rc<Cell<f64>>,
    /// Real time that passes at each reading of the clock: the duration of work.
    look: Rc<Cell<f64>>,
    resting: Rc<RefCell<Vec<(f64, Waker)>>>,
    spawner: LocalSpawner,
    news: Rc<RefCell<Vec<News>>>,
    store: Result<MemoryStore, StoreError>,
    owned_elsewhere: Rc<Cell<bool>>,
    idle_budget: Rc<Cell<u64>>,
    /// The service that responds to network requests.
    network: Rc<RefCell<Option<Timeline<()>>>>,
    /// An operation, and the body of all its responses from the network.
    repeated: Rc<RefCell<Option<(&'static str, &'static str)>>>,
    /// Whether late code cannot be loaded.
    without_late_code: Rc<Cell<bool>>,
}

struct Rest {
    until: f64,
    platform: Bench,
}

impl Future for Rest {
    type Output = ();

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<()> {
        if self.platform.time.get() >= self.until {
            return Poll::Ready(());
        }
        self.platform
            .resting
            .borrow_mut()
            .push((self.until, context.waker().clone()));
        Poll::Pending
    }
}

impl Platform for Bench {
    type Store = MemoryStore;

    fn millis(&self) -> f64 {
        self.time.set(self.time.get() + self.look.get());
        self.time.get()
    }

    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // the cast saturates
    fn date(&self) -> u64 {
        1_700_000_000_000 + self.time.get() as u64
    }

    async fn rest(&self, millis: u32) {
        // Every rest ends, so that tasks that wait for each other continue.
        Rest {
            until: self.time.get() + f64::from(millis.max(1)),
            platform: self.clone(),
        }
        .await;
    }

    fn spawn(&self, task: impl Future<Output = ()> + 'static) {
        self.spawner.spawn_local(task).expect("the pool is there");
    }

    async fn perform(&self, host: Host<Self>, errand: Errand) -> Result<(), NotLoaded> {
        if self.without_late_code.get() {
            return Err(NotLoaded);
        }
        Box::pin(errand.perform(host)).await;
        Ok(())
    }

    fn note(&self, _: &str, _: &str) {}

    fn post(&self, news: &News) {
        self.news.borrow_mut().push(news.clone());
    }

    async fn open_store(&self) -> Result<MemoryStore, StoreError> {
        self.store.clone()
    }

    async fn acquire(&self, _: WorkspaceId, steal: bool, _: Rc<dyn Fn()>) -> Ownership {
        if steal {
            self.owned_elsewhere.set(false);
        }
        if self.owned_elsewhere.get() {
            Ownership::Elsewhere
        } else {
            Ownership::Here
        }
    }

    async fn wait_to_own(&self, _: WorkspaceId, _: Rc<dyn Fn()>) -> bool {
        while self.owned_elsewhere.get() {
            self.rest(50).await;
        }
        true
    }

    fn release(&self, _: WorkspaceId) {}

    fn announce(&self, _: &Notice) {}

    fn on_notice(&self, _: Rc<dyn Fn(Notice)>) {}

    async fn fetch(&self, url: &str, headers: &[(String, String)], body: &str) -> Result<(u16, String), String> {
        self.rest(1).await;
        let header = |name: &str| {
            headers
                .iter()
                .find(|(found, _)| found == name)
                .map(|(_, value)| value.as_str())
        };
        assert!(
            header("authorization").is_some_and(|text| text.starts_with("AWS4-HMAC-SHA256 ")),
            "it is signed"
        );
        let mut network = self.network.borrow_mut();
        let service = network
            .as_mut()
            .filter(|_| url == "http://127.0.0.1:8000/")
            .ok_or("connection refused")?;
        if let Some((operation, body)) = *self.repeated.borrow()
            && header("x-amz-target").is_some_and(|target| target.ends_with(operation))
        {
            return Ok((200, body.to_owned()));
        }
        let at = service.engine().now() + Duration::from_millis(1);
        let answer = service
            .dispatch(at, header("x-amz-target").unwrap_or_default(), body.as_bytes())
            .answer;
        Ok((answer.status, answer.body))
    }

    async fn ask_to_persist(&self) -> Persistence {
        Persistence::Unknown
    }

    async fn estimate(&self) -> Option<(u64, u64)> {
        None
    }

    fn idle_budget(&self) -> u64 {
        self.idle_budget.get()
    }
}

/// A page and its host.
struct Page {
    platform: Bench,
    pool: LocalPool,
    host: Host<Bench>,
    requests: u64,
}

impl Page {
    fn over(store: Result<MemoryStore, StoreError>) -> Self {
        let pool = LocalPool::new();
        let platform = Bench {
            time: Rc::default(),
            look: Rc::default(),
            resting: Rc::default(),
            spawner: pool.spawner(),
            news: Rc::default(),
            store,
            owned_elsewhere: Rc::default(),
            idle_budget: Rc::new(Cell::new(crate::host::IDLE_BUDGET)),
            network: Rc::default(),
            repeated: Rc::default(),
            without_late_code: Rc::default(),
        };
        Self {
            host: Host::new(platform.clone()),
            platform,
            pool,
            requests: 0,
        }
    }

    fn opened(store: &MemoryStore) -> Self {
        Self::over(Ok(store.clone())).begun()
    }

    /// The page after its first command.
    fn begun(mut self) -> Self {
        self.hello(Hello {
            version: VERSION,
            ..Hello::default()
        });
        self
    }

    fn hello(&mut self, hello: Hello) {
        self.send(Command::Hello(hello));
        self.pass(3_000);
    }

    /// Lets real time pass, with a page that draws at once.
    fn pass(&mut self, millis: u32) {
        let end = self.platform.time.get() + f64::from(millis);
        loop {
            self.pool.run_until_stalled();
            self.send(Command::Drawn);
            self.pool.run_until_stalled();
            let next = self
                .platform
                .resting
                .borrow()
                .iter()
                .map(|(until, _)| *until)
                .fold(f64::MAX, f64::min);
            if next > end {
                break;
            }
            self.platform.time.set(next.max(self.platform.time.get()));
            let woken: Vec<(f64, Waker)> = self
                .platform
                .resting
                .borrow_mut()
                .extract_if(.., |(until, _)| *until <= next)
                .collect();
            woken.into_iter().for_each(|(_, waker)| waker.wake());
        }
        self.platform.time.set(end.max(self.platform.time.get()));
    }

    fn send(&mut self, command: Command) {
        let workspace = self.front();
        self.host.take(Envelope { workspace, command });
    }

    fn last<T>(&self, pick: impl Fn(&News) -> Option<T>) -> Option<T> {
        self.platform.news.borrow().iter().rev().find_map(pick)
    }

    fn front(&self) -> WorkspaceId {
        let opened = |news: &News| {
            if let News::Opened { workspace, .. } = news {
                Some(*workspace)
            } else {
                None
            }
        };
        self.last(opened).unwrap_or_default()
    }

    fn state(&self) -> State {
        self.last(|news| {
            if let News::State(state) = news {
                Some(state.clone())
            } else {
                None
            }
        })
        .expect("a state")
    }

    fn saved(&self) -> SaveState {
        self.last(|news| {
            if let News::Saved(saved) = news {
                Some(saved.clone())
            } else {
                None
            }
        })
        .expect("a word on it")
    }

    fn cards(&self) -> Vec<Card> {
        self.last(|news| {
            if let News::Workspaces(cards) = news {
                Some(cards.clone())
            } else {
                None
            }
        })
        .unwrap_or_default()
    }

    fn ended(&self, kind: JobKind) -> Option<JobEnd> {
        self.last(|news| {
            if let News::JobEnded(end) = news {
                (end.kind == kind).then(|| end.clone())
            } else {
                None
            }
        })
    }

    fn lesson(&self) -> Option<Lesson> {
        self.last(|news| {
            if let News::Lesson(lesson) = news {
                Some(lesson.clone())
            } else {
                None
            }
        })
        .flatten()
    }

    fn runs(&self) -> Vec<LoadTally> {
        self.last(|news| {
            if let News::Loads(runs) = news {
                Some(runs.clone())
            } else {
                None
            }
        })
        .unwrap_or_default()
    }

    /// The refusal, in words.
    fn refused(&self) -> Option<String> {
        self.last(|news| {
            if let News::Refused(words) = news {
                Some(words.clone())
            } else {
                None
            }
        })
    }

    /// The hash of the state.
    fn hash(&mut self) -> String {
        self.send(Command::Hash);
        self.pass(20);
        self.last(|news| {
            if let News::Hash { hash, .. } = news {
                Some(hash.clone())
            } else {
                None
            }
        })
        .expect("a hash")
    }

    /// The bytes of the last file sent to the page.
    fn file(&self) -> Option<Vec<u8>> {
        self.last(|news| {
            if let News::File { bytes, .. } = news {
                Some(bytes.clone())
            } else {
                None
            }
        })
    }

    /// The body of a response, or the exception of a refusal.
    fn request(&mut self, operation: &str, body: &str) -> Result<String, String> {
        self.requests += 1;
        let number = self.requests;
        let ask = Box::new(Ask::Request {
            operation: operation.to_owned(),
            body: body.to_owned(),
        });
        self.send(Command::Ask { number, ask });
        self.pass(20);
        let Some(Answer::Request(answer)) = self.answer(number) else {
            panic!("{operation} has an answer");
        };
        answer
            .map(|answered| answered.body)
            .map_err(|refused| refused.exception)
    }

    /// Adds a service without tables to the network. Nothing takes time in it.
    fn with_network(&self) {
        let settings = Settings::of_preset("instant").expect("a preset");
        *self.platform.network.borrow_mut() = Some(Timeline::begin(&settings));
    }

    /// Sends a request to the service of the network.
    fn ask_network(&self, operation: &str, body: &str) -> String {
        let mut network = self.platform.network.borrow_mut();
        let service = network.as_mut().expect("a network");
        let at = service.engine().now() + Duration::from_millis(1);
        service
            .dispatch(at, &hashrange_endpoint::target_of(operation), body.as_bytes())
            .answer
            .body
    }

    /// Sends a call and returns its result.
    fn call(&mut self, call: &Call) -> CallResult {
        self.call_for(call, 2_000)
    }

    /// The same for a call that takes at most this long, in milliseconds.
    fn call_for(&mut self, call: &Call, millis: u32) -> CallResult {
        self.requests += 1;
        let number = self.requests;
        let ask = Box::new(Ask::Call(call.clone()));
        self.send(Command::Ask { number, ask });
        self.pass(millis);
        let Some(Answer::Call(result)) = self.answer(number) else {
            panic!("the call is done");
        };
        result
    }

    /// The answer to what was asked for with this number.
    fn answer(&self, number: u64) -> Option<Answer> {
        self.last(|news| match news {
            News::Answer { number: of, answer } if *of == number => Some((**answer).clone()),
            _ => None,
        })
    }

    /// The names of the tables, from a reading.
    fn tables(&mut self) -> Vec<String> {
        let number = u64::MAX;
        self.send(Command::Follow {
            number,
            ask: Box::new(AnyQuestion::TablesQuestion(TablesQuestion)),
        });
        self.pass(500);
        self.send(Command::LetGo { number });
        let bytes = self.last(|news| match news {
            News::Reading { number: of, bytes, .. } if *of == number => Some(bytes.clone()),
            _ => None,
        });
        let tables: Vec<TableDescription> = bytes
            .flatten()
            .and_then(|bytes| reading_of(&bytes))
            .expect("the tables");
        tables.into_iter().map(|table| table.table_name).collect()
    }
}

const TABLE: &str = r#"{"TableName":"Notes","BillingMode":"PAY_PER_REQUEST",
    "AttributeDefinitions":[{"AttributeName":"Id","AttributeType":"S"}],
    "KeySchema":[{"AttributeName":"Id","KeyType":"HASH"}]}"#;

fn count(page: &mut Page) -> String {
    let body = page
        .request("Scan", r#"{"TableName":"Notes","Select":"COUNT"}"#)
        .expect("a scan");
    body.split("\"Count\":")
        .nth(1)
        .and_then(|rest| rest.split([',', '}']).next())
        .expect("a count")
        .to_owned()
}

/// The command that imports this number of notes.
fn import_of(notes: u32) -> Command {
    let lines: String = (0..notes)
        .map(|note| format!("{{\"Id\":\"n{note}\",\"Text\":\"{note}\"}}\n"))
        .collect();
    import_of_lines(lines)
}

/// The command that imports these notes.
fn import_of_lines(lines: String) -> Command {
    Command::Import(Box::new(Import {
        create: None,
        name: "notes.jsonl".to_owned(),
        table: "Notes".to_owned(),
        form: ItemsForm::Json(JsonFormat::Plain),
        size: lines.len() as u64,
        bytes: lines.into_bytes(),
        parts: 0,
        bulk: None,
    }))
}

/// A load of this many puts a second, for some seconds on some keys.
fn puts(target: Target, rate: u32, from: Timestamp, (seconds, keys): (u64, u64)) -> LoadPlan {
    LoadPlan {
        target,
        rate: Rate::steady(rate),
        from,
        span: Duration::from_seconds(seconds),
        keys: KeyChoice::Uniform { values: keys },
        sorts: KeyChoice::Monotonic,
        sizes: Sizes { least: 100, most: 100 },
        mix: Mix(vec![(Action::Put, 1)]),
        suffixes: None,
        consistent: false,
        retries: None,
    }
}

fn with_notes(page: &mut Page, notes: u32) {
    page.send(Command::Workspace(WorkspaceCommand::New));
    page.pass(100);
    page.request("CreateTable", TABLE).expect("a table");
    page.pass(1_000);
    for note in 0..notes {
        page.request(
            "PutItem",
            &format!(r#"{{"TableName":"Notes","Item":{{"Id":{{"S":"{note}"}}}}}}"#),
        )
        .expect("a put");
    }
    page.pass(500);
}
