//! The layout: the head with senders and hash, the partitions over the hash range, and what is below them.
//!
//! Positions depend on the number of things and the available space, not on their load, so that traffic moves nothing.
//! Must not know what is drawn within a place.

use hashrange_plot::{Point, Rect};
use hashrange_protocol::{PartitionStage, Stage, StageIndex};

use super::pen::Scale;
use super::place_below::{Below, lowest, place_below};
use super::places::Places;
use super::stage_size::{NARROW, StageSize};
use super::told::Told;
use super::wanted::Wanted;
use super::{Sender, Senders, place_phone, rows};

/// The offset of the cards behind a partition.
const CARDS: f64 = 9.0;
/// The width from which partitions are distinguishable.
const ENOUGH: f64 = 65.0;
/// The width of the accelerator, which fits its hits and misses.
const ACCELERATOR: f64 = 12.5;
/// The height of a box in the head, in letter heights.
const BOX: f64 = 3.5;

/// The positions of everything in an area, with letters as large as it allows.
pub(super) fn places(stage: &Stage, senders: &Senders, first: (&Wanted, &Told), size: StageSize) -> Places {
    let is_lesson = first.0.is_lesson();
    let sizes: &[f64] = match (size.present, size.width < NARROW, size.width >= 1_800.0) {
        (true, true, _) => &[18.0],
        (true, ..) => &[34.0, 30.0, 26.0, 22.0, 18.0],
        (_, true, _) if is_lesson => &[13.0, 12.0],
        (_, true, _) => &[13.0],
        (.., true) => &[19.0, 17.0, 15.0],
        _ => &[16.0, 15.0, 14.0, 13.0],
    };
    let mut sizes = sizes.iter().copied();
    let mut places = Places::of(stage, senders, first, size, sizes.next().unwrap_or(13.0));
    for text in sizes {
        // If the partitions fit side by side, smaller letters are better than stacked partitions.
        if places.fits && (!places.narrow || size.width < NARROW) {
            break;
        }
        places = Places::of(stage, senders, first, size, text);
    }
    places
}

impl Places {
    fn of(stage: &Stage, senders: &Senders, (wanted, told): (&Wanted, &Told), size: StageSize, text: f64) -> Self {
        let scale = Scale {
            text,
            small: if size.present { text } else { text - 1.0 },
        };
        let narrow = size.width < NARROW.max(scale.em(36.0));
        let mut places = Self {
            scale,
            narrow,
            fitted: size.width < NARROW && !size.present && wanted.is_lesson(),
            wanted: wanted.clone(),
            told: told.clone(),
            keys: Vec::new(),
            room: size.height,
            fits: true,
            width: size.width,
            height: 0.0,
            // The positions of partitions depend only on the area, so that another letter size moves none of them.
            margin: if narrow {
                scale.em(1.9)
            } else {
                (size.width * 0.018).clamp(16.0, 44.0)
            },
            senders: Vec::new(),
            accelerator: None,
            hash: Rect::default(),
            requests: Rect::default(),
            title: Point::default(),
            partitions: Vec::new(),
            indexes: Vec::new(),
            others: None,
            lanes: Vec::new(),
            stream: None,
            expiry: None,
        };
        if places.fitted {
            place_phone::fitted(&mut places, stage, senders, wanted, size.height);
        } else if narrow {
            below_each_other(&mut places, stage, senders);
        } else {
            side_by_side(&mut places, stage, senders, size);
        }
        places
    }
}

