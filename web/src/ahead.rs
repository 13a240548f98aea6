//! Late views are fetched ahead, as soon as the page is usable. A click then finds them here.
//!
//! Must not know the views. A failed download is reported by the view that needs it.

use hashrange_late::late;
use leptos::task::spawn_local;

use crate::effect::effect;
use crate::memo::Memo;
use crate::session::{Phase, Session};

late!(page:
    /// Waits until the late views are here.
    pub fn views() -> () {}
);

/// Fetches the late views when the workspace is open.
pub fn fetch_ahead(session: Session) {
    let usable = Memo::new(move |_| session.phase().get() == Phase::Ready);
    effect(move || {
        if usable.get() {
            spawn_local(async {
                // Nothing waits for the outcome.
                let _ = views().await;
            });
        }
    });
}
