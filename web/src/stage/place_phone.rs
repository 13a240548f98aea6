//! The layout of a lesson on a phone: everything fits the height of the area. Client and hash are one line, the subjects
//! of the step have the room they need, and the other partitions are small boxes in rows.
//!
//! Must not know what is drawn within a place.

use hashrange_plot::{Point, Rect};
use hashrange_protocol::{Part, PartitionStage, Stage};

use super::places::Places;
use super::wanted::Wanted;
use super::{Senders, rows};

/// The height that a subject's rows need at least, of a small partition, of an index that is one line, and of the texts above the entries of an index.
const SUBJECT: f64 = 7.9;
const SMALL: f64 = 2.3;
const LINE: f64 = 1.9;
const INDEX: f64 = 5.0;

/// Whether each partition is a subject of the step: it has one of its keys or what the latest request touched; for a
/// local index, the first one with items.
fn subjects(places: &Places, stage: &Stage, wanted: &Wanted) -> Vec<bool> {
    let keyed = |one: &PartitionStage| one.rows.iter().any(|row| wanted.has_key(None, &row.key));
    let told = |one: &PartitionStage| one.rows.iter().any(|row| places.told.touches(None, row));
    let mut subjects: Vec<bool> = stage.partitions.iter().map(keyed).collect();
    if stage.locals.iter().any(|name| wanted.has_index(name)) && !subjects.contains(&true) {
        let items = |one: &PartitionStage| one.items > 0;
        let first = stage.partitions.iter().position(told);
        let first = first.or_else(|| stage.partitions.iter().position(items));
        if let Some(subject) = first.and_then(|first| subjects.get_mut(first)) {
            *subject = true;
        }
    }
    subjects
}

/// Places everything in an area of this height.
pub(super) fn fitted(places: &mut Places, stage: &Stage, senders: &Senders, wanted: &Wanted, height: f64) {
    let scale = places.scale;
    let em = |times: f64| scale.em(times);
    let (left, width) = (places.margin, places.width - 2.0 * places.margin);
    let mut y = em(0.3);
    let mut take = |height: f64, gap: f64| {
        let rect = Rect::new(left, y, width, height);
        y += height + gap;
        rect
    };
    places.senders = senders.list.iter().take(1).map(|_| take(em(1.7), em(0.3))).collect();
    let middle = places.senders.first().map_or(0.0, |one| one.center().y);
    places.hash = Rect::new(left, middle, 0.0, 0.0);
    // The figures of a load have room beside partitions, not beside an index.
    let index = |part: &Part| !matches!(part, Part::Partition(_) | Part::Key(_) | Part::Partitions | Part::Table);
    let load = senders.load.is_some() && !wanted.parts.iter().any(index);
    if load || wanted.has(&Part::Capacity) {
        places.requests = take(em(2.6), em(0.2));
    }
    let dax = stage.accelerator.as_ref().filter(|_| wanted.has(&Part::Dax));
    places.accelerator = dax.map(|_| take(em(2.0), em(0.2)));
    let title = take(em(1.4), em(0.3));
    places.title = Point::new(title.x, title.y + em(1.0));
    let mut below = Below::of(places, stage, wanted, width);
    let count = stage.partitions.len();
    let rows = count.div_ceil(if count > 4 { 8 } else { 4 }) as f64;
    let any = subjects(places, stage, wanted).contains(&true);
    let least = match (any, wanted.has(&Part::Partitions)) {
        (true, false) => em(SUBJECT),
        (true, true) => em(SUBJECT) + rows * em(SMALL + 0.35),
        _ => rows * em(SMALL + 0.35),
    };
    below.shrink(places, height - title.bottom() - em(0.8) - least);
    let room = height - title.bottom() - em(0.8) - below.whole(places);
    places.fits = room >= least
        && below
            .indexes
            .iter()
            .all(|index| *index <= em(LINE) || *index >= em(INDEX + 2.3));
    let bottom = partitions(
        places,
        stage,
        wanted,
        Rect::new(left, title.bottom() + em(0.3), width, room),
    );
    below.place(places, stage, Rect::new(left, bottom, width, height - bottom));
}

