//! Links: the workspace in front as the text of a link, and a workspace of its own for a link that is opened.
//!
//! What is opened is done again record by record, in bounded stretches, so that its journal is like any other. Must not know
//! what stands around the text in an address, nor what a view says.

use hashrange_checkpoint::crc32;
use hashrange_endpoint::Timeline;
use hashrange_journal::Entry;
use hashrange_link::{Link, LinkError};
use hashrange_protocol::{Card, ClockCommand, News, Origin, Speed, WorkspaceId};

use crate::core::{Core, Seen};
use crate::host::Host;
use crate::workspace::Workspace;
use crate::world::World;

/// Real time one stretch may take, in milliseconds.
const STRETCH_MS: f64 = 25.0;
/// Records done again between two looks at real time.
const RECORDS_PER_LOOK: usize = 16;

impl<W: World> Host<W> {
    /// Makes the link of the workspace in front, with the page's own state as it is to be seen. A text without letters says that the
    /// workspace is too large for one.
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

    /// Opens a link in a workspace of its own, beside what is there. Where its workspace is there already and nothing was done in it,
    /// that one comes to the front.
    pub(crate) async fn open_link(self, text: String) {
        let link = match hashrange_link::read(&text) {
            Ok(link) => link,
            Err(error) => return self.post(News::Refused(format!("{error} Nothing was changed."))),
        };
        let sum = crc32(text.as_bytes());
        // A page that is made anew asks again.
        if self.desk(|desk| desk.opening.replace(sum)) != Some(sum) {
            self.open_read(link, sum).await;
            self.desk(|desk| desk.opening = None);
        }
    }

    async fn open_read(&self, link: Link, sum: u32) {
        if let Some(id) = self.untouched(sum) {
            return self.open(id).await;
        }
        let (name, view) = (link.name.clone(), link.view.clone());
        match self.done_again(link).await {
            Ok(core) => {
                let name = if name.is_empty() { "From a link" } else { &name };
                let id = self.begin(name, Origin::Link(mark(sum, 0)), core, view).await;
                self.keep_paper(id);
                self.spawn(|host| host.take_up_load(id));
                self.note_bytes(id, sum).await;
            }
            Err(reason) => {
                let words = "This link could not be opened: it does not do again here what it did where it was made.";
                self.post(News::Refused(format!("{words} {reason}. Nothing was changed.")));
                let front = self.front();
                if front != WorkspaceId::NONE {
                    self.bring_to_front(front, None).await;
                }
            }
        }
    }

    /// The workspace of a link in which nothing was done since.
    fn untouched(&self, sum: u32) -> Option<WorkspaceId> {
        let is_it = |card: &&Card| {
            card.deleted.is_none() && card.bytes > 0 && card.origin == Origin::Link(mark(sum, card.bytes))
        };
        self.store()?;
        self.desk(|desk| desk.cards.values().find(is_it).map(|card| card.id))
    }

    /// Notes how long the journal of a link's workspace is while nothing was done in it.
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

    /// The service of a link.
    async fn done_again(&self, link: Link) -> Result<Core, String> {
        let mut timeline = Timeline::<Seen>::unbegun(link.seed, link.opened_at);
        let mut again = |at, entry| timeline.do_again(at, entry).map_err(|error| error.to_string());
        if !link.settings.is_empty() {
            again(link.opened_at, Entry::Settings { json: link.settings })?;
        }
        let all = link.past.len();
        let mut stretch_end = self.world().millis() + STRETCH_MS;
        for (done, (at, entry)) in link.past.into_iter().enumerate() {
            if let Entry::Request { operation, body } = &entry {
                self.handling(&format!("link: {operation}"), body);
            }
            again(at, entry)?;
            if done % RECORDS_PER_LOOK == 0 && self.world().millis() > stretch_end {
                self.post(News::Starting { share: u32::try_from(done * 1_000 / all).ok() });
                self.world().rest(0).await;
                stretch_end = self.world().millis() + STRETCH_MS;
            }
        }
        let mut core = Core::begun(timeline);
        let real = self.world().millis();
        core.command(real, ClockCommand::Speed(Speed::from_per_mille(link.speed)));
        if link.stands {
            core.command(real, ClockCommand::Pause);
        }
        Ok(core)
    }
}

/// The mark of a workspace that a link led to, with the bytes of its journal.
fn mark(sum: u32, bytes: u64) -> String {
    format!("{sum:08x} {bytes}")
}

impl Workspace {
    /// What a link carries of the workspace; `None` while some of its past is not here.
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
            stands: !clock.is_running(),
            speed: clock.speed().per_mille(),
            view,
        })
    }
}
