//! Effects: what the page does when values change.
//!
//! Replaces Leptos' `Effect::new`. All effects of the page share its code, instead of a copy for each closure.

use leptos::prelude::Effect;

/// Runs `work` soon, and again whenever a value that it read has changed, as long as its owner exists.
pub fn effect(work: impl FnMut() + 'static) {
    let work: Box<dyn FnMut()> = Box::new(work);
    Effect::new(work);
}

/// Runs `work` as [`effect`] does. It receives whether it has run before.
pub fn effect_again(mut work: impl FnMut(bool) + 'static) {
    let mut began = false;
    effect(move || {
        work(began);
        began = true;
    });
}

/// Runs `work` as [`effect`] does. It receives what its last run returned.
pub fn effect_since<T: 'static>(mut work: impl FnMut(Option<T>) -> T + 'static) {
    let mut last = None;
    effect(move || last = Some(work(last.take())));
}
