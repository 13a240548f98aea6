//! The suites above the rooms: what several rooms promise together.
