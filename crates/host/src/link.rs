//! Links: the workspace in front as the text of a link, and a separate workspace for an opened link.
//!
//! To open a link, its records are repeated one by one in bounded slices, so that its journal is like any other. Must
//! not know the address around the text, nor the content of a view.

use hashrange_checkpoint::crc32;
use hashrange_endpoint::Timeline;
use hashrange_journal::Entry;
use hashrange_link::{Link, LinkError};
use hashrange_protocol::{Card, ClockCommand, News, Origin, Speed, WorkspaceId};

use crate::core::{Core, Seen};
use crate::host::{Host, Platform};
use crate::workspace::Workspace;

/// Real time of one slice, in milliseconds.
const STRETCH_MS: f64 = 25.0;
/// Number of records repeated between two clock checks.
const RECORDS_PER_LOOK: usize = 16;

impl<W: Platform> Host<W> {
    /// Creates the link of the workspace in front, with the page's own state. An empty text means that the workspace is
    /// too large for a link.
    pub(crate) async fn make_link(self, view: String) {
        let id = self.front();
        if self.within(id, |workspace| workspace.core.away() > 0) == Some(true) && !self.read_past(id).await {
            return;
        }
        let link = self.within(id, |workspace| workspace.link(view)).flatten();
        let text = match link.as_ref().map(hashrange_link::write) {
            Some(Ok(text)) => text,
            Some(Err(LinkError::TooLong)) => String::new(),
            Some(Err(error)) => return self.post(News::Refused(error.to_string())),
            None => return,
        };
        self.post(News::Link { text });
    }

    /// Opens a link in its own workspace. If that workspace exists and is unchanged, it comes to the front.
    pub(crate) async fn open_link(self, text: String) {
        let link = match hashrange_link::read(&text) {
            Ok(link) => link,
            Err(error) => return self.post(News::Refused(format!("{error} Nothing was changed."))),
        };
        let sum = crc32(text.as_bytes());
        // A reloaded page sends the same link again.
        if self.state(|state| state.opening.replace(sum)) != Some(sum) {
            self.open_read(link, sum).await;
            self.state(|state| state.opening = None);
        }
    }

    async fn open_read(&self, link: Link, sum: u32) {
        if let Some(id) = self.untouched(sum) {
            return self.open(id).await;
        }
        let (name, view) = (link.name.clone(), link.view.clone());
        match self.replay_link(link).await {
            Ok(core) => {
                let name = if name.is_empty() { "From a link" } else { &name };
                let id = self.begin(name, Origin::Link(mark(sum, 0)), core, view).await;
                self.put_document(id);
                self.spawn(|host| host.take_up_load(id));
                self.note_bytes(id, sum).await;
            }
            Err(reason) => {
                let words = "This link could not be opened: its requests give different results here.";
                self.post(News::Refused(format!("{words} {reason}. Nothing was changed.")));
                let front = self.front();
                if front != WorkspaceId::NONE {
                    self.bring_to_front(front, None).await;
                }
            }
        }
    }

    /// The unchanged workspace of a link.
    fn untouched(&self, sum: u32) -> Option<WorkspaceId> {
        let is_it = |card: &&Card| {
            card.deleted.is_none() && card.bytes > 0 && card.origin == Origin::Link(mark(sum, card.bytes))
        };
        self.store()?;
        self.state(|state| state.cards.values().find(is_it).map(|card| card.id))
    }

    /// Stores the journal length of a link's workspace while it is unchanged.
    async fn note_bytes(&self, id: WorkspaceId, sum: u32) {
        let before = self.within(id, |workspace| workspace.core.last_record());
        self.save_through(id).await;
        let bytes = self.within(id, |workspace| {
            let bytes = workspace.card.bytes;
            (Some(workspace.core.last_record()) == before).then_some(bytes)
        });
        if let Some(Some(bytes)) = bytes {
            self.within(id, |workspace| workspace.card.origin = Origin::Link(mark(sum, bytes)));
            self.clone().keep_origin(id).await;
        }
    }

    /// Replays the records of a link, and returns the core.
    async fn replay_link(&self, link: Link) -> Result<Core, String> {
        let mut timeline = Timeline::<Seen>::unbegun(link.seed, link.opened_at);
        let mut again = |at, entry| timeline.replay_again(at, entry).map_err(|error| error.to_string());
        if !link.settings.is_empty() {
            again(link.opened_at, Entry::Settings { json: link.settings })?;
        }
        let all = link.past.len();
        let mut stretch_end = self.platform().millis() + STRETCH_MS;
        for (done, (at, entry)) in link.past.into_iter().enumerate() {
            if let Entry::Request { operation, body } = &entry {
                self.handling(&format!("link: {operation}"), body);
            }
            again(at, entry)?;
            if done % RECORDS_PER_LOOK == 0 && self.platform().millis() > stretch_end {
                self.post(News::Starting {
                    share: u32::try_from(done * 1_000 / all).ok(),
                });
                self.platform().rest(0).await;
                stretch_end = self.platform().millis() + STRETCH_MS;
            }
        }
        let mut core = Core::begun(timeline);
        let real = self.platform().millis();
        core.command(real, ClockCommand::Speed(Speed::from_per_mille(link.speed)));
        if link.paused {
            core.command(real, ClockCommand::Pause);
        }
        Ok(core)
    }
}

/// The identifying text of a workspace that was opened from a link, with the bytes of its journal.
fn mark(sum: u32, bytes: u64) -> String {
    format!("{sum:08x} {bytes}")
}

impl Workspace {
    /// The content of a link of the workspace; `None` while some of its past is not in memory.
    fn link(&self, view: String) -> Option<Link> {
        let (timeline, clock) = (self.core.timeline(), self.core.clock());
        let (seed, opened_at) = timeline.beginning_of_journal();
        let mut past = timeline.past()?;
        let settings = match past.first() {
            Some((at, Entry::Settings { json })) if *at == opened_at => json.clone(),
            _ => String::new(),
        };
        if !settings.is_empty() {
            past.remove(0);
        }
        Some(Link {
            name: self.card.name.clone(),
            seed,
            opened_at,
            semantics: hashrange_endpoint::SEMANTICS,
            settings,
            past,
            paused: !clock.is_running(),
            speed: clock.speed().per_mille(),
            view,
        })
    }
}
