//! What a load needs of a table, and what will throttle it: the table's own throughput, an index, or one partition. The
//! advice depends on the cause. Must not know signals, nor how a load runs.

use hashrange_protocol::least_suffixes;
use hashrange_wire::TableDescription;
use hashrange_words::count;
use hashrange_words::t;

use super::load_form::LoadForm;

/// The maximum units of a partition per second (documented: partition-ceilings).
const PARTITION_WRITES: u64 = 1_000;
const PARTITION_READS: u64 = 3_000;

/// Provisioned units per second; zero on demand.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Provisioned {
    /// The table.
    pub table: String,
    /// Its read units.
    pub reads: u64,
    /// Its write units.
    pub writes: u64,
    /// Its global indexes with their write units.
    pub indexes: Vec<(String, u64)>,
}

impl Provisioned {
    /// The units in a table's description.
    #[must_use]
    pub fn of(table: &TableDescription) -> Self {
        let indexes = table.global_secondary_indexes.iter();
        let units = table.provisioned_throughput;
        Self {
            table: table.table_name.clone(),
            reads: units.read_capacity_units,
            writes: units.write_capacity_units,
            indexes: indexes
                .map(|it| (it.index_name.clone(), it.provisioned_throughput.write_capacity_units))
                .collect(),
        }
    }
}

/// The units that a load needs per second.
#[derive(Clone, Copy)]
struct Demand {
    reads: u64,
    writes: u64,
}

/// What will happen to the load of the form on this table, one sentence each. `None` while a number is invalid.
#[must_use]
pub fn forecast(form: &LoadForm, has: &Provisioned, throttles: bool) -> Option<Vec<String>> {
    let number = |text: &str| text.trim().parse::<u64>().ok().filter(|number| *number > 0);
    let (rate, bytes, values) = (number(&form.rate)?, number(&form.bytes)?, number(&form.values)?);
    let writes = bytes.div_ceil(1_024);
    // Eventually consistent reads count half. A Query reads a collection, whose size is unknown here.
    let reads = bytes.div_ceil(4_096) * if form.consistent { 2 } else { 1 };
    let demand = match form.mix.as_str() {
        "get" => Demand {
            reads: (rate * reads).div_ceil(2),
            writes: 0,
        },
        "query" => return None,
        "mixed" => Demand {
            reads: (rate * reads).div_ceil(4),
            writes: rate * writes / 2,
        },
        _ => Demand {
            reads: 0,
            writes: rate * writes,
        },
    };
    let asked = match demand {
        Demand { reads: 0, writes } => format!("{} WCU/s", count(writes)),
        Demand { reads, writes: 0 } => format!("{} RCU/s", count(reads)),
        Demand { reads, writes } => t!("{reads, number} RCU/s and {writes, number} WCU/s", reads, writes),
    };
    let mut reported = vec![t!("This load needs {asked}.", asked)];
    if !throttles {
        reported.push(t!("Throttling is off, so the simulation accepts every request.").to_owned());
        return Some(reported);
    }
    reported.extend(of_table(demand, rate, has));
    reported.extend(of_index(demand, has));
    reported.extend(of_key(form, demand, (rate, bytes, values)));
    Some(reported)
}

/// The table's own throughput, which suffixes do not change.
fn of_table(demand: Demand, rate: u64, has: &Provisioned) -> Option<String> {
    let (units, needed, name) = match (has.reads, has.writes) {
        (_, writes) if writes > 0 && demand.writes > writes => (writes, demand.writes, "WCU/s"),
        (reads, _) if reads > 0 && demand.reads > reads => (reads, demand.reads, "RCU/s"),
        _ => return None,
    };
    let fits = rate * units / needed;
    let less = if fits > 0 {
        t!(", or send {fits, number} a second", fits)
    } else {
        t!(", or send smaller items").to_owned()
    };
    Some(t!(
        "{table} has {value, number} {name}: once burst capacity is used up, the table throttles. Suffixes do not help. Raise its capacity in Settings{less}.",
        table = has.table,
        value = units,
        name,
        less
    ))
}

