//! Reads and writes data models of NoSQL Workbench: tables with their facets and sample items.

mod facet_read;
mod model;
mod plain_value;
mod read;
mod write;

pub use facet_read::{FacetRead, facet_read};
pub use model::{Facet, Model, ModelTable};
pub use read::{ModelRead, read};
pub use write::write;

#[cfg(test)]
mod tests;
