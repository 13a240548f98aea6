//! A plan as text, for journals and links, and back.
//!
//! Owns the names of the members, which never change their meaning: every text stays readable. Must not know what a
//! plan does.

use hashrange_time::{Duration, Timestamp};
use hashrange_values::{AttributeValue, KeyType, Map, Number};
use hashrange_wire::{item_from_plain_json, item_to_plain_json};

use super::{
    Action, Arrivals, Burst, DailyCurve, KeyChoice, KeyName, LoadPlan, Mix, Rate, Retries, Sizes, Suffix, Suffixes,
    Target,
};

/// The version of the text. A program refuses a text of a later version. A member that an older program would ignore
/// raises the version, but only in texts that contain it.
const VERSION: u64 = 2;
/// The version of a text without retries in turn and without records as keys.
const FIRST_VERSION: u64 = 1;

const ACTIONS: [(Action, &str); 5] = [
    (Action::Put, "put"),
    (Action::Update, "update"),
    (Action::Delete, "delete"),
    (Action::Get, "get"),
    (Action::Query, "query"),
];
const ARRIVALS: [(Arrivals, &str); 2] = [(Arrivals::Even, "even"), (Arrivals::Independent, "independent")];
const SUFFIXES: [(Suffix, &str); 4] = [
    (Suffix::Random, "random"),
    (Suffix::Rotation, "rotation"),
    (Suffix::CodePoints, "code points"),
    (Suffix::Hash, "hash"),
];
const KEY_TYPES: [(KeyType, &str); 3] = [(KeyType::S, "S"), (KeyType::N, "N"), (KeyType::B, "B")];

impl LoadPlan {
    /// The plan as JSON.
    #[must_use]
    pub fn to_text(&self) -> String {
        let mut members = Map::new();
        set(&mut members, "Version", number(self.version()));
        set(&mut members, "Target", target_value(&self.target));
        set(&mut members, "Rate", rate_value(&self.rate));
        set(&mut members, "From", number(self.from.micros()));
        set(&mut members, "Span", number(self.span.micros()));
        set(&mut members, "Keys", choice_value(&self.keys));
        set(&mut members, "Sorts", choice_value(&self.sorts));
        set(
            &mut members,
            "Sizes",
            list([number(self.sizes.least.into()), number(self.sizes.most.into())]),
        );
        let action = |(action, weight): &(Action, u32)| list([word(&ACTIONS, *action), number((*weight).into())]);
        set(&mut members, "Mix", list(self.mix.0.iter().map(action)));
        if let Some(suffixes) = &self.suffixes {
            set(&mut members, "Suffixes", suffixes_value(suffixes));
        }
        set(&mut members, "Consistent", AttributeValue::Bool(self.consistent));
        if let Some(Retries { attempts, base }) = self.retries {
            set(
                &mut members,
                "Retries",
                list([number(attempts.into()), number(base.micros())]),
            );
        }
        item_to_plain_json(&members).text
    }

    /// The lowest version that has what the plan contains.
    fn version(&self) -> u64 {
        let has_records = |choice: &KeyChoice| matches!(choice, KeyChoice::Records { .. });
        let is_in_turn = self.retries.is_some_and(Retries::is_in_turn);
        if is_in_turn || has_records(&self.keys) || has_records(&self.sorts) {
            VERSION
        } else {
            FIRST_VERSION
        }
    }

    /// The plan of a text; `None` for a text of a later version, and for any other text.
    #[must_use]
    pub fn from_text(text: &str) -> Option<Self> {
        let members = item_from_plain_json(text, None).ok()?;
        let version = unsigned::<u64>(members.get("Version")?)?;
        if !(FIRST_VERSION..=VERSION).contains(&version) {
            return None;
        }
        let [least, most] = listed(members.get("Sizes")?)? else {
            return None;
        };
        let action = |value: &AttributeValue| match listed(value)? {
            [action, weight] => Some((of_word(&ACTIONS, action)?, unsigned(weight)?)),
            _ => None,
        };
        Some(Self {
            target: target(members.get("Target")?)?,
            rate: rate(members.get("Rate")?)?,
            from: Timestamp::from_micros(unsigned(members.get("From")?)?),
            span: Duration::from_micros(unsigned(members.get("Span")?)?),
            keys: choice(members.get("Keys")?)?,
            sorts: choice(members.get("Sorts")?)?,
            sizes: Sizes {
                least: unsigned(least)?,
                most: unsigned(most)?,
            },
            mix: Mix(listed(members.get("Mix")?)?.iter().map(action).collect::<Option<_>>()?),
            suffixes: optional(members.get("Suffixes"), suffixes)?,
            consistent: matches!(members.get("Consistent")?, AttributeValue::Bool(true)),
            retries: optional(members.get("Retries"), retries)?.map(|retries| of_version(retries, version)),
        })
    }
}

