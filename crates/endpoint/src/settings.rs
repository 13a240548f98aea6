//! What a service is set up with, as people choose it and as a journal keeps it.
//!
//! Must not know command lines or JavaScript.

use hashrange_dax::Options as DaxOptions;
use hashrange_engine::{EngineOptions, Limits, Physics, Span};
use hashrange_journal::Header;
use hashrange_time::{Duration, Timestamp};
use hashrange_values::{AttributeValue, Item};
use hashrange_wire::{item_from_plain_json, item_to_plain_json};

use crate::dials::{self, DAX, LIMITS, PHYSICS};
use crate::semantics;

/// The choices behind an engine. A journal keeps seed and start in its header and the others in its first record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Seed of all randomness.
    pub seed: u64,
    /// Virtual time at the start.
    pub start: Timestamp,
    /// Name of the preset the physics began as; another name is written down as `instant` and what differs from it.
    pub preset: String,
    /// Physics in force.
    pub physics: Physics,
    /// Quotas in force.
    pub limits: Limits,
    /// The accelerator before the tables; none by default.
    pub dax: Option<DaxOptions>,
    /// Region in resource names.
    pub region: String,
}

hashrange_checkpoint::fields!(Settings { seed, start, preset, physics, limits, dax, region });

/// Physics of a journal that does not say: those of the page, which wrote the first ones.
const UNSAID_PRESET: &str = "classroom";

impl Default for Settings {
    /// The engine's own defaults.
    fn default() -> Self {
        let EngineOptions { seed, start, region, limits, .. } = EngineOptions::default();
        Self { seed, start, preset: "instant".to_owned(), physics: Physics::instant(), limits, dax: None, region }
    }
}

impl Settings {
    /// The defaults with the physics of this preset: `aws`, `classroom` or `instant`; `None` for another name.
    #[must_use]
    pub fn of_preset(name: &str) -> Option<Self> {
        Some(Self { preset: name.to_owned(), physics: Physics::preset(name)?, ..Self::default() })
    }

    /// What to make the engine with.
    #[must_use]
    pub fn options(&self) -> EngineOptions {
        let Self { seed, start, physics, limits, .. } = *self;
        EngineOptions { seed, start, physics, limits, region: self.region.clone(), ..EngineOptions::default() }
    }

    /// How many dials of physics and limits stand otherwise than the preset and the service's own quotas say.
    #[must_use]
    pub fn changes(&self) -> usize {
        let usual = Physics::preset(&self.preset).unwrap_or(Physics::instant());
        let physics = dials::changed(PHYSICS, &self.physics, &usual);
        physics.len() + dials::changed(LIMITS, &self.limits, &Limits::aws()).len()
    }

    /// Gives a dial of physics or limits, or the accelerator as `dax`, another value. `None`, and nothing changed, where there
    /// is no such dial or value.
    pub fn set(&mut self, name: &str, value: &str) -> Option<()> {
        if name == "dax" {
            let on = match value {
                "on" => true,
                "off" => false,
                _ => return None,
            };
            self.dax = on.then(Default::default);
            return Some(());
        }
        if let Some((_, dial)) = PHYSICS.iter().find(|(known, _)| *known == name) {
            return dial(&mut self.physics).set(value);
        }
        let (_, dial) = LIMITS.iter().find(|(known, _)| *known == name)?;
        dial(&mut self.limits).set(value)
    }

    /// The settings as text, as a record holds them.
    #[must_use]
    pub fn text(&self) -> String {
        self.json()
    }

    /// Settings like these with what a text says; `None` for a text that says what this program does not know.
    #[must_use]
    pub fn read(base: &Self, text: &str) -> Option<Self> {
        base.clone().with_json(text)
    }

    pub(crate) fn header(&self) -> Header {
        Header { seed: self.seed, opened_at: self.start, semantics: semantics::in_force() }
    }

    /// The settings of a journal that has none but its header.
    pub(crate) fn unsaid(header: &Header) -> Self {
        let Header { seed, opened_at, .. } = *header;
        Self { seed, start: opened_at, ..Self::of_preset(UNSAID_PRESET).unwrap_or_default() }
    }

    /// What a record says.
    pub(crate) fn json(&self) -> String {
        let mut members = Item::new();
        let known = Physics::preset(&self.preset).map(|usual| (self.preset.as_str(), usual));
        let (preset, usual) = known.unwrap_or(("instant", Physics::instant()));
        members.insert("Physics", AttributeValue::string(preset));
        let physics = dials::changed(PHYSICS, &self.physics, &usual);
        let limits = dials::changed(LIMITS, &self.limits, &Limits::aws());
        for (name, changed) in [("Changes", physics), ("Limits", limits)] {
            if !changed.is_empty() {
                members.insert(name, AttributeValue::M(changed));
            }
        }
        if let Some(options) = &self.dax {
            let changed = dials::changed(DAX, options, &DaxOptions::DEFAULT);
            members.insert("Dax", AttributeValue::M(changed));
        }
        members.insert("Region", AttributeValue::string(&self.region));
        item_to_plain_json(&members).text
    }

    /// The settings with what a record says. Where it names physics, those are the preset's but for the changes it names;
    /// limits likewise, and an accelerator where it names one. Members nobody knows are left alone.
    pub(crate) fn with_json(mut self, json: &str) -> Option<Self> {
        let members = item_from_plain_json(json, None).ok()?;
        let text = |name: &str| match members.get(name) {
            Some(AttributeValue::S(text)) => Some(text.as_str()),
            _ => None,
        };
        if let Some(name) = text("Physics") {
            self.physics = Physics::preset(name)?;
            name.clone_into(&mut self.preset);
        }
        // Journals of before there were dials say this one.
        if let Some(micros) = text("IndexPropagationMicros") {
            self.physics.index_propagation = Span::exactly(Duration::from_micros(micros.parse().ok()?));
        }
        if let Some(AttributeValue::M(changes)) = members.get("Changes") {
            dials::set_all(PHYSICS, &mut self.physics, changes)?;
        }
        self.limits = Limits::aws();
        if let Some(AttributeValue::M(changes)) = members.get("Limits") {
            dials::set_all(LIMITS, &mut self.limits, changes)?;
        }
        self.dax = match members.get("Dax") {
            Some(AttributeValue::M(changes)) => {
                let mut options = DaxOptions::DEFAULT;
                dials::set_all(DAX, &mut options, changes)?;
                Some(options)
            }
            Some(_) => return None,
            None => None,
        };
        if let Some(region) = text("Region") {
            region.clone_into(&mut self.region);
        }
        Some(self)
    }
}
