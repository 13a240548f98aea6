//! Advice on a load or request that was throttled: tries each candidate, and keeps only the candidates that help.
//!
//! Must not know how a trial runs.

use hashrange_endpoint::{Observer, Timeline};
use hashrange_engine::{Direction, IndexKind};
use hashrange_wire::{BillingMode, Projection, ProjectionType, Request, ThrottleCause};
use hashrange_workload::{LoadPlan, Suffix, least_suffixes};
use serde::{Deserialize, Serialize};

use crate::figures::{Figures, Throttle};
use crate::remedy::chain;
use crate::side::Side;
use crate::subject::What;
use crate::trial::{Baseline, Progress};
use crate::{Change, IndexChoice, NotApplicable, Outcome, Subject, Trial};

/// The minimum number of suffixes to try.
const FEW_SUFFIXES: u64 = 10;

/// A change that helps, with its outcome.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Advice {
    /// The change.
    pub change: Change,
    /// Its outcome.
    pub outcome: Outcome,
}

/// Why something was throttled, and what helps.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Advised {
    /// The cause from the request to the key, as a sentence; `None` if nothing was throttled.
    pub chain: Option<String>,
    /// The changes that help, the most effective first.
    pub advice: Vec<Advice>,
    /// The changes that do not help.
    pub in_vain: Vec<Advice>,
}

/// Advice in progress.
#[derive(Clone, Debug)]
pub struct Advising {
    baseline: Baseline,
    without: Side,
    /// Changes not tried yet, the first at the end; `None` while the original runs again.
    candidates: Option<Vec<Change>>,
    tried: u32,
    trial: Option<Box<Trial>>,
    advised: Advised,
}

impl Advising {
    /// Begins the advice. Does not change the timeline.
    ///
    /// # Errors
    /// When the load or request does not exist.
    pub fn begin<W: Observer>(timeline: &Timeline<W>, subject: Subject) -> Result<Self, NotApplicable> {
        let baseline = Baseline::of(timeline, subject)?;
        let without = baseline.without();
        let advised = Advised::default();
        Ok(Self {
            baseline,
            without,
            candidates: None,
            tried: 0,
            trial: None,
            advised,
        })
    }

    /// Continues. The budget limits the requests, jobs or background steps of this call.
    pub fn step(&mut self, budget: usize) -> Progress {
        let mut left = budget.max(1);
        let Some(without) = self.without.figures().cloned() else {
            // This side has no change that the service could refuse.
            let _ = self.without.step(&mut left);
            return self.progress();
        };
        if self.candidates.is_none() {
            self.consider(&without);
        }
        match &mut self.trial {
            Some(trial) => {
                if trial.step(left).over {
                    let outcome = trial.outcome().cloned();
                    self.trial = None;
                    outcome.into_iter().for_each(|outcome| self.keep(outcome));
                }
            }
            None => self.try_next(&without),
        }
        self.progress()
    }

    /// Chooses candidates, and describes what happened.
    fn consider(&mut self, without: &Figures) {
        let noun = self.baseline.noun();
        let first = without.throttles.first();
        self.advised.chain = first.map(|throttle| chain(throttle, (without.throttled, without.sent), &noun));
        let mut candidates = candidates(&self.baseline, without);
        candidates.reverse();
        self.candidates = Some(candidates);
    }

    fn try_next(&mut self, without: &Figures) {
        let Some(change) = self.candidates.as_mut().and_then(Vec::pop) else {
            return;
        };
        self.tried += 1;
        let stopped = self.without.stopped_after().is_some();
        self.trial = Trial::beside(&self.baseline, change, (without, stopped))
            .ok()
            .map(Box::new);
    }

    fn keep(&mut self, outcome: Outcome) {
        let advice = Advice {
            change: outcome.change.clone(),
            outcome,
        };
        if !advice.outcome.helps {
            return self.advised.in_vain.push(advice);
        }
        self.advised.advice.push(advice);
        // Equally effective changes stay in the order of the candidates.
        let rank = |advice: &Advice| (advice.outcome.with.failed(), advice.outcome.with.throttled);
        hashrange_values::sort_by(&mut self.advised.advice, |one, other| rank(one).cmp(&rank(other)));
    }

    fn progress(&self) -> Progress {
        let left = self
            .candidates
            .as_ref()
            .map_or(5, |left| u32::try_from(left.len()).unwrap_or(u32::MAX));
        let over = self.trial.is_none() && self.candidates.as_ref().is_some_and(Vec::is_empty);
        let all = left.saturating_add(self.tried).saturating_add(1);
        let done = if self.candidates.is_some() { self.tried } else { 0 };
        Progress {
            permille: if over {
                1_000
            } else {
                (done.saturating_mul(1_000) / all).min(999)
            },
            over,
        }
    }

    /// The result so far.
    #[must_use]
    pub fn advised(&self) -> &Advised {
        &self.advised
    }
}

