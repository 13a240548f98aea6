//! The seam between the page and the service: owns the engine, submits requests, publishes what can be read as signals.
//!
//! Commands and read models are plain data, so that the engine can move behind a worker without a change above this file.
//! What happens inside is in `core`, keeping the journal in `saver`, the start of the page in `start`.

mod core;
mod lead;
mod line;
pub mod load;
mod marks;
mod remembered;
mod sample;
mod saver;
pub mod scene;
mod staged;
mod start;

use hashrange_endpoint::{Settings, read};
use hashrange_engine::Engine;
use hashrange_insight::{Insight, Report};
use hashrange_time::Timestamp;
use hashrange_wire::{
    Operation, Rejection, Request, Response, ServiceError, TableDescription, encode_error, encode_rejection,
    encode_request, encode_response,
};
use leptos::prelude::*;

use self::core::Core;
pub use self::core::Travel;
pub use self::line::Line;
pub use self::marks::{Mark, MarkKind};
pub use self::sample::SampleProgress;
use self::saver::Saver;
pub use self::saver::{Owner, SaveState};
pub use self::staged::{Checked, Reached, Staged, Word};
pub use self::start::{Phase, Started};
pub use crate::clock::ClockCommand;
use crate::failure;
pub use crate::selection::{Selection, Tab, use_selection};
use crate::storage::KeptAside;

/// The handle to the session.
#[derive(Clone, Copy)]
pub struct Session {
    core: StoredValue<Core, LocalStorage>,
    saver: StoredValue<Saver, LocalStorage>,
    revision: RwSignal<u64>,
    now: RwSignal<Timestamp>,
    running: RwSignal<bool>,
    speed: RwSignal<u32>,
    jump: RwSignal<Option<f64>>,
    line: RwSignal<Line>,
    next_due: RwSignal<Option<Timestamp>>,
    steps: RwSignal<u64>,
    report: RwSignal<Option<Report>>,
    tables: Memo<Vec<TableDescription>>,
    saved: RwSignal<SaveState>,
    owner: RwSignal<Owner>,
    kept: RwSignal<Vec<KeptAside>>,
    phase: RwSignal<Phase>,
    sample: RwSignal<Option<SampleProgress>>,
    staged: RwSignal<Option<Staged>, LocalStorage>,
    untouched: StoredValue<bool>,
    workspace: RwSignal<u32>,
}

impl Session {
    /// A session with an empty service, not started yet.
    #[must_use]
    pub fn new() -> Self {
        let core = StoredValue::new_local(Core::fresh());
        let revision = RwSignal::new(0);
        let tables = Memo::new(move |_| {
            revision.track();
            core.with_value(Core::describe_tables)
        });
        Self {
            core,
            saver: StoredValue::new_local(Saver::default()),
            revision,
            now: RwSignal::new(core.with_value(|core| core.clock().now())),
            running: RwSignal::new(true),
            speed: RwSignal::new(1),
            jump: RwSignal::new(None),
            line: RwSignal::new(Line::default()),
            next_due: RwSignal::new(None),
            steps: RwSignal::new(0),
            report: RwSignal::new(None),
            tables,
            saved: RwSignal::new(SaveState::Saving),
            owner: RwSignal::new(Owner::Here),
            kept: RwSignal::new(Vec::new()),
            phase: RwSignal::new(Phase::Starting { share: None }),
            sample: RwSignal::new(None),
            staged: RwSignal::new_local(None),
            untouched: StoredValue::new(true),
            workspace: RwSignal::new(0),
        }
    }

    /// Handles a request at the current virtual time, and keeps it in the journal.
    ///
    /// # Errors
    /// The service's refusal, whether of the request's shape or of what it asks for.
    pub fn submit(self, request: Request) -> Result<Response, ServiceError> {
        let body = encode_request(&request);
        // A request made by a form meets the same constraints as one that arrives as JSON. JSON that was just written
        // cannot be malformed, so that only refusals of the service are left.
        if let Err(Rejection::Service(error)) = read(request.operation(), body.as_bytes()) {
            return Err(error);
        }
        self.touch(request.operation());
        self.perform(request, body)
    }

    /// Why a change of a table would be refused now; `None` when it would go ahead. Nothing is sent. Follows the service
    /// when it is read reactively.
    #[must_use]
    pub fn refusal(self, request: &Request) -> Option<ServiceError> {
        self.revision.track();
        if let Err(Rejection::Service(error)) = read(request.operation(), encode_request(request).as_bytes()) {
            return Some(error);
        }
        self.core.with_value(|core| core.engine().refusal(request))
    }

