//! State of the page as plain structs with native tests: what forms hold, before and after they meet the engine.
//!
//! Must not know signals, the DOM or the engine.

pub mod collection_layout;
pub mod csv_import;
pub mod design_form;
pub mod freshness;
pub mod item_form;
pub mod item_rows;
pub mod json_draft;
pub mod load_forecast;
pub mod load_form;
pub mod papers;
pub mod path_text;
pub mod query_form;
pub mod query_paper;
pub mod read_run;
pub mod request_log;
pub mod result_paper;
pub mod row_window;
pub mod runner_paper;
pub mod scalar_text;
pub mod seen_attributes;
pub mod shown;
pub mod standing;
pub mod strip_labels;
pub mod table_change;
pub mod table_schema;
pub mod trial;
