//! What the browser reports about its storage, as text.

use hashrange_protocol::{SaveState, StorageStatus};
use hashrange_words::t;
use leptos::prelude::*;

use crate::session::use_session;
use crate::state::figures;

/// One or two sentences about where workspaces are stored, and how long.
#[component]
pub fn StorageWords() -> impl IntoView {
    let session = use_session();
    let words = move || session.saved().with(|saved| words(saved, session.storage().get()));
    view! { <p class="view-note" role="status">{words}</p> }
}

fn words(saved: &SaveState, storage: StorageStatus) -> String {
    let kept = match saved {
        SaveState::Saved | SaveState::Saving => t!("This browser stores the workspaces on this device.").to_owned(),
        SaveState::MemoryOnly(reason) => t!(
            "This workspace is in memory only: {reason}. Private windows and browsers that block storage store nothing. Save it to a file before you close the page.",
            reason
        ),
        SaveState::Behind(reason) => t!(
            "The latest changes are in memory only: {reason}. Save the workspace to a file, or delete others permanently to free space.",
            reason
        ),
    };
    let lasting = if storage.persistent {
        " The browser will not clear them on its own."
    } else {
        " The browser may clear them when the disk is nearly full or after a long time; a file is safe."
    };
    let used = storage.estimate.map_or_else(String::new, |(used, quota)| {
        format!(
            " {}",
            t!(
                "{used} of {quota} are used.",
                used = figures::bytes(used),
                quota = figures::bytes(quota)
            )
        )
    });
    format!("{kept}{lasting}{used}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn storage_is_explained_in_words() {
        let storage = StorageStatus {
            estimate: Some((2_048, 1 << 30)),
            persistent: true,
        };
        let said = words(&SaveState::Saved, storage);
        assert!(
            said.ends_with("will not clear them on its own. 2.0 KB of 1.0 GB are used."),
            "{said}"
        );
        let said = words(
            &SaveState::Behind("the browser's storage is full".to_owned()),
            StorageStatus::default(),
        );
        assert!(said.contains("Save the workspace to a file"), "{said}");
    }
}
