//! The service: operations, what happens on its own, and the two doors that lead to both.

pub(crate) mod background;
pub(crate) mod doors;
pub(crate) mod engine;
pub(crate) mod fault;
pub(crate) mod operation;
pub(crate) mod payment;
pub(crate) mod put_back;
pub(crate) mod write;
