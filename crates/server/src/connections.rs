//! The open connections of a server, and which of them is closed for a newcomer.
//!
//! A connection is idle while it has no request. The longest idle one is closed if there is no room. Must not know
//! sockets, HTTP or the time: the order of events is enough.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::Notify;

/// The open connections.
pub(crate) struct Connections {
    most: usize,
    state: Mutex<State>,
    /// Notified when a connection ends or becomes idle.
    room: Notify,
}

#[derive(Default)]
struct State {
    /// The number of connections so far, and of their turns.
    numbers: u64,
    /// Connections, each with its notification to close.
    open: BTreeMap<u64, Arc<Notify>>,
    /// Idle connections, longest idle first: turns with connections.
    idle: BTreeMap<u64, u64>,
    /// Turns of idle connections.
    turns: BTreeMap<u64, u64>,
}

/// A connection's place among the open ones. It ends when this is dropped.
pub(crate) struct Place {
    connections: Arc<Connections>,
    number: u64,
    close: Arc<Notify>,
}

/// A request of a connection, which is not idle meanwhile.
pub(crate) struct Busy(Arc<Place>);

impl State {
    fn next(&mut self) -> u64 {
        self.numbers += 1;
        self.numbers
    }

    /// Makes an open connection the last of the idle ones.
    fn rest(&mut self, number: u64) {
        self.work(number);
        if self.open.contains_key(&number) {
            let turn = self.next();
            self.idle.insert(turn, number);
            self.turns.insert(number, turn);
        }
    }

    /// Removes a connection from the idle ones.
    fn work(&mut self, number: u64) {
        if let Some(turn) = self.turns.remove(&number) {
            self.idle.remove(&turn);
        }
    }

    fn end(&mut self, number: u64) {
        self.work(number);
        self.open.remove(&number);
    }

    /// Closes the longest idle connection, if one is idle.
    fn close_one(&mut self) -> bool {
        let Some((_, number)) = self.idle.pop_first() else {
            return false;
        };
        self.turns.remove(&number);
        if let Some(close) = self.open.remove(&number) {
            close.notify_one();
        }
        true
    }
}

impl Connections {
    /// No connections, and at most this number of them.
    pub(crate) fn new(most: usize) -> Arc<Self> {
        Arc::new(Self {
            most,
            state: Mutex::default(),
            room: Notify::new(),
        })
    }

    /// A place for a newcomer, which is idle. Waits only while each connection has a request. One task may wait.
    pub(crate) async fn admit(self: &Arc<Self>) -> Place {
        loop {
            if let Some(place) = self.try_admit() {
                return place;
            }
            self.room.notified().await;
        }
    }

    fn try_admit(self: &Arc<Self>) -> Option<Place> {
        let mut state = self.state();
        if state.open.len() >= self.most && !state.close_one() {
            return None;
        }
        let (number, close) = (state.next(), Arc::new(Notify::new()));
        state.open.insert(number, Arc::clone(&close));
        state.rest(number);
        Some(Place {
            connections: Arc::clone(self),
            number,
            close,
        })
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Place {
    /// Waits until the connection must close for a newcomer, possibly forever.
    pub(crate) async fn must_close(&self) {
        self.close.notified().await;
    }

    /// A request begins.
    pub(crate) fn begin(self: &Arc<Self>) -> Busy {
        self.connections.state().work(self.number);
        Busy(Arc::clone(self))
    }

    /// The client took a piece of a response: the connection becomes the last of the idle ones, if it is idle.
    pub(crate) fn wrote(&self) {
        let mut state = self.connections.state();
        if state.turns.contains_key(&self.number) {
            state.rest(self.number);
        }
    }
}

impl Drop for Busy {
    fn drop(&mut self) {
        let Place {
            connections, number, ..
        } = self.0.as_ref();
        connections.state().rest(*number);
        connections.room.notify_one();
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.connections.state().end(self.number);
        self.connections.room.notify_one();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn has_to_close(place: &Place) -> bool {
        !place.connections.state().open.contains_key(&place.number)
    }

    fn admitted(connections: &Arc<Connections>) -> Arc<Place> {
        Arc::new(connections.try_admit().expect("there is room"))
    }

    #[tokio::test]
    async fn the_longest_idle_connection_closes_for_a_newcomer() {
        let connections = Connections::new(3);
        let [first, second, third] = [(); 3].map(|()| admitted(&connections));
        // The first had a request since the second came, and a client took a response from the second.
        drop(first.begin());
        second.wrote();
        let busy = third.begin();
        let newcomers = [(); 2].map(|()| admitted(&connections));
        first.must_close().await;
        second.must_close().await;
        assert!(!has_to_close(&third), "it has a request");
        let another = admitted(&connections);
        let [earlier, later] = &newcomers;
        assert!(has_to_close(earlier) && !has_to_close(later) && !has_to_close(&another));
        drop(busy);
        assert!(!has_to_close(&third));
        // A closed connection that finishes something late does not count again.
        drop(first.begin());
        first.wrote();
        assert_eq!(connections.state().open.len(), 3);
    }

    #[tokio::test]
    async fn a_newcomer_waits_while_all_have_a_request() {
        let connections = Connections::new(2);
        let [first, second] = [(); 2].map(|()| admitted(&connections));
        let [busy, other] = [first.begin(), second.begin()];
        assert!(connections.try_admit().is_none());
        let waiting = tokio::spawn({
            let connections = Arc::clone(&connections);
            async move { connections.admit().await }
        });
        tokio::task::yield_now().await;
        assert!(!waiting.is_finished());
        drop(busy);
        let newcomer = Arc::new(waiting.await.expect("it is admitted"));
        first.must_close().await;
        let busy = newcomer.begin();
        assert!(connections.try_admit().is_none());
        drop((other, second));
        assert!(connections.try_admit().is_some());
        drop(busy);
    }
}
