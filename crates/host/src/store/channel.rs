//! The channel on which tabs inform each other about workspaces. A tab does not receive its own notices.
//!
//! If the browser has no such channel, no notice arrives. The conflict detection of the store still protects the data.

use hashrange_wire::JsonForm;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{BroadcastChannel, MessageEvent};

use super::Notice;

const NAME: &str = "hashrange";

/// A tab's end of the channel. It is closed when it is dropped.
#[derive(Debug)]
pub struct Channel {
    channel: Option<BroadcastChannel>,
    listener: Option<Closure<dyn FnMut(MessageEvent)>>,
}

impl Channel {
    /// Joins the channel.
    pub fn join() -> Self {
        Self {
            channel: BroadcastChannel::new(NAME).ok(),
            listener: None,
        }
    }

    /// Informs the other tabs.
    pub fn announce(&self, notice: &Notice) {
        if let Some(channel) = &self.channel {
            // A lost notice is harmless: the other tab sees the change when it next reads the store.
            let _ = channel.post_message(&notice.to_json().into());
        }
    }

    /// Calls `callback` with every further notice of another tab.
    pub fn on_notice(&mut self, mut callback: impl FnMut(Notice) + 'static) {
        let Some(channel) = &self.channel else { return };
        let listener = Closure::new(move |event: MessageEvent| {
            if let Some(notice) = event.data().as_string().and_then(|text| Notice::of_json(&text)) {
                callback(notice);
            }
        });
        channel.set_onmessage(Some(listener.as_ref().unchecked_ref()));
        self.listener = Some(listener);
    }
}

impl Drop for Channel {
    fn drop(&mut self) {
        if let Some(channel) = &self.channel {
            channel.set_onmessage(None);
            channel.close();
        }
    }
}
