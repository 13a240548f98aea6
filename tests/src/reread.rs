//! A service whose responses are all read and written again.
//!
//! The text that a response was read from must result. Must not know specs.

use hashrange_wire::{Operation, decode_response, encode_response};

use crate::service::{Answer, Service};

/// A service, and the check of its responses.
#[derive(Clone, Debug)]
pub struct Reread<S>(pub S);

impl<S: Service> Service for Reread<S> {
    /// Sends a request.
    ///
    /// # Panics
    /// When a response is not the same after it was read.
    fn call(&mut self, operation: &str, body: &str) -> Answer {
        let answer = self.0.call(operation, body);
        if answer.status == 200
            && let Some(operation) = Operation::from_name(operation)
        {
            let read = decode_response(operation, answer.body.as_bytes());
            let read = read.unwrap_or_else(|error| panic!("{error}: {}", answer.body));
            let again = encode_response(&read);
            // A response to SearchVectors does not name the attribute whose numbers have another form.
            if operation == Operation::SearchVectors {
                assert_eq!(decode_response(operation, again.as_bytes()), Ok(read));
            } else {
                assert_eq!(again, answer.body);
            }
        }
        answer
    }

    fn advance(&mut self, milliseconds: u64) -> bool {
        self.0.advance(milliseconds)
    }
}
