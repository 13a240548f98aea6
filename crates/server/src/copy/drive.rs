//! The driver: sends the requests of the copy, passes the responses back, and stores its state after each.
//!
//! Must not know the content of a request.

use std::time::Duration;

use hashrange_copy::{Copy, Reply, Request, Side, Step};
use hashrange_time::Timestamp;
use tokio::sync::watch;
use tokio::task::JoinSet;

use super::copy_failure::CopyFailure;
use super::end::{End, reply};
use super::output::print_line;
use super::state_file::StateFile;
use crate::clock;
use crate::stopping::stop_signal;

/// How often progress is reported.
const REPORT_INTERVAL: hashrange_time::Duration = hashrange_time::Duration::from_seconds(2);

/// How a drive ended.
pub(super) enum Driven {
    /// The copy has ended by itself: it is complete or failed.
    ToTheEnd,
    /// The user cancelled it.
    Cancelled,
}

/// Drives a copy until it is done, fails or is cancelled.
///
/// # Errors
/// When a file cannot be written.
pub(super) async fn drive(
    copy: &mut Copy,
    (mut from, to): (End, &mut End),
    state: &StateFile,
) -> Result<Driven, CopyFailure> {
    let (stop, mut stopped) = watch::channel(0_u32);
    tokio::spawn(async move {
        // Without signals only a kill ends the copy. It can be resumed then too.
        while stop_signal().await.is_ok() {
            stop.send_modify(|times| *times += 1);
        }
        std::future::pending::<()>().await;
    });
    let mut in_flight: JoinSet<(usize, Reply)> = JoinSet::new();
    let mut last = LastReport::default();
    loop {
        keep(copy, to, state)?;
        last.report(copy)?;
        match *stopped.borrow_and_update() {
            0 => {}
            1 => copy.cancel(),
            // The second signal: the user does not want to wait for pending requests.
            _ => break,
        }
        match copy.next(clock::now()) {
            Step::Done => break,
            Step::Send(request) => {
                let end = if request.side == Side::From {
                    &mut from
                } else {
                    &mut *to
                };
                send(copy, end, &mut in_flight, request);
                // With a service in this process, this is the only opportunity for signals.
                tokio::task::yield_now().await;
            }
            Step::Wait(until) => tokio::select! {
                Some(reply) = in_flight.join_next(), if !in_flight.is_empty() => {
                    if let Ok((worker, reply)) = reply {
                        copy.take(worker, clock::now(), reply);
                    }
                }
                () = wait(until) => {}
                _ = stopped.changed() => {}
            },
        }
    }
    keep(copy, to, state)?;
    last.report_now(copy)?;
    Ok(if *stopped.borrow() > 0 {
        Driven::Cancelled
    } else {
        Driven::ToTheEnd
    })
}

fn send(copy: &mut Copy, end: &mut End, in_flight: &mut JoinSet<(usize, Reply)>, request: Request) {
    let Request {
        worker,
        operation,
        body,
        ..
    } = request;
    let answered = match end {
        End::Endpoint(client) => {
            let client = std::sync::Arc::clone(client);
            in_flight.spawn(async move { (worker, reply(&client, operation, body).await) });
            return;
        }
        End::Source(file) => file.reply(operation, &body),
        End::Target(file) => file.reply(operation, &body),
    };
    copy.take(worker, clock::now(), answered);
}

/// Stores the state after the data that it describes is durable.
fn keep(copy: &mut Copy, to: &mut End, state: &StateFile) -> Result<(), CopyFailure> {
    if let Some(text) = copy.changed_state() {
        to.keep()?;
        state.keep(&text)?;
    }
    Ok(())
}

async fn wait(until: Option<Timestamp>) {
    match until {
        Some(until) => {
            let time = until.checked_since(clock::now()).unwrap_or_default();
            tokio::time::sleep(Duration::from_micros(time.micros())).await;
        }
        None => std::future::pending().await,
    }
}

/// The last progress report, and its time.
#[derive(Default)]
struct LastReport {
    at: Option<Timestamp>,
    line: String,
}

impl LastReport {
    /// Reports progress, if it changed and the last report is old enough.
    fn report(&mut self, copy: &Copy) -> Result<(), CopyFailure> {
        let now = clock::now();
        match self.at {
            Some(at) if now.checked_since(at).is_none_or(|passed| passed < REPORT_INTERVAL) => Ok(()),
            _ => {
                self.at = Some(now);
                self.report_now(copy)
            }
        }
    }

    fn report_now(&mut self, copy: &Copy) -> Result<(), CopyFailure> {
        let line = copy.progress().to_string();
        if line != self.line {
            print_line(&line)?;
            self.line = line;
        }
        Ok(())
    }
}
