//! ListTables: names in ascending order, a page at a time.

use hashrange_wire::{ListTablesRequest, ListTablesResponse, Response};

use crate::rules::outcome::{Done, Outcome};
use crate::service::engine::Engine;

pub(super) fn perform(engine: &Engine, request: &ListTablesRequest) -> Outcome {
    let limit = engine.shared.options.limits.table_names;
    let limit = request.limit.map_or(limit, |asked| limit.min(asked as usize));
    let after = request.exclusive_start_table_name.as_deref().unwrap_or("");
    let mut names = engine
        .catalogue
        .iter()
        .map(|table| table.name.to_string())
        .filter(|name| name.as_str() > after);
    let table_names: Vec<String> = names.by_ref().take(limit).collect();
    let last_evaluated_table_name = names.next().and_then(|_| table_names.last().cloned());
    let response = Response::ListTables(ListTablesResponse {
        table_names,
        last_evaluated_table_name,
    });
    Ok(Done::about(response, None))
}
