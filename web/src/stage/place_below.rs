//! The layout of what is below the partitions: global indexes with their pipes, stream and time to live.
//!
//! Must not know what is drawn within a place.

use hashrange_plot::Rect;
use hashrange_protocol::{Part, Stage, StageIndex};

use super::index_rows::slot_widths;
use super::places::Places;
use super::rows;
use super::situation::throttles;

/// The height of the lane of a pipe, of an index, of an index that is a line, and of the gap between boxes.
const LANE: f64 = 2.1;
pub(super) const INDEX: f64 = 9.6;
const LINE: f64 = 2.0;
const GAP: f64 = 1.6;
/// The lowest partition beside an index that a step names, with entries of a local index that it names, and otherwise.
const LOW: f64 = 8.4;
const LOCALS: f64 = 13.9;
const HIGH: f64 = 13.0;

/// What is below the partitions: boxes with a pipe each, and indexes as lines below them. In a lesson, an index that its
/// step does not name is a line, unless there are few indexes and none is named.
pub(super) struct Below {
    /// The positions of the indexes that are boxes, and of those that are lines.
    boxes: Vec<usize>,
    lines: Vec<usize>,
    /// The number of lines side by side, and whether the place after the last one says how many more there are.
    in_line: usize,
    more: bool,
    /// Whether stream and time to live have a box.
    time: bool,
    columns: usize,
    /// The height of a box, and whether it should be higher.
    tall: f64,
    pub(super) low: bool,
}

impl Below {
    pub(super) fn of(places: &Places, stage: &Stage) -> Self {
        let em = |times: f64| places.scale.em(times);
        let wanted = &places.wanted;
        let named = |index: &StageIndex| wanted.has_index(&index.name) || wanted.has_pipe(&index.name);
        let choose = wanted.is_lesson() && (stage.indexes.len() > 2 || stage.indexes.iter().any(named));
        let is_box = |at: &usize| !choose || stage.indexes.get(*at).is_some_and(named);
        let (boxes, lines): (Vec<usize>, Vec<usize>) = (0..stage.indexes.len()).partition(is_box);
        let time = stage.stream.is_some() || places.shows_expiry(stage);
        let count = boxes.len() + usize::from(time);
        let fits = super::row::whole((places.width - 2.0 * places.margin) / em(21.0));
        let columns = count.min(fits.max(1)).max(1);
        let mut below = Self {
            boxes,
            lines,
            in_line: 1,
            more: false,
            time,
            columns,
            tall: 0.0,
            low: false,
        };
        below.choose_lines(places, stage);
        (below.tall, below.low) = below.height_of_boxes(places, stage);
        below
    }

    /// Chooses the lines that have a place: each has its whole name. An index that is not at rest comes first.
    fn choose_lines(&mut self, places: &Places, stage: &Stage) {
        let scale = places.scale;
        let index = |at: &usize| stage.indexes.get(*at);
        let names = self.lines.iter().filter_map(index);
        let longest = names.map(|index| scale.width(&index.name)).fold(0.0, f64::max);
        let least = longest * scale.text / scale.small + scale.width("□    ") + scale.em(2.2);
        let whole = places.width - 2.0 * places.margin;
        let fits = super::row::whole(whole / least.max(scale.em(10.5)));
        self.in_line = self.lines.len().clamp(1, fits.max(1));
        let most = self.in_line * if self.boxes.is_empty() { 4 } else { 2 };
        self.more = self.lines.len() > most;
        let is_at_rest = |at: &usize| index(at).is_some_and(|index| index.status == "ACTIVE" && !throttles(index));
        while self.more && self.lines.len() >= most {
            let last = self.lines.iter().rposition(is_at_rest);
            self.lines.remove(last.unwrap_or(self.lines.len() - 1));
        }
    }

    fn rows(&self) -> f64 {
        (self.boxes.len() + usize::from(self.time)).div_ceil(self.columns) as f64
    }

