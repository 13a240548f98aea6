//! Records of what happened: events, traces, and consumption.

pub(crate) mod base_change;
pub(crate) mod consumption;
pub(crate) mod event;
pub(crate) mod exception;
pub(crate) mod ledger;
pub(crate) mod replicas;
pub(crate) mod trace;
