//! The form of a load: what a reader chooses, and the plan that follows from it.
//!
//! Must not know signals, nor how a load is carried out.

use hashrange_time::{Duration, Timestamp};
use hashrange_values::KeyType;
use hashrange_workload::{Action, Arrivals, KeyChoice, LoadPlan, Mix, Rate, Sizes, Suffix, Suffixes, Target};

use super::table_schema::TableSchema;

/// Most requests a second, seconds, key values and bytes: what a page can bear.
const MOST_RATE: u32 = 5_000;
const MOST_SECONDS: u32 = 600;
const MOST_VALUES: u32 = 100_000;
const MOST_BYTES: u32 = 390_000;
const MOST_SUFFIXES: u32 = 1_000;

/// What is chosen. Numbers are text, as they are typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoadForm {
    /// Requests a second.
    pub rate: String,
    /// Seconds of virtual time.
    pub seconds: String,
    /// Partition key values.
    pub values: String,
    /// Which of them: `uniform`, `zipf`, `hot` or `monotonic`.
    pub keys: String,
    /// Suffixes behind the partition key value: `none`, `random`, `rotation`, `points` or `hash`.
    pub suffix: String,
    /// How many of them.
    pub suffixes: String,
    /// Bytes of an item.
    pub bytes: String,
    /// What the requests do: `put`, `update`, `get`, `query` or `mixed`.
    pub mix: String,
    /// Seed.
    pub seed: String,
    /// Whether reads are strongly consistent.
    pub consistent: bool,
}

impl Default for LoadForm {
    /// One hot key, a second of which is more than a partition takes.
    fn default() -> Self {
        Self {
            rate: "200".to_owned(),
            seconds: "10".to_owned(),
            values: "1".to_owned(),
            keys: "uniform".to_owned(),
            suffix: "none".to_owned(),
            suffixes: "10".to_owned(),
            bytes: "10000".to_owned(),
            mix: "put".to_owned(),
            seed: "1".to_owned(),
            consistent: false,
        }
    }
}

impl LoadForm {
    /// The plan and its seed on this table, from this moment.
    ///
    /// # Errors
    /// What is wrong with the form, in words.
    pub fn plan(&self, table: &TableSchema, from: Timestamp) -> Result<(LoadPlan, u64), String> {
        let strings = table.keys.iter().all(|key| key.kind == KeyType::S);
        if !strings {
            return Err("The keys of this table are not both strings; generated keys are.".to_owned());
        }
        let rate = number(&self.rate, "Requests a second", MOST_RATE)?;
        let seconds = number(&self.seconds, "Seconds", MOST_SECONDS)?;
        let values = u64::from(number(&self.values, "Key values", MOST_VALUES)?);
        let bytes = number(&self.bytes, "Bytes", MOST_BYTES)?;
        let seed = self.seed.trim().parse().map_err(|_| "The seed is a whole number.".to_owned())?;
        let plan = LoadPlan {
            target: Target {
                table: table.name.clone(),
                partition: table.keys.partition.name.to_string(),
                sort: table.keys.sort.as_ref().map(|sort| sort.name.to_string()),
            },
            rate: Rate { arrivals: Arrivals::Even, ..Rate::steady(rate) },
            from,
            span: Duration::from_seconds(u64::from(seconds)) + Duration::from_millis(1),
            keys: match self.keys.as_str() {
                "zipf" => KeyChoice::Zipf { values, quarters: 4 },
                "hot" => KeyChoice::Hot { values, percent: 90 },
                "monotonic" => KeyChoice::Monotonic,
                _ => KeyChoice::Uniform { values },
            },
            sorts: KeyChoice::Uniform { values: 1_000 },
            sizes: Sizes { least: bytes, most: bytes },
            mix: self.actions(),
            suffixes: self.suffixes()?,
            consistent: self.consistent,
        };
        Ok((plan, seed))
    }

    fn actions(&self) -> Mix {
        Mix(match self.mix.as_str() {
            "update" => vec![(Action::Update, 1)],
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
        let count = number(&self.suffixes, "Suffixes", MOST_SUFFIXES)?;
        Ok(Some(Suffixes::new(u64::from(count), '-', choice)))
    }

    /// What the form asks for, in a few words: the heading of a run.
    #[must_use]
    pub fn words(&self) -> String {
        let keys = match (self.keys.as_str(), self.values.trim()) {
            ("monotonic", _) => "keys one after the other".to_owned(),
            (_, "1") => "one key".to_owned(),
            ("zipf", values) => format!("{values} keys, Zipf"),
            ("hot", values) => format!("{values} keys, one hot"),
            (_, values) => format!("{values} keys"),
        };
        let suffix = match self.suffix.as_str() {
            "random" => format!(", {} random suffixes", self.suffixes),
            "rotation" => format!(", {} suffixes in turn", self.suffixes),
            "points" => format!(", {} suffixes by code points", self.suffixes),
            "hash" => format!(", {} suffixes by hash", self.suffixes),
            _ => String::new(),
        };
        format!("{} × {} s, {keys}{suffix}", self.rate, self.seconds)
    }
}

fn number(text: &str, what: &str, most: u32) -> Result<u32, String> {
    let number = text.trim().parse::<u32>().ok().filter(|number| (1..=most).contains(number));
    number.ok_or_else(|| format!("{what}: a whole number from 1 to {most}."))
}

#[cfg(test)]
mod tests {
    use super::super::table_schema::{KeyAttribute, Keys};
    use super::*;

    fn table(kind: KeyType) -> TableSchema {
        let partition = KeyAttribute { name: "Id".into(), kind };
        let keys = Keys { partition, sort: None };
        TableSchema { name: "T".to_owned(), id: String::new(), keys, indexes: Vec::new() }
    }

    #[test]
    fn the_form_as_it_comes_is_a_plan() {
        let (plan, seed) = LoadForm::default().plan(&table(KeyType::S), Timestamp::EPOCH).expect("a plan");
        assert_eq!(hashrange_workload::Load::new(plan, seed).count(), 2_000);
        assert_eq!(LoadForm::default().words(), "200 × 10 s, one key");
    }

    #[test]
    fn what_is_no_number_or_too_much_is_said() {
        for rate in ["", "0", "-1", "many", "5001"] {
            let form = LoadForm { rate: rate.to_owned(), ..LoadForm::default() };
            assert!(form.plan(&table(KeyType::S), Timestamp::EPOCH).unwrap_err().starts_with("Requests a second"));
        }
        assert!(LoadForm::default().plan(&table(KeyType::N), Timestamp::EPOCH).is_err());
    }
}
