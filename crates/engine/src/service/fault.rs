//! Faults for tests: a panic while the state is partly changed. Exists only with the feature `faults`.
//!
//! Only a test may arm a fault, and it must run alone in its process.

/// A place where a test can make the engine panic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
#[cfg_attr(
    not(feature = "faults"),
    allow(unreachable_pub, reason = "only a test names it from outside")
)]
pub enum Fault {
    /// The item of a write is written; its indexes are not.
    Write = 1,
    /// Entries of a backfill step are written; its progress is not.
    Backfill = 2,
}

#[cfg(feature = "faults")]
mod armed {
    use std::sync::atomic::{AtomicU8, AtomicU32, Ordering};

    use super::Fault;

    static PLACE: AtomicU8 = AtomicU8::new(0);
    static PASSES: AtomicU32 = AtomicU32::new(0);

    impl Fault {
        /// Makes the engine panic at this place, once, after it passed the place `passes` times.
        pub fn arm(self, passes: u32) {
            PASSES.store(passes, Ordering::SeqCst);
            PLACE.store(self as u8, Ordering::SeqCst);
        }

        #[allow(clippy::panic, reason = "a panic is what it is for")]
        pub(crate) fn may_strike(self) {
            if PLACE.load(Ordering::SeqCst) != self as u8 {
                return;
            }
            if PASSES.load(Ordering::SeqCst) == 0 {
                PLACE.store(0, Ordering::SeqCst);
                panic!("a fault that a test injected: {self:?}");
            }
            PASSES.fetch_sub(1, Ordering::SeqCst);
        }
    }
}

#[cfg(not(feature = "faults"))]
impl Fault {
    #[inline]
    pub(crate) fn may_strike(self) {}
}