    fn height_of_boxes(&self, places: &Places, stage: &Stage) -> (f64, bool) {
        let em = |times: f64| places.scale.em(times);
        if self.boxes.is_empty() {
            let stream = if stage.stream.is_some() { em(6.2) } else { 0.0 };
            return (stream + if places.shows_expiry(stage) { em(3.4) } else { 0.0 }, false);
        }
        let named = self.boxes.iter().filter_map(|at| stage.indexes.get(*at));
        let named = named.filter(|index| places.wanted.has_index(&index.name));
        let width = (places.width - 2.0 * places.margin) / self.columns as f64 - em(1.8);
        let of = |index: &StageIndex| {
            let widths = slot_widths(&index.partitions.iter().collect::<Vec<_>>(), width);
            let rows = index.partitions.iter().zip(widths);
            let rows = rows.map(|(one, each)| rows::content(one, each - em(1.4), places.scale));
            em(6.6) + rows.fold(0.0, f64::max)
        };
        let most = named.map(of).fold(em(INDEX), f64::max).min(em(14.0));
        if !places.wanted.is_lesson() {
            return (most, false);
        }
        // In a lesson everything is visible.
        let rest = places.room - places.title.y - em(2.1 + lowest(places, stage)) - self.around(places);
        let room = (rest + em(GAP)) / self.rows() - em(GAP);
        (most.min(room).max(em(6.6)), most > room)
    }

    /// The height of everything but the boxes.
    fn around(&self, places: &Places) -> f64 {
        let lines = (self.lines.len() + usize::from(self.more)).div_ceil(self.in_line) as f64 * (LINE + 0.4);
        places.scale.em(1.9 + self.boxes.len() as f64 * LANE + lines)
    }

    /// The whole height.
    pub(super) fn height(&self, places: &Places) -> f64 {
        let gap = places.scale.em(GAP);
        self.around(places) + (self.rows() * (self.tall + gap) - gap).max(0.0)
    }
}

/// The lowest height of a partition.
pub(super) fn lowest(places: &Places, stage: &Stage) -> f64 {
    let wanted = &places.wanted;
    let below = stage
        .indexes
        .iter()
        .any(|index| wanted.has_index(&index.name) || wanted.has_pipe(&index.name));
    let time = [Part::Expiry, Part::Stream, Part::Record]
        .iter()
        .any(|part| wanted.has(part));
    if stage.locals.iter().any(|name| wanted.has_index(name)) {
        LOCALS
    } else if below || time {
        LOW
    } else {
        HIGH
    }
}

pub(super) fn place_below(places: &mut Places, stage: &Stage, bottom: f64) {
    let below = Below::of(places, stage);
    let em = |times: f64| places.scale.em(times);
    let (columns, height, gap) = (below.columns, below.tall, em(1.8));
    let whole = places.width - 2.0 * places.margin;
    let width = (whole - gap * (columns - 1) as f64) / columns as f64;
    let top = bottom + em(1.1) + below.boxes.len() as f64 * em(LANE);
    let cell = |at: usize| {
        let (row, column) = (at / columns, at % columns);
        Rect::new(
            places.margin + column as f64 * (width + gap),
            top + row as f64 * (height + em(GAP)),
            width,
            height,
        )
    };
    let end = top + below.rows() * (height + em(GAP)) - em(GAP);
    let in_line = below.in_line;
    let each = whole / in_line as f64;
    let line = |at: usize| {
        let y = if below.rows() > 0.0 { end + em(0.6) } else { top };
        let (row, column) = (at / in_line, at % in_line);
        let y = y + row as f64 * em(LINE + 0.4);
        Rect::new(places.margin + column as f64 * each, y, each - em(0.4), em(LINE))
    };
    let (mut indexes, mut lanes) = (Vec::new(), Vec::new());
    for at in 0..stage.indexes.len() {
        let place = below.boxes.iter().position(|one| *one == at);
        let lane = place.map_or(0.0, |place| bottom + em(1.4) + place as f64 * em(LANE));
        lanes.push(lane);
        let slim = || below.lines.iter().position(|one| *one == at).map(line);
        indexes.push(place.map(cell).or_else(slim).unwrap_or_default());
    }
    let lines = below.lines.len() + usize::from(below.more);
    places.others = below.more.then(|| line(below.lines.len()));
    let last = below.time.then(|| cell(below.boxes.len()));
    let shows_expiry = places.shows_expiry(stage);
    let bottom = [Some(end), lines.checked_sub(1).map(|last| line(last).bottom())];
    places.height = bottom.into_iter().flatten().fold(bottom_of(&last, end), f64::max) + places.scale.em(0.8);
    if let Some(last) = last {
        let em = |times: f64| places.scale.em(times);
        let stream = stage.stream.is_some();
        places.stream = stream.then(|| Rect::new(last.x, last.y, last.width, em(5.8)));
        let y = if stream { last.y + em(6.2) } else { last.y };
        places.expiry = shows_expiry.then(|| Rect::new(last.x, y, last.width, em(3.4)));
    }
    (places.indexes, places.lanes) = (indexes, lanes);
}

/// The lower edge of a box; without one, another height.
fn bottom_of(last: &Option<Rect>, otherwise: f64) -> f64 {
    last.as_ref().map_or(otherwise, Rect::bottom)
}
