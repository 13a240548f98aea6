//! Requests and calls: one message to the engine, one response back. Numbers match responses with their callers.

use futures_channel::oneshot::channel;
use hashrange_protocol::call::{Call, CallResult};
use hashrange_protocol::{Answered, Command, Refused};
use hashrange_wire::{Request, encode_request};
use leptos::prelude::*;

use super::Session;
use super::pending::{Answer, Pending};
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
        let (sender, receiver) = channel();
        let number = self.pending.try_update_value(|pending| pending.add(sender));
        let name = operation.to_owned();
        self.post(Command::Request {
            number: number.unwrap_or_default(),
            operation: name,
            body,
        });
        let answer = match receiver.await {
            Ok(answer) => answer.map(|answered| *answered).map_err(|refused| *refused),
            Err(_) => Err(self.unanswered()),
        };
        if framed::is_embedded() {
            parent_page::report_answer(operation, &answer);
        }
        answer
    }

    pub(super) fn take_answer(self, number: u64, answer: Answer) {
        if let Some(Some(sender)) = self.pending.try_update_value(|pending| pending.take(number)) {
            // The caller may no longer exist.
            let _ = sender.send(answer);
        }
    }

    /// Runs a call. `None` if no response arrives. The rare part must be loaded.
    pub async fn run(self, call: Call) -> Option<CallResult> {
        let (sender, receiver) = channel();
        let number = self.pending.try_update_value(|pending| pending.add_call(sender));
        self.post(Command::Call {
            number: number.unwrap_or_default(),
            bytes: call.to_bytes(),
        });
        CallResult::from_bytes(&receiver.await.ok()?)
    }

    pub(super) fn take_call(self, number: u64, bytes: Vec<u8>) {
        if let Some(Some(sender)) = self.pending.try_update_value(|pending| pending.take_call(number)) {
            // The caller may no longer exist.
            let _ = sender.send(bytes);
        }
    }

    /// Drops the pending requests, because another workspace is in front. Calls stay, because a call may have brought
    /// it to the front.
    pub(super) fn give_up_requests(self) {
        self.pending.update_value(Pending::clear_requests);
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
            message: "The answer never came: another workspace was opened, or the engine was started again.".to_owned(),
            body: String::new(),
            report: None,
        }
    }
}