/// In the first version, no attempts meant one attempt.
fn of_version(retries: Retries, version: u64) -> Retries {
    let attempts = if version == FIRST_VERSION {
        retries.attempts.max(1)
    } else {
        retries.attempts
    };
    Retries { attempts, ..retries }
}

fn set(members: &mut Map, name: &str, value: AttributeValue) {
    members.insert(name, value);
}

fn number(value: u64) -> AttributeValue {
    // A DynamoDB number can represent every 64-bit number.
    AttributeValue::N(value.to_string().parse().unwrap_or_else(|_| Number::from(0)))
}

fn list(elements: impl IntoIterator<Item = AttributeValue>) -> AttributeValue {
    AttributeValue::L(elements.into_iter().collect())
}

fn word<T: Copy + PartialEq>(words: &[(T, &str)], value: T) -> AttributeValue {
    AttributeValue::string(
        words
            .iter()
            .find(|(known, _)| *known == value)
            .map_or("", |(_, word)| *word),
    )
}

fn of_word<T: Copy>(words: &[(T, &str)], value: &AttributeValue) -> Option<T> {
    let text = text(value)?;
    words.iter().find(|(_, word)| *word == text).map(|(known, _)| *known)
}

fn text(value: &AttributeValue) -> Option<&str> {
    if let AttributeValue::S(text) = value {
        Some(text)
    } else {
        None
    }
}

fn unsigned<T: TryFrom<u64>>(value: &AttributeValue) -> Option<T> {
    let AttributeValue::N(number) = value else { return None };
    number
        .to_string()
        .parse::<u64>()
        .ok()
        .and_then(|number| T::try_from(number).ok())
}

fn listed(value: &AttributeValue) -> Option<&[AttributeValue]> {
    if let AttributeValue::L(elements) = value {
        Some(elements)
    } else {
        None
    }
}

fn members(value: &AttributeValue) -> Option<&Map> {
    if let AttributeValue::M(members) = value {
        Some(members)
    } else {
        None
    }
}

/// A member that is optional, but must have this type.
fn optional<T>(value: Option<&AttributeValue>, read: impl Fn(&AttributeValue) -> Option<T>) -> Option<Option<T>> {
    match value {
        Some(value) => read(value).map(Some),
        None => Some(None),
    }
}

fn key_name_value(key: &KeyName) -> AttributeValue {
    list([AttributeValue::string(&key.name), word(&KEY_TYPES, key.kind)])
}

fn key_name(value: &AttributeValue) -> Option<KeyName> {
    let [name, kind] = listed(value)? else { return None };
    Some(KeyName {
        name: text(name)?.to_owned(),
        kind: of_word(&KEY_TYPES, kind)?,
    })
}

fn target_value(target: &Target) -> AttributeValue {
    let mut members = Map::new();
    set(&mut members, "Table", AttributeValue::string(&target.table));
    set(&mut members, "Partition", key_name_value(&target.partition));
    if let Some(sort) = &target.sort {
        set(&mut members, "Sort", key_name_value(sort));
    }
    set(
        &mut members,
        "OfIndexes",
        list(target.of_indexes.iter().map(key_name_value)),
    );
    AttributeValue::M(members)
}

fn target(value: &AttributeValue) -> Option<Target> {
    let members = members(value)?;
    Some(Target {
        table: text(members.get("Table")?)?.to_owned(),
        partition: key_name(members.get("Partition")?)?,
        sort: optional(members.get("Sort"), key_name)?,
        of_indexes: listed(members.get("OfIndexes")?)?
            .iter()
            .map(key_name)
            .collect::<Option<_>>()?,
    })
}

fn rate_value(rate: &Rate) -> AttributeValue {
    let mut members = Map::new();
    set(&mut members, "PerSecond", number(rate.per_second.into()));
    set(&mut members, "Arrivals", word(&ARRIVALS, rate.arrivals));
    if let Some(curve) = &rate.daily {
        set(
            &mut members,
            "Daily",
            list(curve.hours.iter().map(|percent| number((*percent).into()))),
        );
    }
    let burst = |burst: &Burst| {
        list([
            number(burst.from.micros()),
            number(burst.span.micros()),
            number(burst.percent.into()),
        ])
    };
    set(&mut members, "Bursts", list(rate.bursts.iter().map(burst)));
    AttributeValue::M(members)
}

