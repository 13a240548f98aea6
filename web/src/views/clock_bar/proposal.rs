//! The speed that shows the process at hand: a rule from what is under way. Must not know signals.

use hashrange_protocol::Speed;
use hashrange_time::Duration;

use super::pace::SPEEDS;

/// Requests a second that can be told apart at the speed of life.
const TELLABLE: u32 = 10;
/// Requests a second above which twenty times slower is not slow enough.
const MANY: u32 = 500;
/// Real time that somebody waits without being asked.
const PATIENCE: Duration = Duration::from_seconds(20);
/// Real time that a wait should take.
const SHORT: Duration = Duration::from_seconds(5);

/// What is under way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct UnderWay {
    /// Whether time runs, and how fast it is to run.
    pub running: bool,
    /// The speed it has.
    pub speed: Speed,
    /// Requests a second of the load that runs.
    pub load: Option<u32>,
    /// Changes on their way to global indexes, and for how long the oldest of them has been.
    pub queued: u64,
    /// For how long.
    pub oldest: Duration,
    /// Whether an index is being built.
    pub building: bool,
    /// How long it is until something happens by itself.
    pub wait: Option<Duration>,
    /// The speed that the step of a lesson names.
    pub lesson: Option<Speed>,
}

/// A speed, and what it is good for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Proposal {
    /// The speed.
    pub speed: Speed,
    /// What it shows.
    pub why: &'static str,
}

/// The speed that shows what is under way; `None` where that is the speed it has, or any does.
pub(super) fn proposal(under_way: &UnderWay) -> Option<Proposal> {
    let UnderWay { running, speed, load, queued, oldest, building, wait, lesson } = *under_way;
    let of = |per_mille, why| Some(Proposal { speed: Speed::from_per_mille(per_mille), why });
    let named = lesson.map(|speed| Proposal { speed, why: "shows this step" });
    let proposed = match (load, wait) {
        _ if named.is_some() => named,
        _ if building => of(1_000, "shows the index being filled"),
        (Some(rate), _) if rate > MANY => of(10, "slow enough to see one request"),
        (Some(rate), _) if rate > TELLABLE => of(50, "slow enough to see a millisecond"),
        (Some(_), _) => of(1_000, "shows each request"),
        // While time runs a single write is in its indexes before anybody could choose.
        (None, _) if queued > 0 && !running && oldest < Duration::from_seconds(1) => {
            of(50, "slow enough to see a millisecond")
        }
        (None, Some(wait)) if speed.of(PATIENCE, 0).0 < wait => Some(shortened(wait)),
        (None, None) if speed < Speed::REAL => of(1_000, "nothing is under way"),
        _ => None,
    };
    proposed.filter(|proposed| proposed.speed != speed)
}

/// The slowest speed at which a wait is short.
fn shortened(wait: Duration) -> Proposal {
    let speed = SPEEDS.iter().map(|(speed, _)| *speed).find(|speed| speed.of(SHORT, 0).0 >= wait);
    Proposal { speed: speed.unwrap_or(Speed::FASTEST), why: "shortens the wait" }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn speed(under_way: UnderWay) -> Option<String> {
        proposal(&under_way).map(|proposal| proposal.speed.to_string())
    }

    const LIFE: UnderWay = UnderWay {
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
        let still = UnderWay { running: false, queued: 1, oldest: Duration::from_millis(4), ..LIFE };
        assert_eq!(speed(still).as_deref(), Some("0.05×"));
        assert_eq!(speed(UnderWay { running: true, ..still }), None, "a button that comes and goes helps nobody");
        assert_eq!(speed(UnderWay { load: Some(100), ..LIFE }).as_deref(), Some("0.05×"));
        assert_eq!(speed(UnderWay { load: Some(1_000), ..LIFE }).as_deref(), Some("0.01×"));
        assert_eq!(speed(UnderWay { load: Some(5), ..LIFE }), None);
    }

    #[test]
    fn what_takes_hours_is_sped_up_and_filling_is_watched() {
        let wait = |hours| UnderWay { wait: Some(Duration::from_hours(hours)), ..LIFE };
        assert_eq!(speed(wait(10)).as_deref(), Some("10,000×"));
        assert_eq!(speed(wait(48)).as_deref(), Some("86,400×"));
        assert_eq!(speed(UnderWay { wait: Some(Duration::from_minutes(31)), ..LIFE }).as_deref(), Some("600×"));
        assert_eq!(speed(UnderWay { wait: Some(Duration::from_seconds(19)), ..LIFE }), None);
        let fast = UnderWay { speed: Speed::from_per_mille(10_000_000), ..wait(10) };
        assert_eq!(speed(fast), None, "fast enough");
        assert_eq!(speed(UnderWay { building: true, ..fast }).as_deref(), Some("1×"));
    }

    #[test]
    fn the_step_of_a_lesson_names_its_speed() {
        let pace = Some(Speed::from_per_mille(50));
        let step = UnderWay { lesson: pace, building: true, ..LIFE };
        assert_eq!(speed(step).as_deref(), Some("0.05×"));
        assert_eq!(speed(UnderWay { speed: Speed::from_per_mille(50), ..step }), None);
    }

    #[test]
    fn slow_time_with_nothing_to_see_is_given_up() {
        let slow = UnderWay { speed: Speed::SLOWEST, ..LIFE };
        assert_eq!(speed(slow).as_deref(), Some("1×"));
        assert_eq!(speed(UnderWay { wait: Some(Duration::from_seconds(1)), ..slow }).as_deref(), Some("0.5×"));
        assert_eq!(speed(LIFE), None);
    }
}
