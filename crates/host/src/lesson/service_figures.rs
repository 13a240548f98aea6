//! The figures that a lesson queries: from insight, engine and accelerator.
//!
//! Must not know which figures are queried, nor why.

use hashrange_lesson::Service;
use hashrange_time::Timestamp;
use hashrange_workload::Figure;

use crate::core::Core;

/// The service a lesson is played on.
pub(crate) struct ServiceFigures<'a>(pub(crate) &'a Core);

impl Service for ServiceFigures<'_> {
    fn figure(&self, table: &str, figure: &Figure) -> String {
        self.0
            .insight()
            .figure_of(self.0.engine(), self.0.timeline().dax(), table, figure)
    }

    fn now(&self) -> Timestamp {
        self.0.engine().now()
    }
}
