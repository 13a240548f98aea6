//! Asking: one message to the engine, one answer back, possibly with progress before it. Numbers match answers with
//! their callers.

use futures_channel::oneshot::Receiver;
use hashrange_protocol::call::{Call, CallResult};
use hashrange_protocol::{Answer, Answered, Ask, Command, Progress, Refused};
use hashrange_wire::{Request, encode_request};
use hashrange_words::t;
use leptos::prelude::*;

use super::Session;
use super::pending::{OnProgress, Pending};
use crate::framed::{self, parent_page};

impl Session {
    /// Sends a request at the current virtual time.
    ///
    /// # Errors
    /// The service's refusal, of the request's shape or of its content.
    pub async fn send(self, request: Request) -> Result<Answered, Refused> {
        self.send_json(request.operation().name(), encode_request(&request))
            .await
    }

    /// Sends a request given as DynamoDB JSON.
    ///
    /// # Errors
    /// The service's refusal.
    pub async fn send_json(self, operation: &str, body: String) -> Result<Answered, Refused> {
        let request = Ask::Request {
            operation: operation.to_owned(),
            body,
        };
        let answer = match self.ask(request, None).1.await {
            Ok(Answer::Request(answer)) => answer,
            _ => Err(self.unanswered()),
        };
        if framed::is_embedded() {
            parent_page::report_answer(operation, &answer);
        }
        answer
    }

    /// Runs a call. `None` if there will be no answer.
    pub async fn run(self, call: Call) -> Option<CallResult> {
        call_result(self.ask(Ask::Call(call), None).1).await
    }

    /// Asks for something. Returns its number, and the receiver of the answer, which ends if there will be none.
    pub(super) fn ask(self, ask: Ask, on_progress: Option<OnProgress>) -> (u64, Receiver<Answer>) {
        // A call may bring another workspace to the front.
        let outlasts = matches!(ask, Ask::Call(_));
        let asked = self
            .pending
            .try_update_value(move |pending| pending.add(on_progress, outlasts));
        // A session that was disposed of keeps nothing pending, so its receiver ends at once.
        let (number, receiver) = asked.unwrap_or_else(|| Pending::default().add(None, outlasts));
        let ask = Box::new(ask);
        self.post(Command::Ask { number, ask });
        (number, receiver)
    }

    /// Stops a call. It answers at once.
    pub(super) fn cancel(self, number: u64) {
        self.post(Command::Cancel { number });
    }

    /// Drops a trial. It has no answer. A finished trial needs no message.
    pub(super) fn drop_trial(self, number: u64) {
        if let Some(Some(_)) = self.pending.try_update_value(|pending| pending.take(number)) {
            self.cancel(number);
        }
    }

    pub(super) fn take_answer(self, number: u64, answer: Answer) {
        if let Some(Some(sender)) = self.pending.try_update_value(|pending| pending.take(number)) {
            // The caller may no longer exist.
            let _ = sender.send(answer);
        }
    }

    pub(super) fn take_progress(self, number: u64, progress: Progress) {
        let receiver = self.pending.try_with_value(|pending| pending.on_progress(number));
        if let Some(Some(receive)) = receiver {
            receive(progress);
        }
    }

    /// Drops what belongs to the workspace that was in front.
    pub(super) fn leave_workspace(self) {
        self.pending.update_value(Pending::leave_workspace);
    }

    /// Drops everything that is pending, because the engine was restarted.
    pub(super) fn give_up_everything(self) {
        self.pending.update_value(Pending::clear);
    }

    /// The error for a caller whose response will not arrive.
    fn unanswered(self) -> Refused {
        Refused {
            at: self.now().get_untracked(),
            record: None,
            status: 0,
            exception: "NoAnswer".to_owned(),
            message: t!("No response: another workspace was opened, or the engine restarted.").to_owned(),
            body: String::new(),
            report: None,
        }
    }
}

/// The result of a call; `None` if there will be none.
pub(super) async fn call_result(receiver: Receiver<Answer>) -> Option<CallResult> {
    match receiver.await {
        Ok(Answer::Call(result)) => Some(result),
        _ => None,
    }
}
