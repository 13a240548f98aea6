//! Loads a row of requests as one piece of work: in bounded stretches, with progress, until the service has settled.

use hashrange_time::Duration;
use hashrange_wire::{Operation, Request, ServiceError, encode_request};
use leptos::prelude::*;

use super::{Session, real_time};
use crate::failure;

/// Real time one stretch may take before the page draws again, in milliseconds.
const STRETCH_MS: f64 = 12.0;

/// Virtual time between two items: about the pace that a small provisioned table takes.
const PACE: Duration = Duration::from_millis(250);

/// How far a sample has come.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SampleProgress {
    /// What is loaded.
    pub title: String,
    /// Requests done.
    pub done: usize,
    /// Requests in all.
    pub of: usize,
}

impl Session {
    /// Carries out a sample's requests. Virtual time goes on as far as new tables need to become active and indexes to
    /// catch up, so that the sample stands complete.
    ///
    /// # Errors
    /// The first refusal; what was done before stays.
    pub async fn load(self, title: &str, requests: Vec<Request>) -> Result<(), ServiceError> {
        let result = self.load_all(title, requests).await;
        self.sample.set(None);
        self.settle();
        result
    }

    async fn load_all(self, title: &str, requests: Vec<Request>) -> Result<(), ServiceError> {
        let of = requests.len();
        let mut stretch_end = real_time() + STRETCH_MS;
        for (done, request) in requests.into_iter().enumerate() {
            if real_time() > stretch_end {
                self.sample.set(Some(SampleProgress { title: title.to_owned(), done, of }));
                self.publish();
                gloo_timers::future::TimeoutFuture::new(0).await;
                stretch_end = real_time() + STRETCH_MS;
            }
            let makes_table = request.operation() == Operation::CreateTable;
            self.step(request)?;
            if makes_table {
                self.settle();
            } else {
                self.core.try_update_value(|core| core.pass(real_time(), PACE));
            }
        }
        Ok(())
    }

    /// One request, without telling the page yet.
    fn step(self, request: Request) -> Result<(), ServiceError> {
        let body = encode_request(&request);
        failure::note_request(request.operation().name(), &body);
        self.core
            .try_update_value(|core| core.handle(real_time(), request, body))
            .map_or(Ok(()), |answer| answer.map(drop))
    }

    /// Lets virtual time go on until nothing is due, and tells the page.
    fn settle(self) {
        self.core.try_update_value(|core| core.settle(real_time()));
        self.publish();
        self.save_soon();
    }
}
