//! Plays a scene without a browser: its moves on a timeline, its figures from insight and engine.
//!
//! Must not know what a scene is about.

use hashrange_endpoint::{Sending, Settings, Timeline, dials};
use hashrange_engine::Budget;
use hashrange_past::Seen;
use hashrange_time::Timestamp;
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
        let ask = |figure: &Figure| timeline.onlooker().0.figure(timeline.engine(), scene, figure);
        match play.next(ask) {
            Move::Wait(to) => drop(timeline.advance(to, Budget::UNBOUNDED)),
            Move::Send(request) => {
                let body = encode_request(&request);
                let at = timeline.engine().now();
                let answer = timeline.handle(at, *request, body.clone());
                play.answered(&answer).unwrap_or_else(|error| panic!("{}: {error}\n{body:.300}", scene.id));
                requests += 1;
            }
            Move::Load { plan, seed } => {
                timeline.begin_load(*plan, seed);
                while timeline.send_next(Timestamp::MAX, Budget::UNBOUNDED) != Sending::Ended {}
                let tally = timeline.loads().next_back().expect("the load");
                play.loaded(tally, timeline.engine().now());
                requests += tally.sent;
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
        let found = play.figure(&check.figure, |figure| timeline.onlooker().0.figure(timeline.engine(), scene, figure));
        let place = check.words.to_owned();
        readings.push(Reading { place, figure: check.figure, expected: check.expected, found });
    }
    Played { timeline, readings, captions, requests }
}
