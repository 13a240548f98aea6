//! The parts of a picture of the stage: groups of marks, each about one subject, and the paths of moving requests and
//! entries. Must not know the DOM, colours or time.

use hashrange_plot::{Point, Rect};
use hashrange_values::Text;
use litemap::LiteMap;

/// The subject of a group of marks: its identity across pictures, and what an inspector shows.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Subject {
    /// A sender of requests, by position.
    Sender(usize),
    /// The accelerator in front of the table.
    Accelerator,
    /// The hash of the partition key.
    Hash,
    /// Requests of this second.
    Requests,
    /// The complete table.
    Table,
    /// The path of requests to a partition of the table.
    Way(u32),
    /// The pipe to a global index.
    Pipe(Text),
    /// A complete global index.
    Index(Text),
    /// A partition of the table, or of an index.
    Partition {
        /// The index; `None` for the table.
        index: Option<Text>,
        /// Its number.
        number: u32,
    },
    /// An item collection, or the entries of one partition key value.
    Row(Option<Text>, u32, Text),
    /// An item or an entry: index, partition, partition key value and position in its row.
    Item(Option<Text>, u32, Text, u16),
    /// Items that an index rejected.
    Tray(Text),
    /// The stream.
    Stream,
    /// A stream record, by sequence number.
    Record(Text),
    /// Time to live.
    Expiry,
    /// A request, by its number in the event log.
    Request(u64),
}

/// Which end of a text is at its position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// Its beginning.
    Start,
    /// Its middle.
    Middle,
    /// Its end.
    End,
}

/// The form of a mark.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// A box with round corners of this radius.
    Block(Rect, f64),
    /// A line through points, with its width.
    Line(Vec<Point>, f64),
    /// Words on a baseline, with the height of their letters.
    Words {
        /// Where the baseline begins or ends.
        at: Point,
        /// Which end of the text is at `at`.
        anchor: Anchor,
        /// Height in pixels.
        size: f64,
        /// The text.
        text: String,
    },
}

/// A mark: a form, and the role that determines its colour.
#[derive(Clone, Debug, PartialEq)]
pub struct Mark {
    /// The style class, after `stage-`.
    pub role: &'static str,
    /// The form.
    pub shape: Shape,
}

/// How a group stands out while the picture tells what a request did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tone {
    /// As usual.
    #[default]
    Plain,
    /// The request reached it.
    Lit,
    /// The request did not reach it.
    Dim,
}

/// Marks about one subject.
#[derive(Clone, Debug, PartialEq)]
pub struct Group {
    /// Their subject.
    pub subject: Subject,
    /// Its accessible name: `P5`, `item 121212 / 7`. Empty if the words suffice.
    pub name: String,
    /// Whether it can be selected and focused.
    pub selectable: bool,
    /// How it stands out.
    pub tone: Tone,
    /// Its area, for focus and selection.
    pub cover: Rect,
    /// The marks, from back to front.
    pub marks: Vec<Mark>,
}

/// A path on which requests or entries move.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Way {
    /// The points of the path.
    pub points: Vec<Point>,
    /// The number that move on it per second of virtual time.
    pub rate: f64,
    /// The share of them that is refused, 0 to 1.
    pub refused: f64,
    /// The length of the first part, which all paths share and which is drawn once.
    pub shared: f64,
}

/// A picture: the marks, and the paths of moving requests and entries.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Picture {
    /// Width in pixels.
    pub width: f64,
    /// Height in pixels.
    pub height: f64,
    /// The usual height of letters.
    pub text: f64,
    /// The marks, in reading order; partitions in hash order.
    pub groups: Vec<Group>,
    /// Paths of requests, by partition of the table.
    pub ways: LiteMap<u32, Way>,
    /// The areas of words on a path. Moving things pass behind them.
    pub covers: Vec<Rect>,
    /// The path to the hash, for requests whose partition is not drawn.
    pub trunk: Way,
    /// Paths of entries by index, and by partition of the table: from the partition to the index.
    pub pipes: LiteMap<Text, LiteMap<u32, Way>>,
}

impl Picture {
    /// The area of all paths.
    #[must_use]
    pub fn paths(&self) -> Rect {
        let pipes = self.pipes.values().flat_map(LiteMap::values);
        let ways = self.ways.values().chain(pipes).chain([&self.trunk]);
        let mut points = ways.flat_map(|way| &way.points);
        let Some(first) = points.next() else {
            return Rect::default();
        };
        let (mut least, mut most) = (*first, *first);
        for point in points {
            least = Point::new(least.x.min(point.x), least.y.min(point.y));
            most = Point::new(most.x.max(point.x), most.y.max(point.y));
        }
        Rect::new(least.x, least.y, most.x - least.x, most.y - least.y)
    }

    /// The group about a subject.
    #[must_use]
    pub fn group(&self, subject: &Subject) -> Option<&Group> {
        self.groups.iter().find(|group| group.subject == *subject)
    }
}

impl Group {
    /// All words of the group, joined with spaces.
    #[must_use]
    pub fn words(&self) -> String {
        let texts = self.marks.iter().filter_map(|mark| match &mark.shape {
            Shape::Words { text, .. } => Some(text.as_str()),
            _ => None,
        });
        texts.collect::<Vec<_>>().join(" ")
    }
}

/// The position at this share of a path's length.
#[must_use]
pub fn along(points: &[Point], share: f64) -> Point {
    let whole = length(points);
    let mut rest = whole * share.clamp(0.0, 1.0);
    for pair in points.windows(2) {
        let [from, to] = pair else { continue };
        let step = distance(*from, *to);
        if rest <= step && step > 0.0 {
            let part = rest / step;
            return Point::new(from.x + (to.x - from.x) * part, from.y + (to.y - from.y) * part);
        }
        rest -= step;
    }
    points.last().copied().unwrap_or_default()
}

/// The length of a path in pixels.
#[must_use]
pub fn length(points: &[Point]) -> f64 {
    points
        .windows(2)
        .map(|pair| {
            if let [from, to] = pair {
                distance(*from, *to)
            } else {
                0.0
            }
        })
        .sum()
}

fn distance(from: Point, to: Point) -> f64 {
    (to.x - from.x).hypot(to.y - from.y)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_share_of_a_way_is_reported_by_length() {
        let way = [Point::new(0.0, 0.0), Point::new(30.0, 0.0), Point::new(30.0, 10.0)];
        assert!((length(&way) - 40.0).abs() < 1e-9);
        assert_eq!(along(&way, 0.5), Point::new(20.0, 0.0));
        assert_eq!(along(&way, 0.875), Point::new(30.0, 5.0));
        assert_eq!(along(&way, 2.0), Point::new(30.0, 10.0));
        assert_eq!(along(&[], 0.5), Point::default());
    }
}