fn rate(value: &AttributeValue) -> Option<Rate> {
    let members = members(value)?;
    Some(Rate {
        per_second: unsigned(members.get("PerSecond")?)?,
        arrivals: of_word(&ARRIVALS, members.get("Arrivals")?)?,
        daily: optional(members.get("Daily"), daily)?,
        bursts: listed(members.get("Bursts")?)?
            .iter()
            .map(burst)
            .collect::<Option<_>>()?,
    })
}

fn daily(value: &AttributeValue) -> Option<DailyCurve> {
    let hours: Vec<u32> = listed(value)?.iter().map(unsigned).collect::<Option<_>>()?;
    Some(DailyCurve {
        hours: hours.try_into().ok()?,
    })
}

fn burst(value: &AttributeValue) -> Option<Burst> {
    let [from, span, percent] = listed(value)? else {
        return None;
    };
    Some(Burst {
        from: Timestamp::from_micros(unsigned(from)?),
        span: Duration::from_micros(unsigned(span)?),
        percent: unsigned(percent)?,
    })
}

fn choice_value(choice: &KeyChoice) -> AttributeValue {
    let kind = AttributeValue::string;
    match choice {
        KeyChoice::Uniform { values } => list([kind("uniform"), number(*values)]),
        KeyChoice::Zipf { values, quarters } => list([kind("zipf"), number(*values), number((*quarters).into())]),
        KeyChoice::Hot { values, percent } => list([kind("hot"), number(*values), number((*percent).into())]),
        KeyChoice::Monotonic => list([kind("monotonic")]),
        KeyChoice::Few { weights } => {
            let pairs = weights
                .iter()
                .flat_map(|(value, weight)| [kind(value), number((*weight).into())]);
            list([kind("few")].into_iter().chain(pairs))
        }
        KeyChoice::Records { values, each, shuffled } => list([
            kind("records"),
            number(*values),
            number(*each),
            AttributeValue::Bool(*shuffled),
        ]),
    }
}

fn choice(value: &AttributeValue) -> Option<KeyChoice> {
    let (kind, rest) = listed(value)?.split_first()?;
    Some(match (text(kind)?, rest) {
        ("uniform", [values]) => KeyChoice::Uniform {
            values: unsigned(values)?,
        },
        ("zipf", [values, quarters]) => KeyChoice::Zipf {
            values: unsigned(values)?,
            quarters: unsigned(quarters)?,
        },
        ("hot", [values, percent]) => KeyChoice::Hot {
            values: unsigned(values)?,
            percent: unsigned(percent)?,
        },
        ("monotonic", []) => KeyChoice::Monotonic,
        ("records", [values, each, AttributeValue::Bool(shuffled)]) => KeyChoice::Records {
            values: unsigned(values)?,
            each: unsigned(each)?,
            shuffled: *shuffled,
        },
        ("few", pairs) => {
            let (pairs, []) = pairs.as_chunks::<2>() else {
                return None;
            };
            let pair = |[value, weight]: &[AttributeValue; 2]| Some((text(value)?.to_owned(), unsigned(weight)?));
            KeyChoice::Few {
                weights: pairs.iter().map(pair).collect::<Option<_>>()?,
            }
        }
        _ => return None,
    })
}

fn suffixes_value(suffixes: &Suffixes) -> AttributeValue {
    let separator = AttributeValue::string(suffixes.separator.encode_utf8(&mut [0; 4]));
    list([
        number(suffixes.count),
        separator,
        word(&SUFFIXES, suffixes.choice),
        number(suffixes.turn()),
    ])
}

fn suffixes(value: &AttributeValue) -> Option<Suffixes> {
    let [count, separator, choice, turn] = listed(value)? else {
        return None;
    };
    let mut letters = text(separator)?.chars();
    let (Some(separator), None) = (letters.next(), letters.next()) else {
        return None;
    };
    Some(Suffixes::new(unsigned(count)?, separator, of_word(&SUFFIXES, choice)?).at_turn(unsigned(turn)?))
}

fn retries(value: &AttributeValue) -> Option<Retries> {
    let [attempts, base] = listed(value)? else { return None };
    Some(Retries {
        attempts: unsigned(attempts)?,
        base: Duration::from_micros(unsigned(base)?),
    })
}

#[cfg(test)]
mod tests;
