//! The channel on which tabs tell each other about workspaces. A tab does not hear itself.
//!
//! Where the browser has no such channel, nothing is heard; the store's own conflicts still protect what is kept.

use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{BroadcastChannel, MessageEvent};

use super::Notice;

const NAME: &str = "hashrange";

/// A tab's end of the channel. It is closed when it is dropped.
#[derive(Debug)]
pub struct Channel {
    channel: Option<BroadcastChannel>,
    heard: Option<Closure<dyn FnMut(MessageEvent)>>,
}

impl Channel {
    /// Joins the channel.
    pub fn join() -> Self {
        Self { channel: BroadcastChannel::new(NAME).ok(), heard: None }
    }

    /// Tells the other tabs.
    pub fn announce(&self, notice: &Notice) {
        if let Some(channel) = &self.channel {
            // A notice that does not arrive is made up for when the store is read next.
            let _ = channel.post_message(&notice.to_text().into());
        }
    }

    /// Calls this with every notice of another tab from now on.
    pub fn on_notice(&mut self, mut callback: impl FnMut(Notice) + 'static) {
        let Some(channel) = &self.channel else { return };
        let heard = Closure::new(move |event: MessageEvent| {
            if let Some(notice) = event.data().as_string().and_then(|text| Notice::from_text(&text)) {
                callback(notice);
            }
        });
        channel.set_onmessage(Some(heard.as_ref().unchecked_ref()));
        self.heard = Some(heard);
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
