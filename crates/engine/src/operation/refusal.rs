//! Why a change of a table would be refused, asked beforehand: for whoever offers changes and wants to say which of them
//! cannot be made now.
//!
//! The operations' own checks, so that a page never says other than the service. Nothing is recorded, nothing changes.

use hashrange_wire::{Request, ServiceError};

use super::{delete_table, update_table, update_time_to_live};
use crate::Engine;

impl Engine {
    /// Why UpdateTable, DeleteTable or UpdateTimeToLive would be refused at this moment; `None` when it would go ahead.
    /// Requests of other operations are not judged.
    #[must_use]
    pub fn refusal(&self, request: &Request) -> Option<ServiceError> {
        let judged = match request {
            Request::UpdateTable(request) => update_table::judge(self, request).map(drop),
            Request::DeleteTable(request) => delete_table::judge(self, request).map(drop),
            Request::UpdateTimeToLive(request) => update_time_to_live::judge(self, request).map(drop),
            _ => Ok(()),
        };
        judged.err()
    }
}
