//! Scan: every item of a table or index, or of one segment, in hash order.

use hashrange_expression::Condition;
use hashrange_wire::{Response, ScanRequest, ValidationError};

use super::query::{done, parse_filter, parse_projection_of};
use super::{Outcome, all_used, item_checks};
use crate::Engine;
use crate::read::{Target, Walk, consistency, read_page, resume_scan, segment_range, select};

pub(super) fn perform(engine: &Engine, request: &ScanRequest) -> Outcome {
    let names = request.expression_attribute_names.as_ref();
    let mut scope = super::scope(names, request.expression_attribute_values.as_ref())?;
    let segment = segment(request)?;
    let filter = parse_filter(request.filter_expression.as_deref(), &mut scope)?;
    let projection = parse_projection_of(request.projection_expression.as_deref(), &mut scope)?;
    all_used(&scope)?;

    let table = engine.catalogue.usable(&request.table_name)?;
    let target = Target::find(table, request.index_name.as_deref(), request.consistent_read)?;
    let answer = select(target, request.select, projection, filter.as_ref())?;
    let range = segment_range(segment);
    let range = resume_scan(target, range, request.exclusive_start_key.as_ref(), segment)?;
    item_checks::paths(table, filter.iter().flat_map(Condition::mentions))?;
    let walk = Walk {
        target,
        range: &range,
        collection: None,
        forward: true,
        limit: request.limit,
        page_bytes: engine.options.limits.page_bytes,
        filter: filter.as_ref(),
        answer: &answer,
        consistency: consistency(request.consistent_read),
        tracing: engine.tracing,
    };
    let page = read_page(&walk);
    let consumed_capacity = page.consumption.report(&request.table_name, request.return_consumed_capacity);
    Ok(done(page, answer.count_only, consumed_capacity, table, Response::Scan))
}

/// The segment asked for and the number of segments, which come together or not at all.
fn segment(request: &ScanRequest) -> Result<Option<(u32, u32)>, ValidationError> {
    match (request.segment, request.total_segments) {
        (None, None) => Ok(None),
        (Some(_), None) => Err(ValidationError::TotalSegmentsMissing),
        (None, Some(_)) => Err(ValidationError::SegmentMissing),
        (Some(segment), Some(total)) if segment >= total => Err(ValidationError::SegmentOutside { segment, total }),
        (Some(segment), Some(total)) => Ok(Some((segment, total))),
    }
}
