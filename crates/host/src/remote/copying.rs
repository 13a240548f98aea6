//! Copies between the workspace in front and an endpoint, in both directions, driven request by request.
//!
//! `hashrange-copy` decides what to send; this file sends it, to the endpoint or to the workspace. Must not know what
//! is copied.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;

use hashrange_copy::{Copy, Plan, Reply, Request, Side, Step};
use hashrange_protocol::call::{CallResult, CopiedTable, CopyForm};
use hashrange_protocol::{ClockCommand, Origin, WorkspaceId};
use hashrange_time::{Duration, Timestamp};

use super::endpoint::Endpoint;
use crate::core::Core;
use crate::host::{Host, Platform};

/// Real time between two checks while a copy waits, in milliseconds.
const LOOK_MS: u32 = 20;

/// Received responses, by lane.
type Replies = Rc<RefCell<VecDeque<(usize, Reply)>>>;

impl<W: Platform> Host<W> {
    /// Copies the workspace in front to an endpoint, or an endpoint into a new workspace.
    pub(crate) async fn copy(&self, id: WorkspaceId, form: &CopyForm) -> Result<CallResult, String> {
        let endpoint = Endpoint::of(&form.endpoint)?;
        if form.outward {
            let ran = self.within(id, |workspace| workspace.core.clock().is_running());
            let outcome = self.drive(id, &endpoint, form).await;
            if ran == Some(false) {
                self.change(id, |workspace, real| workspace.core.command(real, ClockCommand::Pause));
            }
            return outcome;
        }
        // An endpoint that does not answer leaves no empty workspace.
        self.list_tables(&endpoint).await?;
        let workspace = self.workspace_of(&endpoint).await;
        self.drive(workspace, &endpoint, form).await
    }

    async fn workspace_of(&self, endpoint: &Endpoint) -> WorkspaceId {
        self.begin(endpoint.address.authority(), Origin::Own, Core::fresh(), String::new())
            .await
    }

    async fn drive(&self, id: WorkspaceId, endpoint: &Endpoint, form: &CopyForm) -> Result<CallResult, String> {
        let (read_units, write_units) = (form.read_units, form.write_units);
        let tables = (!form.tables.is_empty()).then(|| form.tables.clone());
        let plan = Plan {
            tables,
            read_units,
            write_units,
            ..Plan::default()
        };
        let (here, there) = ("this workspace".to_owned(), endpoint.address.to_string());
        let (from, to) = if form.outward { (here, there) } else { (there, here) };
        let local = if form.outward { Side::From } else { Side::To };
        let mut copy = Copy::begin(&plan, &from, &to);
        let replies = Replies::default();
        loop {
            if self.goes_on(&copy.progress().to_string()).is_err() {
                copy.cancel();
            }
            while let Some((worker, reply)) = replies.borrow_mut().pop_front() {
                copy.take(worker, self.now(), reply);
            }
            match copy.next(self.now()) {
                Step::Send(request) if request.side == local => {
                    let reply = self.answer_here(id, &request).await;
                    copy.take(request.worker, self.now(), reply);
                }
                Step::Send(request) => self.send_there(endpoint.clone(), request, Rc::clone(&replies)),
                Step::Wait(_) => self.platform().rest(LOOK_MS).await,
                Step::Done => break,
            }
        }
        match copy.outcome() {
            Some(Ok(report)) => Ok(CallResult::Copied(report.tables.iter().map(copied).collect())),
            Some(Err(error)) => Err(error.to_string()),
            None => Err("The copy was stopped. What it wrote stays there.".to_owned()),
        }
    }

    /// Handles a request in the workspace. Its time runs meanwhile, because otherwise no table would become ACTIVE.
    async fn answer_here(&self, id: WorkspaceId, request: &Request) -> Reply {
        self.platform().rest(0).await;
        let answer = self.change(id, |workspace, real| {
            workspace.core.command(real, ClockCommand::Resume);
            workspace.core.dispatch(real, request.operation, &request.body).answer
        });
        match answer {
            Some(answer) => Reply::Answered {
                status: answer.status,
                body: answer.body,
            },
            None => Reply::Lost("the workspace was closed".to_owned()),
        }
    }

    fn send_there(&self, endpoint: Endpoint, request: Request, replies: Replies) {
        self.spawn(|host| async move {
            let reply = match host.call(&endpoint, request.operation, &request.body).await {
                Ok((status, body)) => Reply::Answered { status, body },
                Err(words) => Reply::Lost(words),
            };
            replies.borrow_mut().push_back((request.worker, reply));
        });
    }

    fn now(&self) -> Timestamp {
        Timestamp::default() + Duration::from_millis(self.platform().date())
    }
}

fn copied(table: &hashrange_copy::TableReport) -> CopiedTable {
    CopiedTable {
        name: table.name.clone(),
        items: table.items,
        digest: table.digest.text(),
        not_copied: table
            .not_copied
            .iter()
            .map(|not_copied| format!("{}: {}", not_copied.what, not_copied.why))
            .collect(),
    }
}