fn side_by_side(places: &mut Places, stage: &Stage, senders: &Senders, size: StageSize) {
    let (scale, margin) = (places.scale, places.margin);
    let em = |times: f64| scale.em(times);
    let top = em(0.9);
    let wanted = sender_width(places, senders);
    places.senders = sender_boxes(places, senders, top, wanted);
    let middle = places.senders.first().map_or(top, |first| first.center().y);
    let accelerator = stage.accelerator.as_ref();
    let figures = em(if accelerator.is_some() { 19.0 } else { 24.0 }).min(size.width * 0.34);
    places.requests = Rect::new(size.width - margin - figures, top, figures, em(6.5));
    places.hash = hash_box(places, stage, middle);
    // The path from the senders to the hash is visible at any letter size, and the accelerator on it.
    let path = em(if accelerator.is_some() { ACCELERATOR + 3.0 } else { 1.5 });
    let width = wanted.min((places.hash.x - margin - path).max(em(8.0)));
    places.senders.iter_mut().for_each(|sender| sender.width = width);
    let room = (margin + width, places.hash.x);
    places.accelerator = accelerator.map(|_| accelerator_box(scale, room, middle));
    let head = places
        .senders
        .last()
        .map_or(top, Rect::bottom)
        .max(places.hash.bottom());
    places.title = Point::new(margin, head.max(places.requests.bottom() - em(1.0)) + em(2.4));
    let bottom = place_partitions(places, stage, size.height);
    place_below(places, stage, bottom);
}

/// The width of a sender. A client's result needs more space than a load's requests.
fn sender_width(places: &Places, senders: &Senders) -> f64 {
    let em = |times: f64| places.scale.em(times);
    let (share, least, most) = if senders.load_runs() {
        (0.21, 12.0, 19.0)
    } else {
        (0.27, 15.0, 24.0)
    };
    (places.width * share).clamp(em(least), em(most))
}

/// Senders, stacked at the left edge.
fn sender_boxes(places: &Places, senders: &Senders, top: f64, width: f64) -> Vec<Rect> {
    let em = |times: f64| places.scale.em(times);
    let boxes = senders.list.iter().enumerate().map(|(at, sender)| {
        let y = top + at as f64 * (em(BOX) + em(0.6));
        let tall = if sender.got.is_some() { em(6.1) } else { em(BOX) };
        Rect::new(places.margin, y, width, tall)
    });
    boxes.collect()
}

/// The hash function, wide enough for the names of the key.
fn hash_box(places: &Places, stage: &Stage, middle: f64) -> Rect {
    let em = |times: f64| places.scale.em(times);
    let names = places.scale.width(&super::words::key_names(&stage.keys));
    let width = em(13.0).max(names + em(4.0)).min(places.width * 0.3);
    let share = if stage.accelerator.is_some() { 0.56 } else { 0.46 };
    let center = (places.width * share).min(places.requests.x - em(1.0) - width / 2.0);
    Rect::new(center - width / 2.0, middle - em(BOX / 2.0), width, em(BOX))
}

/// The accelerator, in the middle of the space between the senders and the hash.
fn accelerator_box(scale: Scale, (left, right): (f64, f64), middle: f64) -> Rect {
    let width = scale.em(ACCELERATOR).min(right - left - scale.em(3.0));
    let height = scale.em(BOX);
    Rect::new(left.midpoint(right) - width / 2.0, middle - height / 2.0, width, height)
}

/// Places the partitions under the title, and moves both down if space remains. Returns the partitions' lower edge.
fn place_partitions(places: &mut Places, stage: &Stage, height: f64) -> f64 {
    let (scale, margin, room) = (places.scale, places.margin, places.width);
    let em = |times: f64| scale.em(times);
    // The cards behind a partition extend beyond its upper edge.
    let mut upper = places.title.y + em(2.1);
    let area = |y: f64, tall: f64| Rect::new(margin, y, room - 2.0 * margin - CARDS, tall);
    let gap = if stage.partitions.len() > 16 {
        4.0
    } else {
        margin * 0.55
    };
    let widths = slots(&stage.partitions, area(0.0, 0.0), gap);
    let most = stage
        .partitions
        .iter()
        .zip(&widths)
        .map(|(one, slot)| rows::wanted(one, scale, slot.width))
        .fold(em(13.0), f64::max);
    let below = Below::of(places, stage);
    let free = height - upper - below.height(places);
    places.fits = most <= free && !below.low && widths.iter().any(|slot| slot.width >= em(9.5));
    let tall = free.min(most.max(em(20.0))).max(em(lowest(places, stage)));
    // The remaining height goes to the paths.
    let left = ((free - tall) / 2.0).clamp(0.0, em(5.0));
    upper += left;
    places.title.y += left;
    places.partitions = slots(&stage.partitions, area(upper, tall), gap);
    upper + tall
}

