//! TTL: when the next scanner runs, expired items and a button to rescue one, items that never expire and why, and
//! records of deletions.

use hashrange_protocol::{Expiry, ExpiryItem, ExpiryQuestion, ExpiryStage};
use hashrange_time::Timestamp;
use hashrange_values::{AttributeValue, Item, Map, Number, Text};
use hashrange_wire::{ExpressionAttributeNames, Request, UpdateItemRequest};
use hashrange_words::t;
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::block::{Block, blocks};
use crate::components::{Button, When};
use crate::memo::Memo;
use crate::selection::use_selection;
use crate::session::{use_reading, use_session};
use crate::signal::{ReadSignal, RwSignal};
use crate::state::figures::{count, moment, span};
use crate::state::item_status::never;
use crate::views::key_name::key_text;
use crate::views::pending_request::PendingRequest;
use crate::views::refusal::{Refusal, Refused};

/// The additional lifetime of a rescued item, in seconds.
const RESCUE_SECONDS: u64 = 3_600;

/// The page.
pub(super) fn page() -> AnyView {
    let selection = use_selection();
    let expiry = use_reading(move || {
        Some(ExpiryQuestion {
            table: selection.table.get()?,
        })
    });
    let reported = move || expiry.with(|it| it.as_ref().and_then(Option::as_ref).map(blocks_of).unwrap_or_default());
    view! { {rescue(expiry)} {blocks(reported)} }.into_any()
}

/// Delays the expiry of the next item by an hour.
fn rescue(expiry: ReadSignal<Option<Option<Expiry>>>) -> impl IntoView {
    let (session, selection) = (use_session(), use_selection());
    let refused = RwSignal::new(None::<Refused>);
    let pending = PendingRequest::new();
    let danger = Memo::new(move |_| {
        expiry.with(|it| {
            let it = it.as_ref()?.as_ref()?;
            let key = in_danger(&it.items)?.key.clone();
            Some((it.state.attribute.clone(), key_text(&it.keys, &key), key))
        })
    });
    let press = move |()| {
        let table = selection.table.get_untracked().filter(|_| !pending.waits());
        let Some((table, (attribute, _, key))) = table.zip(danger.get_untracked()) else {
            return;
        };
        let request = longer(table, attribute, key, session.now().get_untracked());
        let number = pending.begin();
        spawn_local(async move {
            let answer = session.send(request).await;
            if pending.end(number) {
                refused.set(answer.err().map(Refused::from));
            }
        });
    };
    let words = move || danger.with(|danger| danger.as_ref().map(|(_, key, _)| t!("Rescue {key} for an hour", key)));
    view! {
        <When
            holds=move || danger.with(Option::is_some)
            fallback=|| view! { <p class="live-note">{t!("You can keep an expired item: update its TTL attribute before DynamoDB deletes it.")}</p> }
        >
            <Button on_press=press>{words}</Button>
            <span class="live-note">" " {t!("UpdateItem before DynamoDB deletes it")}</span>
        </When>
        <Refusal refused />
    }
}

/// The next item to be deleted, if known.
fn in_danger(items: &[ExpiryItem]) -> Option<&ExpiryItem> {
    // Existing items come first, and of these the found ones.
    items
        .first()
        .filter(|item| matches!(item.stage, ExpiryStage::Expired | ExpiryStage::Found(_)))
}

/// The update that sets a later expiry time.
fn longer(table: String, attribute: Text, key: Item, now: Timestamp) -> Request {
    let moment = Number::from(i64::try_from(now.seconds() + RESCUE_SECONDS).unwrap_or(i64::MAX));
    let mut values = Map::new();
    values.insert(Text::from(":moment"), AttributeValue::N(moment));
    Request::UpdateItem(UpdateItemRequest {
        table_name: table,
        key,
        update_expression: Some("SET #expires = :moment".to_owned()),
        expression_attribute_names: Some(ExpressionAttributeNames::from_iter([(
            Text::from("#expires"),
            attribute,
        )])),
        expression_attribute_values: Some(values),
        ..UpdateItemRequest::default()
    })
}

