//! Plays a scene without a browser: its moves on a timeline, its figures from insight and engine.
//!
//! Must not know what a scene is about.

use hashrange_endpoint::{Settings, Timeline, dials};
use hashrange_engine::{Budget, Engine, IndexKind, IndexView, TableView};
use hashrange_insight::{Collection, CollectionPage, Consumption, IndexBuild, Insight, Resource, Units, collections};
use hashrange_time::Timestamp;
use hashrange_values::AttributeValue;
use hashrange_wire::encode_request;
use hashrange_workload::{Figure, Move, Piece, Play, Scene};

/// A figure of a caption or a check: where it stands, what it must be and what it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reading {
    /// The caption's number, or a check's words.
    pub place: String,
    /// The figure.
    pub figure: Figure,
    /// What the scene says.
    pub expected: &'static str,
    /// What the service says.
    pub found: String,
}

/// A scene that was played to its end.
#[derive(Debug)]
pub struct Played {
    /// The service, and the way back.
    pub timeline: Timeline<Seen>,
    /// Every figure of every caption and check.
    pub readings: Vec<Reading>,
    /// When each caption was shown.
    pub captions: Vec<Timestamp>,
    /// Requests sent.
    pub requests: u64,
}

/// Insight, taken back with the service it looks at.
#[derive(Clone, Debug, Default)]
pub struct Seen(pub Insight);

impl hashrange_endpoint::Onlooker for Seen {
    fn observe(&mut self, engine: &Engine) {
        self.0.observe(engine);
    }
}

/// What a scene is played with: the page's own physics, start and seed, and the scene's dials.
///
/// # Panics
/// When a dial is unknown.
#[must_use]
pub fn settings(scene: &Scene) -> Settings {
    let start = Timestamp::from_seconds(1_571_820_000);
    let mut settings = Settings { start, ..Settings::of_preset("classroom").expect("a preset") };
    for (name, value) in scene.dials() {
        let physics = dials::PHYSICS.iter().find(|(known, _)| *known == name);
        let set = match physics {
            Some((_, dial)) => dial(&mut settings.physics).set(value),
            None => {
                let (_, dial) = dials::LIMITS.iter().find(|(known, _)| *known == name).expect("a dial");
                dial(&mut settings.limits).set(value)
            }
        };
        set.unwrap_or_else(|| panic!("{name}: {value}"));
    }
    settings
}

/// Plays a scene to its end.
///
/// # Panics
/// When the service refuses what it must answer, or the other way round.
#[must_use]
pub fn play(scene: &Scene) -> Played {
    let settings = settings(scene);
    let mut timeline = Timeline::<Seen>::begin(&settings);
    timeline.set_tracing(true);
    let mut play = Play::new(scene, settings.start);
    let (mut readings, mut captions, mut requests) = (Vec::new(), Vec::new(), 0);
    loop {
        let ask = |figure: &Figure| read(scene, figure, &timeline);
        match play.next(ask) {
            Move::Wait(to) => drop(timeline.advance(to, Budget::UNBOUNDED)),
            Move::Send(request) => {
                let body = encode_request(&request);
                let at = timeline.engine().now();
                let answer = timeline.handle(at, *request, body.clone());
                play.answered(&answer).unwrap_or_else(|error| panic!("{}: {error}\n{body:.300}", scene.id));
                requests += 1;
            }
            Move::Say(caption) => {
                for piece in &caption.pieces {
                    let Piece::Figure(figure, expected) = piece else { continue };
                    let found = play.figure(figure, ask);
                    let place = format!("caption {}", captions.len() + 1);
                    readings.push(Reading { place, figure: figure.clone(), expected, found });
                }
                captions.push(timeline.engine().now());
            }
            Move::End => break,
        }
    }
    for check in scene.checks() {
        let found = play.figure(&check.figure, |figure| read(scene, figure, &timeline));
        let place = check.words.to_owned();
        readings.push(Reading { place, figure: check.figure, expected: check.expected, found });
    }
    Played { timeline, readings, captions, requests }
}

/// A figure of the service as it is now.
fn read(scene: &Scene, figure: &Figure, timeline: &Timeline<Seen>) -> String {
    let (engine, insight) = (timeline.engine(), &timeline.onlooker().0);
    let Some(table) = engine.table(scene.table) else { return String::new() };
    let expiry = insight.expiry(engine, scene.table).map(|board| (board.live, board.readable, board.deleted));
    let (live, readable, deleted) = expiry.unwrap_or_default();
    match figure {
        Figure::Items => table.item_count().to_string(),
        Figure::Entries(name) => index(table, name).map_or(0, IndexView::item_count).to_string(),
        Figure::Waiting(name) => index(table, name).map_or(0, IndexView::queued).to_string(),
        Figure::Status(None) => table.status().as_str().to_owned(),
        Figure::Status(Some(name)) => {
            index(table, name).map_or_else(String::new, |index| index.status().as_str().to_owned())
        }
        Figure::Percent(name) => build(engine, scene, name).map_or(0, |build| build.percent).to_string(),
        Figure::Violations(name) => build(engine, scene, name).map_or(0, |build| build.violation_count).to_string(),
        Figure::ThrottledWrites(name) => {
            let resource = name.map_or(Resource::Table, |name| Resource::GlobalIndex(name.into()));
            let series = insight.capacity(scene.table).and_then(|capacity| capacity.series(&resource));
            series.map_or(0, |series| series.total().throttled_writes).to_string()
        }
        Figure::Readable => readable.to_string(),
        Figure::Deleted => deleted.to_string(),
        Figure::Expiring => live.to_string(),
        Figure::Partitions(None) => table.partitions().count().to_string(),
        Figure::Partitions(Some(name)) => index(table, name).map_or(0, |index| index.partitions().count()).to_string(),
        Figure::Behind => table.behind(engine.now()).to_string(),
        Figure::Collection(key) => collection_bytes(engine, scene, key).to_string(),
        Figure::Cost => insight.last_report().map_or_else(String::new, |report| {
            let arms = report.consumption.iter().flat_map(Consumption::arms);
            let units = arms.fold(Units::ZERO, |sum, arm| sum + arm.units);
            units.as_f64().to_string()
        }),
        Figure::Sent | Figure::Answered | Figure::Throttled | Figure::Count | Figure::Value(_) | Figure::Refusal => {
            String::new()
        }
    }
}

fn index<'a>(table: TableView<'a>, name: &str) -> Option<IndexView<'a>> {
    table.indexes().find(|index| index.definition().name == name)
}

fn build(engine: &Engine, scene: &Scene, name: &str) -> Option<IndexBuild> {
    IndexBuild::of(engine, scene.table, name)
}

/// Bytes of the items of a partition key value in the table and in its local indexes.
fn collection_bytes(engine: &Engine, scene: &Scene, key: &str) -> u64 {
    let Some(table) = engine.table(scene.table) else { return 0 };
    let local = table.indexes().filter(|index| index.definition().kind == IndexKind::Local);
    let names = local.map(|index| Some(index.definition().name.clone()));
    let page = CollectionPage { skip: 0, take: usize::MAX, members: 0 };
    let of = |index: Option<&str>| {
        let all = collections(engine, scene.table, index, page);
        let wanted = AttributeValue::string(key);
        let bytes = |one: &Collection| one.partition_key.iter().any(|(_, value)| *value == wanted).then_some(one.bytes);
        all.list.iter().filter_map(bytes).sum::<u64>()
    };
    std::iter::once(None).chain(names).map(|name| of(name.as_deref())).sum()
}
