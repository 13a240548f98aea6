//! Metrics as CloudWatch has them, folded from events and sampled settings into bounded series.
//!
//! Kept are three hours of minutes and a day of five minutes (a model; CloudWatch keeps both for longer), and no series of
//! a table that is gone. Must not know who looks.

mod dimensions;
mod fold;
mod kept;
mod lasting;
mod metric;
mod series;

pub use dimensions::Dimensions;
pub use kept::{Metrics, Period};
pub use metric::{Metric, MetricUnit};
pub use series::{Point, Statistics};
