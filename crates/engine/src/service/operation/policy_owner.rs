//! What a policy is attached to: a table or a stream, found by its resource name.

use hashrange_time::Timestamp;
use hashrange_values::Text;
use hashrange_wire::{Busy, PolicyNotFound, ResourceInUse, ResourceNotFound, ServiceError, table_name_of};

use crate::service::engine::Engine;
use crate::state::policy_slot::PolicySlot;
use crate::state::stream::name::StreamName;
use crate::state::table::Stage;

/// A table or a stream.
#[derive(Clone, Debug)]
pub(super) enum PolicyOwner {
    Table(Text),
    Stream(StreamName),
}

impl PolicyOwner {
    /// Finds the owner to change its policy. One that is being created is not found yet (observed).
    pub(super) fn find(engine: &Engine, arn: &str) -> Result<Self, ServiceError> {
        engine.catalogue.home().check_policy(arn)?;
        if let Ok(name) = StreamName::from_arn(arn) {
            let there = engine.around.streams.get(&name).is_some();
            let missing = || ResourceNotFound::StreamOfTable { table: name.table.clone(), label: name.label.clone() };
            return if there { Ok(Self::Stream(name)) } else { Err(missing().into()) };
        }
        let name = table_name_of(arn);
        let table = engine.catalogue.get(name).filter(|table| table.stage != Stage::Creating);
        let missing = || ResourceNotFound::Table { table: name.to_owned() };
        Ok(Self::Table(table.ok_or_else(missing)?.name.clone()))
    }

    /// Finds the owner to read its policy. A stream that is not there any more has none (observed).
    pub(super) fn find_to_read(engine: &Engine, arn: &str) -> Result<Self, ServiceError> {
        engine.catalogue.home().check_policy(arn)?;
        match StreamName::from_arn(arn) {
            Ok(name) if engine.catalogue.get(&name.table).is_none() => Ok(Self::Stream(name)),
            Ok(_) => Self::find(engine, arn),
            Err(_) => Ok(Self::Table(engine.catalogue.named(arn)?.name.clone())),
        }
    }

    /// The slot of the policy.
    pub(super) fn slot<'e>(&self, engine: &'e Engine) -> Option<&'e PolicySlot> {
        match self {
            Self::Table(name) => engine.catalogue.get(name).map(|table| &table.settings.policy),
            Self::Stream(name) => engine.around.streams.get(name).map(|log| &log.policy),
        }
    }

    /// The slot, to change it.
    fn slot_mut<'e>(&self, engine: &'e mut Engine) -> Option<&'e mut PolicySlot> {
        match self {
            Self::Table(name) => engine.catalogue.get_mut(name).map(|table| &mut table.settings.policy),
            Self::Stream(name) => engine.around.streams.get_mut(name).map(|log| &mut log.policy),
        }
    }

    /// Refuses a change that meets another revision than expected (observed to come first).
    pub(super) fn expect(&self, engine: &Engine, expected: Option<&str>) -> Result<(), PolicyNotFound> {
        self.slot(engine).map_or(Ok(()), |slot| slot.expect(expected, &self.told()))
    }

    /// Refuses a change while the last one is being written, or shortly after. With the right revision the service speaks of
    /// writing for as long as it is closed (observed).
    pub(super) fn check_open(&self, engine: &Engine, expected: Option<&str>) -> Result<(), ServiceError> {
        let Some(slot) = self.slot(engine) else { return Ok(()) };
        if let Self::Table(name) = self
            && engine.catalogue.get(name).is_some_and(|table| table.stage == Stage::Deleting)
        {
            return Err(ResourceInUse::deleting(name).into());
        }
        let cooldown = engine.around.options.physics.settings.policy_cooldown;
        let until = slot.closed_until(engine.around.now, cooldown);
        if slot.is_pending(engine.around.now) || (until.is_some() && expected.is_some()) {
            let (kind, name) = match self {
                Self::Table(name) => ("Table", name.clone()),
                Self::Stream(name) => ("Stream", name.label.clone()),
            };
            return Err(Busy::Policy { kind, name }.into());
        }
        match until {
            None => Ok(()),
            Some(until) => Err(ServiceError::PolicyTooSoon {
                owner: self.told(),
                milliseconds: cooldown.millis(),
                until: Timestamp::from_millis(until.millis()).to_string(),
            }),
        }
    }

    /// Changes the policy. Gives back the revision of the change.
    pub(super) fn change(&self, engine: &mut Engine, text: Option<String>) -> String {
        let now = engine.around.now;
        let visible = now + engine.around.options.physics.settings.policy.draw(&mut engine.around.random);
        self.slot_mut(engine).map(|slot| slot.change(text, now, visible)).unwrap_or_default()
    }

    /// The table the request is about.
    pub(super) fn table(&self) -> Text {
        match self {
            Self::Table(name) => name.clone(),
            Self::Stream(name) => name.table.clone(),
        }
    }

    fn told(&self) -> String {
        match self {
            Self::Table(name) => format!("table {name}"),
            Self::Stream(name) => format!("stream {}", name.label),
        }
    }
}
