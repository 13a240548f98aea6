//! The service: operations, background work, and the two entry points.

pub(crate) mod api;
pub(crate) mod background;
pub(crate) mod engine;
pub(crate) mod fault;
pub(crate) mod operation;
pub(crate) mod payment;
pub(crate) mod put_back;
pub(crate) mod write;
