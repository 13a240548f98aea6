//! What the pages of a read show: the run so far and its columns.
//!
//! Must not know how a request is sent, nor how rows are drawn.

use hashrange_protocol::Page;
use hashrange_wire::{Request, Select};

use super::item_rows::Columns;
use super::read_run::ReadRun;
use super::table_schema::TableSchema;

/// What the pages read so far show.
#[derive(Clone, Debug, PartialEq)]
pub struct Shown {
    /// The index looked through, or the table.
    pub index: Option<String>,
    /// True when the rows are whole items: no projection left anything out.
    pub whole: bool,
    /// The pages, added up.
    pub run: ReadRun,
    /// The columns met so far.
    pub columns: Columns,
}

impl Shown {
    /// What a request shows before its first page; `None` for one that is neither a Query nor a Scan.
    #[must_use]
    pub fn begin(schema: &TableSchema, request: Request) -> Option<Self> {
        let (index, projected, select) = match &request {
            Request::Query(it) => (it.index_name.clone(), it.projection_expression.is_some(), it.select),
            Request::Scan(it) => (it.index_name.clone(), it.projection_expression.is_some(), it.select),
            _ => return None,
        };
        let fetched = select == Some(Select::AllAttributes);
        let whole = !projected && (fetched || schema.shows_whole_items(index.as_deref()));
        let columns = match projected {
            true => Columns::projected(schema, index.as_deref()),
            false => Columns::of(schema, index.as_deref()),
        };
        Some(Self { index, whole, run: ReadRun::new(request), columns })
    }

    /// Adds a page.
    pub fn add(&mut self, page: &Page) {
        for item in page.items.iter().flatten() {
            self.columns.meet(item);
        }
        self.run.add(page);
    }
}
