//! Detail pages of the inspector: what is known of a subject beyond the stage's reading, and what can be asked of it.
//!
//! A page follows its own reading, and only while it is shown. Words, tables and controls; the picture is the stage's.

mod block;
mod build;
mod expiry;
mod keys;
mod replicas;
mod stream;

use hashrange_values::{Item, Text};
use leptos::prelude::*;

use super::desk::StageDesk;
use crate::components::{Source, SourceLink};
use crate::stage::{Subject, facts};
use crate::views::live_shell::guide;

/// A page. It stays while the subject is another one that it is about as well.
#[derive(Clone, Debug, PartialEq)]
enum Page {
    /// Partitions and keys of the table, or of a global index.
    Keys(Option<Text>),
    /// A global or vector index: how it is built and how far it is behind.
    Index(Text),
    Expiry,
    Item(Item),
    Stream,
    Record(Text),
}

impl Page {
    fn of(desk: StageDesk) -> Option<Self> {
        let subject = desk.chosen.get()?;
        Some(match subject {
            Subject::Hash | Subject::Table | Subject::Way(_) => Self::Keys(None),
            Subject::Partition { index, .. } | Subject::Row(index, ..) => Self::Keys(index),
            Subject::Pipe(name) | Subject::Index(name) | Subject::Tray(name) => Self::Index(name),
            // Another item may come to this place: the page is about the one that was chosen.
            Subject::Item(..) => {
                let item = untrack(|| desk.with(|stage| facts::item_of(stage, &subject))).flatten();
                Self::Item(item.filter(|item| !item.is_empty())?)
            }
            Subject::Stream => Self::Stream,
            Subject::Record(sequence) => Self::Record(sequence),
            Subject::Expiry => Self::Expiry,
            Subject::Sender(_) | Subject::Accelerator | Subject::Requests | Subject::Request(_) => return None,
        })
    }

    /// Where AWS describes it.
    fn source(&self) -> Source {
        match self {
            Self::Keys(_) => guide("Partitions and data distribution", "HowItWorks.Partitions.html"),
            Self::Index(_) => guide("Managing global secondary indexes", "GSI.OnlineOps.html"),
            Self::Expiry => guide("Time to Live (TTL)", "TTL.html"),
            Self::Item(_) => guide("Read consistency", "HowItWorks.ReadConsistency.html"),
            Self::Stream | Self::Record(_) => guide("DynamoDB Streams", "Streams.html"),
        }
    }
}

/// The page about the subject that is looked at; nothing for one that the stage says all of.
pub(super) fn details(desk: StageDesk) -> impl IntoView {
    let page = Memo::new(move |_| Page::of(desk));
    move || {
        page.get().map(|page| {
            let source = page.source();
            let shown = match page {
                Page::Keys(index) => keys::page(desk, index),
                Page::Index(name) => build::page(desk, name),
                Page::Expiry => expiry::page(),
                Page::Item(item) => replicas::page(item),
                Page::Stream => stream::page(),
                Page::Record(sequence) => stream::record(desk, sequence),
            };
            view! { {shown} <SourceLink source /> }
        })
    }
}