fn blocks_of(expiry: &Expiry) -> Vec<Block> {
    let Expiry { keys, state, items, .. } = expiry;
    let sentence = Block::note(sentence(expiry)).modelled(
        t!("AWS documents that expired items are deleted within a few days; we choose how often a sweep runs and how long a deletion takes"),
    );
    let past = items
        .iter()
        .map(|it| vec![key_text(keys, &it.key), moment(it.expired, 0), stage(it.stage)])
        .collect();
    let because = |why| never(&state.attribute, why);
    let nevers = expiry
        .never_because
        .iter()
        .map(|it| vec![key_text(keys, &it.key), because(it.why)])
        .collect();
    let title = t!(
        "Never expire: {never, number} (the first of {looked_at, number} checked)",
        never = state.never,
        looked_at = expiry.looked_at
    );
    let records = expiry.deletions.iter().map(|record| {
        let by = t!("REMOVE, userIdentity: dynamodb.amazonaws.com").to_owned();
        vec![key_text(keys, &record.key), moment(record.at, 0), by]
    });
    let none = match expiry.has_stream {
        true => t!("The stream has no TTL deletions."),
        false => t!("The table has no stream, so no record reports deletions."),
    };
    vec![
        sentence,
        Block {
            items: items.iter().map(|item| item.key.clone()).collect(),
            ..Block::table(
                t!("Expired items"),
                t!("No item has expired yet."),
                &[t!("item"), t!("expired"), t!("state")],
                past,
            )
        },
        Block {
            items: expiry.never_because.iter().map(|never| never.key.clone()).collect(),
            ..Block::table(title, "", &[t!("item"), t!("why")], nevers)
        },
        Block::table(
            t!("Stream records of these deletions"),
            none,
            &[t!("item"), t!("deleted"), t!("record")],
            records.collect(),
        ),
    ]
}

/// A summary of the table's TTL.
fn sentence(expiry: &Expiry) -> String {
    let state = &expiry.state;
    let off = if state.enabled {
        ""
    } else {
        " TTL is off; DynamoDB still deletes items for a while."
    };
    let readable = match state.readable {
        0 => t!("No expired items are left").to_owned(),
        1 => t!("1 has expired: reads still return it, storage is still billed, and an update can keep it").to_owned(),
        many => {
            let many = count(many);
            t!(
                "{many} have expired: reads still return them, storage is still billed, and an update can keep them",
                many
            )
        }
    };
    let deleted = match state.deleted {
        0 => t!("None deleted yet").to_owned(),
        1 => t!("1 was deleted").to_owned(),
        many => t!("{many, number} were deleted", many),
    };
    let next = state
        .next_sweep
        .map(|at| t!("; the next sweep comes in {now}", now = span(at - expiry.now)));
    let (live, by, next) = (
        t!("{number, plural, one {# item} other {# items}}", number = state.live),
        &state.attribute,
        next.unwrap_or_default(),
    );
    t!(
        "{live} will expire by {by}. {readable}{next}. {deleted}.{off}",
        live,
        by,
        readable,
        next,
        deleted,
        off
    )
}

/// The progress of an item's expiry.
fn stage(stage: ExpiryStage) -> String {
    match stage {
        ExpiryStage::Expired => t!("still readable").to_owned(),
        ExpiryStage::Found(at) => t!("found by a sweep at {at}, still readable", at = moment(at, 0)),
        ExpiryStage::Deleted(at) => t!("deleted at {at}", at = moment(at, 0)),
        ExpiryStage::Rescued(at) => t!("rescued by an update at {at}", at = moment(at, 0)),
    }
}

#[cfg(test)]
mod tests {
    use hashrange_protocol::Eligibility;

    use super::*;

    #[test]
    fn only_what_is_still_there_is_in_danger() {
        let at = Timestamp::from_seconds(980);
        let item = |stage| ExpiryItem {
            key: Item::default(),
            expired: at,
            stage,
        };
        let [found, deleted] = [item(ExpiryStage::Found(at)), item(ExpiryStage::Deleted(at))];
        assert_eq!(in_danger(&[found.clone(), deleted.clone()]), Some(&found));
        assert_eq!(in_danger(&[deleted]), None);
        assert_eq!(
            stage(found.stage),
            "found by a sweep at 1970-01-01 00:16:20, still readable"
        );
    }

    #[test]
    fn a_moment_of_far_away_is_said_to_be_milliseconds() {
        let why = Eligibility::Waiting(Timestamp::from_seconds(1_571_827_560_000));
        assert!(never("Until", why).ends_with("it is probably in milliseconds, not seconds"));
    }
}
