//! Parameters of the reads of several items: Query and Scan.

use super::closed_set::closed_set;

closed_set! {
    /// Which attributes a Query or Scan returns.
    Select {
        /// The attributes that the projection names.
        SpecificAttributes = "SPECIFIC_ATTRIBUTES",
        /// Only the number of matching items.
        Count = "COUNT",
        /// All attributes. Those that an index lacks are read from the base table.
        AllAttributes = "ALL_ATTRIBUTES",
        /// All attributes that the index projects.
        AllProjectedAttributes = "ALL_PROJECTED_ATTRIBUTES",
    }
}
