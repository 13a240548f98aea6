//! The form of a load: the reader's choices, and the resulting plan.
//!
//! Must not know signals, nor how a load runs.

use hashrange_protocol::{
    Action, Arrivals, Burst, DailyCurve, KeyChoice, KeyName, LoadPlan, Mix, Rate, Retries, Sizes, Suffix, Suffixes,
    Target,
};
use hashrange_time::{Duration, Timestamp};
use hashrange_values::KeyType;
use hashrange_wire::json_members;
use hashrange_words::t;

use super::figures::count;
use super::table_schema::{KeyAttribute, TableSchema};

/// Maximum requests per second and in total, seconds, key values and bytes that a page can handle.
const MOST_RATE: u32 = 5_000;
const MOST_REQUESTS: u64 = 500_000;
const MOST_SECONDS: u32 = 86_400;
const MOST_VALUES: u32 = 100_000;
const MOST_BYTES: u32 = 390_000;
const MOST_SUFFIXES: u32 = 1_000;
/// A burst in the middle fifth of a load, in percent of its rate.
const BURST_PERCENT: u32 = 500;

/// The choices. Numbers are text, as typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoadForm {
    /// Requests a second.
    pub rate: String,
    /// Seconds of virtual time.
    pub seconds: String,
    /// The rate over time: `steady`, `burst` or `daily`.
    pub course: String,
    /// Partition key values.
    pub values: String,
    /// Their distribution: `uniform`, `zipf`, `hot` or `monotonic`.
    pub keys: String,
    /// Suffixes of the partition key value: `none`, `random`, `rotation`, `points` or `hash`.
    pub suffix: String,
    /// The number of suffixes.
    pub suffixes: String,
    /// Bytes of an item.
    pub bytes: String,
    /// The operations: `put`, `update`, `delete`, `get`, `query` or `mixed`.
    pub mix: String,
    /// Seed.
    pub seed: String,
    /// Whether reads are strongly consistent.
    pub consistent: bool,
    /// How the client retries throttled requests: `none`, `standard` or `dynamodb`.
    pub retries: String,
}

json_members!(LoadForm default {
    rate, seconds, course, values, keys, suffix, suffixes, bytes, mix, seed, consistent, retries,
});

impl Default for LoadForm {
    /// A load on one hot key, whose rate exceeds the limit of a partition.
    fn default() -> Self {
        Self {
            rate: "200".to_owned(),
            seconds: "10".to_owned(),
            course: "steady".to_owned(),
            values: "1".to_owned(),
            keys: "uniform".to_owned(),
            suffix: "none".to_owned(),
            suffixes: "10".to_owned(),
            bytes: "10000".to_owned(),
            mix: "put".to_owned(),
            seed: "1".to_owned(),
            consistent: false,
            retries: "none".to_owned(),
        }
    }
}

impl LoadForm {
    /// The plan and its seed on this table, from this time.
    ///
    /// # Errors
    /// The error of the form, as text.
    pub fn plan(&self, table: &TableSchema, from: Timestamp) -> Result<(LoadPlan, u64), String> {
        if table.keys.partition.kind != KeyType::S && self.suffix != "none" {
            return Err(t!("A suffix needs a partition key that is a string.").to_owned());
        }
        let rate = number(&self.rate, t!("Requests a second"), MOST_RATE)?;
        let seconds = number(&self.seconds, t!("Seconds"), MOST_SECONDS)?;
        if u64::from(rate) * u64::from(seconds) > MOST_REQUESTS {
            return Err(t!(
                "{rate} requests a second for {seconds} s are more than {most_requests} in total.",
                rate,
                seconds,
                most_requests = MOST_REQUESTS
            ));
        }
        let span = Duration::from_seconds(u64::from(seconds));
        let values = u64::from(number(&self.values, t!("Key values"), MOST_VALUES)?);
        let bytes = number(&self.bytes, t!("Bytes"), MOST_BYTES)?;
        let seed = self
            .seed
            .trim()
            .parse()
            .map_err(|_| t!("The seed must be a whole number.").to_owned())?;
        let plan = LoadPlan {
            target: target(table),
            rate: self.rate_over_time(rate, from, span),
            from,
            // Half an interval more, so that the last request of the last second is included.
            span: span + Duration::from_micros(500_000 / u64::from(rate)),
            keys: match self.keys.as_str() {
                "zipf" => KeyChoice::Zipf { values, quarters: 4 },
                "hot" => KeyChoice::Hot { values, percent: 90 },
                "monotonic" => KeyChoice::Monotonic,
                _ => KeyChoice::Uniform { values },
            },
            sorts: KeyChoice::Uniform { values: 1_000 },
            sizes: Sizes {
                least: bytes,
                most: bytes,
            },
            mix: self.actions(),
            suffixes: self.suffixes()?,
            consistent: self.consistent,
            retries: match self.retries.as_str() {
                "standard" => Some(Retries::STANDARD),
                "dynamodb" => Some(Retries::DYNAMODB),
                _ => None,
            },
        };
        Ok((plan, seed))
    }

