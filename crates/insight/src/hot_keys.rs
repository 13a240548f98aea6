//! The keys that consume most and that are throttled most, as Contributor Insights ranks them. Ranks items of a table,
//! and partition key values of an index (documented: contributor-insights).

use hashrange_engine::{Engine, KeySchema, Units};
use hashrange_values::{Item, sort_by};

use crate::throttles::Throttles;

/// Number of listed keys (documented: contributor-insights).
const LISTED: usize = 25;

/// The rankings of a table or index.
#[derive(Clone, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct HotKeys {
    /// Keys with the minimum number of units they consumed so far. A write unit counts three times
    /// (documented: contributor-insights).
    pub accessed: Vec<(Item, Units)>,
    /// Keys with how often they were throttled. Leaves out writes of the table that an index throttled
    /// (documented: contributor-insights).
    pub throttled: Vec<(Item, u64)>,
}

impl HotKeys {
    /// The rankings of a table, or of one of its indexes. Empty while traffic is not watched.
    #[must_use]
    pub(crate) fn of(engine: &Engine, throttles: &Throttles, table: &str, index: Option<&str>) -> Option<Self> {
        let view = engine.table(table)?;
        let mut accessed = match index {
            None => view.most_used(),
            Some(name) => {
                let index = view.indexes().find(|index| index.definition().name == name)?;
                by_partition_key(index.most_used(), &index.definition().keys)
            }
        };
        let mut throttled = throttles.most(table, index);
        accessed.truncate(LISTED);
        throttled.truncate(LISTED);
        Some(Self { accessed, throttled })
    }
}

/// Sums the units of keys with the same partition key, most used first.
fn by_partition_key(keys: Vec<(Item, Units)>, schema: &KeySchema) -> Vec<(Item, Units)> {
    let mut sums: Vec<(Item, Units)> = Vec::new();
    for (mut key, units) in keys {
        schema.sort.iter().for_each(|part| drop(key.remove(&part.name)));
        match sums.iter_mut().find(|(known, _)| *known == key) {
            Some((_, sum)) => *sum += units,
            None => sums.push((key, units)),
        }
    }
    sort_by(&mut sums, |one, other| other.1.cmp(&one.1));
    sums
}

#[cfg(test)]
mod tests {
    use hashrange_engine::KeyAttribute;
    use hashrange_values::{AttributeValue, KeyType, Text};

    use super::*;

    #[test]
    fn a_partition_key_value_of_an_index_is_ranked_once() {
        let part = |name: &str| {
            vec![KeyAttribute {
                name: name.into(),
                key_type: KeyType::S,
            }]
        };
        let schema = KeySchema {
            partition: part("Title"),
            sort: part("Score"),
        };
        let key = |title: &str, score: &str| -> Item {
            let value = |text: &str| AttributeValue::S(text.into());
            [(Text::from("Title"), value(title)), (Text::from("Score"), value(score))]
                .into_iter()
                .collect()
        };
        let most = [
            (key("a", "1"), 5),
            (key("b", "1"), 4),
            (key("b", "2"), 3),
            (key("a", "2"), 1),
        ];
        let keys = by_partition_key(most.map(|(key, units)| (key, Units::whole(units))).into(), &schema);
        let reported: Vec<_> = keys
            .iter()
            .map(|(key, units)| (key.len(), key.get("Title").cloned(), *units))
            .collect();
        let value = |text: &str| Some(AttributeValue::S(text.into()));
        assert_eq!(
            reported,
            [(1, value("b"), Units::whole(7)), (1, value("a"), Units::whole(6))]
        );
    }
}
