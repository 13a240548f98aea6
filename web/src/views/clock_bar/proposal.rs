//! Proposes a speed that shows the current process, from the pending work. Must not know signals.

use hashrange_protocol::Speed;
use hashrange_time::Duration;
use hashrange_words::t;

use super::pace::speeds;

/// Requests a second that are distinguishable at real-time speed.
const TELLABLE: u32 = 10;
/// The requests a second above which one twentieth of real time is not slow enough.
const MANY: u32 = 500;
/// The real time of a wait that needs no proposal.
const PATIENCE: Duration = Duration::from_seconds(20);
/// The real time that a wait should take.
const SHORT: Duration = Duration::from_seconds(5);

/// The pending work.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Activity {
    /// Whether time runs, and its speed.
    pub running: bool,
    /// The current speed.
    pub speed: Speed,
    /// Requests a second of the load that runs.
    pub load: Option<u32>,
    /// Pending changes of global indexes, and how long the oldest of them has been pending.
    pub queued: u64,
    /// The age of the oldest of them.
    pub oldest: Duration,
    /// Whether an index is being built.
    pub building: bool,
    /// The time until the service does something by itself.
    pub wait: Option<Duration>,
    /// The speed in the step of a lesson.
    pub lesson: Option<Speed>,
}

/// A speed and its reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Proposal {
    /// The speed.
    pub speed: Speed,
    /// What it shows.
    pub why: &'static str,
}

/// The speed that shows the pending work. `None` if that is the current speed, or if any speed does.
pub(super) fn proposal(activity: &Activity) -> Option<Proposal> {
    let Activity {
        running,
        speed,
        load,
        queued,
        oldest,
        building,
        wait,
        lesson,
    } = *activity;
    let of = |per_mille, why| {
        Some(Proposal {
            speed: Speed::from_per_mille(per_mille),
            why,
        })
    };
    let named = lesson.map(|speed| Proposal {
        speed,
        why: t!("shows this step"),
    });
    let proposed = match (load, wait) {
        _ if named.is_some() => named,
        _ if building => of(1_000, t!("shows the backfill of the index")),
        (Some(rate), _) if rate > MANY => of(10, t!("slow enough to see one request")),
        (Some(rate), _) if rate > TELLABLE => of(50, t!("slow enough to see a millisecond")),
        (Some(_), _) => of(1_000, t!("shows each request")),
        // While time runs, a single write reaches its indexes before a reader could choose.
        (None, _) if queued > 0 && !running && oldest < Duration::from_seconds(1) => {
            of(50, t!("slow enough to see a millisecond"))
        }
        (None, Some(wait)) if speed.of(PATIENCE, 0).0 < wait => Some(shortened(wait)),
        (None, None) if speed < Speed::REAL => of(1_000, t!("nothing is in progress")),
        _ => None,
    };
    proposed.filter(|proposed| proposed.speed != speed)
}

/// The slowest speed at which a wait is short.
fn shortened(wait: Duration) -> Proposal {
    let speed = speeds()
        .iter()
        .map(|(speed, _)| *speed)
        .find(|speed| speed.of(SHORT, 0).0 >= wait);
    Proposal {
        speed: speed.unwrap_or(Speed::FASTEST),
        why: t!("shortens the wait"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn speed(activity: Activity) -> Option<String> {
        proposal(&activity).map(|proposal| proposal.speed.to_string())
    }

    const LIFE: Activity = Activity {
        running: true,
        speed: Speed::REAL,
        load: None,
        queued: 0,
        oldest: Duration::ZERO,
        building: false,
        wait: None,
        lesson: None,
    };

    #[test]
    fn what_takes_milliseconds_is_slowed_down() {
        let still = Activity {
            running: false,
            queued: 1,
            oldest: Duration::from_millis(4),
            ..LIFE
        };
        assert_eq!(speed(still).as_deref(), Some("0.05×"));
        assert_eq!(
            speed(Activity { running: true, ..still }),
            None,
            "a button that comes and goes helps nobody"
        );
        assert_eq!(
            speed(Activity {
                load: Some(100),
                ..LIFE
            })
            .as_deref(),
            Some("0.05×")
        );
        assert_eq!(
            speed(Activity {
                load: Some(1_000),
                ..LIFE
            })
            .as_deref(),
            Some("0.01×")
        );
        assert_eq!(speed(Activity { load: Some(5), ..LIFE }), None);
    }

    #[test]
    fn what_takes_hours_is_sped_up_and_filling_is_watched() {
        let wait = |hours| Activity {
            wait: Some(Duration::from_hours(hours)),
            ..LIFE
        };
        assert_eq!(speed(wait(10)).as_deref(), Some("10,000×"));
        assert_eq!(speed(wait(48)).as_deref(), Some("86,400×"));
        assert_eq!(
            speed(Activity {
                wait: Some(Duration::from_minutes(31)),
                ..LIFE
            })
            .as_deref(),
            Some("600×")
        );
        assert_eq!(
            speed(Activity {
                wait: Some(Duration::from_seconds(19)),
                ..LIFE
            }),
            None
        );
        let fast = Activity {
            speed: Speed::from_per_mille(10_000_000),
            ..wait(10)
        };
        assert_eq!(speed(fast), None, "fast enough");
        assert_eq!(speed(Activity { building: true, ..fast }).as_deref(), Some("1×"));
    }

    #[test]
    fn the_step_of_a_lesson_names_its_speed() {
        let pace = Some(Speed::from_per_mille(50));
        let step = Activity {
            lesson: pace,
            building: true,
            ..LIFE
        };
        assert_eq!(speed(step).as_deref(), Some("0.05×"));
        assert_eq!(
            speed(Activity {
                speed: Speed::from_per_mille(50),
                ..step
            }),
            None
        );
    }

    #[test]
    fn slow_time_with_nothing_to_see_is_given_up() {
        let slow = Activity {
            speed: Speed::SLOWEST,
            ..LIFE
        };
        assert_eq!(speed(slow).as_deref(), Some("1×"));
        assert_eq!(
            speed(Activity {
                wait: Some(Duration::from_seconds(1)),
                ..slow
            })
            .as_deref(),
            Some("0.5×")
        );
        assert_eq!(speed(LIFE), None);
    }
}
