//! Insight beside a service.

use hashrange_checkpoint::fields;
use hashrange_endpoint::Observer;
use hashrange_engine::Engine;
use hashrange_insight::Insight;

/// Insight, which returns to past states with its service.
#[derive(Clone, Debug, Default)]
pub struct Seen(pub Insight);

fields!(Seen(insight));

impl Observer for Seen {
    fn observe(&mut self, engine: &Engine) {
        self.0.observe(engine);
    }
}
