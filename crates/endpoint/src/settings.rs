//! What a service is set up with, as people choose it and as a journal keeps it.
//!
//! Must not know command lines or JavaScript.

use hashrange_engine::{EngineOptions, Limits, Physics, Span};
use hashrange_journal::Header;
use hashrange_time::{Duration, Timestamp};
use hashrange_values::{AttributeValue, Item};
use hashrange_wire::{item_from_plain_json, item_to_plain_json};

use crate::limits;

/// The choices behind an engine. A journal keeps seed and start in its header and the others in its first record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Seed of all randomness.
    pub seed: u64,
    /// Virtual time at the start.
    pub start: Timestamp,
    /// Name of a preset of the engine's physics.
    pub physics: String,
    /// Time from a write to its entry in a global secondary index, in place of the preset's.
    pub propagation: Option<Duration>,
    /// Quotas.
    pub limits: Limits,
    /// Region in resource names.
    pub region: String,
}

/// Physics of a journal that does not say: those of the page, which wrote the first ones.
const UNSAID_PHYSICS: &str = "classroom";

impl Default for Settings {
    /// The engine's own defaults.
    fn default() -> Self {
        let EngineOptions { seed, start, region, limits, .. } = EngineOptions::default();
        Self { seed, start, physics: "instant".to_owned(), propagation: None, limits, region }
    }
}

impl Settings {
    /// What to make the engine with; `None` when there are no physics of this name.
    #[must_use]
    pub fn options(&self) -> Option<EngineOptions> {
        let mut physics = Physics::preset(&self.physics)?;
        if let Some(delay) = self.propagation {
            physics.index_propagation = Span::exactly(delay);
        }
        let Self { seed, start, limits, .. } = *self;
        Some(EngineOptions { seed, start, physics, limits, region: self.region.clone(), ..EngineOptions::default() })
    }

    pub(crate) fn header(&self) -> Header {
        Header { seed: self.seed, opened_at: self.start }
    }

    /// The settings of a journal that has none but its header.
    pub(crate) fn unsaid(header: &Header) -> Self {
        let Header { seed, opened_at } = *header;
        Self { seed, start: opened_at, physics: UNSAID_PHYSICS.to_owned(), ..Self::default() }
    }

    /// What a record says.
    pub(crate) fn json(&self) -> String {
        let mut members = Item::new();
        members.insert("Physics", AttributeValue::string(&self.physics));
        if let Some(delay) = self.propagation {
            members.insert("IndexPropagationMicros", AttributeValue::string(&delay.micros().to_string()));
        }
        let limits = limits::to_members(&self.limits);
        if !limits.is_empty() {
            members.insert("Limits", AttributeValue::M(limits));
        }
        members.insert("Region", AttributeValue::string(&self.region));
        item_to_plain_json(&members).text
    }

    /// The settings with what a record says. Members it does not have stay, members nobody knows are left alone.
    pub(crate) fn with_json(mut self, json: &str) -> Option<Self> {
        let members = item_from_plain_json(json, None).ok()?;
        let text = |name: &str| match members.get(name) {
            Some(AttributeValue::S(text)) => Some(text.as_str()),
            _ => None,
        };
        if let Some(name) = text("Physics") {
            name.clone_into(&mut self.physics);
        }
        if let Some(micros) = text("IndexPropagationMicros") {
            self.propagation = Some(Duration::from_micros(micros.parse().ok()?));
        }
        if let Some(AttributeValue::M(given)) = members.get("Limits") {
            self.limits = limits::from_members(given)?;
        }
        if let Some(region) = text("Region") {
            region.clone_into(&mut self.region);
        }
        Some(self)
    }
}
