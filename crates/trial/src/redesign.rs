//! The service with one change of its design, made beside it, and requests as the change makes them: what access
//! patterns run against to see what it would do.
//!
//! Must not know what runs against it. The original timeline does not change.

use std::collections::VecDeque;

use hashrange_endpoint::{Observer, Timeline};
use hashrange_engine::Engine;
use hashrange_wire::Request;

use crate::NotApplicable;
use crate::design_change::DesignChange;
use crate::jobs::run_job;
use crate::make::maker;
use crate::making::Job;
use crate::reshape::{half_size, with_consistency};
use crate::reshape_group::of_group;
use crate::subject::table_of;

/// The service while a change is made.
#[derive(Clone, Debug)]
pub struct Redesign {
    change: DesignChange,
    timeline: Timeline<()>,
    /// The tables with their jobs.
    work: Vec<(String, VecDeque<Job>)>,
}

impl Redesign {
    /// Begins the change, from the timeline's present state.
    ///
    /// # Errors
    /// When there is no such table or index, or nothing changes.
    pub fn begin<W: Observer>(timeline: &Timeline<W>, change: &DesignChange) -> Result<Self, NotApplicable> {
        let mut aside = timeline.aside(timeline.place())?;
        aside.end_load();
        let (engine, settings) = (aside.engine(), aside.settings());
        let make = |table: &str| maker(engine, settings, table);
        let work = match change {
            DesignChange::Projection {
                table,
                index,
                projection,
            } => vec![(table.clone(), make(table)?.projection(index, projection)?.jobs)],
            DesignChange::NoIndex { table, index } => vec![(table.clone(), make(table)?.without(index)?.jobs)],
            DesignChange::HalfSize => {
                let halve = |name: &str| Ok((name.to_owned(), make(name)?.half_size().jobs));
                let work: Result<_, NotApplicable> = engine.tables().map(|table| halve(table.name())).collect();
                work?
            }
            DesignChange::Consistency { .. } | DesignChange::Expiry => Vec::new(),
        };
        let work = work.into_iter().map(|(table, jobs)| (table, jobs.into())).collect();
        let change = change.clone();
        Ok(Self {
            change,
            timeline: aside,
            work,
        })
    }

    /// Continues the change, with a budget of jobs and written items. Returns whether it is made.
    ///
    /// # Errors
    /// When the service refuses it.
    pub fn step(&mut self, mut budget: usize) -> Result<bool, NotApplicable> {
        while let Some((table, jobs)) = self.work.last_mut() {
            if budget == 0 {
                return Ok(false);
            }
            budget -= 1;
            if !run_job(&mut self.timeline, table, jobs)? {
                self.work.pop();
            }
        }
        Ok(true)
    }

    /// The request as the change makes it; `None` if it is no longer sent. A request to which the change does not apply
    /// stays as it is.
    #[must_use]
    pub fn reshape(&self, request: Request) -> Option<Request> {
        let table = table_of(&request).and_then(|name| self.engine().table(name));
        match (&self.change, table) {
            (DesignChange::Expiry, _) if matches!(request, Request::DeleteItem(_)) => None,
            (DesignChange::HalfSize, Some(table)) => Some(half_size(table, &request).unwrap_or(request)),
            (DesignChange::Consistency { strong }, Some(table)) => {
                Some(with_consistency(table, request.clone(), *strong).unwrap_or(request))
            }
            (_, Some(_)) => Some(request),
            (change, None) => of_group(self.engine(), request, change),
        }
    }

    /// The service as it is now.
    #[must_use]
    pub fn engine(&self) -> &Engine {
        self.timeline.engine()
    }
}
