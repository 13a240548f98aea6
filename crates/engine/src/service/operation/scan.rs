//! Scan: every item of a table or index, or of one segment, in hash order.

use hashrange_wire::{Response, ScanRequest, ServiceError, ValidationError};

use crate::rules::expressions::{self, all_used};
use crate::rules::legacy;
use crate::rules::outcome::Outcome;
use crate::rules::read::foreseen::{Foreseen, Foresight};
use crate::service::engine::Engine;
use crate::service::operation::query::{parse_filter, parse_projection_of};
use crate::service::operation::range_read::{RangeRead, Which};

pub(super) fn perform(engine: &mut Engine, request: &ScanRequest, foreseen: &Foreseen) -> Outcome {
    read(request)?.perform(engine, foreseen, Response::Scan)
}

/// The filter and the items of the page, if applying it is expensive.
pub(super) fn foresee(engine: &Engine, request: &ScanRequest) -> Option<Foresight> {
    read(request).ok()?.foresee(engine)
}

fn read(request: &ScanRequest) -> Result<RangeRead<'_>, ServiceError> {
    let names = request.expression_attribute_names.as_ref();
    let mut scope = expressions::scope(names, request.expression_attribute_values.as_ref())?;
    let segment = segment(request)?;
    let filter = parse_filter(request.filter_expression.as_deref(), &mut scope)?
        .or_else(|| legacy::filter(request.scan_filter.as_ref(), request.conditional_operator));
    let projection = parse_projection_of(request.projection_expression.as_deref(), &mut scope)?
        .or_else(|| legacy::projection(request.attributes_to_get.as_deref()));
    all_used(&scope)?;
    Ok(RangeRead {
        table_name: &request.table_name,
        index_name: request.index_name.as_deref(),
        consistent: request.consistent_read,
        which: Which::Everything { segment },
        filter,
        projection,
        select: request.select,
        limit: request.limit,
        start_key: request.exclusive_start_key.as_ref(),
        capacity: request.return_consumed_capacity,
    })
}

/// The requested segment and the number of segments; both or neither must be given.
fn segment(request: &ScanRequest) -> Result<Option<(u32, u32)>, ValidationError> {
    match (request.segment, request.total_segments) {
        (None, None) => Ok(None),
        (Some(_), None) => Err(ValidationError::TotalSegmentsMissing),
        (None, Some(_)) => Err(ValidationError::SegmentMissing),
        (Some(segment), Some(total)) if segment >= total => Err(ValidationError::SegmentOutside { segment, total }),
        (Some(segment), Some(total)) => Ok(Some((segment, total))),
    }
}
