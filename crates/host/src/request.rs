//! Requests of the page: from DynamoDB JSON to the engine and back, at the current virtual time.

use hashrange_endpoint::{Answer, Dispatched, Impact, Settings, foresee, impact_of, target_of};
use hashrange_engine::{Foreseen, Foresight};
use hashrange_insight::Report;
use hashrange_protocol::{Answered, Freshness, News, Refused, WorkspaceId};

use crate::freshness::freshness;
use crate::host::{Host, Platform};
use crate::workspace::Workspace;

/// Operations whose responses DAX caches.
const CACHED: [&str; 4] = ["GetItem", "BatchGetItem", "Query", "Scan"];

/// Maximum real time for a slice of expensive filters and conditions, in milliseconds.
const FILTER_MS: f64 = 8.0;

/// The result of a request for the page.
type PageAnswer = Result<Answered, Refused>;

impl<W: Platform> Host<W> {
    /// Handles a request. Time that must pass before it passes first, in slices.
    pub(crate) fn request(&self, id: WorkspaceId, number: u64, operation: String, body: String) {
        let real = self.platform().millis();
        let is_ready = self.within(id, |workspace| workspace.core.is_up_to_date(real)) == Some(true);
        if is_ready && self.foresight(id, &operation, &body).is_none() {
            self.answer(id, number, &operation, &body, &Foreseen::default());
        } else {
            self.spawn(|host| async move {
                host.catch_up(id).await;
                let foreseen = host.foresee(id, &operation, &body).await;
                host.answer(id, number, &operation, &body, &foreseen);
            });
        }
    }

    fn foresight(&self, id: WorkspaceId, operation: &str, body: &str) -> Option<Foresight> {
        let target = target_of(operation);
        self.within(id, |workspace| {
            foresee(workspace.core.engine(), &target, body.as_bytes())
        })?
    }

    /// Evaluates expensive filters and conditions in slices.
    async fn foresee(&self, id: WorkspaceId, operation: &str, body: &str) -> Foreseen {
        let Some(mut foresight) = self.foresight(id, operation, body) else {
            return Foreseen::default();
        };
        let mut begun = self.platform().millis();
        while foresight.step() {
            if self.platform().millis() - begun >= FILTER_MS {
                self.platform().rest(0).await;
                begun = self.platform().millis();
            }
        }
        foresight.end()
    }

    /// Advances time in slices, until the service has reached the clock's time.
    async fn catch_up(&self, id: WorkspaceId) {
        loop {
            let real = self.platform().millis();
            let done = self.within(id, |workspace| {
                workspace.tick(real, || self.platform().millis());
                workspace.core.is_up_to_date(real)
            });
            if done != Some(false) {
                return;
            }
            self.platform().rest(0).await;
        }
    }

    fn answer(&self, id: WorkspaceId, number: u64, operation: &str, body: &str, foreseen: &Foreseen) {
        self.handling(operation, body);
        let answered = self.change(id, |workspace, real| {
            let (answer, changes) = workspace.request(real, operation, body, foreseen);
            (answer, changes && workspace.keeping.on)
        });
        match answered {
            // A response is sent only after its changes are stored.
            Some((answer, true)) => self.spawn(|host| async move {
                host.save_through(id).await;
                host.post_answer(number, answer);
            }),
            Some((answer, false)) => self.post_answer(number, answer),
            None => {}
        }
    }

    /// Posts a response. Before that, posts whether readings are older than the response.
    fn post_answer(&self, number: u64, answer: PageAnswer) {
        self.post_state();
        let answer = Box::new(hashrange_protocol::Answer::Request(answer));
        self.post(&News::Answer { number, answer });
    }

    /// Stores the current request for a crash report.
    pub(crate) fn handling(&self, operation: &str, body: &str) {
        self.platform().note(operation, body);
    }

    pub(crate) fn change_settings(&self, id: WorkspaceId, text: &str) {
        let changed = self.change(id, |workspace, real| {
            let settings = Settings::read(workspace.core.settings(), text)?;
            workspace.lesson_forks();
            workspace.core.change(real, &settings);
            Some(())
        });
        if changed == Some(None) {
            self.post(&News::Refused("These settings cannot be read.".to_owned()));
        }
    }
}

impl Workspace {
    /// Handles a request given as DynamoDB JSON. Also returns whether it can have changed something.
    pub(crate) fn request(
        &mut self,
        real: f64,
        operation: &str,
        body: &str,
        foreseen: &Foreseen,
    ) -> (PageAnswer, bool) {
        self.lesson_forks();
        let dispatched = self.core.dispatch_foreseen(real, operation, body, foreseen);
        self.lesson_sent(operation, body, &dispatched);
        let Dispatched { answer, event, record } = dispatched;
        let at = self.core.engine().now();
        // A request that is refused for its syntax has no report.
        let report = event.map(|event| Report::of(at, &event));
        let before_cache = self.core.settings().dax.is_some();
        let changes = impact_of(self.core.settings(), &target_of(operation), &answer) == Impact::Change;
        let Answer {
            status,
            body,
            exception,
            message,
        } = answer;
        let refused = exception.map(|exception| (exception, message.as_deref().unwrap_or_default()));
        self.lesson_answered(real, operation, refused, &body);
        let reported = match exception {
            None => {
                let of_report = report.as_ref().and_then(|report| freshness(self.core.engine(), report));
                // A result from the cache of DAX does not reach a table.
                let cached = before_cache && report.is_none() && CACHED.contains(&operation);
                let freshness = of_report.or(cached.then_some(Freshness::Cache));
                Ok(Answered {
                    at,
                    record,
                    body,
                    report,
                    freshness,
                })
            }
            Some(exception) => Err(Refused {
                at,
                record,
                status,
                exception: exception.to_owned(),
                message: message.unwrap_or_default(),
                body,
                report,
            }),
        };
        (reported, changes)
    }
}
