//! Metrics as CloudWatch has them, folded from events and sampled settings into bounded series.
//!
//! It stores three hours of minutes and a day of five minutes (a model; CloudWatch stores both for longer). It stores
//! no series of a deleted table. Must not know who reads them.

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
