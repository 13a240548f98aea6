//! Sample datasets and bulk input: the seed tables, CSV and JSON import.