fn below_each_other(places: &mut Places, stage: &Stage, senders: &Senders) {
    let scale = places.scale;
    let em = |times: f64| scale.em(times);
    let (left, width) = (places.margin, places.width - 2.0 * places.margin);
    let mut y = em(0.7);
    let mut take = |height: f64, gap: f64| {
        let rect = Rect::new(left, y, width, height);
        y += height + gap;
        rect
    };
    let tall = |one: &Sender| match &one.got {
        Some(got) if !got.first.is_empty() => em(4.7),
        Some(got) if !got.reported.is_empty() => em(3.5),
        _ => em(2.2),
    };
    places.senders = senders.list.iter().map(|one| take(tall(one), em(0.4))).collect();
    places.requests = take(em(if senders.load.is_some() { 3.8 } else { 2.6 }), em(0.5));
    places.accelerator = stage.accelerator.as_ref().map(|_| take(em(2.2), em(0.6)));
    places.hash = take(em(2.2), em(0.6));
    let title = take(
        em(if super::words::special(stage).is_empty() {
            2.9
        } else {
            4.1
        }),
        em(0.5),
    );
    places.title = Point::new(title.x, title.y + em(1.0));
    // Many partitions become lines. Few show their rows.
    let crowd = stage.partitions.len() > 8;
    let heights = stage.partitions.iter().map(|one| {
        if crowd {
            em(2.0)
        } else {
            rows::wanted_narrow(one, stage.partitions.len(), width - em(1.8), scale)
        }
    });
    places.partitions = heights
        .map(|height| take(height, if crowd { em(0.3) } else { em(0.6) }))
        .collect();
    take(em(0.6), 0.0);
    for index in &stage.indexes {
        let lane = take(em(1.8), em(0.3));
        places.lanes.push(lane.center().y);
        places.indexes.push(take(
            if is_lit(index) {
                em(super::place_below::INDEX)
            } else {
                em(2.0)
            },
            em(0.6),
        ));
    }
    places.stream = stage
        .stream
        .as_ref()
        .map(|stream| take(if stream.records > 0 { em(5.0) } else { em(1.8) }, em(0.4)));
    places.expiry = stage.expiry.as_ref().map(|_| take(em(3.4), em(0.4)));
    places.height = y + em(0.4);
}

/// Whether an index has traffic. On a phone, an idle index is a line.
pub(super) fn is_lit(index: &StageIndex) -> bool {
    let used = super::words::recent([index.writes.used, index.writes.before]).is_zero();
    let read = super::words::recent([index.reads.used, index.reads.before]).is_zero();
    index.queued > 0 || index.build.is_some() || !used || !read
}

/// Slots over the hash range, as wide as the slices. So the halves of a split take the place of their parent and
/// nothing else moves. If some would be too narrow, each slot first gets a minimum width.
fn slots(partitions: &[PartitionStage], area: Rect, gap: f64) -> Vec<Rect> {
    let share = |one: &PartitionStage| one.to.saturating_sub(one.from) as f64 / u128::MAX as f64;
    let whole: f64 = partitions.iter().map(share).sum::<f64>().max(f64::MIN_POSITIVE);
    let count = partitions.len().max(1) as f64;
    let enough = ENOUGH + gap;
    let narrowest = partitions
        .iter()
        .map(|one| share(one) / whole * (area.width + gap))
        .fold(f64::MAX, f64::min);
    let least = if narrowest >= enough {
        0.0
    } else {
        enough.min((area.width + gap) / count * 0.6)
    };
    let free = area.width + gap - least * count;
    let mut x = area.x;
    let slot = |one: &PartitionStage| {
        let width = least + free * share(one) / whole;
        let rect = Rect::new(x, area.y, width - gap, area.height);
        x += width;
        rect
    };
    partitions.iter().map(slot).collect()
}
