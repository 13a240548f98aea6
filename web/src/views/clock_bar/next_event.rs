//! What the service will do next by itself, in words. Must not know the clock.

use hashrange_protocol::NextEvent;

/// What comes next; background work where it cannot be told.
pub(super) fn words(event: Option<&NextEvent>) -> String {
    match event {
        Some(NextEvent::Active(name)) => format!("{name} becomes active"),
        Some(NextEvent::Gone(name)) => format!("{name} is gone"),
        Some(NextEvent::Propagated(index)) => format!("an entry reaches {index}"),
        None => "background work".to_owned(),
    }
}
