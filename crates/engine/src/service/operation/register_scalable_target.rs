//! RegisterScalableTarget: sets bounds for the throughput of a table or index.

use hashrange_wire::{RegisterScalableTargetRequest, RegisterScalableTargetResponse, Response, ScalingError};

use crate::rules::outcome::{Done, Outcome};
use crate::service::background::scaling;
use crate::service::engine::Engine;
use crate::service::operation::scalable::{Scalable, target_arn};

pub(super) fn perform(engine: &mut Engine, request: &RegisterScalableTargetRequest) -> Outcome {
    let Scalable { table: name, of } = Scalable::found(engine, &request.resource)?;
    let now = engine.shared.now;
    let table = engine.catalogue.named_mut(&name)?;
    let known = table.scaling.target(&of).map(|target| (target.min, target.max));
    let bound = |asked: Option<u32>, known: Option<u64>| asked.map(u64::from).or(known);
    let min = bound(request.min_capacity, known.map(|bounds| bounds.0)).ok_or(ScalingError::BoundsMissing)?;
    let max = bound(request.max_capacity, known.map(|bounds| bounds.1)).ok_or(ScalingError::BoundsMissing)?;
    if max < min {
        return Err(ScalingError::Bounds.into());
    }
    table.scaling.register(of, min, max, now);
    scaling::plan(table, &mut engine.shared);
    let scalable_target_arn = target_arn(&engine.shared.options, &request.resource);
    let response = Response::RegisterScalableTarget(RegisterScalableTargetResponse { scalable_target_arn });
    Ok(Done::about(response, Some(name)))
}
