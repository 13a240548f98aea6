//! Calm: how often a view looks at a service that keeps changing. A single change is seen at once; while changes follow each
//! other, a view looks a few times a second, less often the longer its look takes, and views look one after the other.
//!
//! Must not know what is looked at.

use std::time::Duration;

use leptos::prelude::*;

use crate::session::{Session, real_time};

/// Shortest time between two looks while changes go on, in milliseconds.
const PAUSE_MS: f64 = 250.0;
/// The longest.
const LONGEST_MS: f64 = 5_000.0;
/// The pause takes at least this many times as long as the look before it, so that a large table costs few frames.
const PAUSE_TIMES: f64 = 25.0;

/// How many looks of a card are due and not yet taken. While there are any, what the card shows is older than the service.
/// Those are counted that begin within a `Provider` of it: components alone do not keep their contexts apart.
#[derive(Clone, Copy, Default)]
pub struct LooksDue(RwSignal<u32>);

impl LooksDue {
    /// Whether there are any.
    pub fn any(self) -> Signal<bool> {
        Signal::derive(move || self.0.get() > 0)
    }
}

/// When to look again.
#[derive(Clone, Copy)]
pub struct Calm {
    tick: RwSignal<u64>,
    /// Real time a look took lately, in milliseconds.
    spent: StoredValue<f64>,
    /// When the last look was due, in milliseconds of real time.
    looked: StoredValue<f64>,
    waiting: StoredValue<bool>,
    /// The card's, where a card wants to know.
    due: Option<LooksDue>,
}

impl Calm {
    /// Follows every change of state.
    #[must_use]
    pub fn state(session: Session) -> Self {
        Self::following(move || session.revision().track())
    }

    /// Follows every change of state and every second of virtual time.
    #[must_use]
    pub fn time(session: Session) -> Self {
        let second = Memo::new(move |_| session.now().get().seconds());
        Self::following(move || {
            session.revision().track();
            // Read, not only tracked: a memo nobody has read does not notice that it is out of date.
            second.with(|_| ());
        })
    }

    fn following(changes: impl Fn() + 'static) -> Self {
        let calm = Self {
            tick: RwSignal::new(0),
            spent: StoredValue::new(0.0),
            looked: StoredValue::new(f64::MIN),
            waiting: StoredValue::new(false),
            due: use_context(),
        };
        on_cleanup(move || {
            calm.wait(false);
        });
        Effect::new(move |begun: Option<()>| {
            changes();
            if begun.is_some() {
                calm.changed();
            }
        });
        calm
    }

    /// Has whoever calls it look again when it is time.
    pub fn track(self) {
        self.tick.track();
    }

    /// Looks, and takes note of how long that takes.
    pub fn measure<T>(self, look: impl FnOnce() -> T) -> T {
        let started = real_time();
        let seen = look();
        let took = real_time() - started;
        // The view is gone when a look outlives it; then nobody waits for the next one.
        self.spent.try_update_value(|spent| *spent = took.max(*spent / 2.0));
        seen
    }

    fn changed(self) {
        let Some(looked) = self.looked.try_get_value() else { return };
        if self.waiting.try_get_value() != Some(false) {
            return;
        }
        let left = looked + pause(self.spent.try_get_value().unwrap_or_default()) - real_time();
        if left <= 0.0 {
            self.look();
            return;
        }
        self.wait(true);
        set_timeout(
            move || {
                if self.wait(false) {
                    self.look();
                }
            },
            Duration::from_secs_f64(left / 1_000.0),
        );
    }

    /// Whether a look is waited for; gives whether that has changed, which it never does once the view is gone.
    fn wait(self, waiting: bool) -> bool {
        let before = self.waiting.try_update_value(|it| std::mem::replace(it, waiting));
        let changed = before.is_some_and(|before| before != waiting);
        if let (true, Some(LooksDue(due))) = (changed, self.due) {
            due.try_update(|due| *due = if waiting { *due + 1 } else { due.saturating_sub(1) });
        }
        changed
    }

    fn look(self) {
        self.looked.try_update_value(|looked| *looked = real_time());
        self.tick.try_update(|tick| *tick += 1);
    }
}

/// Milliseconds from one look to the next, after one that took so long.
fn pause(spent: f64) -> f64 {
    (spent * PAUSE_TIMES).clamp(PAUSE_MS, LONGEST_MS)
}

#[cfg(test)]
mod tests {
    use super::pause;

    #[test]
    fn a_look_that_takes_long_comes_seldom() {
        assert!((pause(0.0) - 250.0).abs() < 0.1);
        assert!((pause(40.0) - 1_000.0).abs() < 0.1);
        assert!((pause(900.0) - 5_000.0).abs() < 0.1);
    }
}
