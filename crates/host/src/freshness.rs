//! The freshness of the response to a read. Must not know how it is worded.

use hashrange_engine::{Consistency, Engine, IndexKind, ReadTrace};
use hashrange_insight::{Report, ReportKind};
use hashrange_protocol::Freshness;

/// The freshness of the response to a read with this report; `None` for anything but a read of one table. Call it
/// before anything else happens.
pub(crate) fn freshness(engine: &Engine, report: &Report) -> Option<Freshness> {
    let ReportKind::Read(read) = &report.kind else {
        return None;
    };
    let trace = &read.trace;
    if trace.consistency != Consistency::Eventual {
        return Some(Freshness::Current { strong: true });
    }
    let behind = of_item(trace)
        .or_else(|| of_index(engine, trace))
        .or_else(|| of_replicas(engine, trace));
    Some(behind.unwrap_or(Freshness::Current { strong: false }))
}

fn of_item(trace: &ReadTrace) -> Option<Freshness> {
    let answered = trace.answered.filter(|answered| answered.missing > 0)?;
    let follower = u32::try_from(answered.replica?).ok()?;
    Some(Freshness::Replica {
        follower,
        writes: answered.missing,
        since: answered.stale_since,
    })
}

/// The freshness of a read from an index with its own queue of changes. It has no strongly consistent reads.
fn of_index(engine: &Engine, trace: &ReadTrace) -> Option<Freshness> {
    let name = trace.index.as_ref()?;
    let view = engine
        .table(&trace.table)?
        .indexes()
        .find(|index| index.definition().name == *name)
        .filter(|index| index.definition().kind != IndexKind::Local)?;
    Some(Freshness::Index {
        index: name.clone(),
        writes: view.queued() as u64,
        since: view.oldest_queued(),
        complete: view.pending().map(|change| change.due).max(),
    })
}

/// The freshness of a read from replicas. A read of one item reports its replica itself.
fn of_replicas(engine: &Engine, trace: &ReadTrace) -> Option<Freshness> {
    let table = engine.table(&trace.table)?;
    if trace.answered.is_some() {
        return None;
    }
    let (now, writes) = (engine.now(), table.behind(engine.now()) as u64);
    let lag = table.lag(now).into_iter().max().unwrap_or_default();
    (writes > 0).then(|| Freshness::Replicas {
        writes,
        complete: now + lag,
    })
}
