//! Engine, insight, clock and journal writer as one: whatever is done to the engine is seen by all of them.
//!
//! Must not know signals or where the journal's bytes go.

use hashrange_engine::{Budget, Engine, EngineOptions, Physics};
use hashrange_insight::Insight;
use hashrange_journal::{Entry, Header, Writer, encode_header};
use hashrange_time::{Duration, Timestamp};
use hashrange_values::AttributeValue;
use hashrange_wire::{Operation, Request, Response, ServiceError, TableDescription, item_from_plain_json};

use crate::clock::{Clock, ClockCommand};

/// Where virtual time begins in a new workspace: the clock of the session samples, after every post of the forum sample.
const START: Timestamp = Timestamp::from_seconds(1_571_820_000);
/// Every workspace begins with the same seed, so that the same requests give the same pictures everywhere.
const SEED: u64 = 1;
/// The physics of the page: the real order of events, without the real waiting.
const PHYSICS: &str = "classroom";
/// Background steps done in one tick. A queue longer than this holds virtual time back instead of blocking the page.
const STEPS_PER_TICK: Budget = Budget { steps: 4_000 };

/// Moments a settling service is followed through, so that work that makes new work cannot keep the page.
const MOST_SETTLING: usize = 20_000;

/// What one page has of the service.
pub(super) struct Core {
    engine: Engine,
    insight: Insight,
    clock: Clock,
    writer: Writer,
    /// Bytes of the journal that nobody has taken yet.
    unsaved: Vec<u8>,
    /// Whether they begin a journal, in the place of any that was kept before.
    begins: bool,
    /// Requests in the journal.
    steps: u64,
    /// Real time of the last look at the clock.
    measured: Option<f64>,
}

/// Bytes of the journal to keep.
pub(super) struct Unsaved {
    pub(super) bytes: Vec<u8>,
    /// Whether they take the place of everything kept before.
    pub(super) begins: bool,
}

impl Core {
    /// An empty service and the beginning of its journal.
    pub(super) fn fresh() -> Self {
        let header = Header { seed: SEED, opened_at: START };
        let mut unsaved = encode_header(&header);
        let mut writer = Writer::new();
        unsaved.extend(writer.push(START, Entry::Settings { json: settings_json(PHYSICS) }));
        Self::around(engine_for(&header, PHYSICS), writer, 0, unsaved, true)
    }

    /// A service that a journal was replayed on.
    pub(super) fn resumed(engine: Engine, last_sequence: u64, steps: u64) -> Self {
        Self::around(engine, Writer::resume(last_sequence), steps, Vec::new(), false)
    }

    fn around(mut engine: Engine, writer: Writer, steps: u64, unsaved: Vec<u8>, begins: bool) -> Self {
        engine.set_tracing(true);
        let mut insight = Insight::new();
        insight.observe(&engine);
        let clock = Clock::new(engine.now());
        Self { engine, insight, clock, writer, unsaved, begins, steps, measured: None }
    }

    pub(super) fn engine(&self) -> &Engine {
        &self.engine
    }

    pub(super) fn insight(&self) -> &Insight {
        &self.insight
    }

    pub(super) fn clock(&self) -> Clock {
        self.clock
    }

    pub(super) fn steps(&self) -> u64 {
        self.steps
    }

    pub(super) fn describe_tables(&self) -> Vec<TableDescription> {
        self.engine.tables().filter_map(|table| self.engine.describe(table.name())).collect()
    }

    /// Answers a request at the present moment of virtual time.
    pub(super) fn handle(&mut self, real: f64, request: Request, body: String) -> Result<Response, ServiceError> {
        self.follow(real);
        let at = self.clock.now();
        let operation = request.operation();
        let answer = self.engine.handle(at, request);
        if leaves_a_mark(operation, &answer) {
            // After the engine: a request that brings it down must not wait in the journal for the next start.
            let entry = Entry::Request { operation: operation.name().to_owned(), body };
            self.unsaved.extend(self.writer.push(at, entry));
            self.steps += 1;
        }
        self.insight.observe(&self.engine);
        answer
    }

    /// Lets virtual time follow real time; whether anything happened meanwhile.
    pub(super) fn tick(&mut self, real: f64) -> bool {
        let before = self.engine.last_event();
        self.follow(real);
        let from = self.engine.now();
        let reached = self.engine.advance(self.clock.now(), STEPS_PER_TICK).reached;
        self.clock.hold_at(reached);
        let happened = self.engine.last_event() != before;
        if happened {
            self.unsaved.extend(self.writer.push(from, Entry::Advance { to: reached }));
            self.unsaved.extend(self.writer.flush());
            self.insight.observe(&self.engine);
        }
        happened
    }

    pub(super) fn command(&mut self, real: f64, command: ClockCommand) {
        self.follow(real);
        self.clock.command(command);
        self.tick(real);
    }

    /// Lets some virtual time pass at once.
    pub(super) fn pass(&mut self, real: f64, span: Duration) {
        self.clock.command(ClockCommand::StepTo(self.clock.now() + span));
        self.tick(real);
    }

    /// Lets virtual time go on until nothing is due any more.
    pub(super) fn settle(&mut self, real: f64) {
        for _ in 0..MOST_SETTLING {
            let Some(due) = self.engine.next_due() else { return };
            self.clock.command(ClockCommand::StepTo(due));
            self.tick(real);
        }
    }

    fn follow(&mut self, real: f64) {
        let elapsed = self.measured.map_or(Duration::ZERO, |measured| duration_of(real - measured));
        self.measured = Some(real);
        self.clock.update(elapsed);
    }

