//! The version of the rules by which requests become what they come to.
//!
//! Every record says under which it was made. A record of another version is done again, and then held to what it says it changed
//! (`settle.rs`). Must not know what the rules are.

/// The version in force.
///
/// Raise it with every change after which the records of a journal come to something else: another item, another refusal, another
/// reading of a service. A record of this version is believed to come to the same again.
pub const SEMANTICS: u16 = 1;

#[cfg(not(any(test, feature = "changed-rules")))]
mod rules {
    use hashrange_wire::{Checked, ServiceError};

    #[inline]
    pub(crate) fn in_force() -> u16 {
        super::SEMANTICS
    }

    #[inline]
    #[allow(clippy::unnecessary_wraps, clippy::result_large_err, reason = "the rules of a test refuse requests")]
    pub(crate) fn ruled(request: Checked) -> Result<Checked, ServiceError> {
        Ok(request)
    }
}

#[cfg(any(test, feature = "changed-rules"))]
mod rules {
    use std::cell::Cell;

    use hashrange_values::AttributeValue;
    use hashrange_wire::{Checked, Request, ResourceNotFound, ServiceError};

    thread_local! {
        static CHANGED: Cell<bool> = const { Cell::new(false) };
        static RENUMBERED: Cell<bool> = const { Cell::new(false) };
    }

    /// Has this thread be a build whose rules have another number and are those of today, so that no record is believed. For tests.
    pub fn renumber_rules(on: bool) {
        RENUMBERED.set(on);
    }

    /// Has this thread be a build of a later version, whose rules are others, or one of today's again. For tests.
    pub fn change_rules(on: bool) {
        CHANGED.set(on);
    }

    pub(crate) fn in_force() -> u16 {
        super::SEMANTICS + u16::from(CHANGED.get() || RENUMBERED.get())
    }

    /// The request as the rules of the later version have it: tables named `Old…`, items with the attribute `Odd` and deletions
    /// are refused, updates write other values, and time to live looks at another attribute.
    #[allow(clippy::result_large_err, reason = "it is the service's own")]
    pub(crate) fn ruled(request: Checked) -> Result<Checked, ServiceError> {
        if !CHANGED.get() {
            return Ok(request);
        }
        let mut request = request.into_request();
        let refused = match &mut request {
            Request::CreateTable(create) => create.table_name.starts_with("Old"),
            Request::PutItem(put) => put.item.get("Odd").is_some(),
            Request::DeleteItem(_) => true,
            Request::UpdateItem(update) => {
                if let Some(values) = &mut update.expression_attribute_values {
                    let names: Vec<_> = values.iter().map(|(name, _)| name.clone()).collect();
                    *values = names.into_iter().map(|name| (name, AttributeValue::string("other"))).collect();
                }
                false
            }
            Request::UpdateTimeToLive(update) => {
                update.time_to_live_specification.attribute_name = "Other".into();
                false
            }
            _ => false,
        };
        if refused { Err(ResourceNotFound::Unnamed.into()) } else { Ok(Checked::of(request)?) }
    }
}

#[cfg(any(test, feature = "changed-rules"))]
pub use rules::{change_rules, renumber_rules};
pub(crate) use rules::{in_force, ruled};

/// The version of the rules in force: [`SEMANTICS`], but for a test that changes the rules.
#[must_use]
pub fn semantics() -> u16 {
    in_force()
}
