//! Read models for people: what a request touched, what it cost and why, folded from the event log.
