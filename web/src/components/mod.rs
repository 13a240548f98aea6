//! Generic widgets, which must not know DynamoDB (the key glyphs are the only exception).
//!
//! Each widget has a style sheet with its name in `web/styles/components`. Widgets must not know the session or the
//! engine.

pub mod button;
pub mod card;
pub mod code_area;
pub mod confirm;
pub mod dialog;
pub mod download;
pub mod drop_zone;
pub mod each;
pub mod element_id;
pub mod empty_state;
pub mod export;
pub mod focus;
pub mod in_view;
pub mod key_glyph;
pub mod late_view;
pub mod menu;
pub mod model_tag;
pub mod progress;
pub mod segmented;
pub mod submit_key;
pub mod tabs;
pub mod theme_toggle;
pub mod toasts;
pub mod virtual_grid;
pub mod when;

pub use button::{Button, ButtonKind};
pub use card::{Card, Source, SourceLink};
pub use code_area::{CodeArea, CodeLanguage, Diagnostic};
pub use confirm::Confirm;
pub use dialog::Dialog;
pub use download::{offer_download, offer_link};
pub use drop_zone::{DropZone, chosen_file, text_of};
pub use each::Each;
pub use element_id::element_id;
pub use empty_state::EmptyState;
pub use export::{Csv, ExportButtons};
pub use in_view::bring_into_view;
pub use key_glyph::{GlyphRole, KeyGlyph, KeyName};
pub use late_view::late_view;
pub use menu::{Menu, MenuGroup, MenuItem, Popover};
pub use model_tag::ModelTag;
pub use progress::Progress;
pub use segmented::Segmented;
pub use submit_key::on_submit_key;
pub use tabs::{TabPanel, Tabs};
pub use theme_toggle::ThemeToggle;
pub use toasts::{ToastRegion, Toasts, Tone, use_toasts};
pub use virtual_grid::{Choose, GridColumn, VirtualGrid};
pub use when::When;
