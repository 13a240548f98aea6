//! The `load` line: generated requests, in words.
//!
//! `load rate=100 seconds=5 table=T partition=K:N sort=S keys=a:1,b:2 sorts=counter bytes=900 do=put suffixes=10
//! seed=1`. Owns its members and their defaults. Must not know how a load is sent.

use hashrange_time::{Duration, Timestamp};
use hashrange_values::KeyType;
use hashrange_workload::{Action, KeyChoice, KeyName, LoadPlan, Mix, Rate, Retries, Sizes, Suffix, Suffixes, Target};

use crate::Wrong;
use crate::fault::cut;
use crate::nearest::nearest;

const MEMBERS: [&str; 15] = [
    "rate",
    "seconds",
    "table",
    "partition",
    "sort",
    "keys",
    "sorts",
    "bytes",
    "do",
    "suffixes",
    "by",
    "indexes",
    "consistent",
    "retries",
    "seed",
];
const ACTIONS: [(&str, Action); 5] = [
    ("put", Action::Put),
    ("update", Action::Update),
    ("delete", Action::Delete),
    ("get", Action::Get),
    ("query", Action::Query),
];
const WAYS: [(&str, Suffix); 4] = [
    ("turn", Suffix::Rotation),
    ("random", Suffix::Random),
    ("code-points", Suffix::CodePoints),
    ("hash", Suffix::Hash),
];
/// The maximum number of values from which a load chooses.
const MOST_VALUES: u64 = 1_000_000;

/// Reads the members of a load: the plan, whose start is set when it runs, and the seed.
pub(crate) fn read(words: &str) -> Result<(LoadPlan, u64), Wrong> {
    Members::read(words, &MEMBERS)?.plan()
}

pub(crate) fn wrong(reason: String) -> Wrong {
    Wrong::Load { reason }
}

/// The members of a line, as `name=value`.
pub(crate) struct Members<'a>(Vec<(&'a str, &'a str)>);

impl<'a> Members<'a> {
    /// Reads members with these names.
    pub(crate) fn read(words: &'a str, names: &'static [&'static str]) -> Result<Self, Wrong> {
        let mut members = Vec::new();
        for word in words.split(' ').filter(|word| !word.is_empty()) {
            let Some((name, value)) = word.split_once('=') else {
                let word = cut(word);
                return Err(wrong(format!("`{word}` is written `name=value`, without spaces")));
            };
            if !names.contains(&name) {
                let (name, near) = (cut(name), nearest(name, names.iter().copied()));
                return Err(wrong(format!(
                    "nothing is called `{name}`{}",
                    near.map_or_else(String::new, |near| format!("; did you mean `{near}`?"))
                )));
            }
            members.push((name, value));
        }
        Ok(Self(members))
    }

    pub(crate) fn text(&self, name: &str) -> Option<&'a str> {
        self.0.iter().find(|(known, _)| *known == name).map(|(_, value)| *value)
    }

    pub(crate) fn needed(&self, name: &str) -> Result<&'a str, Wrong> {
        self.text(name).ok_or_else(|| wrong(format!("`{name}=` is missing")))
    }

    pub(crate) fn number(&self, name: &str, without: Option<u64>) -> Result<u64, Wrong> {
        match (self.text(name), without) {
            (None, Some(number)) => Ok(number),
            (None, None) => Err(wrong(format!("`{name}=` is missing"))),
            (Some(value), _) => value
                .parse()
                .map_err(|_| wrong(format!("`{name}={}` is not a whole number", cut(value)))),
        }
    }

    fn plan(&self) -> Result<(LoadPlan, u64), Wrong> {
        let sort = self.text("sort").map(key_name).transpose()?;
        let of_indexes = self
            .text("indexes")
            .into_iter()
            .flat_map(|all| all.split(','))
            .map(key_name);
        let target = Target {
            table: self.needed("table")?.to_owned(),
            partition: key_name(self.needed("partition")?)?,
            sort,
            of_indexes: of_indexes.collect::<Result<_, _>>()?,
        };
        let seconds = self.number("seconds", None)?.min(1_000_000);
        let plan = LoadPlan {
            target,
            rate: Rate::steady(self.small("rate", None)?),
            from: Timestamp::EPOCH,
            // A little longer, so that the last request of the last second is included.
            span: Duration::from_seconds(seconds) + Duration::from_millis(1),
            keys: choice("keys", self.needed("keys")?)?,
            sorts: self
                .text("sorts")
                .map_or(Ok(KeyChoice::Monotonic), |value| choice("sorts", value))?,
            sizes: self.sizes()?,
            mix: self.mix()?,
            suffixes: self.suffixes()?,
            consistent: self.text("consistent") == Some("yes"),
            retries: match self.text("retries") {
                None | Some("no") => None,
                Some("sdk") => Some(Retries::STANDARD),
                Some(_) => return Err(wrong("`retries=` is `no` or `sdk`".to_owned())),
            },
        };
        Ok((plan, self.number("seed", Some(1))?))
    }

    pub(crate) fn small(&self, name: &str, without: Option<u64>) -> Result<u32, Wrong> {
        u32::try_from(self.number(name, without)?).map_err(|_| wrong(format!("`{name}=` is too large")))
    }

    fn sizes(&self) -> Result<Sizes, Wrong> {
        let Some(words) = self.text("bytes") else {
            return Ok(Sizes { least: 0, most: 0 });
        };
        let (least, most) = words.split_once("..").unwrap_or((words, words));
        match (least.parse(), most.parse()) {
            (Ok(least), Ok(most)) if least <= most && most <= 409_600 => Ok(Sizes { least, most }),
            _ => Err(wrong("`bytes=` is `900` or `100..2000`, up to 409600".to_owned())),
        }
    }

    fn mix(&self) -> Result<Mix, Wrong> {
        let one = |word: &str| {
            let (name, weight) = word.split_once(':').unwrap_or((word, "1"));
            let action = ACTIONS
                .iter()
                .find(|(known, _)| *known == name)
                .map(|(_, action)| *action);
            action.zip(weight.parse::<u32>().ok().filter(|weight| *weight > 0))
        };
        let all = self
            .text("do")
            .unwrap_or("update")
            .split(',')
            .map(one)
            .collect::<Option<Vec<_>>>();
        all.map(Mix)
            .ok_or_else(|| wrong("`do=` is put, update, delete, get or query, or `put:9,get:1`".to_owned()))
    }

    fn suffixes(&self) -> Result<Option<Suffixes>, Wrong> {
        let by = self.text("by").unwrap_or("turn");
        let way = WAYS.iter().find(|(known, _)| *known == by).map(|(_, way)| *way);
        let way = way.ok_or_else(|| wrong("`by=` is turn, random, code-points or hash".to_owned()))?;
        let count = self.number("suffixes", Some(0))?.min(MOST_VALUES);
        Ok((count > 0).then(|| Suffixes::new(count, '-', way)))
    }
}

