//! Partitions and keys of the table or of a global index: the partition of a value, the busiest keys, and the history
//! of splits.

use hashrange_protocol::{
    KeyLocationQuestion, KeyToLocate, LocatedKey, Partitions, PartitionsQuestion, Ranked, Split, SplitReason,
};
use hashrange_values::{Item, Text};
use hashrange_words::t;
use leptos::prelude::*;

use super::super::context::StageContext;
use super::block::{Block, blocks};
use super::replicas;
use crate::components::{Button, element_id};
use crate::derived::Signal;
use crate::memo::Memo;
use crate::session::{use_reading, use_selection, use_session};
use crate::signal::RwSignal;
use crate::stage::{Subject, words};
use crate::state::figures::{bytes, count, moment, units};
use crate::state::item_rows::cell_text;
use crate::state::scalar_text::read_scalar;
use crate::state::table_schema::TableSchema;
use crate::views::fields::{Field, TextInput};

/// The page of the table, or of a global index.
pub(super) fn page(context: StageContext, index: Option<Text>) -> AnyView {
    let selection = use_selection();
    let name = index.as_ref().map(ToString::to_string);
    let asked = name.clone();
    let known = use_reading(move || {
        Some(PartitionsQuestion {
            table: selection.table.get()?,
            index: asked.clone(),
        })
    });
    let of = index.clone();
    let reported = move || {
        known.with(|known| {
            known
                .as_ref()
                .map(|known| blocks_of(of.as_deref(), known))
                .unwrap_or_default()
        })
    };
    let keys =
        Memo::new(move |_| known.with(|known| known.as_ref().map(|known| known.keys.clone()).unwrap_or_default()));
    let more = index.is_none().then(selected);
    view! { {key_location(context, index, name, keys)} {blocks(reported)} {more} }.into_any()
}

/// The selected item in its replicas. The stage does not draw every item of a large table.
fn selected() -> impl IntoView {
    let selection = use_selection();
    let item = Memo::new(move |_| selection.item.get());
    move || {
        item.get().map(|item| {
            let title = t!("Selected item: {item}", item = key_text(&[], &item));
            view! { <h3 class="live-heading">{title}</h3> {replicas::page(item)} }
        })
    }
}

/// The field for a value, and its partition. An empty field means the selected item.
fn key_location(
    context: StageContext,
    index: Option<Text>,
    name: Option<String>,
    keys: Memo<Vec<Text>>,
) -> impl IntoView {
    let (session, selection) = (use_session(), use_selection());
    let typed = RwSignal::new(String::new());
    let asked: Memo<Result<Option<KeyLocationQuestion>, String>> = Memo::new(move |_| {
        let (Some(table), text) = (selection.table.get(), typed.get()) else {
            return Ok(None);
        };
        let key = if text.trim().is_empty() {
            selection.item.get().map(KeyToLocate::Item)
        } else {
            let schema = session.table(&table).as_ref().and_then(TableSchema::read);
            Some(KeyToLocate::Key(
                keys.with(|keys| key_of(schema.as_ref(), name.as_deref(), keys, &text))?,
            ))
        };
        Ok(key.map(|key| KeyLocationQuestion {
            table,
            index: name.clone(),
            key,
        }))
    });
    let located = use_reading(move || asked.with(|asked| asked.as_ref().ok().cloned().flatten()));
    let label = move || {
        let keys = keys.with(|keys| keys.join(" and "));
        let of = if keys.is_empty() { t!("a key") } else { &keys };
        t!("Which partition stores a value of {of}?", of)
    };
    let error = move || asked.with(|asked| asked.as_ref().err().cloned());
    let of = index.clone();
    let answer = move || {
        located.with(|located| match located {
            Some(located) => location_words(of.as_deref(), located),
            None if asked.with(Result::is_err) => String::new(),
            None => t!("Enter a partition key value or select an item.").to_owned(),
        })
    };
    let way = move |number: u32| {
        let (index, words) = (
            index.clone(),
            t!("Show {as_deref}", as_deref = words::partition(index.as_deref(), number)),
        );
        let look = move |()| {
            context.chosen.set(Some(Subject::Partition {
                index: index.clone(),
                number,
            }));
        };
        view! { <Button on_press=look>{words}</Button> }
    };
    let places =
        Memo::new(move |_| located.with(|it| it.as_ref().map(|it| it.place.partitions.clone()).unwrap_or_default()));
    let id = element_id("landing");
    view! {
        <Field id=id.clone() label=Signal::derive(label) error=Signal::derive(error)>
            <TextInput id value=typed on_input=move |text| typed.set(text) error=Signal::derive(error) mono=true />
        </Field>
        <p class="live-note" aria-live="polite">{answer}</p>
        {move || places.get().into_iter().map(&way).collect_view()}
    }
}

/// The key for a text. A key of several attributes cannot be typed into one field.
fn key_of(schema: Option<&TableSchema>, index: Option<&str>, keys: &[Text], text: &str) -> Result<Item, String> {
    let [name] = keys else {
        return Err(t!("The partition key has several attributes: select an item instead.").to_owned());
    };
    let kind = schema.map(|schema| schema.keys_of(index).partition.kind.attribute_type());
    let value = read_scalar(kind.ok_or(t!("The table is not ready yet."))?, text)?;
    Ok([(name.clone(), value)].into_iter().collect())
}

