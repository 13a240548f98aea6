//! Ids of elements that labels, panels and popovers refer to: unique in the page, and numbered in order.

use std::sync::atomic::{AtomicU32, Ordering};

static NEXT: AtomicU32 = AtomicU32::new(1);

/// An id that no other element has, starting with `prefix`.
#[must_use]
pub fn element_id(prefix: &str) -> String {
    format!("{prefix}-{}", NEXT.fetch_add(1, Ordering::Relaxed))
}