/// Reads `Key` or `Key:N`.
pub(crate) fn key_name(words: &str) -> Result<KeyName, Wrong> {
    let (name, kind) = words.split_once(':').unwrap_or((words, "S"));
    let kind = match kind {
        "S" => KeyType::S,
        "N" => KeyType::N,
        "B" => KeyType::B,
        _ => return Err(wrong(format!("the type of the key `{}` is S, N or B", cut(words)))),
    };
    Ok(KeyName {
        name: name.to_owned(),
        kind,
    })
}

/// Reads `a:1,b:2`, `uniform:1000`, `hot:1000:90`, `zipf:1000` or `counter`.
fn choice(name: &str, words: &str) -> Result<KeyChoice, Wrong> {
    let expected = || {
        wrong(format!(
            "`{name}=` is written `a:9,b:1`, `uniform:1000`, `hot:1000:90` (one key in a thousand gets 90 percent), `zipf:1000` or `counter`"
        ))
    };
    let number = |word: Option<&&str>| {
        word.and_then(|word| word.parse::<u64>().ok())
            .filter(|all| (1..=MOST_VALUES).contains(all))
    };
    let parts: Vec<&str> = words.split(':').collect();
    match (parts.first().copied(), parts.len()) {
        (Some("counter"), 1) => Ok(KeyChoice::Monotonic),
        (Some("uniform"), 2) => Ok(KeyChoice::Uniform {
            values: number(parts.get(1)).ok_or_else(expected)?,
        }),
        (Some("zipf"), 2) => Ok(KeyChoice::Zipf {
            values: number(parts.get(1)).ok_or_else(expected)?,
            quarters: 4,
        }),
        (Some("hot"), 3) => {
            let percent = number(parts.get(2))
                .and_then(|all| u32::try_from(all).ok())
                .filter(|all| *all <= 100);
            Ok(KeyChoice::Hot {
                values: number(parts.get(1)).ok_or_else(expected)?,
                percent: percent.ok_or_else(expected)?,
            })
        }
        _ => {
            let weight = |word: &str| {
                let (value, weight) = word.rsplit_once(':').unwrap_or((word, "1"));
                Some((value.to_owned(), weight.parse().ok().filter(|weight| *weight > 0)?))
            };
            let weights = words
                .split(',')
                .map(weight)
                .collect::<Option<Vec<_>>>()
                .ok_or_else(expected)?;
            Ok(KeyChoice::Few { weights })
        }
    }
}

/// The members that a slider can change.
pub(crate) const SETTINGS: [&str; 4] = ["rate", "seconds", "bytes", "suffixes"];

/// Sets the member that a slider changes.
pub(crate) fn turned(plan: &mut LoadPlan, name: &str, value: u64) -> bool {
    let small = u32::try_from(value).unwrap_or(u32::MAX);
    match name {
        "rate" => plan.rate = Rate::steady(small),
        "seconds" => plan.span = Duration::from_seconds(value) + Duration::from_millis(1),
        "bytes" => {
            plan.sizes = Sizes {
                least: small,
                most: small,
            }
        }
        "suffixes" => {
            let way = plan
                .suffixes
                .as_ref()
                .map_or(Suffix::Rotation, |suffixes| suffixes.choice);
            plan.suffixes = (value > 0).then(|| Suffixes::new(value, '-', way));
        }
        _ => return false,
    }
    true
}
