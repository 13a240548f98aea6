//! The moving parts, on a canvas above the static ones: one frame per browser frame while something moves, and none
//! otherwise.
//!
//! Virtual time between two updates of the session is extrapolated from real time. Must not know the service.

use hashrange_plot::Rect;
use leptos::prelude::window;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement};

use crate::stage::{Dot, DotKind, Picture, Subject, Traffic};

/// The real time without an update after which extrapolation stops, in milliseconds. A clock that only runs is reported
/// once a second.
const GAP: f64 = 1_500.0;
/// The maximum lag of the moving picture, in real milliseconds. Readings arrive twice a second.
const MOST_LAG: f64 = 900.0;
/// How long movement continues after a request while time is paused, in milliseconds.
const TAIL: f64 = 2_600.0;
/// The maximum distance of a click from a dot, in pixels.
const NEAR: f64 = 12.0;

/// Virtual time at the session's last update.
#[derive(Clone, Copy, Default)]
pub(super) struct LastUpdate {
    /// Virtual time in microseconds.
    pub now: f64,
    /// Real time of the update, in milliseconds.
    pub real: f64,
    pub running: bool,
    /// The speed of virtual time as a multiple of real time.
    pub speed: f64,
}

/// The moving things, and their last drawing.
#[derive(Default)]
pub(super) struct Moving {
    pub traffic: Traffic,
    last: LastUpdate,
    lag: f64,
    newest: u64,
    tail: Option<f64>,
    dots: Vec<Dot>,
    drawn: bool,
    /// The area of the canvas in the picture, and the pixels of the screen for one of its own.
    area: (Rect, f64),
    colours: Vec<String>,
}

impl Moving {
    /// Receives the session's update of time.
    pub(super) fn update(&mut self, last: LastUpdate) {
        if last.running != self.last.running {
            self.tail = None;
        }
        self.last = last;
    }

    /// Adds a reading.
    pub(super) fn take(&mut self, stage: &hashrange_protocol::Stage, real: f64) {
        self.traffic.take(stage);
        self.colours.clear();
        let Some(last) = stage.passing.last() else { return };
        if last.number != self.newest {
            let first_look = self.newest == 0;
            self.newest = last.number;
            if self.last.running {
                let age = (self.head(real) - last.at.micros() as f64) / self.last.speed / 1_000.0;
                self.lag = self.lag.max(age.clamp(0.0, MOST_LAG));
            } else if !first_look && stage.answer.as_ref().is_some_and(|answer| !answer.by_load) {
                // Many requests of a load at once show no movement.
                self.tail = Some(real);
            }
        }
    }

    /// Virtual time now, in microseconds.
    fn head(&self, real: f64) -> f64 {
        let passed = if self.last.running {
            (real - self.last.real).clamp(0.0, GAP)
        } else {
            0.0
        };
        self.last.now + passed * 1_000.0 * self.last.speed
    }

    /// The shown virtual time. It lags a little, so that late readings are visible from their start.
    fn shown(&self, real: f64) -> f64 {
        let tail = self.tail.map_or(0.0, |since| (real - since).clamp(0.0, TAIL));
        let lag = if self.tail.is_some() { 0.0 } else { self.lag };
        self.head(real) + (tail - lag) * 1_000.0 * self.last.speed
    }

    /// Whether the request rate is so high that grains show the flow.
    pub(super) fn flows(&self) -> bool {
        self.last.running && self.traffic.is_band(self.last.speed)
    }

    /// Whether the next frame will differ.
    pub(super) fn goes_on(&self, real: f64) -> bool {
        let tail = self.tail.is_some_and(|since| real - since < TAIL);
        if !self.last.running && !tail {
            // One more frame removes what stands on the paths of a paused clock.
            return self.drawn;
        }
        if self.last.running && real - self.last.real > GAP {
            // Extrapolation has stopped; the next update starts it again.
            return false;
        }
        let shown = self.shown(real);
        self.flows() || self.drawn || self.traffic.moves(shown, self.last.speed)
    }

