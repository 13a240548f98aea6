//! What moves, on a canvas above what stands: one frame for each of the browser's while something moves, and none otherwise.
//!
//! Virtual time between two tellings of the session is reckoned from real time. Must not know what the service is.

use leptos::prelude::window;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement};

use crate::stage::{Dot, DotKind, Picture, Subject, Traffic};

/// Real time after which nothing is reckoned any more, in milliseconds: the session has not told anything for so long.
const GAP: f64 = 500.0;
/// The most that the picture of what moves is behind, in the reader's milliseconds: readings come twice a second.
const MOST_LAG: f64 = 900.0;
/// How long movement goes on after a request while time stands still, in milliseconds.
const TAIL: f64 = 2_600.0;
/// How near to a dot a click must be, in pixels.
const NEAR: f64 = 12.0;

/// Virtual time as the session told it last.
#[derive(Clone, Copy, Default)]
pub(super) struct Told {
    /// Virtual time in microseconds.
    pub now: f64,
    /// Real time at which it was told, in milliseconds.
    pub real: f64,
    pub running: bool,
    /// Virtual time in real time.
    pub speed: f64,
}

/// What moves, and how it was drawn last.
#[derive(Default)]
pub(super) struct Moving {
    pub traffic: Traffic,
    told: Told,
    lag: f64,
    newest: u64,
    tail: Option<f64>,
    dots: Vec<Dot>,
    drawn: bool,
    size: (f64, f64, f64),
    colours: Vec<String>,
}

impl Moving {
    /// Takes up what the session tells of time.
    pub(super) fn tell(&mut self, told: Told) {
        if told.running != self.told.running {
            self.tail = None;
        }
        self.told = told;
    }

    /// Takes up a reading.
    pub(super) fn take(&mut self, stage: &hashrange_protocol::Stage, real: f64) {
        self.traffic.take(stage);
        self.colours.clear();
        let Some(last) = stage.passing.last() else { return };
        if last.number != self.newest {
            let first_look = self.newest == 0;
            self.newest = last.number;
            if self.told.running {
                let age = (self.head(real) - last.at.micros() as f64) / self.told.speed / 1_000.0;
                self.lag = self.lag.max(age.clamp(0.0, MOST_LAG));
            } else if !first_look {
                self.tail = Some(real);
            }
        }
    }

    /// Virtual time now, in microseconds.
    fn head(&self, real: f64) -> f64 {
        let passed = if self.told.running { (real - self.told.real).clamp(0.0, GAP) } else { 0.0 };
        self.told.now + passed * 1_000.0 * self.told.speed
    }

    /// Virtual time as it is shown: a little behind, so that what a reading tells late is seen from its beginning.
    fn shown(&self, real: f64) -> f64 {
        let tail = self.tail.map_or(0.0, |since| (real - since).clamp(0.0, TAIL));
        let lag = if self.tail.is_some() { 0.0 } else { self.lag };
        self.head(real) + (tail - lag) * 1_000.0 * self.told.speed
    }

    /// Whether requests are so many that dots show their flow.
    pub(super) fn flows(&self) -> bool {
        self.told.running && self.traffic.is_band(self.told.speed)
    }

    /// Whether there will be another picture a frame later.
    pub(super) fn goes_on(&self, real: f64) -> bool {
        let tail = self.tail.is_some_and(|since| real - since < TAIL);
        if !self.told.running && !tail {
            return false;
        }
        let shown = self.shown(real);
        self.flows() || self.drawn || self.traffic.moves(shown, self.told.speed)
    }

    /// Draws a frame; touches nothing while nothing moved before and nothing moves now.
    pub(super) fn draw(&mut self, canvas: &HtmlCanvasElement, picture: &Picture, real: f64) -> Result<(), JsValue> {
        let shown = self.shown(real);
        let mut dots = std::mem::take(&mut self.dots);
        self.traffic.dots(shown, self.told.speed, picture, &mut dots);
        self.dots = dots;
        self.traffic.forget_arrived(shown, self.told.speed);
        self.put(canvas, picture)
    }