    /// Handles a request given as DynamoDB JSON, and answers with it.
    ///
    /// # Errors
    /// Status and body of the service's error answer, as DynamoDB JSON.
    pub fn submit_json(self, operation: &str, body: &str) -> Result<String, (u16, String)> {
        let Some(operation) = Operation::from_name(operation) else {
            return Err((400, unknown_operation()));
        };
        let refused = |rejection: Rejection| (rejection.status(), encode_rejection(&rejection));
        let request = read(operation, body.as_bytes()).map_err(refused)?;
        self.touch(operation);
        match self.perform(request, body.to_owned()) {
            Ok(response) => Ok(encode_response(&response)),
            Err(error) => Err((error.status(), encode_error(&error))),
        }
    }

    /// Takes note of a reader's own write.
    fn touch(self, operation: Operation) {
        use Operation::{DescribeTable, GetItem, ListTables, Query, Scan};
        if !matches!(operation, DescribeTable | GetItem | ListTables | Query | Scan) {
            self.untouched.set_value(false);
        }
    }

    fn perform(self, request: Request, body: String) -> Result<Response, ServiceError> {
        failure::note_request(request.operation().name(), &body);
        let Some(answer) = self.core.try_update_value(|core| core.handle(real_time(), request, body)) else {
            // Only while the page is being taken down.
            return Err(ServiceError::InternalServerError("the page is closing"));
        };
        self.publish();
        self.save_soon();
        answer
    }

    /// Counts up after every change of state and every request. Derive views with a `Memo` over it.
    #[must_use]
    pub fn revision(self) -> ReadSignal<u64> {
        self.revision.read_only()
    }

    /// Virtual time, told a few times a second while it runs.
    #[must_use]
    pub fn now(self) -> ReadSignal<Timestamp> {
        self.now.read_only()
    }

    /// Whether virtual time runs.
    #[must_use]
    pub fn running(self) -> ReadSignal<bool> {
        self.running.read_only()
    }

    /// How many times faster than real time virtual time runs.
    #[must_use]
    pub fn speed(self) -> ReadSignal<u32> {
        self.speed.read_only()
    }

    /// The share of a jump in time that is done, while there is one.
    #[must_use]
    pub fn jump(self) -> ReadSignal<Option<f64>> {
        self.jump.read_only()
    }

    /// Where the present stands among all that happened.
    #[must_use]
    pub fn line(self) -> ReadSignal<Line> {
        self.line.read_only()
    }

    /// What happened along the line, as far as it is known.
    pub fn with_marks<R>(self, read: impl FnOnce(&[Mark]) -> R) -> R {
        self.core.with_value(|core| read(core.marks().all()))
    }

    /// When the service will next do something by itself.
    #[must_use]
    pub fn next_due(self) -> ReadSignal<Option<Timestamp>> {
        self.next_due.read_only()
    }

    /// Requests in the journal.
    #[must_use]
    pub fn steps(self) -> ReadSignal<u64> {
        self.steps.read_only()
    }

    /// Every table's description, sorted by name.
    #[must_use]
    pub fn tables(self) -> Memo<Vec<TableDescription>> {
        self.tables
    }

    /// The description of the table of this name. Follows the table when it is read reactively.
    #[must_use]
    pub fn table(self, name: &str) -> Option<TableDescription> {
        self.tables.with(|tables| tables.iter().find(|table| table.table_name == name).cloned())
    }

    /// Reads what the event log says, and the engine. Nothing is charged. Follow `revision` to read again after a change.
    pub fn with_insight<R>(self, read: impl FnOnce(&Insight, &Engine) -> R) -> R {
        self.core.with_value(|core| read(core.insight(), core.engine()))
    }

    /// The report of the newest request.
    #[must_use]
    pub fn last_report(self) -> ReadSignal<Option<Report>> {
        self.report.read_only()
    }

    /// Whether everything is kept in the browser's storage.
    #[must_use]
    pub fn saved(self) -> ReadSignal<SaveState> {
        self.saved.read_only()
    }

    /// Whether this tab or another one owns the stored workspace.
    #[must_use]
    pub fn owner(self) -> ReadSignal<Owner> {
        self.owner.read_only()
    }

    /// Journals that could not be used and were kept aside.
    #[must_use]
    pub fn kept_aside(self) -> ReadSignal<Vec<KeptAside>> {
        self.kept.read_only()
    }

