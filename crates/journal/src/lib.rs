//! The journal: requests with their times as bytes, versioned, checksummed, tolerant of a torn tail.
