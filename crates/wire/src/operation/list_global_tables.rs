//! ListGlobalTables: tells the global tables, of which there are none.

use super::answer::Answer;
use super::body::{Asked, members};
use crate::constraint::{Kind, Member, NAME, Rule};
use crate::json::Writer;

members! {
    /// ListGlobalTables.
    ListGlobalTablesRequest = LIST_GLOBAL_TABLES {}
}

/// Answer to ListGlobalTables: there is one Region, so there are none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ListGlobalTablesResponse;

static LIST_GLOBAL_TABLES: Asked = Asked::of("ListGlobalTablesInput").members(&[
    Member::optional("ExclusiveStartGlobalTableName", Kind::Text).with(NAME),
    Member::optional("Limit", Kind::Integer).with(&[Rule::AtLeast(1)]),
    Member::optional("RegionName", Kind::Text),
]);

impl Answer for ListGlobalTablesResponse {
    fn write(&self, out: &mut Writer) {
        out.key("GlobalTables");
        out.list(|_| {});
    }
}
