//! What became of a request of a load: its effect, or the first limit that it exceeded.
//!
//! Must not know loads, nor who counts.

use hashrange_wire::{Request, Response, ReturnValues, ServiceError, ThrottleCause};
use hashrange_workload::{Effect, Fate, Limit};

/// Makes a write return the item before it, which costs nothing and tells a new item from a changed one.
pub(crate) fn ask_for_old_item(request: &mut Request) {
    let old = Some(ReturnValues::AllOld);
    match request {
        Request::PutItem(put) => put.return_values = old,
        Request::UpdateItem(update) => update.return_values = old,
        Request::DeleteItem(delete) => delete.return_values = old,
        _ => {}
    }
}

/// The result of such a request.
pub(crate) fn fate_of(answer: &Result<Response, ServiceError>) -> Fate {
    let effect = match answer {
        Ok(Response::PutItem(put)) if put.attributes.is_some() => Effect::Replaced,
        Ok(Response::UpdateItem(update)) if update.attributes.is_some() => Effect::Updated,
        Ok(Response::PutItem(_) | Response::UpdateItem(_)) => Effect::Created,
        Ok(Response::DeleteItem(delete)) if delete.attributes.is_some() => Effect::Deleted,
        Ok(Response::DeleteItem(_)) => Effect::Unchanged,
        Ok(_) => Effect::Read,
        Err(ServiceError::Throttled(throttled)) => {
            return Fate::Throttled(match (throttled.first.cause, &throttled.first.index) {
                (ThrottleCause::KeyRangeThroughput, _) => Limit::Partition,
                (ThrottleCause::AccountLimit, _) => Limit::Account,
                (_, None) => Limit::Table,
                (_, Some(_)) => Limit::Index,
            });
        }
        Err(_) => return Fate::Refused,
    };
    Fate::Answered(effect)
}
