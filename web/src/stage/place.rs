//! Where things stand: the head with senders and hash, the partitions over the hash range, and what is below them.
//!
//! Places follow the number of things and the room, not their load, so that nothing moves because it is used. Must not know
//! what is drawn within a place.

use hashrange_plot::{Point, Rect};
use hashrange_protocol::{PartitionStage, Stage};

use super::pen::Scale;
use super::room::{NARROW, Room};
use super::{Sender, Senders, rows};

/// How far the cards behind a partition stand out.
const CARDS: f64 = 9.0;
/// A width in which a partition can be told from the others.
const ENOUGH: f64 = 65.0;

/// Where everything stands.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Places {
    pub scale: Scale,
    /// Whether things stand below each other.
    pub narrow: bool,
    /// Whether everything that is listed can be seen at this size of letters.
    pub fits: bool,
    pub width: f64,
    pub height: f64,
    pub margin: f64,
    pub senders: Vec<Rect>,
    pub accelerator: Option<Rect>,
    pub hash: Rect,
    /// The figures of requests.
    pub requests: Rect,
    /// The base line of the table's title.
    pub title: Point,
    /// Partitions in hash order.
    pub partitions: Vec<Rect>,
    /// Global indexes.
    pub indexes: Vec<Rect>,
    /// The height at which the pipe of each index runs.
    pub lanes: Vec<f64>,
    /// Stream, time to live, and what an index left out.
    pub stream: Option<Rect>,
    pub expiry: Option<Rect>,
}

/// Where everything stands in a room, with letters as large as the room allows.
pub(super) fn places(stage: &Stage, senders: &Senders, room: Room) -> Places {
    let sizes: &[f64] = match (room.present, room.width < NARROW, room.width >= 1_800.0) {
        (true, true, _) => &[18.0],
        (true, ..) => &[34.0, 30.0, 26.0, 22.0, 18.0],
        (_, true, _) => &[13.0],
        (.., true) => &[19.0, 17.0, 15.0],
        _ => &[16.0, 15.0, 14.0, 13.0],
    };
    let mut sizes = sizes.iter().copied();
    let mut places = Places::of(stage, senders, room, sizes.next().unwrap_or(13.0));
    for text in sizes {
        if places.fits {
            break;
        }
        places = Places::of(stage, senders, room, text);
    }
    places
}

impl Places {
    fn of(stage: &Stage, senders: &Senders, room: Room, text: f64) -> Self {
        let scale = Scale { text, small: if room.present { text } else { text - 1.0 } };
        let narrow = room.width < NARROW.max(scale.em(36.0));
        let mut places = Self {
            scale,
            narrow,
            fits: true,
            width: room.width,
            height: 0.0,
            // Where partitions stand follows from the room alone, so that letters of another size move none of them.
            margin: if narrow { scale.em(1.9) } else { (room.width * 0.018).clamp(16.0, 44.0) },
            senders: Vec::new(),
            accelerator: None,
            hash: Rect::default(),
            requests: Rect::default(),
            title: Point::default(),
            partitions: Vec::new(),
            indexes: Vec::new(),
            lanes: Vec::new(),
            stream: None,
            expiry: None,
        };
        if narrow {
            below_each_other(&mut places, stage, senders);
        } else {
            side_by_side(&mut places, stage, senders, room);
        }
        places
    }
}

fn side_by_side(places: &mut Places, stage: &Stage, senders: &Senders, room: Room) {
    let (scale, margin) = (places.scale, places.margin);
    let em = |times: f64| scale.em(times);
    let top = em(0.9);
    let box_height = em(3.5);
    // What a client got takes more room than what a load sends.
    let (share, least, most) = if senders.load_runs() { (0.21, 12.0, 19.0) } else { (0.27, 15.0, 24.0) };
    let width = (room.width * share).clamp(em(least), em(most));
    let tall = |at: usize| if senders.list.get(at).is_some_and(|one| one.got.is_some()) { em(6.1) } else { box_height };
    places.senders = (0..senders.list.len())
        .map(|at| Rect::new(margin, top + at as f64 * (box_height + em(0.6)), width, tall(at)))
        .collect();
    let middle = places.senders.first().map_or(top, |first| first.center().y);
    let pill = em(13.0).max(scale.width(&super::words::key_names(&stage.keys)) + em(4.0)).min(room.width * 0.3);
    let center = room.width * if stage.accelerator.is_some() { 0.56 } else { 0.46 };
    places.hash = Rect::new(center - pill / 2.0, middle - em(1.75), pill, em(3.5));
    places.accelerator = stage.accelerator.as_ref().map(|_| {
        let (left, right) = (margin + width, places.hash.x);
        let wide = em(10.5).min(right - left - em(3.0));
        Rect::new(left.midpoint(right) - wide / 2.0, middle - box_height / 2.0, wide, box_height)
    });
    let figures = em(24.0).min(room.width * 0.34);
    places.requests = Rect::new(room.width - margin - figures, top, figures, em(6.5));
    let head = places.senders.last().map_or(top, Rect::bottom).max(places.hash.bottom());
    places.title = Point::new(margin, head.max(places.requests.bottom() - em(1.0)) + em(2.4));
    // The cards behind a partition stand out at its upper edge.
    let mut upper = places.title.y + em(1.7);
    let area = |y: f64, tall: f64| Rect::new(margin, y, room.width - 2.0 * margin - CARDS, tall);
    let gap = if stage.partitions.len() > 16 { 4.0 } else { margin * 0.55 };
    let widths = slots(&stage.partitions, area(0.0, 0.0), gap);
    let most = stage
        .partitions
        .iter()
        .zip(&widths)
        .map(|(one, slot)| rows::wanted(one, scale, slot.width))
        .fold(em(13.0), f64::max);
    let free = room.height - upper - below_height(places, stage);
    places.fits = most <= free && widths.iter().any(|slot| slot.width >= em(9.5));
    let tall = free.min(most.max(em(20.0))).max(em(13.0));
    // What is left gives the ways room.
    let left = ((free - tall) / 2.0).clamp(0.0, em(5.0));
    upper += left;
    places.title.y += left;
    places.partitions = slots(&stage.partitions, area(upper, tall), gap);
    let bottom = upper + tall;
    place_below(places, stage, bottom);
}

