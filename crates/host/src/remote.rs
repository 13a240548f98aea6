//! Remote connections: a workspace whose requests go to an endpoint of the network.
//!
//! The workspace has a *mirror*: an engine with the endpoint's tables and the items loaded so far. Views read the
//! mirror like any workspace. Requests go to the endpoint, and the host then reloads what they changed. Credentials
//! stay in memory. Must not know how bytes are transported: the platform does that.

mod calls;
pub(crate) mod connection;
mod copying;
mod design_check;
mod endpoint;
mod mirror;

use hashrange_protocol::call::{Call, CallResult, EndpointForm};
use hashrange_protocol::{Answer, Answered, Card, ClockCommand, News, Origin, Refused, SaveState, WorkspaceId};
use hashrange_time::{Duration, Timestamp};
use hashrange_wire::ErrorBody;

use crate::core::Core;
use crate::host::{Host, HostState, Platform};
use crate::workspace::Workspace;

use self::connection::{Mirrored, NO_SIMULATION, Remote};
use self::endpoint::Endpoint;
use self::mirror::{Effect, effect_of};

/// HTTP statuses of local refusals, and of requests without a response.
const FORBIDDEN: u16 = 403;
pub(crate) const UNAVAILABLE: u16 = 503;

/// Maximum number of tables that are described at the start. More would take minutes.
const MOST_TABLES: usize = 200;

impl<W: Platform> Host<W> {
    /// Connects to an endpoint, and brings a workspace with its tables to the front.
    pub(crate) async fn connect(&self, form: &EndpointForm, writes: bool) -> Result<CallResult, String> {
        let endpoint = Endpoint::of(form)?;
        let names = self.list_tables(&endpoint).await?;
        let mut core = Core::begin_unkept(&mirror::settings(self.platform().date()));
        core.command(self.platform().millis(), ClockCommand::Pause);
        let mut tables = Vec::new();
        for name in names.iter().take(MOST_TABLES) {
            self.goes_on(&format!("{} tables read", tables.len()))?;
            if let Some(table) = self.describe(&endpoint, name).await?
                && mirror::create(&mut core, &table.creation)
            {
                tables.push(Mirrored::new(&table.name));
            }
        }
        let id = self.state(HostState::next_remote);
        let title = endpoint.address.authority().to_owned();
        let left_out = names.len().saturating_sub(tables.len());
        let mut workspace = Workspace::new(
            Card::new(id, &title, Origin::Own, self.platform().date()),
            core,
            String::new(),
        );
        workspace.saved = SaveState::Saved;
        workspace.remote = Some(Box::new(Remote {
            endpoint,
            writes,
            tables,
            left_out,
        }));
        let facts = workspace
            .remote
            .as_ref()
            .map(|remote| remote.facts())
            .unwrap_or_default();
        self.place(workspace);
        self.bring_to_front(id, None).await;
        Ok(CallResult::Remote(facts))
    }

    /// Refuses a call that would take the mirror of a connection for its endpoint.
    ///
    /// # Errors
    /// Tables without what the mirror lacks (TTL, streams, tags), tables that would exist in the mirror only, and items
    /// of a table that is not loaded completely.
    pub(crate) fn allow_call(&self, id: WorkspaceId, call: &Call) -> Result<(), String> {
        let needs_simulation = match call {
            Call::ItemsFile { table, .. } => return self.expect_loaded(id, table),
            Call::Copy(form) => form.outward,
            Call::TablesFile { .. }
            | Call::MakeTables { .. }
            | Call::ImportPart { .. }
            | Call::DraftAssignment
            | Call::RunPatterns(_)
            | Call::LimitOfPatterns { .. }
            | Call::DayOfPatterns { .. }
            | Call::StageOfPatterns { .. }
            | Call::PatternsFile { .. }
            | Call::HandIn { .. } => true,
            _ => false,
        };
        if needs_simulation && self.is_remote(id) {
            return Err(NO_SIMULATION.to_owned());
        }
        Ok(())
    }

