//! The upgrade of the database from an earlier version, or from nothing: creates missing stores.
//!
//! Everything happens in the transaction of the upgrade: if it is aborted, nothing changes. Must not know the content
//! of stores.

use std::cell::RefCell;

use web_sys::{IdbDatabase, IdbObjectStoreParameters, IdbOpenDbRequest};

use super::StoreError;
use super::layout::STORES;
use super::request::thrown;

/// Runs the upgrade. On an error the upgrade is aborted, and `trouble` contains the reason.
pub(super) fn run(request: &IdbOpenDbRequest, trouble: &RefCell<Option<StoreError>>) {
    let Some(transaction) = request.transaction() else {
        return;
    };
    if let Err(error) = make_stores(&transaction.db()) {
        trouble.replace(Some(error));
        // A transaction that cannot be aborted has already ended.
        let _ = transaction.abort();
    }
}

fn make_stores(database: &IdbDatabase) -> Result<(), StoreError> {
    let there = database.object_store_names();
    for (name, numbered) in STORES {
        if !there.contains(name) {
            let parameters = IdbObjectStoreParameters::new();
            parameters.set_auto_increment(numbered);
            database
                .create_object_store_with_optional_parameters(name, &parameters)
                .map_err(thrown)?;
        }
    }
    Ok(())
}
