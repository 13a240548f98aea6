//! The simulated service: catalogue, operations, background processes and the event log.