    /// Draws a frame. Does nothing if nothing moved before and nothing moves now.
    pub(super) fn draw(&mut self, canvas: &HtmlCanvasElement, picture: &Picture, real: f64) -> Result<(), JsValue> {
        let shown = self.shown(real);
        let mut dots = std::mem::take(&mut self.dots);
        // A band is a rate, and a paused clock has none.
        let tail = self.tail.is_some_and(|since| real - since < TAIL) && !self.traffic.is_band(self.last.speed);
        if self.last.running || tail {
            self.traffic.dots(shown, self.last.speed, picture, &mut dots);
        } else {
            dots.clear();
        }
        self.dots = dots;
        self.traffic.forget_arrived(shown, self.last.speed);
        self.put(canvas, picture)
    }

    /// Draws the final positions with reduced motion, once for each reading.
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
        let (area, _) = self.area;
        context.clear_rect(area.x, area.y, area.width, area.height);
        self.drawn = !self.dots.is_empty();
        let radius = picture.text * 0.31;
        for (at, kinds) in PAINTS.iter().enumerate() {
            let Some(colour) = self.colours.get(at) else { continue };
            paint(&context, colour, &self.dots, kinds, radius);
        }
        Ok(())
    }

    /// The canvas above the paths, with its colours. A browser copies all of a canvas for each frame, so it is no larger.
    fn prepared(&mut self, canvas: &HtmlCanvasElement, picture: &Picture) -> Result<CanvasRenderingContext2d, JsValue> {
        let context: CanvasRenderingContext2d = canvas.get_context("2d")?.ok_or(JsValue::NULL)?.unchecked_into();
        let ratio = window().device_pixel_ratio().clamp(1.0, 2.0);
        let edge = picture.text.ceil();
        let paths = picture.paths();
        let area = Rect::new(
            (paths.x - edge).floor(),
            (paths.y - edge).floor(),
            (paths.width + 2.0 * edge).ceil(),
            (paths.height + 2.0 * edge).ceil(),
        );
        if self.area != (area, ratio) {
            self.area = (area, ratio);
            canvas.set_width(pixels(area.width * ratio));
            canvas.set_height(pixels(area.height * ratio));
            context.set_transform(ratio, 0.0, 0.0, ratio, -area.x * ratio, -area.y * ratio)?;
            place(canvas, picture, area)?;
        }
        if self.colours.is_empty()
            && let Some(style) = window().get_computed_style(canvas)?
        {
            // The style sheet sets the colours as properties of the canvas that resolve to the current theme.
            let names = ["color", "border-top-color", "outline-color", "border-bottom-color"];
            self.colours = names
                .iter()
                .map(|name| style.get_property_value(name).unwrap_or_default())
                .collect();
        }
        Ok(context)
    }

    /// The request or entry whose dot is near a position.
    pub(super) fn near(&self, x: f64, y: f64) -> Option<Subject> {
        let far = |dot: &Dot| (dot.at.x - x).hypot(dot.at.y - y);
        let single = self.dots.iter().filter(|dot| dot.number > 0 && far(dot) < NEAR);
        single
            .min_by(|one, other| far(one).total_cmp(&far(other)))
            .map(|dot| Subject::Request(dot.number))
    }
}

/// The dots of each colour, in the order of the style sheet's properties.
const PAINTS: [&[DotKind]; 4] = [
    &[DotKind::Write, DotKind::Grain],
    &[DotKind::Read],
    &[DotKind::Refused, DotKind::GrainRefused],
    &[DotKind::Entry, DotKind::GrainEntry],
];

/// Draws the dots of some kinds in one call. Refused requests are crosses.
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
            let size = if dot.kind == DotKind::Read {
                radius * 0.85
            } else {
                radius
            };
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

/// Puts the canvas above its area of the picture, which may be narrower on the screen than it was drawn. A translation is
/// no shift of the layout.
fn place(canvas: &HtmlCanvasElement, picture: &Picture, area: Rect) -> Result<(), JsValue> {
    let style = canvas.style();
    let share = |length: f64, whole: f64| format!("{}%", 100.0 * length / whole.max(1.0));
    style.set_property("width", &share(area.width, picture.width))?;
    style.set_property("height", &share(area.height, picture.height))?;
    let moved = format!(
        "translate({}, {})",
        share(area.x, area.width),
        share(area.y, area.height)
    );
    style.set_property("transform", &moved)
}

#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // the size of a screen
fn pixels(length: f64) -> u32 {
    length.max(0.0).round() as u32
}
