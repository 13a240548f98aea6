//! The subject of a trial: a request or the plan of a load, and facts about it without running it.

use hashrange_protocol::{Action, LoadPlan};
use hashrange_wire::{Operation, Request, decode};

/// A request or a load.
#[derive(Clone, Debug, PartialEq)]
pub enum About {
    /// A request.
    Request(Box<Request>),
    /// A load.
    Load(Box<LoadPlan>),
}

impl About {
    /// The request with this body. `None` if no trial can run it.
    #[must_use]
    pub fn read(operation: Operation, body: &str) -> Option<Self> {
        let about = Self::Request(Box::new(decode(operation, body.as_bytes()).ok()?));
        about.table().is_some().then_some(about)
    }

    /// The table. `None` for a request on several tables or on none.
    #[must_use]
    pub fn table(&self) -> Option<&str> {
        Some(match self {
            Self::Load(plan) => &plan.target.table,
            Self::Request(request) => match &**request {
                Request::GetItem(request) => &request.table_name,
                Request::PutItem(request) => &request.table_name,
                Request::UpdateItem(request) => &request.table_name,
                Request::DeleteItem(request) => &request.table_name,
                Request::Query(request) => &request.table_name,
                Request::Scan(request) => &request.table_name,
                _ => return None,
            },
        })
    }

    /// The index that is read.
    #[must_use]
    pub fn index(&self) -> Option<&str> {
        let Self::Request(request) = self else { return None };
        match &**request {
            Request::Query(request) => request.index_name.as_deref(),
            Request::Scan(request) => request.index_name.as_deref(),
            _ => None,
        }
    }

    /// Whether it reads, and whether it writes.
    #[must_use]
    pub fn directions(&self) -> (bool, bool) {
        match self {
            Self::Request(request) => {
                let reads = matches!(**request, Request::GetItem(_) | Request::Query(_) | Request::Scan(_));
                (reads, !reads)
            }
            Self::Load(plan) => {
                let sent = |list: &[Action]| {
                    plan.mix
                        .0
                        .iter()
                        .any(|(action, weight)| *weight > 0 && list.contains(action))
                };
                let reads = sent(&[Action::Get, Action::Query]);
                (reads, sent(&[Action::Put, Action::Update, Action::Delete]) || !reads)
            }
        }
    }

    /// Whether its reads are strongly consistent.
    #[must_use]
    pub fn is_strong(&self) -> bool {
        match self {
            Self::Load(plan) => plan.consistent,
            Self::Request(request) => {
                let strong = match &**request {
                    Request::GetItem(request) => request.consistent_read,
                    Request::Query(request) => request.consistent_read,
                    Request::Scan(request) => request.consistent_read,
                    _ => None,
                };
                strong == Some(true)
            }
        }
    }

    /// Whether it is a Scan.
    #[must_use]
    pub fn is_scan(&self) -> bool {
        matches!(self, Self::Request(request) if matches!(**request, Request::Scan(_)))
    }

    /// Whether it is a load.
    #[must_use]
    pub const fn is_load(&self) -> bool {
        matches!(self, Self::Load(_))
    }
}
