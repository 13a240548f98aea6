//! What the page shows: one folder a view, and the parts that several views share.
//!
//! Views read the session and the selection, and submit requests; they must not know the engine's insides.

pub mod attribute_picker;
pub mod capacity;
pub mod clock_bar;
pub mod collections;
pub mod copy_text;
pub mod cost_sum;
pub mod cost_words;
pub mod deletion;
pub mod design;
pub mod desk_memory;
pub mod embed;
pub mod events;
pub mod fields;
pub mod figures;
pub mod import;
pub mod item_editor;
pub mod item_grid;
pub mod item_why;
pub mod items;
pub mod json_pane;
pub mod key_name;
pub mod learn;
pub mod lesson;
pub mod lesson_file;
pub mod live;
pub mod live_shell;
pub mod live_table;
pub mod physics;
pub mod query;
pub mod reader;
pub mod refusal;
pub mod request;
pub mod samples;
pub mod second_bars;
pub mod settings;
pub mod share;
pub mod stage;
pub mod suggestions;
pub mod table_scope;
pub mod tables;
pub mod trial;
pub mod under_way;
pub mod workload;
pub mod workspaces;