    fn rate_over_time(&self, per_second: u32, from: Timestamp, span: Duration) -> Rate {
        let mut rate = Rate {
            arrivals: Arrivals::Even,
            ..Rate::steady(per_second)
        };
        match self.course.as_str() {
            "daily" => rate.daily = Some(DailyCurve::people()),
            "burst" => {
                let fifth = Duration::from_micros(span.micros() / 5);
                rate.bursts.push(Burst {
                    from: from + fifth + fifth,
                    span: fifth,
                    percent: BURST_PERCENT,
                });
            }
            _ => {}
        }
        rate
    }

    fn actions(&self) -> Mix {
        Mix(match self.mix.as_str() {
            "update" => vec![(Action::Update, 1)],
            "delete" => vec![(Action::Delete, 1)],
            "get" => vec![(Action::Get, 1)],
            "query" => vec![(Action::Query, 1)],
            "mixed" => vec![(Action::Put, 1), (Action::Get, 1)],
            _ => vec![(Action::Put, 1)],
        })
    }

    fn suffixes(&self) -> Result<Option<Suffixes>, String> {
        let choice = match self.suffix.as_str() {
            "random" => Suffix::Random,
            "rotation" => Suffix::Rotation,
            "points" => Suffix::CodePoints,
            "hash" => Suffix::Hash,
            _ => return Ok(None),
        };
        let count = number(&self.suffixes, t!("Suffixes"), MOST_SUFFIXES)?;
        Ok(Some(Suffixes::new(u64::from(count), '-', choice)))
    }
}

/// A summary of a load: the heading of its results.
#[must_use]
pub fn words(plan: &LoadPlan) -> String {
    let keys = match &plan.keys {
        KeyChoice::Monotonic => t!("keys in sequence").to_owned(),
        KeyChoice::Uniform { values: 1 } | KeyChoice::Zipf { values: 1, .. } | KeyChoice::Hot { values: 1, .. } => {
            t!("one key").to_owned()
        }
        KeyChoice::Zipf { values, .. } => t!("{values, number} keys, Zipf", values = *values),
        KeyChoice::Hot { values, .. } => t!("{values, number} keys, one hot", values = *values),
        KeyChoice::Uniform { values } => format!("{} keys", count(*values)),
        KeyChoice::Few { weights } => t!("{weights} keys, weighted", weights = weights.len()),
        KeyChoice::Records {
            values,
            shuffled: false,
            ..
        } => t!("{values, number} keys, sorted", values = *values),
        KeyChoice::Records { values, .. } => t!("{values, number} keys, shuffled", values = *values),
    };
    let suffix = plan.suffixes.as_ref().map_or_else(String::new, |suffixes| {
        let how = match suffixes.choice {
            Suffix::Random => return t!(", {suffixes} random suffixes", suffixes = suffixes.count),
            Suffix::Rotation => t!("in turn"),
            Suffix::CodePoints => t!("by code points"),
            Suffix::Hash => t!("by hash"),
        };
        t!(", {suffixes} suffixes {how}", suffixes = suffixes.count, how)
    });
    let course = match (&plan.rate.daily, plan.rate.bursts.as_slice()) {
        (Some(_), _) => t!(", daily curve"),
        (None, [_, ..]) => t!(", a burst"),
        (None, []) => "",
    };
    format!(
        "{} × {} s{course}, {keys}{suffix}",
        count(plan.rate.per_second.into()),
        count(plan.span.seconds())
    )
}

/// The table's keys, and the additional keys of its indexes, so that the indexes are written too.
fn target(table: &TableSchema) -> Target {
    let name = |key: &KeyAttribute| KeyName {
        name: key.name.to_string(),
        kind: key.kind,
    };
    let mut of_indexes: Vec<KeyName> = Vec::new();
    for key in table.indexes.iter().flat_map(|index| index.keys.iter()) {
        let known = |other: &KeyName| other.name.as_str() == &*key.name;
        if table.keys.iter().all(|own| own.name != key.name) && !of_indexes.iter().any(known) {
            of_indexes.push(name(key));
        }
    }
    Target {
        table: table.name.clone(),
        partition: name(&table.keys.partition),
        sort: table.keys.sort.as_ref().map(name),
        of_indexes,
    }
}

