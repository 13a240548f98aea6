//! Who uses the write capacity of an index that is being filled: the filling, or writes to the table.

use hashrange_engine::{IndexView, TableView};
use hashrange_insight::{BuildLog, Insight, Resource};
use hashrange_time::{Duration, Timestamp};

use crate::views::figures;

/// Who uses the write capacity of the index, in units of the last second.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Contest {
    pub(super) filling: f64,
    pub(super) live: f64,
    /// Provisioned write units a second; none on demand.
    pub(super) rate: Option<u64>,
    /// Steps of filling that ended for want of write units.
    pub(super) throttled: u64,
    pub(super) steps: u64,
}

impl Contest {
    /// The same in a sentence.
    pub(super) fn sentence(&self) -> String {
        let rate = match self.rate {
            Some(rate) => format!("of {} WCU/s provisioned for the index", figures::count(rate)),
            None => "with the index on demand".to_owned(),
        };
        let throttled = match self.throttled {
            0 => String::new(),
            count => format!(
                " {} of {} steps ended for want of write units.",
                figures::count(count),
                figures::count(self.steps)
            ),
        };
        format!(
            "In the last second filling took {:.0} and other writes {:.0} units, {rate}.{throttled}",
            self.filling, self.live
        )
    }
}

/// The contest of the last second.
pub(super) fn contest(insight: &Insight, now: Timestamp, table: TableView<'_>, index: &str, log: &BuildLog) -> Contest {
    let second = Duration::from_seconds(1);
    let recent = log.recent.iter().rev().take_while(|step| now - step.at < second);
    let series =
        insight.capacity(table.name()).and_then(|capacity| capacity.series(&Resource::GlobalIndex(index.into())));
    let live = series.and_then(|series| series.window(now, 1).last().map(|second| second.write.as_f64()));
    let view = table.indexes().find(|view| view.definition().name == index);
    Contest {
        // Not `sum`: that of nothing is a negative zero.
        filling: recent.fold(0.0, |sum, step| sum + step.units.as_f64()),
        live: live.unwrap_or_default(),
        rate: view.and_then(IndexView::throughput).map(|rate| rate.write_capacity_units),
        throttled: log.throttled,
        steps: log.steps,
    }
}
