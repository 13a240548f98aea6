//! Requests in checkpoints, stored as operation and body. This form covers all requests.

use hashrange_checkpoint::{Checkpointed, Damaged, Forms, Reader, Writer};

use super::{decode, encode_request};
use crate::operation::Operation;
use crate::request::Request;

impl Checkpointed for Request {
    fn form(forms: &mut Forms) -> String {
        format!("(operation: {}, body: DynamoDB JSON as bytes)", Operation::form(forms))
    }

    fn write(&self, out: &mut Writer) {
        self.operation().write(out);
        encode_request(self).write(out);
    }

    fn read(bytes: &mut Reader<'_>) -> Result<Self, Damaged> {
        let operation = Operation::read(bytes)?;
        decode(operation, bytes.bytes()?).map_err(|_| Damaged)
    }
}
