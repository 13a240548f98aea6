//! DeregisterScalableTarget: ends the scaling of a table or index and deletes its policy.

use hashrange_wire::{DeregisterScalableTargetRequest, DeregisterScalableTargetResponse, Response, ScalingError};

use crate::rules::outcome::{Done, Outcome};
use crate::service::engine::Engine;
use crate::service::operation::scalable::Scalable;

pub(super) fn perform(engine: &mut Engine, request: &DeregisterScalableTargetRequest) -> Outcome {
    let Scalable { table: name, of } = Scalable::named(&request.resource)?;
    let was = engine
        .catalogue
        .get_mut(&name)
        .is_some_and(|table| table.scaling.deregister(&of));
    if !was {
        return Err(ScalingError::NoTarget(request.resource.clone()).into());
    }
    Ok(Done::about(
        Response::DeregisterScalableTarget(DeregisterScalableTargetResponse),
        Some(name),
    ))
}
