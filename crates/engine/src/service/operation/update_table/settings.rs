//! The table's other settings, judged: stream, limits of on-demand use, warm throughput, class, encryption, protection.

use hashrange_time::{Duration, Timestamp};
use hashrange_wire::{BillingMode, Busy, LimitExceeded, ServiceError, SettingError, TableClass};

use crate::rules::setting_checks;
use crate::service::operation::update_table::effect::Effect;
use crate::service::operation::update_table::judging::{Judging, word};
use crate::service::operation::update_table::rules::{limits_of, warm_of};

/// Why warm throughput cannot be that low.
pub(super) const WARM_FLOOR: &str = "current WarmThroughput, decreasing WarmThroughput is not supported";

impl Judging<'_> {
    /// A stream on or off.
    pub(super) fn stream(&mut self) -> Result<(), ServiceError> {
        const CHANGE: &str = "change stream status";
        let Some(asked) = self.request.stream_specification else { return Ok(()) };
        let table = self.table.name.clone();
        if let Some(operation) = self.table.stream_change {
            return Err(Busy::Stream { table, label: self.label(), operation: word(operation) }.into());
        }
        self.no_rate_change("enable or disable stream")?;
        self.no_class_change(CHANGE)?;
        self.no_index_change(CHANGE)?;
        let enabled = self.table.stream.as_ref().is_some_and(|stream| stream.enabled);
        match (asked.stream_enabled, enabled) {
            (true, true) => return Err(SettingError::StreamEnabled(table).into()),
            (false, false) => return Err(SettingError::NoStream(table).into()),
            _ => {}
        }
        self.effects.push(Effect::Stream(asked.stream_view_type));
        Ok(())
    }

    /// Limits of on-demand use. They are held against the mode before a switch that is on its way (observed).
    pub(super) fn on_demand_limits(&mut self) -> Result<(), ServiceError> {
        let Some(limits) = limits_of(self.request.on_demand_throughput) else { return Ok(()) };
        let mode = self.request.billing_mode.unwrap_or_else(|| self.mode_before_switch());
        if let Some(member) = setting_checks::first_member(limits).filter(|_| mode == BillingMode::Provisioned) {
            return Err(SettingError::OnDemandWhileProvisioned { member, index: None }.into());
        }
        setting_checks::on_demand_range(limits, None, -1)?;
        setting_checks::within_quota(Some(limits), None, None, &self.engine.around.options)?;
        if let Some(reason) = self.obstacle() {
            return Err(Busy::OnDemand(reason).into());
        }
        self.effects.push(Effect::Limits(limits));
        Ok(())
    }

    /// What keeps limits of on-demand use from being changed.
    fn obstacle(&self) -> Option<String> {
        if self.table.rate_change.is_some() {
            return Some("BillingMode update is in progress".to_owned());
        }
        if self.table.stream_change.is_some() {
            return Some("stream status update is in progress".to_owned());
        }
        if let Some(class) = self.table.settings.class.pending {
            return Some(format!("TableClass update is in progress. TableClassUpdateInProgress: {class}"));
        }
        let (index, stage) = self.moving_index()?;
        let stage = if stage == "created" { "creation" } else { "deletion" };
        Some(format!("index {stage} is in progress for indexes: [{index}]"))
    }

    /// Warm throughput, which only grows.
    pub(super) fn warm(&mut self) -> Result<(), ServiceError> {
        let Some(asked) = warm_of(self.request.warm_throughput) else { return Ok(()) };
        let warm = self.table.throughput.warm;
        setting_checks::warm_floor(asked, None, warm.units, [WARM_FLOOR; 2])?;
        setting_checks::within_quota(None, Some(asked), None, &self.engine.around.options)?;
        if matches!(self.moving_index(), Some((_, "created"))) {
            // The service's own words for it, and its own status (observed).
            return Err(ServiceError::InternalServerError("Table is under system maintenance, please try again later"));
        }
        self.effects.push(Effect::Warm(warm.asked(asked)));
        Ok(())
    }

    /// Another table class.
    pub(super) fn class(&mut self) -> Result<(), ServiceError> {
        const CHANGE: &str = "update table class";
        let Some(asked) = self.request.table_class else { return Ok(()) };
        self.no_class_change(CHANGE)?;
        self.no_stream_change(CHANGE)?;
        self.no_rate_change(CHANGE)?;
        self.no_index_change(CHANGE)?;
        let (class, most) = (&self.table.settings.class, self.engine.around.options.limits.class_changes);
        // What changes nothing is refused as well once no change is left (observed).
        if class.changes_in_month(self.engine.around.now) >= most as usize {
            return Err(LimitExceeded::TableClassChanges(most).into());
        }
        let same = class.class.unwrap_or(TableClass::Standard) == asked;
        self.effects.push(if same { Effect::Nothing } else { Effect::Class(asked) });
        Ok(())
    }

    /// Another encryption. The key in force is refused when it is named in full, and set once more otherwise (observed).
    pub(super) fn encryption(&mut self) -> Result<(), ServiceError> {
        let Some(asked) = &self.request.sse_specification else { return Ok(()) };
        let encryption = &self.table.settings.encryption;
        if encryption.pending.is_some() {
            return Err(Busy::Encryption.into());
        }
        let key = setting_checks::encryption_key(Some(asked), &self.engine.around.options);
        if key.is_none() && encryption.key.is_none() {
            return Err(SettingError::EncryptedByDefault.into());
        }
        if asked.kms_master_key_id.is_some() && asked.kms_master_key_id == encryption.key {
            return Err(SettingError::EncryptedWithKey.into());
        }
        self.check_encryption_changes()?;
        self.effects.push(Effect::Encrypt(key));
        Ok(())
    }

    fn check_encryption_changes(&self) -> Result<(), LimitExceeded> {
        let (now, limits) = (self.engine.around.now, &self.engine.around.options.limits);
        let changes = self.table.settings.encryption.changes_in_day(now);
        let (Some(first), Some(last)) = (changes.first(), changes.last()) else { return Ok(()) };
        let (today, next) = (u32::try_from(changes.len()).unwrap_or(u32::MAX), *last + limits.encryption_wait);
        if today < limits.encryption_changes || now >= next {
            return Ok(());
        }
        Err(LimitExceeded::EncryptionChanges {
            window_end: (*first + Duration::from_days(1)).to_string(),
            free: limits.encryption_changes,
            wait_seconds: limits.encryption_wait.seconds(),
            today,
            last: last.to_string(),
            next: next.to_string(),
        })
    }

    /// Deletion protection. Toggling has to wait a moment; saying the same again has not (observed).
    pub(super) fn protection(&mut self) -> Result<(), ServiceError> {
        let Some(asked) = self.request.deletion_protection_enabled else { return Ok(()) };
        let settings = &self.table.settings;
        if asked == settings.protected {
            return Ok(());
        }
        let cooldown = self.engine.around.options.physics.settings.protection_cooldown;
        let until: Option<Timestamp> = settings.protection_changed.map(|changed| changed + cooldown);
        if let Some(until) = until.filter(|until| self.engine.around.now < *until) {
            return Err(ServiceError::ChangedTooSoon {
                table: self.table.name.to_string(),
                milliseconds: cooldown.millis(),
                until: Timestamp::from_millis(until.millis()).to_string(),
            });
        }
        self.effects.push(Effect::Protect(asked));
        Ok(())
    }
}
