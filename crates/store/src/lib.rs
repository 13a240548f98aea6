//! Ordered in-memory storage: partitions over the hash range, cursors, atomic batches with undo.