    /// Marks how far time has come, for a page that is about to be hidden or left.
    pub(super) fn mark_time(&mut self) {
        let now = self.clock.now();
        self.unsaved.extend(self.writer.push(self.engine.now(), Entry::Advance { to: now }));
        self.unsaved.extend(self.writer.flush());
    }

    /// Takes the bytes to keep; nothing when all are taken.
    pub(super) fn take_unsaved(&mut self) -> Option<Unsaved> {
        if self.unsaved.is_empty() {
            return None;
        }
        let begins = std::mem::take(&mut self.begins);
        Some(Unsaved { bytes: std::mem::take(&mut self.unsaved), begins })
    }

    pub(super) fn has_unsaved(&self) -> bool {
        !self.unsaved.is_empty()
    }

    /// Gives bytes back that could not be kept. A journal that has begun anew meanwhile does not want them.
    pub(super) fn give_back(&mut self, mut unsaved: Unsaved) {
        if !self.begins {
            unsaved.bytes.append(&mut self.unsaved);
            self.unsaved = unsaved.bytes;
            self.begins = unsaved.begins;
        }
    }
}

/// The engine a journal's header and settings ask for.
pub(super) fn engine_for(header: &Header, physics: &str) -> Engine {
    Engine::new(EngineOptions {
        seed: header.seed,
        start: header.opened_at,
        physics: Physics::preset(physics).unwrap_or(Physics::classroom()),
        ..EngineOptions::default()
    })
}

fn settings_json(physics: &str) -> String {
    // A name of a preset needs no escaping.
    format!(r#"{{"Physics":"{physics}"}}"#)
}

/// The preset of physics that settings name.
pub(super) fn physics_in(settings: &str) -> Option<String> {
    let settings = item_from_plain_json(settings, None).ok()?;
    match settings.get("Physics")? {
        AttributeValue::S(name) => Some(name.to_string()),
        _ => None,
    }
}

/// Whether replaying must include the request: descriptions and refusals leave no mark, a failed condition is paid for.
fn leaves_a_mark(operation: Operation, answer: &Result<Response, ServiceError>) -> bool {
    match answer {
        Ok(_) => !matches!(operation, Operation::DescribeTable | Operation::ListTables),
        Err(error) => {
            matches!(error, ServiceError::ConditionalCheckFailed { .. } | ServiceError::TransactionCanceled(_))
        }
    }
}

#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // the cast saturates, and a clock never runs so long
fn duration_of(milliseconds: f64) -> Duration {
    Duration::from_micros((milliseconds.max(0.0) * 1_000.0) as u64)
}

#[cfg(test)]
mod tests {
    use hashrange_wire::{ListTablesRequest, Request};

    use super::*;

    fn submit(core: &mut Core, operation: Operation, body: &str) -> Result<Response, ServiceError> {
        let request = hashrange_wire::decode(operation, body.as_bytes()).expect("a request");
        core.handle(0.0, request, body.to_owned())
    }

    const TABLE: &str = r#"{"TableName":"Notes","BillingMode":"PAY_PER_REQUEST",
        "AttributeDefinitions":[{"AttributeName":"Id","AttributeType":"S"}],
        "KeySchema":[{"AttributeName":"Id","KeyType":"HASH"}]}"#;

    #[test]
    fn what_leaves_a_mark_is_in_the_journal() {
        let mut core = Core::fresh();
        submit(&mut core, Operation::CreateTable, TABLE).expect("a table");
        core.command(0.0, ClockCommand::StepTo(START + Duration::from_seconds(5)));
        submit(&mut core, Operation::PutItem, r#"{"TableName":"Notes","Item":{"Id":{"S":"a"}}}"#).expect("a put");
        submit(&mut core, Operation::PutItem, r#"{"TableName":"Other","Item":{"Id":{"S":"a"}}}"#).unwrap_err();
        let list = Request::ListTables(ListTablesRequest::default());
        core.handle(0.0, list, "{}".to_owned()).expect("a list");
        assert_eq!(core.steps(), 2);
        let unsaved = core.take_unsaved().expect("bytes");
        assert!(unsaved.begins);
        let journal = hashrange_journal::read(&unsaved.bytes).expect("a journal");
        assert_eq!(journal.torn, None);
        let requests = journal.records.iter().filter(|record| matches!(record.entry, Entry::Request { .. }));
        assert_eq!(requests.count(), 2);
        assert!(core.take_unsaved().is_none());
    }

    #[test]
    fn settings_are_read_back() {
        assert_eq!(physics_in(&settings_json(PHYSICS)).as_deref(), Some(PHYSICS));
        assert_eq!([r#"{"Physics":3}"#, "{}", "", "[1]"].map(physics_in), [None, None, None, None]);
    }

    #[test]
    fn bytes_given_back_stay_in_order() {
        let mut core = Core::fresh();
        let first = core.take_unsaved().expect("the beginning");
        submit(&mut core, Operation::CreateTable, TABLE).expect("a table");
        core.give_back(first);
        let all = core.take_unsaved().expect("bytes");
        assert!(all.begins);
        assert_eq!(hashrange_journal::read(&all.bytes).expect("a journal").records.len(), 2);
    }

    #[test]
    fn a_queue_never_leaves_the_clock_ahead_of_the_engine() {
        let mut core = Core::fresh();
        submit(&mut core, Operation::CreateTable, TABLE).expect("a table");
        assert!(!core.tick(100.0));
        assert!(core.tick(500.0), "the table became active after 400 ms");
        assert_eq!(core.clock().now(), core.engine().now());
    }
}
