//! The catalogue: every table of the account, by name.

use hashrange_store::Remains;
use hashrange_values::Text;
use hashrange_wire::{
    AccountScope, LimitExceeded, ResourceInUse, ResourceNotFound, ServiceError, TableStatus, table_name_of,
};
use litemap::LiteMap;

use crate::state::limits::Limits;
use crate::state::options::EngineOptions;
use crate::state::table::{Restored, Stage, Table};

/// Tables by name, in ascending order.
#[derive(Clone, Debug, Default)]
pub(crate) struct Catalogue {
    /// The Region and account that resource names must have.
    account_scope: AccountScope,
    tables: LiteMap<Text, Table>,
}

hashrange_checkpoint::fields!(Catalogue { account_scope, tables });

impl Catalogue {
    /// A catalogue without tables.
    pub(crate) fn new(options: &EngineOptions) -> Self {
        let account_scope = AccountScope {
            region: options.region.clone(),
            account: options.account.clone(),
        };
        Self {
            account_scope,
            tables: LiteMap::new(),
        }
    }

    /// The Region and account that resource names must have.
    pub(crate) fn account_scope(&self) -> &AccountScope {
        &self.account_scope
    }

    /// The table that a data operation names. A table that is being created is not found yet
    /// (documented: error-handling).
    pub(crate) fn usable(&self, reference: &str) -> Result<&Table, ServiceError> {
        self.account_scope.check_table(reference)?;
        let table = self.get(reference).filter(|table| table.is_usable());
        table.ok_or_else(|| ResourceNotFound::Unnamed.into())
    }

    /// The same, to change it.
    pub(crate) fn usable_mut(&mut self, reference: &str) -> Result<&mut Table, ServiceError> {
        self.account_scope.check_table(reference)?;
        let table = self.get_mut(reference).filter(|table| table.is_usable());
        table.ok_or_else(|| ResourceNotFound::Unnamed.into())
    }

    /// The table of this name or ARN, in any status.
    pub(crate) fn get(&self, reference: &str) -> Option<&Table> {
        self.tables.get(table_name_of(reference))
    }

    /// The table of this name or ARN, in any status, mutable.
    pub(crate) fn get_mut(&mut self, reference: &str) -> Option<&mut Table> {
        self.tables.get_mut(table_name_of(reference))
    }

    /// The table of this name if it still has this number, to change it.
    pub(crate) fn numbered_mut(&mut self, name: &str, number: u64) -> Option<&mut Table> {
        self.tables.get_mut(name).filter(|table| table.number == number)
    }

    /// The table a control operation names.
    pub(crate) fn named(&self, reference: &str) -> Result<&Table, ServiceError> {
        self.account_scope.check_table(reference)?;
        self.get(reference).ok_or_else(|| {
            ServiceError::from(ResourceNotFound::Table {
                table: table_name_of(reference).to_owned(),
            })
        })
    }

    /// The table a control operation changes.
    pub(crate) fn named_mut(&mut self, reference: &str) -> Result<&mut Table, ServiceError> {
        self.account_scope.check_table(reference)?;
        let name = table_name_of(reference);
        self.tables
            .get_mut(name)
            .ok_or_else(|| ResourceNotFound::Table { table: name.to_owned() }.into())
    }

    /// The table whose settings are read or changed. A table that is being restored is not found yet
    /// (observed: restoring-table).
    pub(crate) fn settled(&self, reference: &str) -> Result<&Table, ServiceError> {
        let missing = || {
            ResourceNotFound::Table {
                table: table_name_of(reference).to_owned(),
            }
            .into()
        };
        self.named(reference).and_then(|table| {
            if table.restoring().is_none() {
                Ok(table)
            } else {
                Err(missing())
            }
        })
    }

    /// Refuses a control operation on a table whose state does not allow it.
    pub(crate) fn changeable(&self, reference: &str) -> Result<&Table, ServiceError> {
        let table = self.named(reference)?;
        match table.stage {
            Stage::Creating if table.restoring().is_some() => Err(ResourceInUse::restoring(&table.name).into()),
            Stage::Creating => Err(ResourceInUse::creating(&table.name).into()),
            Stage::Deleting => Err(ResourceInUse::deleting(&table.name).into()),
            Stage::Live => Ok(table),
        }
    }

    /// Refuses an operation if the account already has the maximum number of tables in transition
    /// (documented: operations-at-once).
    pub(crate) fn check_operations(&self, limits: &Limits) -> Result<(), LimitExceeded> {
        // Most accounts have fewer tables than the limit.
        if self.tables.len() < limits.operations {
            return Ok(());
        }
        let changing = self
            .iter()
            .filter(|table| table.status() != TableStatus::Active)
            .count();
        if changing >= limits.operations {
            Err(LimitExceeded::Operations)
        } else {
            Ok(())
        }
    }

    /// The sources of tables that are being restored.
    pub(crate) fn restoring(&self) -> impl Iterator<Item = &Restored> {
        self.iter().filter_map(Table::restoring)
    }

    /// Leaves all tables to be freed.
    pub(crate) fn discard(self, remains: &mut Remains) {
        for (_, table) in self.tables {
            table.discard(remains);
        }
    }

    pub(crate) fn add(&mut self, table: Table) {
        self.tables.insert(table.name.clone(), table);
    }

    pub(crate) fn remove(&mut self, name: &str) -> Option<Table> {
        self.tables.remove(name)
    }

    pub(crate) fn iter(&self) -> impl ExactSizeIterator<Item = &Table> {
        self.tables.values()
    }
}
