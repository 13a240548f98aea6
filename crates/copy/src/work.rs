//! One table in progress. Its stages: described, created, copied, compared, completed.
//!
//! Must not know the other tables, nor when a request is sent.

use hashrange_wire::{AnswerError, ErrorBody};

use crate::copy_error::CopyError;
use crate::definition::Described;
use crate::extras::{self, Extras};
use crate::page::{Page, left_undone};
use crate::pages::Pages;
use crate::progress::Activity;
use crate::report::NotCopied;
use crate::request::{Ask, Side};
use crate::segment::{Part, Segment, scan};
use crate::settings;
use crate::state::{TableState, sum};

/// One table in progress.
#[derive(Clone, Debug)]
pub(crate) struct Work {
    pub(crate) state: TableState,
    stage: Stage,
    segments: Vec<Segment>,
    /// The pages of each segment, of the source and then of the target.
    pages: Vec<Pages>,
    source: Option<Described>,
    target: Option<Described>,
    extras: Extras,
    /// Whether this process created the target's table, or may have: its CreateTable had no reply.
    may_have_created: bool,
    /// Whether the target refused the table with its class, encryption and deletion protection.
    without_settings: bool,
}

/// The stage of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    Source,
    SourceTtl,
    SourceTags,
    SourceRecovery,
    SourceInsights,
    SourcePolicy,
    Target,
    Create,
    Copy,
    Check,
    Ttl,
    Tags,
    Recovery,
    Insights,
    Stream,
    /// Waits until the target is ACTIVE again after its stream was enabled.
    Settle,
    Done,
}

/// The next action after a response.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Then {
    /// Send the next request. Optionally contains the units that this one consumed.
    Go(Option<f64>),
    /// Send the same request later, because nothing has changed yet.
    Look,
    /// Send the rest of a batch later. Contains whether anything of it was written, and the units that it consumed.
    Rest { some: bool, units: Option<f64> },
}

impl Work {
    pub(crate) fn new(mut state: TableState, workers: usize) -> Self {
        state.split(workers);
        let segments = vec![Segment::default(); workers];
        Self {
            state,
            stage: Stage::Source,
            segments,
            pages: vec![Pages::default(); workers],
            source: None,
            target: None,
            extras: Extras::default(),
            may_have_created: false,
            without_settings: false,
        }
    }

    pub(crate) fn is_done(&self) -> bool {
        self.stage == Stage::Done
    }

    pub(crate) fn activity(&self) -> Activity {
        match self.stage {
            Stage::Copy => Activity::Copying,
            Stage::Check => Activity::Checking,
            Stage::Ttl | Stage::Tags | Stage::Recovery | Stage::Insights | Stage::Stream | Stage::Settle => {
                Activity::Completing
            }
            Stage::Done => Activity::Done,
            _ => Activity::Preparing,
        }
    }

    /// The next request of a worker. Each segment has a worker; everything else uses the first.
    pub(crate) fn ask(&self, worker: usize) -> Option<Ask> {
        let table = self.state.name.as_str();
        let part = Part {
            table,
            segment: worker,
            segments: self.segments.len(),
        };
        match self.stage {
            Stage::Copy => self.segments.get(worker)?.ask(part, self.state.copied.get(worker)?),
            Stage::Check => scan(Side::To, part, self.state.checked.get(worker)?),
            _ if worker > 0 => None,
            Stage::Source => Some(extras::describe(Side::From, table)),
            Stage::SourceTtl => Some(extras::ask_source("DescribeTimeToLive", ("TableName", table))),
            Stage::SourceTags => Some(self.extras.ask_for_tags(&self.source.as_ref()?.table.table_arn)),
            Stage::SourceRecovery => Some(extras::ask_source("DescribeContinuousBackups", ("TableName", table))),
            Stage::SourceInsights => Some(self.extras.ask_for_insights(table)),
            Stage::SourcePolicy => {
                let arn = &self.source.as_ref()?.table.table_arn;
                Some(extras::ask_source("GetResourcePolicy", ("ResourceArn", arn)))
            }
            Stage::Target | Stage::Settle => Some(extras::describe(Side::To, table)),
            Stage::Create => {
                let body = self.source.as_ref()?.creation(!self.without_settings);
                Some(Ask {
                    side: Side::To,
                    operation: "CreateTable",
                    body,
                    units: 0.0,
                })
            }
            Stage::Ttl => Some(self.extras.switch_ttl_on(table)),
            Stage::Tags => Some(self.extras.tag(self.target.as_ref()?)),
            Stage::Recovery => Some(self.extras.switch_recovery_on(table)),
            Stage::Insights => self.extras.switch_insights_on(table),
            Stage::Stream => Some(extras::switch_stream_on(table, self.source.as_ref()?.stream()?)),
            Stage::Done => None,
        }
    }