/// Places the partitions: small boxes in rows, and subjects below them side by side. Returns their lower edge.
fn partitions(places: &mut Places, stage: &Stage, wanted: &Wanted, area: Rect) -> f64 {
    let scale = places.scale;
    let em = |times: f64| scale.em(times);
    let gap = em(0.35);
    let subject = subjects(places, stage, wanted);
    let any = subject.contains(&true);
    let small = subject.iter().filter(|is| any && !**is).count();
    let large = subject.len() - small;
    let in_row = |most: f64, count: usize| super::row::whole(area.width / em(most)).clamp(1, count.max(1));
    let (few, many) = (in_row(3.4, small), in_row(if large > 4 { 2.9 } else { 6.0 }, large));
    // If the subjects leave no room, the others are left out, unless the step names them.
    let out = any && !wanted.has(&Part::Partitions) && area.height < em(SUBJECT + SMALL + 0.35);
    let above = if out {
        0.0
    } else {
        small.div_ceil(few) as f64 * (em(SMALL) + gap)
    };
    let lines = large.div_ceil(many).max(1) as f64;
    let wide = (area.width - gap * (many - 1) as f64) / many as f64;
    let most = stage.partitions.iter().zip(&subject).filter(|(_, is)| !any || **is);
    let most = most
        .map(|(one, _)| em(4.2) + rows::content(one, wide - em(1.2), scale))
        .fold(em(SMALL), f64::max);
    let tall = ((area.height - above) / lines - gap).clamp(em(SMALL), most);
    let narrow = (area.width - gap * (few - 1) as f64) / few as f64;
    let (mut smalls, mut larges) = (0, 0);
    places.partitions = subject
        .iter()
        .map(|is| {
            let (at, count, width, height, top) = if any && !is {
                smalls += 1;
                (smalls - 1, few, narrow, if out { 0.0 } else { em(SMALL) }, area.y)
            } else {
                larges += 1;
                (larges - 1, many, wide, tall, area.y + above)
            };
            let (line, column) = (at / count, at % count);
            Rect::new(
                area.x + column as f64 * (width + gap),
                top + line as f64 * (height + gap),
                width,
                height,
            )
        })
        .collect();
    area.y + above + lines * (tall + gap)
}

/// The heights of what is below the partitions.
struct Below {
    indexes: Vec<f64>,
    lanes: Vec<f64>,
    /// Whether the step names the pipe of a lane.
    piped: Vec<bool>,
    stream: f64,
    expiry: f64,
}

impl Below {
    fn of(places: &Places, stage: &Stage, wanted: &Wanted, width: f64) -> Self {
        let scale = places.scale;
        let em = |times: f64| scale.em(times);
        let of = |index: &hashrange_protocol::StageIndex| {
            if !wanted.has_index(&index.name) {
                return em(LINE);
            }
            let rows = index
                .partitions
                .iter()
                .map(|one| rows::content(one, width - em(2.8), scale));
            em(INDEX) + rows.fold(em(1.5), f64::max).min(em(6.0))
        };
        let lane = |index: &hashrange_protocol::StageIndex| {
            em(if wanted.has_pipe(&index.name) || index.queued > 0 {
                2.1
            } else {
                0.5
            })
        };
        let stream = stage
            .stream
            .as_ref()
            .filter(|_| wanted.has(&Part::Stream) || wanted.has(&Part::Record));
        let expiry = wanted.has(&Part::Expiry);
        Self {
            piped: stage.indexes.iter().map(|index| wanted.has_pipe(&index.name)).collect(),
            indexes: stage.indexes.iter().map(of).collect(),
            lanes: stage.indexes.iter().map(lane).collect(),
            stream: stream.map_or(0.0, |stream| em(if stream.records > 0 { 4.4 } else { 1.6 })),
            expiry: if expiry { em(3.2) } else { 0.0 },
        }
    }

    /// Makes it fit: the boxes of named indexes become lower, and the lines of others are left out.
    fn shrink(&mut self, places: &Places, most: f64) {
        if self.whole(places) <= most {
            return;
        }
        let em = |times: f64| places.scale.em(times);
        for (lane, piped) in self.lanes.iter_mut().zip(&self.piped) {
            *lane = if *piped { *lane } else { em(0.5) };
        }
        for at in 0..self.indexes.len() {
            let over = self.whole(places) - most;
            let (Some(index), Some(lane)) = (self.indexes.get_mut(at), self.lanes.get_mut(at)) else {
                continue;
            };
            if over > 0.0 && *index <= em(LINE) && *lane < em(1.0) {
                (*index, *lane) = (0.0, 0.0);
            }
        }
        let named = self.indexes.iter().filter(|index| **index > em(LINE)).count().max(1) as f64;
        let over = (self.whole(places) - most).max(0.0) / named;
        for index in self.indexes.iter_mut().filter(|index| **index > em(LINE)) {
            *index = (*index - over).max(em(INDEX + 2.3));
        }
    }

    fn whole(&self, places: &Places) -> f64 {
        let sum: f64 = self.indexes.iter().chain(&self.lanes).sum();
        let shown = self.indexes.iter().filter(|index| **index > 0.0).count();
        sum + self.stream + self.expiry + places.scale.em(0.2) * shown as f64
    }

    fn place(&self, places: &mut Places, stage: &Stage, area: Rect) {
        let em = |times: f64| places.scale.em(times);
        let mut y = area.y;
        let mut indexes = Vec::new();
        let mut lanes = Vec::new();
        for (tall, lane) in self.indexes.iter().zip(&self.lanes) {
            lanes.push(y + lane / 2.0);
            y += lane;
            indexes.push(Rect::new(area.x, y, area.width, *tall));
            y += tall + if *tall > 0.0 { em(0.2) } else { 0.0 };
        }
        if self.stream > 0.0 {
            places.stream = stage
                .stream
                .as_ref()
                .map(|_| Rect::new(area.x, y, area.width, self.stream));
            y += self.stream;
        }
        if self.expiry > 0.0 {
            places.expiry = Some(Rect::new(area.x, y, area.width, self.expiry));
            y += self.expiry;
        }
        places.height = y + em(0.2);
        (places.indexes, places.lanes) = (indexes, lanes);
    }
}