    fn expect_loaded(&self, id: WorkspaceId, table: &str) -> Result<(), String> {
        let part = self.within(id, |workspace| {
            let remote = workspace.remote.as_ref()?;
            let known = remote.tables.iter().find(|known| known.name == table)?;
            Some((known.loaded, known.refused, known.next.is_none()))
        });
        match part.flatten() {
            Some((loaded, _, false)) => Err(format!(
                "Only {loaded} items of {table} are loaded. Load all items first, or copy the tables into a workspace."
            )),
            Some((_, refused, true)) if refused > 0 => Err(format!(
                "Items of {table} that are missing here: {refused}. An index key has the wrong type or is empty."
            )),
            _ => Ok(()),
        }
    }

    /// The state of the connection in front.
    pub(crate) fn remote_facts(&self, id: WorkspaceId) -> Result<CallResult, String> {
        let facts = self
            .within(id, |workspace| workspace.remote.as_ref().map(|remote| remote.facts()))
            .flatten();
        facts
            .map(CallResult::Remote)
            .ok_or_else(|| "This workspace is not connected to an endpoint.".to_owned())
    }

    /// Allows or refuses requests that change something.
    pub(crate) fn allow_writes(&self, id: WorkspaceId, writes: bool) -> Result<CallResult, String> {
        self.within(id, |workspace| {
            if let Some(remote) = &mut workspace.remote {
                remote.writes = writes;
            }
        });
        self.remote_facts(id)
    }

    /// Loads the next page of a table's items into the mirror.
    pub(crate) async fn load_more(&self, id: WorkspaceId, table: &str) -> Result<CallResult, String> {
        let known = self.within(id, |workspace| {
            let remote = workspace.remote.as_ref()?;
            let next = remote.tables.iter().find(|known| known.name == table)?.next.clone();
            Some((remote.endpoint.clone(), next))
        });
        let (endpoint, next) = known.flatten().ok_or("This table is not in the mirror.")?;
        if let Some(next) = next {
            let page = self.scan(&endpoint, table, next.as_ref()).await?;
            let taken = self.change(id, |workspace, _| workspace.take_page(table, page));
            taken.unwrap_or(Ok(()))?;
        }
        self.remote_facts(id)
    }

    /// Sends a request of the page to the endpoint, returns its response, and reloads what it changed.
    pub(crate) async fn request_remote(self, id: WorkspaceId, number: u64, operation: String, body: String) {
        let known = self.within(id, |workspace| {
            workspace
                .remote
                .as_ref()
                .map(|remote| (remote.endpoint.clone(), remote.writes))
        });
        let Some((endpoint, writes)) = known.flatten() else {
            return;
        };
        let effect = effect_of(&operation, &body);
        if effect != Effect::None && !writes {
            let words = "Writes to this endpoint are off. Turn them on in the bar above to send this request.";
            return self.post_refused(number, "WritesAreOff", words, FORBIDDEN, said(words));
        }
        match self.call(&endpoint, &operation, &body).await {
            // A table may take minutes to change. The response does not wait for it.
            Ok((200, answer)) if matches!(effect, Effect::Tables { .. }) => {
                self.post_answered(number, answer);
                self.follow_effect(id, &endpoint, effect).await;
            }
            Ok((200, answer)) => {
                self.follow_effect(id, &endpoint, effect).await;
                self.post_answered(number, answer);
            }
            Ok((status, answer)) => {
                let ErrorBody { exception, message } = calls::refusal(status, &answer);
                self.post_refused(number, &exception, &message, status, answer);
            }
            Err(words) => self.post_refused(number, "NoAnswer", &words, UNAVAILABLE, said(&words)),
        }
    }

    fn post_answered(&self, number: u64, body: String) {
        let answered = Answered {
            at: self.real_time(),
            record: None,
            body,
            report: None,
            freshness: None,
        };
        let answer = Box::new(Answer::Request(Ok(answered)));
        self.post(&News::Answer { number, answer });
    }

    pub(crate) fn post_refused(&self, number: u64, exception: &str, message: &str, status: u16, body: String) {
        let (exception, message) = (exception.to_owned(), message.to_owned());
        let at = self.real_time();
        let refused = Refused {
            at,
            record: None,
            status,
            exception,
            message,
            body,
            report: None,
        };
        let answer = Box::new(Answer::Request(Err(refused)));
        self.post(&News::Answer { number, answer });
    }

    fn real_time(&self) -> Timestamp {
        Timestamp::default() + Duration::from_millis(self.platform().date())
    }