    /// Handles the body of a successful response.
    ///
    /// # Errors
    /// When the table cannot be copied.
    pub(crate) fn take(&mut self, worker: usize, sent: (Side, &'static str), body: &str) -> Result<Then, CopyError> {
        let unreadable = |reason: String| CopyError::Unreadable {
            side: sent.0,
            operation: sent.1,
            reason,
        };
        let no_json = |error: AnswerError| unreadable(error.to_string());
        match self.stage {
            Stage::Source => self.take_source(Described::read(body).map_err(no_json)?),
            Stage::SourceTtl => self.extras.take_ttl(body).map_err(no_json)?,
            Stage::SourceTags => self.extras.take_tags(body).map_err(unreadable)?,
            Stage::SourceRecovery => self.extras.take_recovery(body).map_err(no_json)?,
            Stage::SourceInsights => self.extras.take_insights(body).map_err(unreadable)?,
            Stage::SourcePolicy => self.note("resource policy", "it names accounts and ARNs of the source"),
            Stage::Target => return self.take_target(Described::read(body).map_err(no_json)?),
            Stage::Settle => {
                if !Described::read(body).map_err(no_json)?.is_active() {
                    return Ok(Then::Look);
                }
            }
            Stage::Copy if sent.1 == "Scan" => {
                let page = Page::read(body).map_err(unreadable)?;
                self.follow_pages(worker, page.next.as_deref()).map_err(unreadable)?;
                return Ok(self.take_page(worker, page));
            }
            Stage::Copy => return self.take_written(worker, left_undone(body).map_err(unreadable)?),
            Stage::Check => {
                let Page {
                    items,
                    digest,
                    next,
                    units,
                } = Page::read(body).map_err(unreadable)?;
                self.follow_pages(worker, next.as_deref()).map_err(unreadable)?;
                if let Some(position) = self.state.checked.get_mut(worker) {
                    position.pass(next, items.len() as u64, digest);
                }
                self.compare()?;
                return Ok(Then::Go(Some(units)));
            }
            Stage::Create => self.may_have_created = true,
            Stage::Insights => _ = self.extras.insights.pop(),
            Stage::Ttl | Stage::Tags | Stage::Recovery | Stage::Stream | Stage::Done => {}
        }
        self.move_on();
        Ok(Then::Go(None))
    }

    /// Notes a part that is not copied, once.
    fn note(&mut self, what: &str, why: &str) {
        let part = NotCopied {
            what: what.to_owned(),
            why: why.to_owned(),
        };
        if !self.state.not_copied.contains(&part) {
            self.state.not_copied.push(part);
        }
    }

    /// Handles a refusal.
    ///
    /// # Errors
    /// When the table cannot be copied because of it.
    pub(crate) fn take_refusal(
        &mut self,
        worker: usize,
        (side, operation): (Side, &'static str),
        refusal: ErrorBody,
    ) -> Result<Then, CopyError> {
        let already = refusal.message.contains("already");
        if self.stage == Stage::Create {
            // A refused CreateTable creates nothing. An earlier one of this process may have created the table.
            self.state.created = self.may_have_created && refusal.exception == "ResourceInUseException";
        }
        let what = match (self.stage, refusal.exception.as_str()) {
            (Stage::Target, "ResourceNotFoundException") => {
                // A table that was created just now may not be described yet.
                self.may_have_created &= self.state.target.is_empty();
                self.begin_again(Stage::Create);
                self.state.created = self.stage == Stage::Create;
                return Ok(Then::Go(None));
            }
            (Stage::Copy, "ValidationException") if operation == "BatchWriteItem" => {
                return self.take_apart(worker, refusal);
            }
            // The table was not there before. Another client created it, or an earlier CreateTable did.
            (Stage::Create, "ResourceInUseException") => {
                self.move_on();
                return Ok(Then::Go(None));
            }
            // An endpoint without a table class, encryption or deletion protection. `left_out` notes what is missing.
            (Stage::Create, "ValidationException")
                if !self.without_settings
                    && self
                        .source
                        .as_ref()
                        .is_some_and(|source| settings::are_set(&source.table)) =>
            {
                self.without_settings = true;
                return Ok(Then::Go(None));
            }
            // An endpoint without vector indexes, or with other rules for them. If they are not the reason, it refuses the
            // table without them too.
            (Stage::Create, "ValidationException") if self.drop_vector_indexes(&refusal) => return Ok(Then::Go(None)),
            (Stage::SourceTtl | Stage::Ttl, _) => "TTL",
            (Stage::SourceTags | Stage::Tags, _) => "tags",
            (Stage::SourceRecovery | Stage::Recovery, _) => "point-in-time recovery",
            (Stage::SourceInsights | Stage::Insights, _) => "Contributor Insights",
            (Stage::SourcePolicy, "PolicyNotFoundException") => {
                self.move_on();
                return Ok(Then::Go(None));
            }
            (Stage::SourcePolicy, _) => "resource policy",
            (Stage::Stream, _) => "stream",
            _ => {
                let (table, ErrorBody { exception, message }) = (self.state.name.clone(), refusal);
                return Err(CopyError::Refused {
                    side,
                    operation,
                    table,
                    exception,
                    message,
                });
            }
        };
        if !(side == Side::To && already) {
            let part = extras::not_copied(side, what, operation, &refusal);
            self.state.not_copied.extend(part);
        }
        self.extras.more = None;
        if self.stage == Stage::Insights {
            self.extras.insights.clear();
        }
        self.move_on();
        Ok(Then::Go(None))
    }

    /// Leaves the vector indexes out of the table to create, and notes that. False if there are none.
    fn drop_vector_indexes(&mut self, refusal: &ErrorBody) -> bool {
        let Some(source) = self.source.as_mut().filter(|source| source.has_vector_indexes()) else {
            return false;
        };
        source.drop_vector_indexes();
        self.state.not_copied.push(NotCopied {
            what: "vector indexes".to_owned(),
            why: format!("the target refuses them: {}", refusal.message),
        });
        true
    }

    /// Handles a missing reply: the endpoint may have executed the request.
    pub(crate) fn lose(&mut self) {
        self.may_have_created |= self.stage == Stage::Create;
    }

    /// Call this when nothing is sent any more and nothing is pending. A table that was not created yet is then not
    /// this copy's own.
    pub(crate) fn withdraw(&mut self) {
        self.state.created &= self.stage != Stage::Create || self.may_have_created;
    }

    /// Searches for the item that the target refuses, for example because of an index key of the wrong type.
    fn take_apart(&mut self, worker: usize, refusal: ErrorBody) -> Result<Then, CopyError> {
        let Some(item) = self.segments.get_mut(worker).and_then(Segment::refused) else {
            return Ok(Then::Go(None));
        };
        let key = self
            .source
            .as_ref()
            .map(|source| source.key_of(&item))
            .unwrap_or_default();
        Err(CopyError::Item {
            table: self.state.name.clone(),
            key,
            message: refusal.message,
        })
    }

    /// Resets the progress, because the target does not have the table, or has another one. A table that was complete
    /// starts at its description again, because its other properties were not requested.
    fn begin_again(&mut self, otherwise: Stage) {
        self.stage = if self.state.done { Stage::Source } else { otherwise };
        self.state.begin_again();
        self.state.split(self.segments.len());
    }

    fn take_source(&mut self, source: Described) {
        let id = source.id();
        if !self.state.source.is_empty() && self.state.source != id {
            self.state.begin_again();
            self.state.split(self.segments.len());
        }
        self.state.source = id;
        if !self.state.done {
            // The copy collects these notes again.
            self.state.not_copied.clear();
        }
        self.source = Some(source);
    }

    fn take_target(&mut self, target: Described) -> Result<Then, CopyError> {
        if let Some(source) = &self.source {
            self.state.accept(source, &target)?;
        }
        if !target.is_active() {
            return Ok(Then::Look);
        }
        let id = target.id();
        if !self.state.target.is_empty() && self.state.target != id {
            self.begin_again(Stage::Target);
            if self.stage == Stage::Source {
                return Ok(Then::Go(None));
            }
        }
        self.state.target = id;
        if let Some(source) = self.source.as_ref().filter(|_| !self.state.done) {
            for NotCopied { what, why } in settings::left_out(&source.table, &target.table) {
                self.note(&what, &why);
            }
        }
        self.target = Some(target);
        self.move_on();
        Ok(Then::Go(None))
    }

    /// Checks that a page ends where no earlier page of the segment ended.
    fn follow_pages(&mut self, worker: usize, next: Option<&str>) -> Result<(), String> {
        let Some(pages) = self.pages.get_mut(worker) else {
            return Ok(());
        };
        match next {
            Some(next) => pages.take(next).map_err(|endless| endless.to_string()),
            // The target's segment is read after the source's.
            None => {
                *pages = Pages::default();
                Ok(())
            }
        }
    }

    fn take_page(&mut self, worker: usize, page: Page) -> Then {
        let units = page.units;
        if let (Some(segment), Some(position)) = (self.segments.get_mut(worker), self.state.copied.get_mut(worker)) {
            segment.read(position, page);
        }
        if self.state.copied.iter().all(|position| position.finished) {
            self.move_on();
        }
        Then::Go(Some(units))
    }

    fn take_written(&mut self, worker: usize, left: (Vec<String>, Option<f64>)) -> Result<Then, CopyError> {
        let ((undone, units), mut some) = (left, true);
        let rest = !undone.is_empty();
        if let (Some(segment), Some(position)) = (self.segments.get_mut(worker), self.state.copied.get_mut(worker)) {
            some = segment.written(position, undone);
        }
        if self.state.copied.iter().all(|position| position.finished) {
            self.move_on();
        }
        Ok(if rest {
            Then::Rest { some, units }
        } else {
            Then::Go(units)
        })
    }

    /// Compares the target's items with those read from the source, after all segments of the target were read.
    fn compare(&mut self) -> Result<(), CopyError> {
        if !self.state.checked.iter().all(|position| position.finished) {
            return Ok(());
        }
        let (read, found) = (sum(&self.state.copied), sum(&self.state.checked));
        if read == found {
            self.move_on();
            return Ok(());
        }
        self.state.copy_again();
        Err(CopyError::Differs {
            table: self.state.name.clone(),
            read: read.0,
            found: found.0,
        })
    }

    /// Goes to the next stage that has something to do.
    fn move_on(&mut self) {
        loop {
            self.stage = self.next();
            if self.has_something_to_do() {
                break;
            }
        }
        self.state.done |= self.stage == Stage::Done;
    }

    fn next(&self) -> Stage {
        match self.stage {
            Stage::Source => Stage::SourceTtl,
            Stage::SourceTtl => Stage::SourceTags,
            Stage::SourceTags if self.extras.more.is_some() => Stage::SourceTags,
            Stage::SourceTags => Stage::SourceRecovery,
            Stage::SourceRecovery => Stage::SourceInsights,
            Stage::SourceInsights if self.extras.more.is_some() => Stage::SourceInsights,
            Stage::SourceInsights => Stage::SourcePolicy,
            Stage::SourcePolicy | Stage::Create => Stage::Target,
            Stage::Target if self.state.done => Stage::Done,
            Stage::Target => Stage::Copy,
            Stage::Copy => Stage::Check,
            Stage::Check => Stage::Ttl,
            Stage::Ttl => Stage::Tags,
            Stage::Tags => Stage::Recovery,
            Stage::Recovery | Stage::Insights if !self.extras.insights.is_empty() => Stage::Insights,
            Stage::Recovery | Stage::Insights => Stage::Stream,
            Stage::Stream => Stage::Settle,
            Stage::Settle | Stage::Done => Stage::Done,
        }
    }

    fn has_something_to_do(&self) -> bool {
        let wants_stream = || {
            let stream = |table: &Option<Described>| table.as_ref().is_some_and(|table| table.stream().is_some());
            stream(&self.source) && !stream(&self.target)
        };
        match self.stage {
            Stage::SourceTtl | Stage::SourceRecovery | Stage::SourceInsights => !self.state.done,
            Stage::SourceTags | Stage::SourcePolicy => {
                !self.state.done
                    && self
                        .source
                        .as_ref()
                        .is_some_and(|source| !source.table.table_arn.is_empty())
            }
            Stage::Copy => !self.state.copied.iter().all(|position| position.finished),
            Stage::Check => !self.state.checked.iter().all(|position| position.finished),
            Stage::Ttl => self.extras.ttl.is_some(),
            Stage::Tags => !self.extras.tags.is_empty(),
            Stage::Recovery => self.extras.recovery.is_some(),
            Stage::Stream | Stage::Settle => wants_stream(),
            Stage::Source | Stage::Target | Stage::Create | Stage::Insights | Stage::Done => true,
        }
    }
}
