//! Messages to the page around this one.
//!
//! They go to that page only. What requests were answered goes only to an origin that is known: the one that the address names as
//! `origin`, else that of the page which the browser says it came from. Must not know when something is said.

use hashrange_protocol::{Answered, Refused};
use leptos::prelude::{document, window};
use web_sys::Url;

use super::asked;

/// Says what a request was answered.
pub fn tell_answer(operation: &str, answer: &Result<Answered, Refused>) {
    let (ok, body) = match answer {
        Ok(answered) => (true, &answered.body),
        Err(refused) => (false, &refused.body),
    };
    let body = if body.is_empty() { "null" } else { body };
    // The name of an operation has letters only.
    post("answer", &format!(r#","operation":"{operation}","ok":{ok},"result":{body}"#));
}

/// Says how high the page would like to be, in pixels.
pub fn tell_height(height: i32) {
    post("resize", &format!(r#","height":{height}"#));
}

/// Says that a workspace is in front.
pub fn tell_ready() {
    post("ready", "");
}

/// Posts a message to the page around, if there is one.
fn post(kind: &str, members: &str) {
    let Some(parent) = window().parent().ok().flatten().filter(|parent| *parent != window()) else { return };
    let Some(target) = origin().or_else(|| (kind != "answer").then(|| "*".to_owned())) else { return };
    let text = format!(r#"{{"source":"hashrange","type":"{kind}"{members}}}"#);
    if let Ok(message) = js_sys::JSON::parse(&text) {
        // Only an origin that is none is refused.
        let _ = parent.post_message(&message, &target);
    }
}

/// The origin of the page around, where it is known.
fn origin() -> Option<String> {
    let named = asked("origin").map(|named| named.replace("%3A", ":").replace("%2F", "/"));
    let origin = Url::new(&named.unwrap_or_else(|| document().referrer())).ok()?.origin();
    (origin != "null").then_some(origin)
}