    /// Reloads what a request changed. A failure is reported; the response stays valid.
    async fn follow_effect(&self, id: WorkspaceId, endpoint: &Endpoint, effect: Effect) {
        let outcome = match effect {
            Effect::None => Ok(()),
            Effect::Item { table, key } => self.reload_item(id, endpoint, &table, &key).await,
            Effect::Items { tables } => self.reload_items(id, endpoint, &tables).await,
            Effect::Tables { named } => self.reload_tables(id, endpoint, named.as_deref()).await,
        };
        if let Err(words) = outcome {
            self.post(&News::Refused(format!(
                "The request succeeded, but its changes could not be loaded: {words}"
            )));
        }
    }

    async fn reload_item(&self, id: WorkspaceId, endpoint: &Endpoint, table: &str, item: &str) -> Result<(), String> {
        let key = self
            .within(id, |workspace| mirror::key_of(&workspace.core, table, item))
            .flatten();
        let Some(key) = key else { return Ok(()) };
        let body = format!(
            r#"{{"TableName":{},"Key":{key},"ConsistentRead":true}}"#,
            calls::quoted(table)
        );
        let answer = self.ask(endpoint, "GetItem", &body).await?;
        let found = calls::item(&answer);
        let shown = self.change(id, |workspace, _| match found {
            Some(item) => mirror::put(&mut workspace.core, table, &item),
            None => {
                mirror::delete(&mut workspace.core, table, &key);
                true
            }
        });
        if shown == Some(false) {
            return Err("The simulation refuses the item: an index key has the wrong type or is empty.".to_owned());
        }
        Ok(())
    }

    /// Reloads tables, or all tables if none are named, as far as they were loaded before.
    async fn reload_items(&self, id: WorkspaceId, endpoint: &Endpoint, named: &[String]) -> Result<(), String> {
        let is_wanted = |table: &&mut Mirrored| {
            let is_loaded = table.loaded > 0 || table.next.is_none();
            is_loaded && (named.is_empty() || named.contains(&table.name))
        };
        let loaded = self.within(id, |workspace| {
            let remote = workspace.remote.as_mut()?;
            let tables = remote.tables.iter_mut().filter(is_wanted);
            Some(tables.map(Mirrored::restart).collect::<Vec<_>>())
        });
        for (name, items) in loaded.flatten().unwrap_or_default() {
            self.within(id, |workspace| mirror::empty(&mut workspace.core, &name));
            loop {
                let next = self.within(id, |workspace| {
                    let known = workspace
                        .remote
                        .as_ref()?
                        .tables
                        .iter()
                        .find(|table| table.name == name)?;
                    (!known.has(items)).then(|| known.next.clone().flatten())
                });
                let Some(next) = next.flatten() else { break };
                let page = self.scan(endpoint, &name, next.as_ref()).await?;
                let taken = self.change(id, |workspace, _| workspace.take_page(&name, page));
                taken.unwrap_or(Ok(()))?;
            }
        }
        Ok(())
    }

    /// Describes every table again. Waits for the table that the request names, until it is ACTIVE.
    async fn reload_tables(&self, id: WorkspaceId, endpoint: &Endpoint, named: Option<&str>) -> Result<(), String> {
        const LOOKS: u32 = 300;
        for look in 0..LOOKS {
            let mut waits = false;
            let names = self.list_tables(endpoint).await?;
            for name in names.iter().take(MOST_TABLES) {
                let Some(table) = self.describe(endpoint, name).await? else {
                    continue;
                };
                waits |= !table.is_active && named == Some(name);
                if table.is_active {
                    self.change(id, |workspace, _| workspace.take_table(&table));
                }
            }
            self.change(id, |workspace, _| workspace.keep_tables(&names));
            if !waits || !self.is_open(id) {
                return Ok(());
            }
            if look == 0 {
                self.post(&News::Noted(
                    "A table is changing. The page shows it as soon as it is ACTIVE.".to_owned(),
                ));
            }
            self.platform().rest(1_000).await;
        }
        Err("The table is still not ACTIVE. Disconnect and connect again to see it.".to_owned())
    }
}

impl HostState {
    /// The number of the next connection.
    fn next_remote(&mut self) -> WorkspaceId {
        self.remotes += 1;
        WorkspaceId(WorkspaceId::FIRST_REMOTE.0 + self.remotes)
    }
}

/// A text as the body of a response.
fn said(words: &str) -> String {
    format!(r#"{{"message":{}}}"#, calls::quoted(words))
}
