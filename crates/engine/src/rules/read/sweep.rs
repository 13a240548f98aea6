//! A sweep: walks ranges of one target one after the other, until the last range ends or the page is full.
//!
//! A Query or Scan has one range; a statement has one range for each read of its condition. Limit and bytes apply to
//! the whole page. Each range is charged separately (a model). Must not know how ranges are found.

use std::sync::Arc;

use hashrange_capacity::Consistency;
use hashrange_store::KeyRange;
use hashrange_values::{Item, List};
use hashrange_wire::ServiceError;

use crate::rules::admission;
use crate::rules::metered::Asked;
use crate::rules::read::foreseen::Filter;
use crate::rules::read::page::{Page, Walk, read_page};
use crate::rules::read::selection::Answer;
use crate::rules::read::target::ReadTarget;
use crate::state::context::Context;
use crate::state::followers::Sight;
use crate::state::log::consumption::Consumption;
use crate::state::log::trace::{PageEnd, Trace};

/// The parameters of a sweep.
pub(crate) struct Sweep<'a> {
    pub(crate) target: ReadTarget<'a>,
    /// The ranges in the order in which they are walked.
    pub(crate) slices: &'a [Slice],
    pub(crate) forward: bool,
    pub(crate) limit: Option<u32>,
    pub(crate) filter: Option<Filter<'a>>,
    pub(crate) answer: &'a Answer,
    pub(crate) consistency: Consistency,
}

/// One of the ranges.
#[derive(Clone, Debug)]
pub(crate) struct Slice {
    pub(crate) range: KeyRange,
    /// The complete item collection around the range, if one collection contains it.
    pub(crate) collection: Option<KeyRange>,
}

/// One page of a sweep.
pub(crate) struct Swept {
    pub(crate) items: Vec<Arc<Item>>,
    pub(crate) count: u32,
    pub(crate) scanned: u32,
    /// The starting key of the next page, if there can be one.
    pub(crate) last_key: Option<Item>,
    pub(crate) consumption: Consumption,
    /// One for each range walked, when traces are on.
    pub(crate) traces: List<Trace>,
}

impl Sweep<'_> {
    /// Reads one page.
    pub(crate) fn read(&self, context: Context<'_>) -> Result<Swept, ServiceError> {
        self.admit(context)?;
        let nothing = self.target.consumption(Default::default(), Default::default());
        let mut swept = Swept {
            items: Vec::new(),
            count: 0,
            scanned: 0,
            last_key: None,
            consumption: nothing,
            traces: List::new(),
        };
        let mut bytes = 0;
        for slice in self.slices {
            let page = self.walk(
                context,
                slice,
                self.limit.map(|limit| limit.saturating_sub(swept.scanned)),
                bytes,
            );
            bytes += page.bytes;
            let end = page.end;
            swept.add(page);
            if end != PageEnd::Exhausted {
                return Ok(swept);
            }
        }
        Ok(Swept {
            last_key: None,
            ..swept
        })
    }

    /// Refuses a read whose first partition has no throughput.
    fn admit(&self, context: Context<'_>) -> Result<(), ServiceError> {
        let Some(slice) = self.slices.first() else {
            return Ok(());
        };
        let position = || {
            let (first, last) = self.target.space().partitions_of(&slice.range);
            if self.forward { first } else { last }
        };
        admission::admit_read(
            context,
            self.target.table,
            self.target.index,
            position,
            Asked::default(),
        )
    }

    fn walk(&self, context: Context<'_>, slice: &Slice, limit: Option<u32>, bytes_before: u64) -> Page {
        read_page(&Walk {
            target: self.target,
            range: &slice.range,
            collection: slice.collection.as_ref(),
            forward: self.forward,
            limit,
            page_bytes: context.options.limits.page_bytes,
            bytes_before,
            filter: self.filter,
            answer: self.answer,
            consistency: self.consistency,
            watching: context.watches_traffic(),
            sight: Sight::of_read(context, self.consistency),
            tracing: context.tracing,
        })
    }
}

impl Swept {
    fn add(&mut self, mut page: Page) {
        self.items.append(&mut page.items);
        self.count += page.count;
        self.scanned += page.scanned;
        self.last_key = page.last_key.or(self.last_key.take());
        self.consumption.add(&page.consumption);
        self.traces.extend(page.trace.map(|trace| Trace::Read(Box::new(trace))));
    }
}