/// Runs the advice on a load or request to its end.
///
/// # Errors
/// When the load or request does not exist.
pub fn advice<W: Observer>(timeline: &Timeline<W>, subject: Subject) -> Result<Advised, NotApplicable> {
    let mut advising = Advising::begin(timeline, subject)?;
    while !advising.step(4_096).over {}
    Ok(advising.advised)
}

/// Candidates for the given throttles, the cheapest first.
fn candidates(baseline: &Baseline, without: &Figures) -> Vec<Change> {
    let mut list = Vec::new();
    for throttle in &without.throttles {
        of_throttle(baseline, without, throttle, &mut list);
    }
    if without.throttles.is_empty() {
        return list;
    }
    match &baseline.found.what {
        What::Load { plan, .. } => of_load(plan, without, &mut list),
        What::Request(request) => of_request(request, baseline, &mut list),
    }
    let engine = baseline.base.engine();
    let table = baseline.found.what.table().and_then(|name| engine.table(name));
    if table.is_some_and(|table| table.billing() == BillingMode::Provisioned) {
        list.push(Change::OnDemand);
    }
    if matches!(baseline.found.what, What::Load { .. }) {
        list.push(Change::HalfSize);
    }
    let mut seen: Vec<Change> = Vec::new();
    list.retain(|change| {
        !seen.contains(change) && {
            seen.push(change.clone());
            true
        }
    });
    list
}

fn of_throttle(baseline: &Baseline, without: &Figures, throttle: &Throttle, list: &mut Vec<Change>) {
    let index = throttle.index.as_ref().map(ToString::to_string);
    match throttle.cause {
        ThrottleCause::ProvisionedThroughput => {
            let needed = asked_per_second(without, throttle).max(throttle.limit.saturating_add(1));
            let (reads, writes) = match throttle.direction {
                Direction::Read => (Some(needed), None),
                Direction::Write => (None, Some(needed)),
            };
            list.push(Change::Provisioned {
                index: index.clone(),
                reads,
                writes,
            });
            let writes = throttle.direction == Direction::Write;
            if let Some(index) = index.filter(|index| writes && projects_more(baseline, index)) {
                let kind = Some(ProjectionType::KeysOnly);
                let projection = Projection {
                    projection_type: kind,
                    non_key_attributes: None,
                };
                list.push(Change::Projection { index, projection });
            }
        }
        ThrottleCause::KeyRangeThroughput | ThrottleCause::AccountLimit | ThrottleCause::MaxOnDemandThroughput => {}
    }
}

/// Whether the index is a global one that projects more than keys.
fn projects_more(baseline: &Baseline, index: &str) -> bool {
    let table = baseline
        .found
        .what
        .table()
        .and_then(|name| baseline.base.engine().table(name));
    table.is_some_and(|table| {
        table
            .indexes()
            .map(hashrange_engine::IndexView::definition)
            .any(|known| {
                let global = known.kind == IndexKind::Global;
                known.name == index && global && known.projection != hashrange_engine::Projection::KeysOnly
            })
    })
}

/// The units that the busiest second uses of a table or an index, at the average cost of its requests.
fn asked_per_second(without: &Figures, throttle: &Throttle) -> u64 {
    let busiest = without
        .seconds
        .iter()
        .map(|second| u64::from(second.answered) + u64::from(second.throttled))
        .max();
    let busiest = busiest.unwrap_or(without.sent).max(1);
    let used = without
        .units_of(throttle.index.as_deref(), throttle.direction)
        .as_halves();
    let halves = if throttle.half_units > 0 {
        throttle.half_units.div_ceil(throttle.attempts.max(1))
    } else {
        used.div_ceil(without.answered.max(1))
    };
    busiest.saturating_mul(halves.max(1)).div_ceil(2)
}

/// Suffixes apply to keys of the table. They may change which items a load writes, and do not spread keys of an index.
fn of_load(plan: &LoadPlan, without: &Figures, list: &mut Vec<Change>) {
    let bytes = u64::from(plan.sizes.least / 2) + u64::from(plan.sizes.most / 2);
    let count = least_suffixes(u64::from(plan.rate.per_second), bytes)
        .saturating_mul(2)
        .max(FEW_SUFFIXES);
    if without.throttles.iter().all(|throttle| throttle.index.is_none()) {
        list.push(Change::Suffixes {
            count,
            choice: Suffix::Random,
        });
    }
    if plan.consistent {
        list.push(Change::Consistency { strong: false });
    }
}

fn of_request(request: &Request, baseline: &Baseline, list: &mut Vec<Change>) {
    if let Request::Scan(scan) = request {
        list.push(Change::QueryInstead {
            index: IndexChoice::Table,
        });
        let table = baseline.base.engine().table(&scan.table_name);
        let names = table
            .into_iter()
            .flat_map(|table| table.indexes())
            .map(|index| index.definition().name.to_string());
        list.extend(names.map(|name| Change::QueryInstead {
            index: IndexChoice::Existing(name),
        }));
    }
    list.push(Change::Consistency { strong: false });
}
