//! Messages to the parent page.
//!
//! They are sent only to that page. Responses to requests are sent only to a known origin: the `origin` of the address,
//! otherwise that of the referrer. Must not know when a message is sent.

use hashrange_protocol::{Answered, Refused};
use leptos::prelude::{document, window};
use web_sys::Url;

use super::asked;

/// Sends the response to a request.
pub fn report_answer(operation: &str, answer: &Result<Answered, Refused>) {
    let (ok, body) = match answer {
        Ok(answered) => (true, &answered.body),
        Err(refused) => (false, &refused.body),
    };
    let body = if body.is_empty() { "null" } else { body };
    // The name of an operation has only letters, so it needs no escaping.
    post(
        "answer",
        &format!(r#","operation":"{operation}","ok":{ok},"result":{body}"#),
    );
}

/// Sends the preferred height of the page, in pixels.
pub fn report_height(height: i32) {
    post("resize", &format!(r#","height":{height}"#));
}

/// Sends that a workspace is in front.
pub fn report_ready() {
    post("ready", "");
}

/// Posts a message to the parent page, if there is one.
fn post(kind: &str, members: &str) {
    let Some(parent) = window().parent().ok().flatten().filter(|parent| *parent != window()) else {
        return;
    };
    let Some(target) = origin().or_else(|| (kind != "answer").then(|| "*".to_owned())) else {
        return;
    };
    let text = format!(r#"{{"source":"hashrange","type":"{kind}"{members}}}"#);
    if let Ok(message) = js_sys::JSON::parse(&text) {
        // Fails only for an invalid origin.
        let _ = parent.post_message(&message, &target);
    }
}

/// The origin of the parent page, if it is known.
fn origin() -> Option<String> {
    let named = asked("origin").map(|named| named.replace("%3A", ":").replace("%2F", "/"));
    let origin = Url::new(&named.unwrap_or_else(|| document().referrer())).ok()?.origin();
    (origin != "null").then_some(origin)
}
