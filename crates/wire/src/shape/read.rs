//! Words of the reads that walk: Query and Scan.

use super::closed_set::closed_set;

closed_set! {
    /// Which attributes a Query or Scan answers with.
    Select {
        /// Those the projection names.
        SpecificAttributes = "SPECIFIC_ATTRIBUTES",
        /// Only how many items match.
        Count = "COUNT",
        /// All attributes, fetched from the base table where an index lacks them.
        AllAttributes = "ALL_ATTRIBUTES",
        /// All attributes the index projects.
        AllProjectedAttributes = "ALL_PROJECTED_ATTRIBUTES",
    }
}