/// Heights below the partitions: lanes of pipes, then rows of indexes and the stream.
fn below_height(places: &Places, stage: &Stage) -> f64 {
    let em = |times: f64| places.scale.em(times);
    let columns = columns(places, stage);
    let rows = below_count(stage).div_ceil(columns.max(1)) as f64;
    em(1.2) + stage.indexes.len() as f64 * em(2.5) + rows * (index_height(places) + em(1.6)) + em(0.8)
}

fn index_height(places: &Places) -> f64 {
    places.scale.em(9.6)
}

/// Things below the partitions: indexes, and one place for stream and time to live.
fn below_count(stage: &Stage) -> usize {
    stage.indexes.len() + usize::from(stage.stream.is_some() || stage.expiry.is_some())
}

#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // a handful of columns
fn columns(places: &Places, stage: &Stage) -> usize {
    let fits = ((places.width - 2.0 * places.margin) / places.scale.em(21.0)) as usize;
    below_count(stage).min(fits.max(1))
}

fn place_below(places: &mut Places, stage: &Stage, bottom: f64) {
    let scale = places.scale;
    let em = |times: f64| scale.em(times);
    let columns = columns(places, stage).max(1);
    let gap = em(1.8);
    let width = (places.width - 2.0 * places.margin - gap * (columns - 1) as f64) / columns as f64;
    let lane = |at: usize| bottom + em(1.8) + at as f64 * em(2.5);
    places.lanes = (0..stage.indexes.len()).map(lane).collect();
    let top = bottom + em(1.2) + stage.indexes.len() as f64 * em(2.5) + em(1.2);
    let height = index_height(places);
    let cell = |at: usize| {
        let (row, column) = (at / columns, at % columns);
        Rect::new(places.margin + column as f64 * (width + gap), top + row as f64 * (height + em(1.6)), width, height)
    };
    places.indexes = (0..stage.indexes.len()).map(cell).collect();
    let count = below_count(stage);
    if count > stage.indexes.len() {
        let last = cell(count - 1);
        let stream = stage.stream.is_some();
        places.stream = stream.then(|| Rect::new(last.x, last.y, last.width, em(5.8)));
        let y = if stream { last.y + em(6.2) } else { last.y };
        places.expiry = stage.expiry.as_ref().map(|_| Rect::new(last.x, y, last.width, em(3.4)));
    }
    places.height = if count == 0 { bottom + em(1.6) } else { cell(count - 1).bottom() + em(0.8) };
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
        Some(got) if !got.told.is_empty() => em(3.5),
        _ => em(2.2),
    };
    places.senders = senders.list.iter().map(|one| take(tall(one), em(0.4))).collect();
    places.requests = take(em(if senders.load.is_some() { 3.8 } else { 2.6 }), em(0.5));
    places.accelerator = stage.accelerator.as_ref().map(|_| take(em(2.2), em(0.6)));
    places.hash = take(em(2.2), em(0.6));
    let title = take(em(if super::words::special(stage).is_empty() { 2.9 } else { 4.1 }), em(0.5));
    places.title = Point::new(title.x, title.y + em(1.0));
    // Many partitions become lines; few show their rows.
    let crowd = stage.partitions.len() > 8;
    let heights = stage
        .partitions
        .iter()
        .map(|one| if crowd { em(2.0) } else { rows::wanted_narrow(one, stage.partitions.len(), scale) });
    places.partitions = heights.map(|height| take(height, if crowd { em(0.3) } else { em(0.6) })).collect();
    take(em(0.6), 0.0);
    for index in &stage.indexes {
        let lane = take(em(1.8), em(0.3));
        places.lanes.push(lane.center().y);
        places.indexes.push(take(if is_lit(index) { index_height(places) } else { em(2.0) }, em(0.6)));
    }
    places.stream =
        stage.stream.as_ref().map(|stream| take(if stream.records > 0 { em(5.0) } else { em(1.8) }, em(0.4)));
    places.expiry = stage.expiry.as_ref().map(|_| take(em(3.4), em(0.4)));
    places.height = y + em(0.4);
}

/// Whether something happens at an index. On a phone one that is at rest is a line.
pub(super) fn is_lit(index: &hashrange_protocol::StageIndex) -> bool {
    let used = super::words::recent([index.writes.used, index.writes.before]).is_zero();
    let read = super::words::recent([index.reads.used, index.reads.before]).is_zero();
    index.queued > 0 || index.build.is_some() || !used || !read
}

/// Slots over the hash range: as wide as the slice is, so that the halves of a split have the place of their parent and
/// nothing else moves. Where that would be too narrow for some, all get a least width first.
fn slots(partitions: &[PartitionStage], area: Rect, gap: f64) -> Vec<Rect> {
    let share = |one: &PartitionStage| one.to.saturating_sub(one.from) as f64 / u128::MAX as f64;
    let whole: f64 = partitions.iter().map(share).sum::<f64>().max(f64::MIN_POSITIVE);
    let count = partitions.len().max(1) as f64;
    let enough = ENOUGH + gap;
    let narrowest = partitions.iter().map(|one| share(one) / whole * (area.width + gap)).fold(f64::MAX, f64::min);
    let least = if narrowest >= enough { 0.0 } else { enough.min((area.width + gap) / count * 0.6) };
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
