//! Read-only views of the engine. They charge, record and change nothing.

pub(crate) mod checkpoint;
pub(crate) mod due;
pub(crate) mod index_view;
pub(crate) mod key_location;
pub(crate) mod partition_rows;
pub(crate) mod partition_view;
pub(crate) mod past_filter;
pub(crate) mod past_items;
pub(crate) mod pending_view;
pub(crate) mod record_view;
pub(crate) mod reserve;
pub(crate) mod row_places;
pub(crate) mod scaling_view;
pub(crate) mod state_hash;
pub(crate) mod stream_view;
pub(crate) mod table_view;
pub(crate) mod tables;
pub(crate) mod violations;