fn number(text: &str, what: &str, most: u32) -> Result<u32, String> {
    let number = text
        .trim()
        .parse::<u32>()
        .ok()
        .filter(|number| (1..=most).contains(number));
    number.ok_or_else(|| t!("{what}: a whole number from 1 to {most}.", what, most))
}

#[cfg(test)]
mod tests {
    use super::super::table_schema::{IndexKind, IndexSchema, KeyAttribute, Keys};
    use hashrange_wire::JsonForm;

    use super::*;

    fn table(kind: KeyType) -> TableSchema {
        let partition = KeyAttribute {
            name: "Id".into(),
            kind,
        };
        let keys = Keys { partition, sort: None };
        TableSchema {
            name: "T".to_owned(),
            id: String::new(),
            keys,
            indexes: Vec::new(),
        }
    }

    #[test]
    fn the_form_as_it_comes_is_a_plan() {
        let (plan, seed) = LoadForm::default()
            .plan(&table(KeyType::S), Timestamp::EPOCH)
            .expect("a plan");
        assert_eq!(words(&plan), "200 × 10 s, one key");
        assert_eq!(hashrange_protocol::Load::new(plan, seed).count(), 2_000);
    }

    #[test]
    fn a_form_is_kept_as_text_and_what_is_missing_is_as_it_comes() {
        let form = LoadForm {
            rate: "7".to_owned(),
            consistent: true,
            ..LoadForm::default()
        };
        let text = form.to_json();
        assert_eq!(LoadForm::of_json(&text), Some(form));
        let short = LoadForm::of_json(r#"{"rate":"7"}"#);
        assert_eq!(
            short,
            Some(LoadForm {
                rate: "7".to_owned(),
                ..LoadForm::default()
            })
        );
    }

    #[test]
    fn what_is_no_number_or_too_much_is_said() {
        for rate in ["", "0", "-1", "many", "5001"] {
            let form = LoadForm {
                rate: rate.to_owned(),
                ..LoadForm::default()
            };
            assert!(
                form.plan(&table(KeyType::S), Timestamp::EPOCH)
                    .unwrap_err()
                    .starts_with("Requests a second")
            );
        }
        let suffixed = LoadForm {
            suffix: "hash".to_owned(),
            ..LoadForm::default()
        };
        assert!(
            suffixed
                .plan(&table(KeyType::N), Timestamp::EPOCH)
                .unwrap_err()
                .starts_with("A suffix needs")
        );
        let long = LoadForm {
            seconds: "86400".to_owned(),
            ..LoadForm::default()
        };
        assert!(
            long.plan(&table(KeyType::S), Timestamp::EPOCH)
                .unwrap_err()
                .contains("more than 500000")
        );
    }

    #[test]
    fn a_burst_is_five_times_the_rate_for_a_fifth() {
        let form = LoadForm {
            course: "burst".to_owned(),
            ..LoadForm::default()
        };
        let (plan, seed) = form
            .plan(&table(KeyType::N), Timestamp::EPOCH)
            .expect("numbers are keys as well");
        assert_eq!(words(&plan), "200 × 10 s, a burst, one key");
        assert_eq!(hashrange_protocol::Load::new(plan, seed).count(), 8 * 200 + 2 * 1_000);
    }

    #[test]
    fn the_keys_of_indexes_are_written_too() {
        let keys = |partition: &str, sort: Option<&str>| Keys {
            partition: KeyAttribute {
                name: partition.into(),
                kind: KeyType::S,
            },
            sort: sort.map(|name| KeyAttribute {
                name: name.into(),
                kind: KeyType::N,
            }),
        };
        let index = |keys| IndexSchema {
            name: "I".to_owned(),
            kind: IndexKind::Global,
            keys,
            projection: hashrange_wire::ProjectionType::All,
            included: Vec::new(),
        };
        let indexes = vec![index(keys("Title", Some("Score"))), index(keys("Id", Some("Score")))];
        let (plan, _) = LoadForm::default()
            .plan(
                &TableSchema {
                    indexes,
                    ..table(KeyType::S)
                },
                Timestamp::EPOCH,
            )
            .expect("a plan");
        let names: Vec<&str> = plan.target.of_indexes.iter().map(|key| key.name.as_str()).collect();
        assert_eq!(names, ["Title", "Score"]);
    }
}
