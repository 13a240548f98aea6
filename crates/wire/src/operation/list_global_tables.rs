//! ListGlobalTables: lists the global tables. The list is always empty.

use super::body::{Asked, members};
use super::told::{NoElements, told};
use crate::constraint::{Kind, Member, NAME, Rule};

members! {
    /// ListGlobalTables.
    ListGlobalTablesRequest = LIST_GLOBAL_TABLES {}
}

/// Response to ListGlobalTables. There is only one Region, so the list is empty.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ListGlobalTablesResponse;

static LIST_GLOBAL_TABLES: Asked = Asked::of("ListGlobalTablesInput").members(&[
    Member::optional("ExclusiveStartGlobalTableName", Kind::Text).with(NAME),
    Member::optional("Limit", Kind::Integer).with(&[Rule::AtLeast(1)]),
    Member::optional("RegionName", Kind::Text),
]);

told! {
    answer ListGlobalTablesResponse {
        "GlobalTables" = NoElements,
    }
}
