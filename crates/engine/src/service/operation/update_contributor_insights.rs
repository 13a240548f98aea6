//! UpdateContributorInsights: enables or disables it for a table or a global index. Nothing is counted yet.

use hashrange_values::Text;
use hashrange_wire::{
    ContributorInsightsAction, ContributorInsightsMode, Response, SettingError, UpdateContributorInsightsRequest,
};

use crate::rules::outcome::{Done, Outcome};
use crate::service::background::changes::{index_change_due, table_change_due};
use crate::service::engine::Engine;
use crate::service::operation::insights_target::{find, summary};
use crate::state::index_life::IndexLife;
use crate::state::settings::{Insights, InsightsStatus};
use crate::state::table::{Stage, Table};
use crate::state::task::{IndexChange, TableChange};

pub(super) fn perform(engine: &mut Engine, request: &UpdateContributorInsightsRequest) -> Outcome {
    let (table, shared) = (engine.catalogue.named_mut(&request.table_name)?, &mut engine.shared);
    let (name, now) = (table.name.clone(), shared.now);
    let index = find(table, request.index_name.as_deref())?;
    let on = request.contributor_insights_action == ContributorInsightsAction::Enable;
    check_active(table, index.as_ref())?;
    let insights = match &index {
        None => Some(&mut table.settings.insights),
        Some(index) => table.index_mut(index).map(|index| &mut index.insights),
    };
    let mode = request
        .contributor_insights_mode
        .unwrap_or(ContributorInsightsMode::AccessedAndThrottledKeys);
    let changes = insights.is_some_and(|insights| switch(insights, on.then_some(mode), now));
    if changes {
        let physics = shared.options.physics.settings;
        let span = if on { physics.insights_on } else { physics.insights_off };
        match &index {
            None => table_change_due(table, shared, TableChange::Insights(now), span),
            Some(index) => index_change_due(table, shared, index, IndexChange::Insights(now), span),
        }
    }
    let response = Response::UpdateContributorInsights(summary(table, index.as_ref()));
    Ok(Done::about(response, Some(name)))
}

fn check_active(table: &Table, index: Option<&Text>) -> Result<(), SettingError> {
    if table.stage != Stage::Live {
        return Err(SettingError::InsightsState("TableStatus"));
    }
    let ready = |index: &Text| {
        table
            .index(index)
            .is_some_and(|index| matches!(index.life, IndexLife::Active))
    };
    if index.is_some_and(|index| !ready(index)) {
        return Err(SettingError::InsightsState("IndexStatus"));
    }
    Ok(())
}

/// Switches to a mode, or off. Returns false if nothing changes. Enabling the current mode again is no change
/// (observed: insights-seen).
fn switch(insights: &mut Insights, mode: Option<ContributorInsightsMode>, now: hashrange_time::Timestamp) -> bool {
    use InsightsStatus::{Off, On, Starting, Stopping};
    match (mode, insights.status) {
        (None, Off | Stopping) => return false,
        (Some(mode), On | Starting) if insights.mode == Some(mode) => return false,
        (None, On | Starting) => insights.status = Stopping,
        (Some(mode), status) => {
            insights.mode = Some(mode);
            insights.status = Starting;
            // A change of the mode keeps the names of the rules (observed: insights-seen).
            if matches!(status, Off | Stopping) {
                insights.since = Some(now);
            }
        }
    }
    insights.changed = Some(now);
    true
}
