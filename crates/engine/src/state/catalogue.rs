//! The catalogue: every table of the account, by name.

use hashrange_values::Text;
use hashrange_wire::{Home, LimitExceeded, ResourceInUse, ResourceNotFound, ServiceError, TableStatus, table_name_of};
use litemap::LiteMap;

use crate::state::limits::Limits;
use crate::state::options::EngineOptions;
use crate::state::table::{Restored, Stage, Table};

/// Tables by name, in ascending order.
#[derive(Clone, Debug, Default)]
pub(crate) struct Catalogue {
    /// Where resource names must be from.
    home: Home,
    tables: LiteMap<Text, Table>,
}

hashrange_checkpoint::fields!(Catalogue { home, tables });

impl Catalogue {
    /// A catalogue without tables.
    pub(crate) fn new(options: &EngineOptions) -> Self {
        let home = Home { region: options.region.clone(), account: options.account.clone() };
        Self { home, tables: LiteMap::new() }
    }

    /// Where resource names must be from.
    pub(crate) fn home(&self) -> &Home {
        &self.home
    }

    /// The table a data operation names. One that is being created is not found yet (documented).
    pub(crate) fn usable(&self, reference: &str) -> Result<&Table, ServiceError> {
        self.home.check_table(reference)?;
        let table = self.get(reference).filter(|table| table.is_usable());
        table.ok_or_else(|| ResourceNotFound::Unnamed.into())
    }

    /// The same, to change it.
    pub(crate) fn usable_mut(&mut self, reference: &str) -> Result<&mut Table, ServiceError> {
        self.home.check_table(reference)?;
        let table = self.get_mut(reference).filter(|table| table.is_usable());
        table.ok_or_else(|| ResourceNotFound::Unnamed.into())
    }

    /// The table of this name or ARN, in whatever state.
    pub(crate) fn get(&self, reference: &str) -> Option<&Table> {
        self.tables.get(table_name_of(reference))
    }

    /// The table of this name or ARN, in whatever state, to change it.
    pub(crate) fn get_mut(&mut self, reference: &str) -> Option<&mut Table> {
        self.tables.get_mut(table_name_of(reference))
    }

    /// The table of this name while it is the one with this number, to change it.
    pub(crate) fn numbered_mut(&mut self, name: &str, number: u64) -> Option<&mut Table> {
        self.tables.get_mut(name).filter(|table| table.number == number)
    }

    /// The table a control operation names.
    pub(crate) fn named(&self, reference: &str) -> Result<&Table, ServiceError> {
        self.home.check_table(reference)?;
        self.get(reference)
            .ok_or_else(|| ServiceError::from(ResourceNotFound::Table { table: table_name_of(reference).to_owned() }))
    }

    /// The table a control operation changes.
    pub(crate) fn named_mut(&mut self, reference: &str) -> Result<&mut Table, ServiceError> {
        self.home.check_table(reference)?;
        let name = table_name_of(reference);
        self.tables.get_mut(name).ok_or_else(|| ResourceNotFound::Table { table: name.to_owned() }.into())
    }

    /// The table a setting of which is told or changed: one that is being restored is not there yet (observed).
    pub(crate) fn settled(&self, reference: &str) -> Result<&Table, ServiceError> {
        let missing = || ResourceNotFound::Table { table: table_name_of(reference).to_owned() }.into();
        self.named(reference).and_then(|table| if table.restored.is_none() { Ok(table) } else { Err(missing()) })
    }

    /// Refuses a control operation on a table whose state does not allow it.
    pub(crate) fn changeable(&self, reference: &str) -> Result<&Table, ServiceError> {
        let table = self.named(reference)?;
        match table.stage {
            Stage::Creating if table.restored.is_some() => Err(ResourceInUse::restoring(&table.name).into()),
            Stage::Creating => Err(ResourceInUse::creating(&table.name).into()),
            Stage::Deleting => Err(ResourceInUse::deleting(&table.name).into()),
            Stage::Live => Ok(table),
        }
    }

    /// Refuses an operation that would have one table more in transition than the account may (documented).
    pub(crate) fn check_operations(&self, limits: &Limits) -> Result<(), LimitExceeded> {
        // Most accounts have fewer tables than that.
        if self.tables.len() < limits.operations {
            return Ok(());
        }
        let under_way = self.iter().filter(|table| table.status() != TableStatus::Active).count();
        if under_way >= limits.operations { Err(LimitExceeded::Operations) } else { Ok(()) }
    }

    /// What tables are being restored from.
    pub(crate) fn restoring(&self) -> impl Iterator<Item = &Restored> {
        self.iter().filter_map(|table| table.restored.as_ref())
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
