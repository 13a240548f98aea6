//! Throttled requests. Texts are documented: throttling-reasons, unless a comment states otherwise.

use std::fmt;

use hashrange_values::Item;

use super::{CancellationReason, CapacityDirection};

/// The limit that a request exceeds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
pub enum ThrottleCause {
    /// The provisioned throughput of the table or index.
    ProvisionedThroughput,
    /// The throughput of one partition.
    KeyRangeThroughput,
    /// The account's limit for one table or index.
    AccountLimit,
    /// The on-demand maximum of the table or index.
    MaxOnDemandThroughput,
}

hashrange_checkpoint::variants!(ThrottleCause {
    ProvisionedThroughput,
    KeyRangeThroughput,
    AccountLimit,
    MaxOnDemandThroughput
});

/// One of the service's sixteen throttling reasons, with the resource.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ThrottlingReason {
    /// The exceeded limit.
    pub cause: ThrottleCause,
    /// Reads or writes.
    pub direction: CapacityDirection,
    /// The index; `None` for the table.
    pub index: Option<String>,
    /// ARN of the table or index.
    pub resource: String,
    /// The throughput that the request needed.
    pub wanted: Wanted,
}

hashrange_checkpoint::fields!(ThrottlingReason {
    cause,
    direction,
    index,
    resource,
    wanted
});

/// What a throttled request needed from a table or index, for observers. Clients do not receive it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Wanted {
    /// Number of the partition where the request would have started.
    pub partition: u32,
    /// Primary key of the item in the table, for a request about one item.
    pub key: Option<Item>,
    /// Twice the units that the request would have consumed, if they are known in advance.
    pub half_units: Option<u64>,
}

hashrange_checkpoint::fields!(Wanted {
    partition,
    key,
    half_units
});

/// A request that was throttled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Throttled {
    /// Whether the table is billed on demand.
    pub on_demand: bool,
    /// The reason that decides the exception.
    pub first: ThrottlingReason,
    /// Further reasons. A write needs throughput of the table and of each of its indexes.
    pub others: Vec<ThrottlingReason>,
}

hashrange_checkpoint::fields!(Throttled {
    on_demand,
    first,
    others
});

/// The exceptions for throttling.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ThrottleException {
    ProvisionedThroughputExceeded,
    Throttling,
    RequestLimitExceeded,
}

impl Throttled {
    /// All reasons, in the order in which the service checks them.
    pub fn reasons(&self) -> impl Iterator<Item = &ThrottlingReason> {
        std::iter::once(&self.first).chain(&self.others)
    }

    /// The exception. The service's pages contradict each other about partitions and accounts. This choice matches most
    /// of them (inferred: throttling-exceptions).
    fn kind(&self) -> ThrottleException {
        match (self.first.cause, self.first.index.is_some()) {
            (ThrottleCause::ProvisionedThroughput, _) => ThrottleException::ProvisionedThroughputExceeded,
            (ThrottleCause::KeyRangeThroughput, false) if !self.on_demand => {
                ThrottleException::ProvisionedThroughputExceeded
            }
            (ThrottleCause::AccountLimit, false) => ThrottleException::RequestLimitExceeded,
            _ => ThrottleException::Throttling,
        }
    }

    /// The exception's name.
    #[must_use]
    pub fn exception(&self) -> &'static str {
        match self.kind() {
            ThrottleException::ProvisionedThroughputExceeded => "ProvisionedThroughputExceededException",
            ThrottleException::Throttling => "ThrottlingException",
            ThrottleException::RequestLimitExceeded => "RequestLimitExceeded",
        }
    }

    /// The member name of the list of reasons. The service's model spells it differently for one exception.
    #[must_use]
    pub fn reasons_member(&self) -> &'static str {
        if self.kind() == ThrottleException::Throttling {
            "throttlingReasons"
        } else {
            "ThrottlingReasons"
        }
    }

    /// The cancellation reason of a throttled transaction action.
    #[must_use]
    pub fn cancellation(&self) -> CancellationReason {
        match self.kind() {
            ThrottleException::ProvisionedThroughputExceeded => {
                CancellationReason::ProvisionedThroughputExceeded(self.to_string())
            }
            ThrottleException::Throttling | ThrottleException::RequestLimitExceeded => {
                CancellationReason::ThrottlingError(self.to_string())
            }
        }
    }
}

