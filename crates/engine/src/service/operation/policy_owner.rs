//! The owner of a policy: a table or a stream, found by its ARN.

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
    /// Finds the owner to change its policy. A table that is being created is not found yet (observed: policies-seen).
    pub(super) fn find(engine: &Engine, arn: &str) -> Result<Self, ServiceError> {
        engine.catalogue.account_scope().check_policy(arn)?;
        if let Ok(name) = StreamName::from_arn(arn) {
            let there = engine.shared.streams.get(&name).is_some();
            let missing = || ResourceNotFound::StreamOfTable {
                table: name.table.clone(),
                label: name.label.clone(),
            };
            return if there {
                Ok(Self::Stream(name))
            } else {
                Err(missing().into())
            };
        }
        let name = table_name_of(arn);
        let table = engine
            .catalogue
            .get(name)
            .filter(|table| table.stage != Stage::Creating);
        let missing = || ResourceNotFound::Table { table: name.to_owned() };
        Ok(Self::Table(table.ok_or_else(missing)?.name.clone()))
    }

    /// Finds the owner to read its policy. A stream of a deleted table has no policy (observed: policies-seen).
    pub(super) fn find_to_read(engine: &Engine, arn: &str) -> Result<Self, ServiceError> {
        engine.catalogue.account_scope().check_policy(arn)?;
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
            Self::Stream(name) => engine.shared.streams.get(name).map(|log| &log.policy),
        }
    }

    /// The slot of the policy, for changes.
    fn slot_mut<'e>(&self, engine: &'e mut Engine) -> Option<&'e mut PolicySlot> {
        match self {
            Self::Table(name) => engine.catalogue.get_mut(name).map(|table| &mut table.settings.policy),
            Self::Stream(name) => engine.shared.streams.get_mut(name).map(|log| &mut log.policy),
        }
    }

    /// Refuses a change if the current revision is not the expected one (observed: policies-seen, to come first).
    pub(super) fn expect(&self, engine: &Engine, expected: Option<&str>) -> Result<(), PolicyNotFound> {
        self.slot(engine)
            .map_or(Ok(()), |slot| slot.expect(expected, &self.words()))
    }

    /// Refuses a change while the last one is being written, or shortly after. With the correct revision, the service
    /// reports a write in progress for the whole period (observed: policies-seen).
    pub(super) fn check_open(&self, engine: &Engine, expected: Option<&str>) -> Result<(), ServiceError> {
        let Some(slot) = self.slot(engine) else { return Ok(()) };
        if let Self::Table(name) = self
            && engine
                .catalogue
                .get(name)
                .is_some_and(|table| table.stage == Stage::Deleting)
        {
            return Err(ResourceInUse::deleting(name).into());
        }
        let cooldown = engine.shared.options.physics.settings.policy_cooldown;
        let until = slot.closed_until(engine.shared.now, cooldown);
        if slot.is_pending(engine.shared.now) || (until.is_some() && expected.is_some()) {
            let (kind, name) = match self {
                Self::Table(name) => ("Table", name.clone()),
                Self::Stream(name) => ("Stream", name.label.clone()),
            };
            return Err(Busy::Policy { kind, name }.into());
        }
        match until {
            None => Ok(()),
            Some(until) => Err(ServiceError::PolicyTooSoon {
                owner: self.words(),
                milliseconds: cooldown.millis(),
                until: Timestamp::from_millis(until.millis()).to_string(),
            }),
        }
    }

    /// Changes the policy and returns the revision of the change.
    pub(super) fn change(&self, engine: &mut Engine, text: Option<String>) -> String {
        let now = engine.shared.now;
        let visible = now
            + engine
                .shared
                .options
                .physics
                .settings
                .policy
                .draw(&mut engine.shared.random);
        self.slot_mut(engine)
            .map(|slot| slot.change(text, now, visible))
            .unwrap_or_default()
    }

    /// The table of the owner.
    pub(super) fn table(&self) -> Text {
        match self {
            Self::Table(name) => name.clone(),
            Self::Stream(name) => name.table.clone(),
        }
    }

    fn words(&self) -> String {
        match self {
            Self::Table(name) => format!("table {name}"),
            Self::Stream(name) => format!("stream {}", name.label),
        }
    }
}
