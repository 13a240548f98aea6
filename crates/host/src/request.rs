//! Requests of the page: from DynamoDB JSON to the engine and back, at the present moment of virtual time.

use hashrange_endpoint::{Answer, Dispatched, Mark, Settings, mark_of, target_of};
use hashrange_insight::Report;
use hashrange_protocol::{Answered, Freshness, News, Refused, WorkspaceId};

use crate::freshness::freshness;
use crate::host::Host;
use crate::workspace::Workspace;
use crate::world::World;

/// Operations whose responses DAX caches.
const CACHED: [&str; 4] = ["GetItem", "BatchGetItem", "Query", "Scan"];

/// What the page is told of a request.
type Told = Result<Box<Answered>, Box<Refused>>;

impl<W: World> Host<W> {
    /// Answers a request. Time that must pass before it passes first, in stretches.
    pub(crate) fn request(&self, id: WorkspaceId, number: u64, operation: String, body: String) {
        let real = self.world().millis();
        if self.within(id, |workspace| workspace.core.is_up_to_date(real)) == Some(true) {
            self.answer(id, number, &operation, &body);
        } else {
            self.spawn(|host| async move {
                host.catch_up(id).await;
                host.answer(id, number, &operation, &body);
            });
        }
    }

    /// Lets time pass in stretches, until the service is where the clock is.
    async fn catch_up(&self, id: WorkspaceId) {
        loop {
            let real = self.world().millis();
            let done = self.within(id, |workspace| {
                workspace.tick(real);
                workspace.core.is_up_to_date(real)
            });
            if done != Some(false) {
                return;
            }
            self.world().rest(0).await;
        }
    }

    fn answer(&self, id: WorkspaceId, number: u64, operation: &str, body: &str) {
        self.handling(operation, body);
        let answered = self.change(id, |workspace, real| {
            let (answer, changes) = workspace.request(real, operation, body);
            (answer, changes && workspace.keeping.on)
        });
        match answered {
            // No answer goes out before what it tells of is kept.
            Some((answer, true)) => self.spawn(|host| async move {
                host.save_through(id).await;
                host.post_answer(number, answer);
            }),
            Some((answer, false)) => self.post_answer(number, answer),
            None => {}
        }
    }

    /// Posts an answer. The page learns before it whether its readings are older than the answer.
    fn post_answer(&self, number: u64, answer: Told) {
        self.post_state();
        self.post(News::Answer { number, answer });
    }

    /// Says what is being handled, for a report should it stop the engine.
    pub(crate) fn handling(&self, operation: &str, body: &str) {
        self.world().note(operation, body);
    }

    pub(crate) fn change_settings(&self, id: WorkspaceId, text: &str) {
        let changed = self.change(id, |workspace, real| {
            let settings = Settings::read(workspace.core.settings(), text)?;
            workspace.lesson_forks();
            workspace.core.change(real, &settings);
            Some(())
        });
        if changed == Some(None) {
            self.post(News::Refused("These settings cannot be read.".to_owned()));
        }
    }
}

impl Workspace {
    /// Answers a request given as DynamoDB JSON, and says whether it may have changed something.
    pub(crate) fn request(&mut self, real: f64, operation: &str, body: &str) -> (Told, bool) {
        self.lesson_forks();
        let Dispatched { answer, event, record } = self.core.dispatch(real, operation, body);
        let at = self.core.engine().now();
        // A request that is turned away for its shape has no report.
        let report = event.map(|event| Report::of(at, &event));
        let before_cache = self.core.settings().dax.is_some();
        let changes = mark_of(self.core.settings(), &target_of(operation), &answer) == Mark::Change;
        let Answer { status, body, exception, message } = answer;
        let refused = exception.map(|exception| (exception, message.as_deref().unwrap_or_default()));
        self.lesson_answered(real, operation, refused, &body);
        let told = match exception {
            None => {
                let of_report = report.as_ref().and_then(|report| freshness(self.core.engine(), report));
                // What DAX returns by itself reaches no table.
                let cached = before_cache && report.is_none() && CACHED.contains(&operation);
                let freshness = of_report.or(cached.then_some(Freshness::Cache));
                Ok(Box::new(Answered { at, record, body, report, freshness }))
            }
            Some(exception) => Err(Box::new(Refused {
                at,
                record,
                status,
                exception: exception.to_owned(),
                message: message.unwrap_or_default(),
                body,
                report,
            })),
        };
        (told, changes)
    }
}
