//! Scenes: short lessons that play by themselves, with captions whose figures are read from the service.
//!
//! Owns which scenes there are, their notation and the order in which they are played. Must not know who carries them out,
//! nor how a figure is found out.

mod figure;
mod play;
mod script;

pub use figure::{Figure, FigureFault, FigureWord};
pub use play::{Move, Play};
pub use script::{Caption, Check, Piece, Step};

use crate::load::LoadPlan;
use script::Lines;

/// A lesson.
#[derive(Clone, Copy, Debug)]
pub struct Scene {
    /// Stable name, for links and tests.
    pub id: &'static str,
    /// What it is called on screen.
    pub title: &'static str,
    /// What it shows, in one sentence.
    pub promise: &'static str,
    /// The claims of the seed documents it shows, by id.
    pub claims: &'static [&'static str],
    /// The table it is about.
    pub table: &'static str,
    /// The index it is about, if it is about one.
    pub index: Option<&'static str>,
    /// Whether it is about item collections, which have a tab of their own.
    pub collections: bool,
    parts: &'static [&'static str],
}

impl Scene {
    /// The steps, the making of its table and items first.
    #[must_use]
    pub fn steps(&self) -> Vec<Step> {
        self.lines().steps()
    }

    /// How many captions it has.
    #[must_use]
    pub fn captions(&self) -> usize {
        self.steps().iter().filter(|step| matches!(step, Step::Say(_))).count()
    }

    /// What must stand at the end.
    #[must_use]
    pub fn checks(&self) -> Vec<Check> {
        self.lines().checks
    }

    /// Whether a load is one of its own, whenever it began.
    #[must_use]
    pub fn has_load(&self, plan: &LoadPlan, seed: u64) -> bool {
        self.steps().into_iter().any(|step| match step {
            Step::Load { plan: own, seed: of_own } => LoadPlan { from: plan.from, ..*own } == *plan && of_own == seed,
            _ => false,
        })
    }

    /// Physics and limits it needs, by the names of their dials, with their values as text.
    #[must_use]
    pub fn dials(&self) -> Vec<(&'static str, &'static str)> {
        self.lines().dials
    }

    fn lines(&self) -> Lines {
        Lines::read(self.parts)
    }
}

/// Every scene, in the order of a first visit.
#[must_use]
pub fn scenes() -> &'static [Scene] {
    SCENES
}

/// The scene with this id.
#[must_use]
pub fn scene(id: &str) -> Option<&'static Scene> {
    SCENES.iter().find(|scene| scene.id == id)
}

/// The service that moves before anybody has done anything. It has no captions, and its last load is the one that is seen to
/// come in.
#[must_use]
pub fn welcome() -> &'static Scene {
    &WELCOME
}

const GAME_ITEMS: &str = include_str!("../samples/data/game_items.txt");

static WELCOME: Scene = Scene {
    id: "welcome",
    title: "Welcome",
    promise: "Forty small writes a second reach four partitions, a global index and a stream, while old items expire.",
    claims: &[],
    table: "Scores",
    index: Some("ByCity"),
    collections: false,
    parts: &[include_str!("data/welcome.txt")],
};

static SCENES: &[Scene] = &[
    Scene {
        id: "leaderboard",
        title: "A leaderboard that lags",
        promise: "A global index is behind its table for a moment, and so is the leaderboard read from it.",
        claims: &["gsi-023", "gsi-035"],
        table: "GameScores",
        index: Some("GameTitleIndex"),
        collections: false,
        parts: &[include_str!("../samples/data/game_scores.txt"), GAME_ITEMS, include_str!("data/leaderboard.txt")],
    },
    Scene {
        id: "sparse-index",
        title: "A sparse index",
        promise: "An index holds only the items that have its key, so the few open tickets cost a fraction of a scan.",
        claims: &["gsi-048"],
        table: "Tickets",
        index: Some("OpenIndex"),
        collections: false,
        parts: &[include_str!("data/sparse.txt")],
    },
    Scene {
        id: "index-on-a-loaded-table",
        title: "An index for a loaded table",
        promise: "A new index is allocated, filled and ready while the table serves, and leaves two items out.",
        claims: &["mng-024", "mng-025", "mng-032", "mng-033", "mng-042", "mng-043", "mng-057"],
        table: "GameScoresBuild",
        index: None,
        collections: false,
        parts: &[include_str!("../samples/data/game_scores_build.txt"), GAME_ITEMS, include_str!("data/build.txt")],
    },
    Scene {
        id: "skewed-index",
        title: "An index that throttles its table",
        promise: "One busy key of an index has the table's writes refused, however much throughput there is.",
        claims: &["gsi-032", "gsi-041", "key-025", "mng-013"],
        table: "Invoices",
        index: Some("CountryIndex"),
        collections: false,
        parts: &[include_str!("data/skewed.txt")],
    },
    Scene {
        id: "expiry",
        title: "Sessions that expire within 48 hours",
        promise: "An expired item can still be read until it is deleted, and be rescued until then.",
        claims: &["ttl-006", "ttl-011", "ttl-012", "ttl-013", "ttl-017"],
        table: "SessionData",
        index: None,
        collections: false,
        parts: &[include_str!("../samples/data/session_data.txt"), include_str!("data/expiry.txt")],
    },
    Scene {
        id: "hot-key",
        title: "A hot key, and write sharding",
        promise: "One partition key takes 1,000 write units a second, whatever the table has; ten suffixes take ten times that.",
        claims: &["key-008", "key-010", "key-015", "key-016"],
        table: "InvoiceTransactions",
        index: None,
        collections: false,
        parts: &[include_str!("data/hot_key.txt")],
    },
    Scene {
        id: "full-collection",
        title: "An item collection that is full",
        promise: "With a local index the items of one key have a limit together; others, reads and deletions go on.",
        claims: &["lsi-067", "lsi-068", "lsi-069", "lsi-070", "lsi-073"],
        table: "Thread",
        index: Some("LastPostIndex"),
        collections: true,
        parts: &[include_str!("../samples/data/thread.txt"), include_str!("data/collection.txt")],
    },
    Scene {
        id: "stale-read",
        title: "A stale read",
        promise: "An eventually consistent read may answer with what was; a strongly consistent one never does.",
        claims: &["lsi-047"],
        table: "Stock",
        index: None,
        collections: false,
        parts: &[include_str!("data/stale.txt")],
    },
];

#[cfg(test)]
mod tests;
