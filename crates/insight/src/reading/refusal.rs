//! Why the service would refuse changes now. No request is sent.

use hashrange_wire::{Operation, Rejection, ServiceError, decode};

use super::question::{Question, Service};
use super::questions::RefusalQuestion;
use crate::Refusal;

impl Question for RefusalQuestion {
    type Reading = Refusal;

    fn read(&self, service: Service<'_>) -> Option<Refusal> {
        let refused = self
            .requests
            .iter()
            .find_map(|(operation, body)| refusal(service, *operation, body));
        refused.as_ref().map(Refusal::from)
    }
}

/// Checks a request. A request from a form meets the same constraints as a request in JSON.
fn refusal(Service { engine, .. }: Service<'_>, operation: Operation, body: &str) -> Option<ServiceError> {
    match decode(operation, body.as_bytes()) {
        Ok(request) => engine.refusal(&request),
        Err(Rejection::Service(error)) => Some(error),
        // The JSON was just written, so it is well-formed. Transactions are not checked.
        Err(_) => None,
    }
}
