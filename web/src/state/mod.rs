//! State of the page as plain structs with native tests: the content of forms, its conversions, and the formats of
//! figures.
//!
//! Must not know signals, the DOM or the engine.

pub mod bulk_change;
pub mod class;
pub mod collection_layout;
pub mod column_layout;
pub mod csv_import;
pub mod design_form;
pub mod figures;
pub mod freshness;
pub mod item_form;
pub mod item_rows;
pub mod item_status;
pub mod json_draft;
pub mod load_forecast;
pub mod load_form;
pub mod load_result;
pub mod named_request;
pub mod palette;
pub mod path_text;
pub mod patterns;
pub mod query_form;
pub mod read_run;
pub mod request_list;
pub mod request_log;
pub mod row_choice;
pub mod row_filter;
pub mod row_window;
pub mod saved_query;
pub mod saved_result;
pub mod saved_runner;
pub mod saved_state;
pub mod scalar_text;
pub mod seen_attributes;
pub mod shown;
pub mod statements;
pub mod strip_labels;
pub mod table_change;
pub mod table_schema;
pub mod trial;
pub mod what_if;
