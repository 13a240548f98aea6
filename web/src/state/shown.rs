//! The display of a read's pages: the run so far and its columns.
//!
//! Must not know how a request is sent, nor how rows are drawn.

use hashrange_protocol::Page;
use hashrange_wire::{Request, Select};

use super::item_rows::Columns;
use super::read_run::ReadRun;
use super::table_schema::TableSchema;

/// The display of the pages read so far.
#[derive(Clone, Debug, PartialEq)]
pub struct Shown {
    /// The index of the read; `None` for the table.
    pub index: Option<String>,
    /// Whether the rows are complete items, without a projection that omits attributes.
    pub whole: bool,
    /// The sum of the pages.
    pub run: ReadRun,
    /// The columns found so far.
    pub columns: Columns,
}

impl Shown {
    /// The display of a request before its first page. `None` if it is neither a Query nor a Scan.
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
        Some(Self {
            index,
            whole,
            run: ReadRun::new(request),
            columns,
        })
    }

    /// Adds a page.
    pub fn add(&mut self, page: &Page) {
        for item in page.items.iter().flatten() {
            self.columns.meet(item);
        }
        self.run.add(page);
    }
}
