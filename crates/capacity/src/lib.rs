//! Capacity arithmetic: read and write units in exact half units.
