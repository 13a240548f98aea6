//! Index semantics: key schemas, projections and the pure difference between two images of an item.
