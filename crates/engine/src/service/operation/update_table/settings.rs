//! Checks the table's other settings: stream, on-demand limits, warm throughput, class, encryption, protection.

use hashrange_time::{Duration, Timestamp};
use hashrange_wire::{BillingMode, Busy, LimitExceeded, ServiceError, SettingError, TableClass};

use crate::rules::setting_checks;
use crate::service::operation::update_table::effect::Effect;
use crate::service::operation::update_table::rules::{limits_of, warm_of};
use crate::service::operation::update_table::validation::{Validation, word};

/// The minimum of warm throughput in error texts.
pub(super) const WARM_FLOOR: &str = "current WarmThroughput, decreasing WarmThroughput is not supported";

impl Validation<'_> {
    /// Checks that the stream can be enabled or disabled.
    pub(super) fn stream(&mut self) -> Result<(), ServiceError> {
        const CHANGE: &str = "change stream status";
        let Some(asked) = self.request.stream_specification else {
            return Ok(());
        };
        let table = self.table.name.clone();
        if let Some(operation) = self.table.stream_change {
            return Err(Busy::Stream {
                table,
                label: self.label(),
                operation: word(operation),
            }
            .into());
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

    /// Checks on-demand limits against the billing mode before a pending switch (observed: on-demand-limits).
    pub(super) fn on_demand_limits(&mut self) -> Result<(), ServiceError> {
        let Some(limits) = limits_of(self.request.on_demand_throughput) else {
            return Ok(());
        };
        let mode = self.request.billing_mode.unwrap_or_else(|| self.mode_before_switch());
        if let Some(member) = setting_checks::first_member(limits).filter(|_| mode == BillingMode::Provisioned) {
            return Err(SettingError::OnDemandWhileProvisioned { member, index: None }.into());
        }
        setting_checks::on_demand_range(limits, None, -1)?;
        setting_checks::within_quota(Some(limits), None, None, &self.engine.shared.options)?;
        if let Some(reason) = self.obstacle() {
            return Err(Busy::OnDemand(reason).into());
        }
        self.effects.push(Effect::Limits(limits));
        Ok(())
    }

    /// Why on-demand limits cannot be changed.
    fn obstacle(&self) -> Option<String> {
        if self.table.rate_change.is_some() {
            return Some("BillingMode update is in progress".to_owned());
        }
        if self.table.stream_change.is_some() {
            return Some("stream status update is in progress".to_owned());
        }
        if let Some(class) = self.table.settings.class.pending {
            return Some(format!(
                "TableClass update is in progress. TableClassUpdateInProgress: {class}"
            ));
        }
        let (index, stage) = self.moving_index()?;
        let stage = if stage == "created" { "creation" } else { "deletion" };
        Some(format!("index {stage} is in progress for indexes: [{index}]"))
    }

    /// Checks warm throughput, which can only increase.
    pub(super) fn warm(&mut self) -> Result<(), ServiceError> {
        let Some(asked) = warm_of(self.request.warm_throughput) else {
            return Ok(());
        };
        let warm = self.table.throughput.warm;
        setting_checks::warm_floor(asked, None, warm.units, [WARM_FLOOR; 2])?;
        setting_checks::within_quota(None, Some(asked), None, &self.engine.shared.options)?;
        if matches!(self.moving_index(), Some((_, "created"))) {
            // The service returns this text and status (observed: warm-throughput-seen).
            return Err(ServiceError::InternalServerError(
                "Table is under system maintenance, please try again later",
            ));
        }
        self.effects.push(Effect::Warm(warm.asked(asked)));
        Ok(())
    }

    /// Checks a change of the table class.
    pub(super) fn class(&mut self) -> Result<(), ServiceError> {
        const CHANGE: &str = "update table class";
        let Some(asked) = self.request.table_class else {
            return Ok(());
        };
        self.no_class_change(CHANGE)?;
        self.no_stream_change(CHANGE)?;
        self.no_rate_change(CHANGE)?;
        self.no_index_change(CHANGE)?;
        let (class, most) = (
            &self.table.settings.class,
            self.engine.shared.options.limits.class_changes,
        );
        // Once no change is left, a request for the current class is refused too (observed: table-class-seen).
        if class.changes_in_month(self.engine.shared.now) >= most as usize {
            return Err(LimitExceeded::TableClassChanges(most).into());
        }
        let same = class.class.unwrap_or(TableClass::Standard) == asked;
        self.effects
            .push(if same { Effect::Nothing } else { Effect::Class(asked) });
        Ok(())
    }

    /// Checks a change of encryption. The current key is refused if its full ARN is given, and set again otherwise
    /// (observed: encryption-seen).
    pub(super) fn encryption(&mut self) -> Result<(), ServiceError> {
        let Some(asked) = &self.request.sse_specification else {
            return Ok(());
        };
        let encryption = &self.table.settings.encryption;
        if encryption.pending.is_some() {
            return Err(Busy::Encryption.into());
        }
        let key = setting_checks::encryption_key(Some(asked), &self.engine.shared.options);
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
        let (now, limits) = (self.engine.shared.now, &self.engine.shared.options.limits);
        let changes = self.table.settings.encryption.changes_in_day(now);
        let (Some(first), Some(last)) = (changes.first(), changes.last()) else {
            return Ok(());
        };
        let (today, next) = (
            u32::try_from(changes.len()).unwrap_or(u32::MAX),
            *last + limits.encryption_wait,
        );
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

    /// Checks deletion protection. A change must wait after the last one; a request for the current setting need not
    /// (observed: deletion-protection-seen).
    pub(super) fn protection(&mut self) -> Result<(), ServiceError> {
        let Some(asked) = self.request.deletion_protection_enabled else {
            return Ok(());
        };
        let settings = &self.table.settings;
        if asked == settings.protected {
            return Ok(());
        }
        let cooldown = self.engine.shared.options.physics.settings.protection_cooldown;
        let until: Option<Timestamp> = settings.protection_changed.map(|changed| changed + cooldown);
        if let Some(until) = until.filter(|until| self.engine.shared.now < *until) {
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
