//! The images of an item before and after a write.
//!
//! Must not know the effects of their difference.

use std::sync::Arc;

use hashrange_values::Item;

use crate::state::rows::ItemRow;

/// The two images of the item that is written, with their bytes.
#[derive(Clone, Copy)]
pub(crate) struct Images<'a> {
    pub(crate) before: Option<&'a ItemRow>,
    pub(crate) after: Option<&'a ItemRow>,
}

impl<'a> Images<'a> {
    /// The items, without their bytes.
    pub(crate) fn items(self) -> (Option<&'a Arc<Item>>, Option<&'a Arc<Item>>) {
        (self.before.map(|row| &row.value), self.after.map(|row| &row.value))
    }
}
