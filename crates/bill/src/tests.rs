//! Tests of the crate: the price list.

mod list;
