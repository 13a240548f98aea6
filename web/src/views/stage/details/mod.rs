//! Detail pages of the inspector: information about a subject beyond the stage's reading, and questions about it.
//!
//! A page follows its own reading, and only while it is shown. It has texts, tables and controls. The stage draws the
//! picture.

mod block;
mod build;
mod expiry;
mod keys;
mod replicas;
mod stream;

use hashrange_protocol::Stage;
use hashrange_values::{Item, Text};
use hashrange_words::t;
use leptos::prelude::*;

use super::context::StageContext;
use crate::components::{Source, SourceLink, late_view};
use crate::memo::Memo;
use crate::stage::{Subject, facts};
use crate::views::live_shell::guide;

/// A page. It stays when the subject changes to another one of the same page.
#[derive(Clone, Debug, PartialEq)]
enum DetailsPage {
    /// Partitions and keys of the table, or of a global index.
    Keys(Option<Text>),
    /// A global or vector index: its build, and how far it is behind.
    Index(Text),
    Expiry,
    Item(Item),
    Stream,
    Record(Text),
}

/// Whether an index is a vector index, whose partitions have no page of their own: they take no units.
fn is_vector(context: StageContext, name: &Text) -> bool {
    let of = |stage: &Stage| {
        stage
            .indexes
            .iter()
            .any(|index| index.name == *name && index.vector.is_some())
    };
    untrack(|| context.with(of)).unwrap_or_default()
}

impl DetailsPage {
    fn of(context: StageContext) -> Option<Self> {
        let subject = context.chosen.get()?;
        Some(match subject {
            Subject::Hash | Subject::Table | Subject::Way(_) => Self::Keys(None),
            Subject::Partition { index, .. } | Subject::Row(index, ..) => match index {
                Some(name) if is_vector(context, &name) => Self::Index(name),
                index => Self::Keys(index),
            },
            Subject::Pipe(name) | Subject::Index(name) | Subject::Tray(name) => Self::Index(name),
            // Reads the item once, because another item can take this position. The page stays with the selected item.
            Subject::Item(..) => {
                let item = untrack(|| context.with(|stage| facts::item_of(stage, &subject))).flatten();
                Self::Item(item.filter(|item| !item.is_empty())?)
            }
            Subject::Stream => Self::Stream,
            Subject::Record(sequence) => Self::Record(sequence),
            Subject::Expiry => Self::Expiry,
            Subject::Sender(_) | Subject::Accelerator | Subject::Requests | Subject::Request(_) => return None,
        })
    }

    /// The AWS page that describes it.
    fn source(&self) -> Source {
        match self {
            Self::Keys(_) => guide(t!("Partitions and data distribution"), "HowItWorks.Partitions.html"),
            Self::Index(_) => guide(t!("Managing global secondary indexes"), "GSI.OnlineOps.html"),
            Self::Expiry => guide(t!("Time to Live (TTL)"), "TTL.html"),
            Self::Item(_) => guide(t!("Read consistency"), "HowItWorks.ReadConsistency.html"),
            Self::Stream | Self::Record(_) => guide(t!("DynamoDB Streams"), "Streams.html"),
        }
    }
}

hashrange_late::late!(page:
    /// A page about a subject.
    fn drawn(context: StageContext, page: DetailsPage) -> AnyView {
        match page {
            DetailsPage::Keys(index) => keys::page(context, index),
            DetailsPage::Index(name) => build::page(context, name),
            DetailsPage::Expiry => expiry::page(),
            DetailsPage::Item(item) => replicas::page(item),
            DetailsPage::Stream => stream::page(),
            DetailsPage::Record(sequence) => stream::record(context, sequence),
        }
    }
);

/// The page about the selected subject. `None` if the stage's facts are complete.
pub(super) fn details(context: StageContext) -> impl IntoView {
    let page = Memo::new(move |_| DetailsPage::of(context));
    move || {
        page.get().map(|page| {
            let source = page.source();
            view! { {late_view(move || drawn(context, page.clone()))} <SourceLink source /> }
        })
    }
}
