//! The sentence that compares both sides of a trial.
//!
//! Must not know how the sides were run.

use hashrange_engine::Direction;
use hashrange_time::Duration;
use hashrange_words::{count, counted};

use crate::Change;
use crate::figures::Figures;
use crate::remedy::{limit, remedy};
use crate::words::{place, units, with as words_of};

/// The minimum difference of times that is mentioned.
const WORTH: Duration = Duration::from_seconds(1);

/// The result of a change, for the subject `noun`.
pub(crate) fn sentence(change: &Change, noun: &str, (without, with): (&Figures, &Figures)) -> String {
    // The operation differs between both sides, so neither name fits.
    let noun = if matches!(change, Change::QueryInstead { .. }) {
        "request"
    } else {
        noun
    };
    let one = with.requests <= 1 && without.requests <= 1;
    let mut parts = vec![if one {
        fate_of_one(noun, without, with)
    } else {
        fate_of_many(noun, without, with)
    }];
    parts.extend(units_used(without, with));
    if with.hits != without.hits {
        let of = counted(with.requests, "request");
        parts.push(if one {
            "DAX returns it from its cache".to_owned()
        } else {
            format!("DAX returns {} of {of} from its caches", count(with.hits))
        });
    }
    parts.extend(items(without, with));
    if matches!(change, Change::Projection { .. } | Change::HalfSize) {
        parts.extend(bytes(without, with));
    }
    parts.extend(times(without, with));
    if with.queries_per_key != without.queries_per_key {
        let instead = count(without.queries_per_key);
        parts.push(format!(
            "reading one key takes {} instead of {instead}",
            counted(with.queries_per_key, "request")
        ));
    }
    let mut text = format!("{}, {}.", words_of(change), parts.join("; "));
    text.push_str(&what_holds_back(change, (without, with)));
    text
}

/// The result of a request.
fn fate_of_one(noun: &str, without: &Figures, with: &Figures) -> String {
    let fate = |figures: &Figures| {
        if figures.answered > 0 {
            "succeeds".to_owned()
        } else if figures.throttled > 0 {
            "is throttled".to_owned()
        } else {
            let why = figures
                .refusal
                .as_ref()
                .map_or_else(String::new, |refusal| format!(" ({refusal})"));
            format!("is refused{why}")
        }
    };
    let (now, before) = (fate(with), fate(without));
    if now == before {
        format!("the {noun} {now} as before")
    } else {
        format!("the {noun} {now}; without the change it {before}")
    }
}

fn fate_of_many(noun: &str, without: &Figures, with: &Figures) -> String {
    let (now, before) = (with.answered, without.answered);
    let of = format!("{} of {} {noun} succeed", count(now), count(with.requests));
    if with.requests != without.requests {
        return format!("{of} instead of {} of {}", count(before), count(without.requests));
    }
    if now == before {
        format!("{of}, as before")
    } else {
        format!("{of} instead of {}", count(before))
    }
}

fn units_used(without: &Figures, with: &Figures) -> Vec<String> {
    let used = |direction| {
        let (now, before) = (with.total(direction), without.total(direction));
        (now != before).then(|| format!("{} instead of {}", units(now, direction), units(before, direction)))
    };
    let both: Vec<String> = [Direction::Read, Direction::Write]
        .into_iter()
        .filter_map(used)
        .collect();
    if both.is_empty() {
        Vec::new()
    } else {
        vec![format!("the cost is {}", both.join(" and "))]
    }
}

fn items(without: &Figures, with: &Figures) -> Option<String> {
    let read =
        with.items_read != without.items_read && with.hits == without.hits && with.answered > 0 && without.answered > 0;
    read.then(|| {
        format!(
            "it reads {} instead of {}",
            counted(with.items_read, "item"),
            count(without.items_read)
        )
    })
}

fn bytes(without: &Figures, with: &Figures) -> Vec<String> {
    let changed = with.bytes.iter().filter_map(|stored| {
        let index = stored.index.as_deref();
        let before = without.stored(index).map_or(0, |bytes| bytes.bytes);
        let (now, of) = (counted(stored.bytes, "byte"), place(index));
        (stored.bytes != before).then(|| format!("{of} stores {now} instead of {}", count(before)))
    });
    changed.collect()
}

fn times(without: &Figures, with: &Figures) -> Option<String> {
    let (now, before) = (with.complete?, without.complete?);
    let apart = now.micros().abs_diff(before.micros()) >= WORTH.micros();
    let seconds = |span: Duration| count(span.micros().div_ceil(1_000_000));
    apart.then(|| {
        format!(
            "the last one succeeds after {} s instead of {} s",
            seconds(now),
            seconds(before)
        )
    })
}

/// The throttle with the change, and what to try against it.
fn what_holds_back(change: &Change, (without, with): (&Figures, &Figures)) -> String {
    let Some(throttle) = with.throttles.first().filter(|_| with.failed() > 0) else {
        return String::new();
    };
    let (held, remedy) = (limit(throttle), remedy(throttle));
    if with.failed() != without.failed() {
        return format!(" The rest is throttled by {held}. {remedy}");
    }
    match change {
        Change::Suffixes { .. } => {
            format!(
                " Suffixes do not help: they spread keys over partitions, but the load is throttled by {held}. {remedy}"
            )
        }
        _ => format!(" This does not help: the rest is throttled by {held}. {remedy}"),
    }
}
