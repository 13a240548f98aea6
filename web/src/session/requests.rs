//! Requests and errands: one message there, one answer back. Answers find their callers by number.

use futures_channel::oneshot::channel;
use hashrange_protocol::errand::{Done, Errand};
use hashrange_protocol::{Answered, Command, Refused};
use hashrange_wire::{Request, encode_request};
use leptos::prelude::*;

use super::Session;
use super::pending::{Answer, Pending};
use crate::framed::{self, around};

impl Session {
    /// Sends a request at the current virtual time.
    ///
    /// # Errors
    /// The service's refusal, whether of the request's shape or of what it asks for.
    pub async fn send(self, request: Request) -> Result<Answered, Refused> {
        self.send_json(request.operation().name(), encode_request(&request)).await
    }

    /// Sends a request given as DynamoDB JSON.
    ///
    /// # Errors
    /// The service's refusal.
    pub async fn send_json(self, operation: &str, body: String) -> Result<Answered, Refused> {
        let (sender, receiver) = channel();
        let number = self.pending.try_update_value(|pending| pending.add(sender));
        let name = operation.to_owned();
        self.tell(Command::Request { number: number.unwrap_or_default(), operation: name, body });
        let answer = match receiver.await {
            Ok(answer) => answer.map(|answered| *answered).map_err(|refused| *refused),
            Err(_) => Err(self.unanswered()),
        };
        if framed::is_embedded() {
            around::tell_answer(operation, &answer);
        }
        answer
    }

    pub(super) fn take_answer(self, number: u64, answer: Answer) {
        if let Some(Some(sender)) = self.pending.try_update_value(|pending| pending.take(number)) {
            // A caller that is gone does not want it any more.
            let _ = sender.send(answer);
        }
    }

    /// Runs an errand; `None` where the answer never came. The rare part must be here.
    pub async fn run(self, errand: Errand) -> Option<Done> {
        let (sender, receiver) = channel();
        let number = self.pending.try_update_value(|pending| pending.add_errand(sender));
        self.tell(Command::Errand { number: number.unwrap_or_default(), bytes: errand.to_bytes() });
        Done::from_bytes(&receiver.await.ok()?)
    }

    pub(super) fn take_errand(self, number: u64, bytes: Vec<u8>) {
        if let Some(Some(sender)) = self.pending.try_update_value(|pending| pending.take_errand(number)) {
            // A caller that is gone does not want it any more.
            let _ = sender.send(bytes);
        }
    }

    /// Gives up on the requests that are on their way: another workspace is in front. An errand may have brought it there.
    pub(super) fn give_up_requests(self) {
        self.pending.update_value(Pending::clear_requests);
    }

    /// Gives up on everything that is on its way: the engine that knew of it is gone.
    pub(super) fn give_up_everything(self) {
        self.pending.update_value(Pending::clear);
    }

    /// What a caller learns whose answer never came.
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
