//! The settings of a service, as users choose them and as a journal stores them.
//!
//! Must not know command lines or JavaScript.

use hashrange_dax::Options as DaxOptions;
use hashrange_engine::{EngineOptions, Limits, Physics, Span};
use hashrange_journal::Header;
use hashrange_time::{Duration, Timestamp};
use hashrange_values::{AttributeValue, Item};
use hashrange_wire::{item_from_plain_json, item_to_plain_json};

use crate::semantics;
use crate::setting::{self, DAX, LIMITS, PHYSICS};

/// The options of an engine. A journal stores seed and start in its header and the others in its first record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Seed of all randomness.
    pub seed: u64,
    /// Virtual time at the start.
    pub start: Timestamp,
    /// Name of the preset of the physics. An unknown name is stored as `instant` with its differences.
    pub preset: String,
    /// The current physics.
    pub physics: Physics,
    /// The current quotas.
    pub limits: Limits,
    /// The accelerator in front of the tables; `None` by default.
    pub dax: Option<DaxOptions>,
    /// Region in resource names.
    pub region: String,
}

hashrange_checkpoint::fields!(Settings {
    seed,
    start,
    preset,
    physics,
    limits,
    dax,
    region
});

/// Default preset of a journal without settings: that of the page, which wrote the first journals.
const UNSAID_PRESET: &str = "classroom";

impl Default for Settings {
    /// The engine's own defaults.
    fn default() -> Self {
        let EngineOptions {
            seed,
            start,
            region,
            limits,
            ..
        } = EngineOptions::default();
        Self {
            seed,
            start,
            preset: "instant".to_owned(),
            physics: Physics::instant(),
            limits,
            dax: None,
            region,
        }
    }
}

impl Settings {
    /// The defaults with the physics of this preset: `aws`, `classroom` or `instant`; `None` for another name.
    #[must_use]
    pub fn of_preset(name: &str) -> Option<Self> {
        Some(Self {
            preset: name.to_owned(),
            physics: Physics::preset(name)?,
            ..Self::default()
        })
    }

    /// The options for the engine.
    #[must_use]
    pub fn options(&self) -> EngineOptions {
        let Self {
            seed,
            start,
            physics,
            limits,
            ..
        } = *self;
        EngineOptions {
            seed,
            start,
            physics,
            limits,
            region: self.region.clone(),
            ..EngineOptions::default()
        }
    }

    /// The number of settings of physics and limits that differ from the preset and the service's own quotas.
    #[must_use]
    pub fn changes(&self) -> usize {
        let usual = Physics::preset(&self.preset).unwrap_or(Physics::instant());
        let physics = setting::changed(PHYSICS, &self.physics, &usual);
        physics.len() + setting::changed(LIMITS, &self.limits, &Limits::aws()).len()
    }

    /// Changes a setting of physics or limits, or the accelerator as `dax`. Returns `None`, without a change, if there
    /// is no such setting or value.
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
        if let Some((_, setting)) = PHYSICS.iter().find(|(known, _)| *known == name) {
            return setting(&mut self.physics).set(value);
        }
        let (_, setting) = LIMITS.iter().find(|(known, _)| *known == name)?;
        setting(&mut self.limits).set(value)
    }

    /// The settings that differ from `other`, each with its value. Passing them to [`set`](Self::set) makes `other`
    /// equal.
    #[must_use]
    pub fn unlike(&self, other: &Self) -> Vec<(String, String)> {
        let physics = setting::changed(PHYSICS, &self.physics, &other.physics);
        let limits = setting::changed(LIMITS, &self.limits, &other.limits);
        let own = physics
            .iter()
            .chain(limits.iter())
            .filter_map(|(name, value)| match value {
                AttributeValue::S(text) => Some((name.to_string(), text.to_string())),
                _ => None,
            });
        let dax = if self.dax.is_some() { "on" } else { "off" };
        let dax = (self.dax.is_some() != other.dax.is_some()).then(|| ("dax".to_owned(), dax.to_owned()));
        own.chain(dax).collect()
    }

    /// The settings as text, in the form of a record.
    #[must_use]
    pub fn text(&self) -> String {
        self.json()
    }

    /// The settings in `base`, changed by the settings in a text. `None` for a text that this program does not
    /// understand.
    #[must_use]
    pub fn read(base: &Self, text: &str) -> Option<Self> {
        base.clone().with_json(text)
    }

    pub(crate) fn header(&self) -> Header {
        Header {
            seed: self.seed,
            opened_at: self.start,
            semantics: semantics::in_force(),
        }
    }

    /// The settings of a journal that has only its header.
    pub(crate) fn unsaid(header: &Header) -> Self {
        let Header { seed, opened_at, .. } = *header;
        Self {
            seed,
            start: opened_at,
            ..Self::of_preset(UNSAID_PRESET).unwrap_or_default()
        }
    }

    /// The text that a record contains.
    pub(crate) fn json(&self) -> String {
        let mut members = Item::new();
        let known = Physics::preset(&self.preset).map(|usual| (self.preset.as_str(), usual));
        let (preset, usual) = known.unwrap_or(("instant", Physics::instant()));
        members.insert("Physics", AttributeValue::string(preset));
        let physics = setting::changed(PHYSICS, &self.physics, &usual);
        let limits = setting::changed(LIMITS, &self.limits, &Limits::aws());
        for (name, changed) in [("Changes", physics), ("Limits", limits)] {
            if !changed.is_empty() {
                members.insert(name, AttributeValue::M(changed));
            }
        }
        if let Some(options) = &self.dax {
            let changed = setting::changed(DAX, options, &DaxOptions::DEFAULT);
            members.insert("Dax", AttributeValue::M(changed));
        }
        members.insert("Region", AttributeValue::string(&self.region));
        item_to_plain_json(&members).text
    }

    /// These settings, changed by those of a record. Named physics start from the named preset, and limits and an
    /// accelerator from their defaults; then the named changes apply. Unknown members are ignored.
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
        // Older journals have only this setting.
        if let Some(micros) = text("IndexPropagationMicros") {
            self.physics.index_propagation = Span::exactly(Duration::from_micros(micros.parse().ok()?));
        }
        if let Some(AttributeValue::M(changes)) = members.get("Changes") {
            setting::set_all(PHYSICS, &mut self.physics, changes)?;
        }
        self.limits = Limits::aws();
        if let Some(AttributeValue::M(changes)) = members.get("Limits") {
            setting::set_all(LIMITS, &mut self.limits, changes)?;
        }
        self.dax = match members.get("Dax") {
            Some(AttributeValue::M(changes)) => {
                let mut options = DaxOptions::DEFAULT;
                setting::set_all(DAX, &mut options, changes)?;
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
