//! A refusal of the service, verbatim, with the name of its exception. A throttled request offers "Why".

use hashrange_protocol::trial::Happened;
use hashrange_wire::ServiceError;
use leptos::prelude::*;

use super::trial::{Why, is_throttling};

use crate::derived::Signal;

/// A refusal for display.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    /// Name of the exception.
    pub exception: String,
    /// The service's text.
    pub message: String,
    /// The number of the request's record, if it was sent and has one.
    pub record: Option<u64>,
}

impl Refused {
    /// The request, if it was throttled.
    fn throttled(&self) -> Option<Happened> {
        self.record
            .filter(|_| is_throttling(&self.exception))
            .map(Happened::Record)
    }
}

impl From<&ServiceError> for Refused {
    fn from(error: &ServiceError) -> Self {
        Self {
            exception: error.exception().to_owned(),
            message: error.to_string(),
            record: None,
        }
    }
}

impl From<hashrange_protocol::Refused> for Refused {
    fn from(refused: hashrange_protocol::Refused) -> Self {
        Self {
            exception: refused.exception,
            message: refused.message,
            record: refused.record,
        }
    }
}

impl From<&hashrange_protocol::Refusal> for Refused {
    fn from(refusal: &hashrange_protocol::Refusal) -> Self {
        Self {
            exception: refusal.exception().to_owned(),
            message: refusal.to_string(),
            record: None,
        }
    }
}

/// Shows a refusal, or nothing. It is announced when it appears.
#[component]
pub fn Refusal(
    /// The refusal.
    #[prop(into)]
    refused: Signal<Option<Refused>>,
) -> impl IntoView {
    view! {
        <div role="alert">
            {move || {
                refused.get().map(|refused| {
                    view! {
                        <div class="refusal">
                            <strong class="mono">{refused.exception}</strong>
                            <p>{refused.message}</p>
                        </div>
                    }
                })
            }}
        </div>
        <Why of=Signal::derive(move || refused.with(|refused| refused.as_ref().and_then(Refused::throttled))) />
    }
}