impl ThrottlingReason {
    /// The reason's name on the wire.
    #[must_use]
    pub fn reason(&self) -> String {
        let scope = if self.index.is_some() { "Index" } else { "Table" };
        let direction = match self.direction {
            CapacityDirection::Read => "Read",
            CapacityDirection::Write => "Write",
        };
        let cause = match self.cause {
            ThrottleCause::ProvisionedThroughput => "ProvisionedThroughputExceeded",
            ThrottleCause::KeyRangeThroughput => "KeyRangeThroughputExceeded",
            ThrottleCause::AccountLimit => "AccountLimitExceeded",
            ThrottleCause::MaxOnDemandThroughput => "MaxOnDemandThroughputExceeded",
        };
        format!("{scope}{direction}{cause}")
    }
}

impl fmt::Display for Throttled {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let index = self.first.index.is_some();
        out.write_str(match (self.first.cause, self.kind()) {
            (ThrottleCause::AccountLimit, _) => ACCOUNT,
            (ThrottleCause::MaxOnDemandThroughput, _) => MAX_ON_DEMAND,
            (_, ThrottleException::ProvisionedThroughputExceeded) if index => PROVISIONED_INDEX,
            (_, ThrottleException::ProvisionedThroughputExceeded) => PROVISIONED_TABLE,
            _ if index => ON_DEMAND_INDEX,
            _ => ON_DEMAND_TABLE,
        })
    }
}

const PROVISIONED_TABLE: &str = "The level of configured provisioned throughput for the table was exceeded. Consider increasing your provisioning level with the UpdateTable API.";
const PROVISIONED_INDEX: &str = "The level of configured provisioned throughput for one or more global secondary indexes of the table was exceeded. Consider increasing your provisioning level for the under-provisioned global secondary indexes with the UpdateTable API.";
const ON_DEMAND_TABLE: &str = "Throughput exceeds the current capacity of your table or index. DynamoDB is automatically scaling your table or index so please try again shortly. If exceptions persist, check if you have a hot key: https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/bp-partition-key-design.html";
const ON_DEMAND_INDEX: &str = "Throughput exceeds the current capacity for one or more global secondary indexes. DynamoDB is automatically scaling your index so please try again shortly.";
const MAX_ON_DEMAND: &str = "Throughput exceeds the maximum OnDemandThroughput configured on table or index";
const ACCOUNT: &str = "Throughput exceeds the current throughput limit for your account. To request a limit increase, contact AWS Support at https://aws.amazon.com/support";

#[cfg(test)]
mod tests {
    use super::*;

    fn throttled(cause: ThrottleCause, index: Option<&str>, on_demand: bool) -> Throttled {
        let index = index.map(str::to_owned);
        let (direction, wanted) = (CapacityDirection::Write, Wanted::default());
        let first = ThrottlingReason {
            cause,
            direction,
            index,
            resource: "arn".to_owned(),
            wanted,
        };
        Throttled {
            on_demand,
            first,
            others: Vec::new(),
        }
    }

    #[test]
    fn the_cause_and_the_resource_decide_the_exception() {
        use ThrottleCause::{AccountLimit, KeyRangeThroughput, MaxOnDemandThroughput, ProvisionedThroughput};
        for (cause, index, on_demand, exception) in [
            (
                ProvisionedThroughput,
                None,
                false,
                "ProvisionedThroughputExceededException",
            ),
            (
                ProvisionedThroughput,
                Some("I"),
                false,
                "ProvisionedThroughputExceededException",
            ),
            (
                KeyRangeThroughput,
                None,
                false,
                "ProvisionedThroughputExceededException",
            ),
            (KeyRangeThroughput, None, true, "ThrottlingException"),
            (KeyRangeThroughput, Some("I"), false, "ThrottlingException"),
            (MaxOnDemandThroughput, None, true, "ThrottlingException"),
            (AccountLimit, None, true, "RequestLimitExceeded"),
            (AccountLimit, Some("I"), true, "ThrottlingException"),
        ] {
            assert_eq!(
                throttled(cause, index, on_demand).exception(),
                exception,
                "{cause:?} {index:?}"
            );
        }
    }

    #[test]
    fn reasons_are_made_of_three_words() {
        let reason = throttled(ThrottleCause::KeyRangeThroughput, Some("I"), false)
            .first
            .reason();
        assert_eq!(reason, "IndexWriteKeyRangeThroughputExceeded");
        let reason = throttled(ThrottleCause::MaxOnDemandThroughput, None, true)
            .first
            .reason();
        assert_eq!(reason, "TableWriteMaxOnDemandThroughputExceeded");
    }
}
