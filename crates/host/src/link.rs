//! Links: the workspace in front as the text of a link, and a separate workspace for an opened link.
//!
//! A link is a stranger's: its limits are checked before anything runs. Then its records are repeated in bounded slices,
//! so that its journal is like any other. If that takes longer than a moment, the reader's own workspace is in front
//! meanwhile, and the opening is its job, which can be stopped. Must not know the address around the text, nor the
//! content of a view.

use hashrange_checkpoint::crc32;
use hashrange_endpoint::{ReplayError, Timeline};
use hashrange_engine::Budget;
use hashrange_journal::Entry;
use hashrange_link::{Excess, Link, LinkError};
use hashrange_protocol::{Card, ClockCommand, JobEnd, JobKind, News, Origin, Speed, WorkspaceId};
use hashrange_workload::LoadPlan;

use crate::core::{Core, Seen};
use crate::host::{Host, Platform};
use crate::workspace::Workspace;

/// Real time of one slice, in milliseconds.
const STRETCH_MS: f64 = 25.0;
/// Background steps or requests of a load between two clock checks.
const STEPS_PER_LOOK: Budget = Budget { steps: 500 };
/// Real time for which the reader waits for a link without another workspace in front, in milliseconds.
const QUICK_MS: f64 = 500.0;

/// A link that is being opened.
struct Opening {
    title: String,
    began: f64,
    /// The end of the current slice, in real time.
    stretch_end: f64,
    /// The workspace whose job it is, if it takes long.
    job: Option<WorkspaceId>,
}

/// Why a link was not opened.
enum NotOpened {
    /// The reader stopped it.
    Stopped,
    /// A record has another result, for this reason.
    Different(String),
}

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
            Some(Err(LinkError::TooLong | LinkError::TooMuch(_))) => String::new(),
            Some(Err(error)) => return self.post(&News::Refused(error.to_string())),
            None => return,
        };
        self.post(&News::Link { text });
    }

    /// Opens a link in its own workspace. If that workspace exists and is unchanged, it comes to the front.
    pub(crate) async fn open_link(self, text: String) {
        let link = match bounded(&text) {
            Ok(link) => link,
            Err(error) => {
                self.post(&News::Refused(format!("{error} Nothing was changed.")));
                return self.end_opening(None, "", false);
            }
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
            self.open(id).await;
            return self.end_opening(None, &link.name, false);
        }
        let (name, view) = (link.name.clone(), link.view.clone());
        let began = self.platform().millis();
        let mut opening = Opening {
            title: if name.is_empty() {
                "From a link".to_owned()
            } else {
                name
            },
            began,
            stretch_end: began + STRETCH_MS,
            job: None,
        };
        let opened = self.replay_link(link, &mut opening).await;
        let stopped = matches!(opened, Err(NotOpened::Stopped));
        self.end_opening(opening.job, &opening.title, stopped);
        match opened {
            Ok(core) => {
                let id = self.begin(&opening.title, Origin::Link(mark(sum, 0)), core, view).await;
                self.put_document(id);
                self.spawn(|host| host.take_up_load(id));
                self.note_bytes(id, sum).await;
            }
            Err(NotOpened::Stopped) => {}
            Err(NotOpened::Different(reason)) => {
                let words = "This link could not be opened: its requests give different results here.";
                self.post(&News::Refused(format!("{words} {reason}. Nothing was changed.")));
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

    /// Reports that the opening of a link is over, so that the page does not offer it again.
    fn end_opening(&self, job: Option<WorkspaceId>, title: &str, stopped: bool) {
        match job {
            Some(id) if self.is_open(id) => self.end_job(id, None, stopped, None),
            _ => self.post(&News::JobEnded(JobEnd {
                kind: JobKind::Link,
                title: title.to_owned(),
                trouble: None,
                stopped,
                import: None,
            })),
        }
    }

    /// Replays the records of a link, and returns the core.
    async fn replay_link(&self, link: Link, opening: &mut Opening) -> Result<Core, NotOpened> {
        let mut timeline = Timeline::<Seen>::unbegun(link.seed, link.opened_at);
        let different = |error: ReplayError| NotOpened::Different(error.to_string());
        if !link.settings.is_empty() {
            let first = Entry::Settings { json: link.settings };
            timeline.replay_again(link.opened_at, first).map_err(different)?;
        }
        let all = link.past.len();
        for (done, (at, entry)) in link.past.into_iter().enumerate() {
            if let Entry::Request { operation, body } = &entry {
                self.handling(&format!("link: {operation}"), body);
            }
            loop {
                let prepared = timeline.prepare_again(at, &entry, STEPS_PER_LOOK);
                if self.platform().millis() > opening.stretch_end && !self.rest_in_opening(opening, (done, all)).await {
                    return Err(NotOpened::Stopped);
                }
                if prepared {
                    break;
                }
            }
            timeline.replay_again(at, entry).map_err(different)?;
        }
        let mut core = Core::begun(timeline);
        let real = self.platform().millis();
        core.command(real, ClockCommand::Speed(Speed::from_per_mille(link.speed)));
        if link.paused {
            core.command(real, ClockCommand::Pause);
        }
        Ok(core)
    }

    /// Lets the page draw, with this share of the records done. Returns false if the reader stopped the opening.
    async fn rest_in_opening(&self, opening: &mut Opening, (done, all): (usize, usize)) -> bool {
        let is_long = self.platform().millis() > opening.began + QUICK_MS;
        if is_long && opening.job.is_none() {
            opening.job = self.begin_opening_job(&opening.title, all).await;
        }
        let goes_on = match opening.job {
            Some(id) => self.within(id, |workspace| {
                if let Some(job) = &mut workspace.job {
                    job.done = done as u64;
                }
                !workspace.stop
            }),
            None => None,
        };
        if is_long {
            self.publish();
        } else {
            let share = u32::try_from(done * 1_000 / all.max(1)).ok();
            self.post(&News::Starting { share });
        }
        self.platform().rest(0).await;
        opening.stretch_end = self.platform().millis() + STRETCH_MS;
        goes_on != Some(false)
    }

    /// Brings the reader's own workspace to the front and begins the opening as its job, unless it has another one.
    async fn begin_opening_job(&self, title: &str, records: usize) -> Option<WorkspaceId> {
        if self.front().is_welcome() && self.store().is_some() {
            self.open_own().await;
        } else {
            self.bring_to_front(self.front(), None).await;
        }
        let id = self.front();
        let began = self.change(id, |workspace, _| {
            let free = workspace.job.is_none();
            if free {
                workspace.begin_job(JobKind::Link, title, records as u64);
            }
            free
        });
        (began == Some(true)).then_some(id)
    }
}

/// Reads a link, and checks its limits and those of its loads.
fn bounded(text: &str) -> Result<Link, LinkError> {
    let link = hashrange_link::read(text)?;
    let plans = link.past.iter().filter_map(|(_, entry)| match entry {
        Entry::Load { plan, .. } => LoadPlan::from_text(plan),
        _ => None,
    });
    match plans.filter_map(|plan| plan.excess()).next() {
        Some((what, found, most)) => Err(Excess { what, found, most }.into()),
        None => Ok(link),
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
