//! Insight beside a service.

use hashrange_checkpoint::fields;
use hashrange_endpoint::Onlooker;
use hashrange_engine::Engine;
use hashrange_insight::Insight;

/// Insight, taken back with the service it looks at.
#[derive(Clone, Debug, Default)]
pub struct Seen(pub Insight);

fields!(Seen(insight));

impl Onlooker for Seen {
    fn observe(&mut self, engine: &Engine) {
        self.0.observe(engine);
    }
}