fn blocks_of(index: Option<&str>, known: &Partitions) -> Vec<Block> {
    let mut reported = Vec::new();
    if !known.watched {
        reported.push(Block::note(t!(
            "The current Physics settings do not measure traffic by key."
        )));
    }
    let accessed = known
        .accessed
        .iter()
        .map(|one| ranked(index, known, one, units(one.figure)))
        .collect();
    let throttled = known
        .throttled
        .iter()
        .map(|one| ranked(index, known, one, count(one.figure)))
        .collect();
    let title = t!("Most accessed keys (a write unit counts three times)");
    reported.push(Block::table(
        title,
        t!("No key accessed yet."),
        &[t!("key"), t!("units (minimum)"), t!("in")],
        accessed,
    ));
    reported.push(Block::table(
        t!("Most throttled keys"),
        t!("No key throttled yet."),
        &[t!("key"), t!("times"), t!("in")],
        throttled,
    ));
    let limit = bytes(known.bytes_limit);
    let none = t!(
        "No splits yet. DynamoDB splits a partition at {limit}, for more throughput, or when it stays hot.",
        limit
    );
    let splits = known.splits.iter().map(|one| split(index, one)).collect();
    let title = match known.older_splits {
        0 => t!("Splits").to_owned(),
        older => t!("Splits ({older, number} older ones are not listed)", older),
    };
    reported.push(Block::table(
        title,
        &none,
        &[t!("partition"), t!("became"), t!("when"), t!("why")],
        splits,
    ));
    reported
}

fn ranked<F>(index: Option<&str>, known: &Partitions, one: &Ranked<F>, figure: String) -> Vec<String> {
    vec![key_text(&known.keys, &one.key), figure, names(index, &one.partitions)]
}

fn split(index: Option<&str>, split: &Split) -> Vec<String> {
    let why = match split.reason {
        SplitReason::Size => t!("size: it was full"),
        SplitReason::Throughput => t!("throughput: the table or index needs more"),
        SplitReason::Heat => t!("heat: it stayed near its limit"),
    };
    let (one, other) = split.children;
    let parent = words::partition(index, split.parent);
    vec![parent, names(index, &[one, other]), moment(split.at, 0), why.to_owned()]
}

/// A key on one line, with the values of its partition key first: `121212, 2026-03-01`.
fn key_text(partition: &[Text], key: &Item) -> String {
    let further = key
        .iter()
        .map(|(name, _)| name)
        .filter(|name| !partition.contains(name));
    let values = partition.iter().chain(further).filter_map(|name| key.get(name));
    values.map(cell_text).collect::<Vec<_>>().join(", ")
}

/// Partitions by name: `P2`, `P2 and P3`, `G0`.
fn names(index: Option<&str>, numbers: &[u32]) -> String {
    let names: Vec<String> = numbers.iter().map(|number| words::partition(index, *number)).collect();
    match names.as_slice() {
        [] => String::new(),
        [one] => one.clone(),
        [first, .., last] if names.len() > 3 => t!(
            "{names} partitions from {first} to {last}",
            names = names.len(),
            first,
            last
        ),
        [before @ .., last] => format!("{} and {last}", before.join(", ")),
    }
}

/// The partition of a key as text: `ForumName = EC2 hashes to …`.
fn location_words(index: Option<&str>, located: &LocatedKey) -> String {
    let (key, place) = (&located.key, &located.place);
    let attributes: Vec<&str> = key.iter().map(|(name, _)| name.as_str()).collect();
    let share = place.hash as f64 / u128::MAX as f64 * 100.0;
    let split = if place.partitions.len() > 1 {
        t!(": its collection was split by sort key")
    } else {
        ""
    };
    let hash = format!("{:032x}", place.hash);
    let hash = hash.get(..8).unwrap_or_default();
    let (subject, value) = (attributes.join(", "), key_text(&[], key));
    let at = names(index, &place.partitions);
    t!(
        "{subject} = {value} hashes to {hash}…, {share} % of the hash range, in {at}{split}.",
        subject,
        value,
        hash,
        share = format!("{share:.1}"),
        at,
        split
    )
}

#[cfg(test)]
mod tests {
    use hashrange_protocol::KeyLocation;
    use hashrange_values::AttributeValue;

    use super::*;

    #[test]
    fn partitions_are_named() {
        assert_eq!(names(None, &[2]), "P2");
        assert_eq!(names(Some("ByA"), &[2, 4]), "G2 and G4");
        assert_eq!(names(None, &[2, 4, 5, 9]), "4 partitions from P2 to P9");
        assert_eq!(names(None, &[]), "");
    }

    #[test]
    fn a_landing_names_place_and_partitions() {
        let key: Item = [(Text::from("UserId"), AttributeValue::string("1"))]
            .into_iter()
            .collect();
        let located = LocatedKey {
            key,
            place: KeyLocation {
                hash: u128::MAX / 2,
                partitions: vec![2, 4],
            },
        };
        let reported = "UserId = 1 hashes to 7fffffff…, 50.0 % of the hash range, in P2 and P4: its collection was split by sort key.";
        assert_eq!(location_words(None, &located), reported);
    }

    #[test]
    fn the_partition_key_comes_first() {
        let value = |text: &str| AttributeValue::string(text);
        let key: Item = [(Text::from("Aaa"), value("sort")), (Text::from("Pk"), value("first"))]
            .into_iter()
            .collect();
        assert_eq!(key_text(&["Pk".into()], &key), "first, sort");
    }
}
