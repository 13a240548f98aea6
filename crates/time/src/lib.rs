//! Virtual time: timestamps, durations, the agenda of due work and the seeded random source.