    /// How far the start of the page has come.
    #[must_use]
    pub fn phase(self) -> ReadSignal<Phase> {
        self.phase.read_only()
    }

    /// How far the sample that is being loaded has come; none while none is.
    #[must_use]
    pub fn sample_progress(self) -> ReadSignal<Option<SampleProgress>> {
        self.sample.read_only()
    }

    /// The scene that is played, if one is.
    #[must_use]
    pub fn staged(self) -> RwSignal<Option<Staged>, LocalStorage> {
        self.staged
    }

    /// Whether nothing but samples was written since the workspace began, so that nothing is lost by starting again.
    #[must_use]
    pub fn is_untouched(self) -> bool {
        self.untouched.get_value()
    }

    /// Pauses, resumes or steps virtual time.
    pub fn command(self, command: ClockCommand) {
        self.core.try_update_value(|core| core.command(real_time(), command));
        self.publish();
        self.save_soon();
    }

    /// Goes back or forth along what happened, or to another future.
    pub fn travel(self, travel: Travel) {
        self.core.try_update_value(|core| core.travel(real_time(), travel));
        self.publish();
        self.save_soon();
    }

    /// The hash of everything a later answer can depend on, at the present place.
    #[must_use]
    pub fn state_hash(self) -> u128 {
        self.core.with_value(|core| core.timeline().state_hash())
    }

    /// Physics and limits in force, and the rest of what the service was set up with. Follows them when it is read
    /// reactively.
    #[must_use]
    pub fn settings(self) -> Settings {
        self.revision.track();
        self.core.with_value(|core| core.settings().clone())
    }

    /// Changes physics and limits from now on.
    pub fn change_settings(self, settings: &Settings) {
        self.untouched.set_value(false);
        self.core.try_update_value(|core| core.change(real_time(), settings));
        self.publish();
        self.save_soon();
    }

    /// Lets virtual time follow real time; called several times a second.
    pub fn tick(self) {
        if self.core.try_update_value(|core| core.tick(real_time())) == Some(true) {
            self.publish();
            self.save_soon();
        } else {
            self.publish_time();
        }
    }

    /// Counts up with every workspace begun on this page: what was read in one means nothing in the next.
    #[must_use]
    pub fn workspace(self) -> ReadSignal<u32> {
        self.workspace.read_only()
    }

    /// Throws the workspace away, here and in the browser's storage, and begins an empty one.
    pub fn reset(self) {
        self.begin(Core::fresh());
    }

    fn begin(self, core: Core) {
        self.core.set_value(core);
        remembered::forget();
        self.staged.set(None);
        self.untouched.set_value(true);
        self.report.set(None);
        self.workspace.update(|workspace| *workspace += 1);
        self.publish();
        self.save_soon();
    }

    /// Tells every signal how the core stands.
    fn publish(self) {
        let seen =
            self.core.try_update_value(|core| (core.steps(), core.insight().last_report().cloned(), core.line()));
        let Some((steps, report, line)) = seen else { return };
        self.steps.set(steps);
        set_if_other(self.line, line);
        self.report.set(report);
        self.revision.update(|revision| *revision += 1);
        self.publish_time();
    }

    fn publish_time(self) {
        let (clock, next_due, jump) =
            self.core.with_value(|core| (core.clock(), core.engine().next_due(), core.jump()));
        set_if_other(self.now, clock.now());
        set_if_other(self.running, clock.is_running());
        set_if_other(self.speed, clock.speed());
        set_if_other(self.jump, jump);
        set_if_other(self.next_due, next_due);
    }
}

impl Default for Session {
    fn default() -> Self {
        Self::new()
    }
}

/// The session of the page; an empty one of its own outside the page, as in a test of one view.
#[must_use]
pub fn use_session() -> Session {
    use_context::<Session>().unwrap_or_default()
}

fn set_if_other<T: PartialEq + Send + Sync + 'static>(signal: RwSignal<T>, value: T) {
    if signal.with_untracked(|now| *now != value) {
        signal.set(value);
    }
}

/// Real time in milliseconds since the page was opened; only differences mean something.
#[must_use]
pub fn real_time() -> f64 {
    window().performance().map_or(0.0, |performance| performance.now())
}

/// The service's answer to an operation it does not know.
fn unknown_operation() -> String {
    r#"{"__type":"com.amazon.coral.service#UnknownOperationException"}"#.to_owned()
}
