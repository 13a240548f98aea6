//! The names in auto scaling requests: a table or index and a dimension, and their names in responses.

use hashrange_index::IndexKind;
use hashrange_store::Placement;
use hashrange_values::Text;
use hashrange_wire::{ScalableDimension, ScalableResource, ScalingAlarm, ScalingError};

use crate::service::engine::Engine;
use crate::state::log::consumption::Direction;
use crate::state::options::EngineOptions;
use crate::state::scaling::Scaled;
use crate::state::scaling::Target;
use crate::state::table::Table;

/// A table, and its scaled resource.
pub(super) struct Scalable {
    pub(super) table: Text,
    pub(super) of: Scaled,
}

impl Scalable {
    /// The resource that a request names. It may not exist.
    pub(super) fn named(resource: &ScalableResource) -> Result<Self, ScalingError> {
        let rest = resource
            .resource_id
            .strip_prefix("table/")
            .ok_or(ScalingError::Unsupported)?;
        let (table, index) = match rest.split_once("/index/") {
            Some((table, index)) => (table, Some(Text::from(index))),
            None => (rest, None),
        };
        let (of_index, direction) = match resource.scalable_dimension {
            ScalableDimension::TableReads => (false, Direction::Read),
            ScalableDimension::TableWrites => (false, Direction::Write),
            ScalableDimension::IndexReads => (true, Direction::Read),
            ScalableDimension::IndexWrites => (true, Direction::Write),
        };
        if index.is_some() != of_index {
            return Err(ScalingError::Unsupported);
        }
        Ok(Self {
            table: table.into(),
            of: (index, direction),
        })
    }

    /// The existing resource that a request names.
    pub(super) fn found(engine: &Engine, resource: &ScalableResource) -> Result<Self, ScalingError> {
        let named = Self::named(resource)?;
        let missing = |what| ScalingError::NoResource {
            what,
            resource_id: resource.resource_id.clone(),
        };
        let table = engine.catalogue.get(&named.table).ok_or(missing("table"))?;
        if let Some(index) = &named.of.0 {
            table
                .index(index)
                .filter(|index| index.definition.kind == IndexKind::Global)
                .ok_or(missing("index"))?;
        }
        Ok(named)
    }
}

/// The resource's name in responses.
pub(super) fn resource(table: &Text, (index, direction): &Scaled) -> ScalableResource {
    let (resource_id, dimensions) = match index {
        None => (
            format!("table/{table}"),
            [ScalableDimension::TableReads, ScalableDimension::TableWrites],
        ),
        Some(index) => {
            let dimensions = [ScalableDimension::IndexReads, ScalableDimension::IndexWrites];
            (format!("table/{table}/index/{index}"), dimensions)
        }
    };
    let [reads, writes] = dimensions;
    let scalable_dimension = if *direction == Direction::Read { reads } else { writes };
    ScalableResource {
        resource_id,
        scalable_dimension,
    }
}

/// The resources and the dimension that a list selects. An empty list or `None` selects all.
pub(super) type Wanted<'e> = (&'e [String], Option<ScalableDimension>);

/// Whether a list selects this resource.
pub(super) fn is_wanted((ids, dimension): Wanted<'_>, resource: &ScalableResource) -> bool {
    let listed = ids.is_empty() || ids.contains(&resource.resource_id);
    listed && dimension.is_none_or(|dimension| dimension == resource.scalable_dimension)
}

/// Every target of every table that a list selects.
pub(super) fn targets<'e>(
    engine: &'e Engine,
    wanted: Wanted<'e>,
) -> impl Iterator<Item = (ScalableResource, &'e Target)> {
    let of_table = |table: &'e Table| {
        table
            .scaling
            .targets()
            .map(|(of, target)| (resource(&table.name, of), target))
    };
    engine
        .catalogue
        .iter()
        .flat_map(of_table)
        .filter(move |(resource, _)| is_wanted(wanted, resource))
}

/// Digits that identify a resource, or a policy of a resource. The same parts always have the same digits.
fn digits(parts: [&str; 3]) -> String {
    format!("{:032x}", Placement::of(parts.map(str::as_bytes)).as_u128())
}

fn uuid(digits: &str) -> String {
    let part = |from: usize, to: usize| digits.get(from..to).unwrap_or_default();
    [part(0, 8), part(8, 12), part(12, 16), part(16, 20), part(20, 32)].join("-")
}

/// The ARN of a target.
pub(super) fn target_arn(options: &EngineOptions, resource: &ScalableResource) -> String {
    let digits = digits(["target", &resource.resource_id, resource.scalable_dimension.as_str()]);
    let EngineOptions { region, account, .. } = options;
    format!("arn:aws:application-autoscaling:{region}:{account}:scalable-target/{digits}")
}

/// The ARN of a policy.
pub(super) fn policy_arn(options: &EngineOptions, resource: &ScalableResource, name: &str) -> String {
    let id = uuid(&digits([
        &resource.resource_id,
        resource.scalable_dimension.as_str(),
        name,
    ]));
    let EngineOptions { region, account, .. } = options;
    let of = &resource.resource_id;
    format!("arn:aws:autoscaling:{region}:{account}:scalingPolicy:{id}:resource/dynamodb/{of}:policyName/{name}")
}

/// The name of one of a policy's alarms.
pub(super) fn alarm_name(resource: &ScalableResource, policy: &str, alarm: &str) -> String {
    let id = uuid(&digits([&resource.resource_id, policy, alarm]));
    format!("TargetTracking-{}-{alarm}-{id}", resource.resource_id)
}

/// The alarms of a policy.
pub(super) fn alarms(options: &EngineOptions, resource: &ScalableResource, policy: &str) -> Vec<ScalingAlarm> {
    let EngineOptions { region, account, .. } = options;
    let alarm = |kind| {
        let name = alarm_name(resource, policy, kind);
        ScalingAlarm {
            arn: format!("arn:aws:cloudwatch:{region}:{account}:alarm:{name}"),
            name,
        }
    };
    ["AlarmHigh", "AlarmLow"].map(alarm).into()
}