/// The first index with fewer units than the table's writes. Assumes at least one write unit per entry.
fn of_index(demand: Demand, has: &Provisioned) -> Option<String> {
    let (index, units) = has
        .indexes
        .iter()
        .find(|(_, units)| *units > 0 && demand.writes > *units)?;
    Some(t!(
        "Index {index} has {value, number} WCU/s: if its entries need more, it throttles writes to the table. Raise its capacity too.",
        index,
        value = *units
    ))
}

/// Compares the busiest partition key value with a partition's limit.
fn of_key(form: &LoadForm, demand: Demand, (rate, bytes, values): (u64, u64, u64)) -> Option<String> {
    let spread = match form.suffix.as_str() {
        "none" => 1,
        _ => form.suffixes.trim().parse::<u64>().unwrap_or(1).max(1),
    };
    let busiest = |units: u64| match form.keys.as_str() {
        "monotonic" => 0,
        "hot" => units * 9 / 10 / spread,
        // By Zipf's law the first value gets the most requests. This assumes an even distribution, the lower bound.
        _ => units / values / spread,
    };
    let (reads, writes) = (busiest(demand.reads), busiest(demand.writes));
    let fits = reads <= PARTITION_READS && writes <= PARTITION_WRITES;
    Some(match (fits, demand.writes, form.keys.as_str()) {
        (true, _, "zipf") => return None,
        (true, ..) => t!("No key value needs more than one partition serves (3,000 RCU/s, 1,000 WCU/s).").to_owned(),
        (false, 0, _) => t!(
            "The busiest key value needs {reads, number} RCU/s, and one partition serves 3,000: spread it, or cache it with DAX.",
            reads
        ),
        (false, ..) => {
            let least = least_suffixes(rate * writes.max(1) * spread / demand.writes.max(1), bytes);
            let suffixes = t!("{number, plural, one {# suffix} other {# suffixes}}", number = least);
            t!(
                "The busiest key value needs {writes, number} WCU/s, and one partition serves 1,000: use at least {suffixes}, more if they are random.",
                writes,
                suffixes
            )
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(writes: u64, index: Option<u64>) -> Provisioned {
        let indexes = index.map(|units| ("I".to_owned(), units)).into_iter().collect();
        Provisioned {
            table: "T".to_owned(),
            reads: writes,
            writes,
            indexes,
        }
    }

    fn reported(form: &LoadForm, table: &Provisioned) -> String {
        forecast(form, table, true).unwrap_or_default().join(" ")
    }

    #[test]
    fn the_cause_is_named_and_the_advice_fits_it() {
        let form = LoadForm::default();
        let short = reported(&form, &table(5, Some(5)));
        assert!(
            short.contains("T has 5 WCU/s") && short.contains("Suffixes do not help"),
            "{short}"
        );
        assert!(short.contains("Index I has 5 WCU/s"), "{short}");
        let hot = reported(&form, &table(0, None));
        assert_eq!(
            hot,
            "This load needs 2,000 WCU/s. The busiest key value needs 2,000 WCU/s, and one partition serves 1,000: use at least 2 suffixes, more if they are random."
        );
        let spread = LoadForm {
            suffix: "hash".to_owned(),
            ..LoadForm::default()
        };
        assert!(reported(&spread, &table(10_000, None)).contains("No key value needs more"));
        let slow = LoadForm {
            rate: "2".to_owned(),
            bytes: "1000".to_owned(),
            ..LoadForm::default()
        };
        assert!(
            reported(&slow, &table(5, None)).ends_with("1,000 WCU/s)."),
            "nothing throttles"
        );
        assert!(
            forecast(&form, &table(5, None), false)
                .unwrap_or_default()
                .join(" ")
                .contains("Throttling is off")
        );
    }

    #[test]
    fn as_many_suffixes_as_partitions_are_needed() {
        let form = LoadForm {
            rate: "5000".to_owned(),
            bytes: "1024".to_owned(),
            ..LoadForm::default()
        };
        assert!(reported(&form, &table(0, None)).contains("at least 5 suffixes"));
        let hot = LoadForm {
            keys: "hot".to_owned(),
            values: "50".to_owned(),
            ..form
        };
        assert!(
            reported(&hot, &table(0, None))
                .contains("4,500 WCU/s, and one partition serves 1,000: use at least 5 suffixes")
        );
    }
}