    /// Draws where everything has come to, for a reader who wants no motion: once for each reading.
    pub(super) fn draw_still(
        &mut self,
        canvas: &HtmlCanvasElement,
        picture: &Picture,
        real: f64,
    ) -> Result<(), JsValue> {
        let now = self.head(real);
        let mut dots = std::mem::take(&mut self.dots);
        self.traffic.stills(now, picture, &mut dots);
        self.dots = dots;
        self.put(canvas, picture)
    }

    fn put(&mut self, canvas: &HtmlCanvasElement, picture: &Picture) -> Result<(), JsValue> {
        if self.dots.is_empty() && !self.drawn {
            self.lag = 0.0;
            return Ok(());
        }
        let context = self.prepared(canvas, picture)?;
        context.clear_rect(0.0, 0.0, picture.width, picture.height);
        self.drawn = !self.dots.is_empty();
        let radius = picture.text * 0.31;
        for (at, kinds) in PAINTS.iter().enumerate() {
            let Some(colour) = self.colours.get(at) else { continue };
            paint(&context, colour, &self.dots, kinds, radius);
        }
        Ok(())
    }

    /// The canvas as large as the picture, with its colours at hand.
    fn prepared(&mut self, canvas: &HtmlCanvasElement, picture: &Picture) -> Result<CanvasRenderingContext2d, JsValue> {
        let context: CanvasRenderingContext2d = canvas.get_context("2d")?.ok_or(JsValue::NULL)?.unchecked_into();
        let ratio = window().device_pixel_ratio().clamp(1.0, 2.0);
        let size = (picture.width, picture.height, ratio);
        if self.size != size {
            self.size = size;
            canvas.set_width(pixels(picture.width * ratio));
            canvas.set_height(pixels(picture.height * ratio));
            context.set_transform(ratio, 0.0, 0.0, ratio, 0.0, 0.0)?;
        }
        if self.colours.is_empty()
            && let Some(style) = window().get_computed_style(canvas)?
        {
            // The style sheet gives the canvas its colours as properties that resolve to what is seen now.
            let names = ["color", "border-top-color", "outline-color", "border-bottom-color"];
            self.colours = names.iter().map(|name| style.get_property_value(name).unwrap_or_default()).collect();
        }
        Ok(context)
    }

    /// The request or entry whose dot is near a place.
    pub(super) fn near(&self, x: f64, y: f64) -> Option<Subject> {
        let far = |dot: &Dot| (dot.at.x - x).hypot(dot.at.y - y);
        let single = self.dots.iter().filter(|dot| dot.number > 0 && far(dot) < NEAR);
        single.min_by(|one, other| far(one).total_cmp(&far(other))).map(|dot| Subject::Request(dot.number))
    }
}

/// Which dots have which colour, in the order of the style sheet's properties.
const PAINTS: [&[DotKind]; 4] = [
    &[DotKind::Write, DotKind::Grain],
    &[DotKind::Read],
    &[DotKind::Refused, DotKind::GrainRefused],
    &[DotKind::Entry, DotKind::GrainEntry],
];

/// Draws the dots of some kinds in one go. What is refused is a cross.
fn paint(context: &CanvasRenderingContext2d, colour: &str, dots: &[Dot], kinds: &[DotKind], radius: f64) {
    context.begin_path();
    let mut crosses = false;
    for dot in dots.iter().filter(|dot| kinds.contains(&dot.kind)) {
        let (x, y) = (dot.at.x, dot.at.y);
        if matches!(dot.kind, DotKind::Refused | DotKind::GrainRefused) {
            crosses = true;
            context.move_to(x - radius, y - radius);
            context.line_to(x + radius, y + radius);
            context.move_to(x + radius, y - radius);
            context.line_to(x - radius, y + radius);
        } else {
            let size = if dot.kind == DotKind::Read { radius * 0.85 } else { radius };
            context.move_to(x + size, y);
            let _ = context.arc(x, y, size, 0.0, std::f64::consts::TAU);
        }
    }
    if crosses {
        context.set_stroke_style_str(colour);
        context.set_line_width(radius * 0.6);
        context.stroke();
    } else {
        context.set_fill_style_str(colour);
        context.fill();
    }
}

#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // the size of a screen
fn pixels(length: f64) -> u32 {
    length.max(0.0).round() as u32
}
