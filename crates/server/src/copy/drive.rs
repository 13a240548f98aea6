//! The driver: sends what the copy hands out, brings it the replies, and keeps its state after each.
//!
//! Must not know what a request says.

use std::time::Duration;

use hashrange_copy::{Copy, Reply, Request, Side, Step};
use hashrange_time::Timestamp;
use tokio::sync::watch;
use tokio::task::JoinSet;

use super::copy_failure::CopyFailure;
use super::end::{End, reply};
use super::state_file::StateFile;
use super::tell::tell;
use crate::clock;
use crate::stopping::told_to_stop;

/// How often progress is told.
const TOLD_EVERY: hashrange_time::Duration = hashrange_time::Duration::from_seconds(2);

/// How a drive ended.
pub(super) enum Driven {
    /// As the copy says.
    ToTheEnd,
    /// Somebody ended it.
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
        // Without signals nobody can end it but by a kill, after which it goes on all the same.
        while told_to_stop().await.is_ok() {
            stop.send_modify(|times| *times += 1);
        }
        std::future::pending::<()>().await;
    });
    let mut under_way: JoinSet<(usize, Reply)> = JoinSet::new();
    let mut told = Told::default();
    loop {
        keep(copy, to, state)?;
        told.tell(copy)?;
        match *stopped.borrow_and_update() {
            0 => {}
            1 => copy.cancel(),
            // Somebody does not want to wait for what is under way.
            _ => break,
        }
        match copy.next(clock::now()) {
            Step::Done => break,
            Step::Send(request) => {
                let end = if request.side == Side::From { &mut from } else { &mut *to };
                send(copy, end, &mut under_way, request);
                // A service in this process leaves no other moment for signals.
                tokio::task::yield_now().await;
            }
            Step::Wait(until) => tokio::select! {
                Some(reply) = under_way.join_next(), if !under_way.is_empty() => {
                    if let Ok((lane, reply)) = reply {
                        copy.take(lane, clock::now(), reply);
                    }
                }
                () = wait(until) => {}
                _ = stopped.changed() => {}
            },
        }
    }
    keep(copy, to, state)?;
    told.tell_now(copy)?;
    Ok(if *stopped.borrow() > 0 { Driven::Cancelled } else { Driven::ToTheEnd })
}

fn send(copy: &mut Copy, end: &mut End, under_way: &mut JoinSet<(usize, Reply)>, request: Request) {
    let Request { lane, operation, body, .. } = request;
    let answered = match end {
        End::Endpoint(client) => {
            let client = std::sync::Arc::clone(client);
            under_way.spawn(async move { (lane, reply(&client, operation, body).await) });
            return;
        }
        End::Source(file) => file.reply(operation, &body),
        End::Target(file) => file.reply(operation, &body),
    };
    copy.take(lane, clock::now(), answered);
}

/// Keeps the state, when what it tells of is safe.
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

/// What was told last, and when.
#[derive(Default)]
struct Told {
    at: Option<Timestamp>,
    line: String,
}

impl Told {
    /// Tells progress, if there is some and it was not told a moment ago.
    fn tell(&mut self, copy: &Copy) -> Result<(), CopyFailure> {
        let now = clock::now();
        match self.at {
            Some(at) if now.checked_since(at).is_none_or(|passed| passed < TOLD_EVERY) => Ok(()),
            _ => {
                self.at = Some(now);
                self.tell_now(copy)
            }
        }
    }

    fn tell_now(&mut self, copy: &Copy) -> Result<(), CopyFailure> {
        let line = copy.progress().to_string();
        if line != self.line {
            tell(&line)?;
            self.line = line;
        }
        Ok(())
    }
}
