//! Data models of NoSQL Workbench: tables with their views, facets, and sample items, read from files and written into them.

mod model;
mod read;
mod write;

pub use model::{Facet, Model, ModelTable};
pub use read::{ModelRead, read};
pub use write::write;

#[cfg(test)]
mod tests;
