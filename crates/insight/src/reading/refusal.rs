//! Why the service would refuse changes now. Nothing is sent.

use hashrange_wire::{Operation, Rejection, ServiceError, decode};

use super::asks::RefusalAsk;
use super::question::{Question, Service};
use crate::Refusal;

impl Question for RefusalAsk {
    type Reading = Refusal;

    fn read(&self, service: Service<'_>) -> Option<Refusal> {
        let refused = self.requests.iter().find_map(|(operation, body)| refusal(service, *operation, body));
        refused.as_ref().map(Refusal::from)
    }
}

/// A request made by a form meets the same constraints as one that arrives as JSON.
fn refusal(Service { engine, .. }: Service<'_>, operation: Operation, body: &str) -> Option<ServiceError> {
    match decode(operation, body.as_bytes()) {
        Ok(request) => engine.refusal(&request),
        Err(Rejection::Service(error)) => Some(error),
        // JSON that was just written cannot be malformed, and no transaction is judged.
        Err(_) => None,
    }
}
