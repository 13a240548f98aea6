//! Rules: consequences of a request in the current state. They change nothing.
//!
//! Must not know the engine, when something happens, or who sent the request.

pub(crate) mod admission;
pub(crate) mod collection;
pub(crate) mod describe;
pub(crate) mod expressions;
pub(crate) mod images;
pub(crate) mod index_keys;
pub(crate) mod item_checks;
pub(crate) mod item_write;
pub(crate) mod key_kind;
pub(crate) mod legacy;
pub(crate) mod meter_bounds;
pub(crate) mod metered;
pub(crate) mod new_index;
pub(crate) mod origin;
pub(crate) mod outcome;
pub(crate) mod rate_checks;
pub(crate) mod read;
pub(crate) mod schema;
pub(crate) mod setting_checks;
pub(crate) mod statement;
pub(crate) mod updated_item;
pub(crate) mod validated_write;
pub(crate) mod vector_schema;
pub(crate) mod write_cost;
pub(crate) mod write_plan;
pub(crate) mod write_trace;
