//! The version of the rules that determine the outcome of requests.
//!
//! Every record contains the version that produced it. A record of another version is repeated, and then corrected to
//! its recorded changes (`reconcile.rs`). Must not know the rules.

/// The current version.
///
/// Raise it with every change that gives records another outcome: another item, another refusal, another reading of a
/// service. A replay trusts a record of this version to have the same outcome again. A new operation does not raise it,
/// because it changes no record of another operation.
pub const SEMANTICS: u16 = 4;

#[cfg(not(any(test, feature = "changed-rules")))]
mod rules {
    use hashrange_wire::{Checked, ServiceError};

    #[inline]
    pub(crate) fn in_force() -> u16 {
        super::SEMANTICS
    }

    #[inline]
    #[allow(
        clippy::unnecessary_wraps,
        clippy::result_large_err,
        reason = "the rules of a test refuse requests"
    )]
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

    /// Gives the current rules another version on this thread, so that a replay trusts no record. For tests.
    pub fn renumber_rules(on: bool) {
        RENUMBERED.set(on);
    }

    /// Selects the rules of a later version for this thread, or the current ones again. For tests.
    pub fn change_rules(on: bool) {
        CHANGED.set(on);
    }

    pub(crate) fn in_force() -> u16 {
        super::SEMANTICS + u16::from(CHANGED.get() || RENUMBERED.get())
    }

    /// The request under the rules of the later version. It refuses tables named `Old…`, items with the attribute
    /// `Odd`, and deletions. Updates write other values, and TTL uses another attribute.
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
                    *values = names
                        .into_iter()
                        .map(|name| (name, AttributeValue::string("other")))
                        .collect();
                }
                false
            }
            Request::UpdateTimeToLive(update) => {
                update.time_to_live_specification.attribute_name = "Other".into();
                false
            }
            _ => false,
        };
        if refused {
            Err(ResourceNotFound::Unnamed.into())
        } else {
            Ok(Checked::of(request)?)
        }
    }
}

#[cfg(any(test, feature = "changed-rules"))]
pub use rules::{change_rules, renumber_rules};
pub(crate) use rules::{in_force, ruled};

/// The version of the current rules: [`SEMANTICS`], except in a test that changes the rules.
#[must_use]
pub fn semantics() -> u16 {
    in_force()
}
