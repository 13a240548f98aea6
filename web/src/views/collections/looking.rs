//! What the parts of the view share: which part of the table is shown, and what is pointed at.

use hashrange_engine::Engine;
use hashrange_values::Item;
use leptos::prelude::*;

use super::super::calm::Calm;
use super::reading::{Ask, COLLECTIONS_SHOWN, Page, Scope, collections_before, read_page, read_picture};
use crate::selection::{Selection, use_selection};
use crate::session::{Session, use_session};
use crate::state::collection_layout::Side;
use crate::state::collection_layout::picture::Picture;
use crate::state::table_schema::TableSchema;

/// How much of the table is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Collection after collection.
    Whole,
    /// One collection with every index.
    One,
}

/// What the parts of the view share.
#[derive(Clone, Copy)]
pub struct Looking {
    session: Session,
    selection: Selection,
    /// The table.
    pub(super) schema: Signal<TableSchema>,
    pub(super) mode: RwSignal<Mode>,
    /// Collections left out at the start.
    pub(super) skip: RwSignal<usize>,
    /// When the table is looked at again.
    pub(super) calm: Calm,
    /// The index beside the table.
    pub(super) index: Memo<Option<String>>,
    /// The index chosen here; until then it is the tree's, or the first.
    pub(super) own_index: RwSignal<Option<Option<String>>>,
    pub(super) picture: Memo<Option<Picture>>,
    /// Number of the item under the pointer or the focus.
    pub(super) pointed: RwSignal<Option<usize>>,
    /// Number of the item emphasised: the one pointed at, else the selected one.
    pub(super) active: Memo<Option<usize>>,
    /// Number of the selected item.
    pub(super) chosen: Memo<Option<usize>>,
    /// For each side the row that the Tab key leads to.
    pub(super) stops: (RwSignal<usize>, RwSignal<usize>),
}

impl Looking {
    pub(super) fn new(schema: Signal<TableSchema>) -> Self {
        let (session, selection) = (use_session(), use_selection());
        let mode = RwSignal::new(Mode::Whole);
        let skip = RwSignal::new(0);
        let own_index = RwSignal::new(None::<Option<String>>);
        let index = Memo::new(move |_| {
            let wanted = own_index.get().unwrap_or_else(|| selection.index.get());
            let own = own_index.with(Option::is_some);
            schema.with(|schema| match wanted.filter(|name| schema.index(name).is_some()) {
                None if !own => schema.indexes.first().map(|index| index.name.clone()),
                found => found,
            })
        });
        let ask = Memo::new(move |_| {
            let scope = match mode.get() {
                Mode::Whole => Scope::Whole { index: index.get() },
                Mode::One => Scope::One { key: selection.item.get() },
            };
            Ask { schema: schema.get(), scope, selected: selection.item.get() }
        });
        let calm = Calm::state(session);
        let page = Memo::new(move |_| {
            calm.track();
            let skip = if mode.get() == Mode::Whole { skip.get() } else { 0 };
            let read = || session.with_insight(|_, engine| schema.with(|it| read_page(engine, &it.name, skip)));
            calm.measure(read)
        });
        let picture = Memo::new(move |_| {
            calm.track();
            let read = |page: &Page| session.with_insight(|_, engine| ask.with(|ask| read_picture(engine, ask, page)));
            page.with(|page| calm.measure(|| read(page)))
        });
        let pointed = RwSignal::new(None);
        let chosen = Memo::new(move |_| {
            let key = selection.item.get()?;
            picture.with(|picture| picture.as_ref()?.number_of(&key))
        });
        let active = Memo::new(move |_| pointed.get().or_else(|| chosen.get()));
        let stops = (RwSignal::new(0), RwSignal::new(0));
        Self { session, selection, schema, mode, skip, calm, index, own_index, picture, pointed, active, chosen, stops }
    }

    /// The tree's choice of an index, and pages that no longer exist, take effect here too.
    pub(super) fn follow_changes(self) {
        Effect::new(move |before: Option<Option<String>>| {
            let now = self.selection.index.get();
            if before.is_some_and(|before| before != now) {
                self.own_index.set(None);
            }
            now
        });
        Effect::new(move || {
            self.picture.with(|picture| {
                let Some(picture) = picture else { return };
                if self.mode.get_untracked() == Mode::Whole && self.skip.get_untracked() >= picture.collections.max(1) {
                    self.skip.set(picture.collections.saturating_sub(1) / COLLECTIONS_SHOWN * COLLECTIONS_SHOWN);
                }
                for side in [Side::Table, Side::Index] {
                    let last = picture.members(side).count().saturating_sub(1);
                    let stop = self.stop(side);
                    if stop.get_untracked() > last {
                        stop.set(last);
                    }
                }
            });
        });
    }

    /// The row of a side that the Tab key leads to.
    pub(super) fn stop(self, side: Side) -> RwSignal<usize> {
        match side {
            Side::Table => self.stops.0,
            Side::Index => self.stops.1,
        }
    }

    /// Looks at the table.
    pub(super) fn with_table<R>(self, look: impl FnOnce(&Engine, &str) -> R) -> R {
        self.session.with_insight(|_, engine| self.schema.with(|schema| look(engine, &schema.name)))
    }

    /// Shows one collection alone.
    pub(super) fn show_alone(self, key: Item) {
        self.selection.item.set(Some(key));
        self.mode.set(Mode::One);
    }

    /// Turns to the page that has the item.
    pub(super) fn turn_to(self, key: &Item) {
        let before = self
            .session
            .with_insight(|_, engine| self.schema.with_untracked(|schema| collections_before(engine, schema, key)));
        self.skip.set(before / COLLECTIONS_SHOWN * COLLECTIONS_SHOWN);
    }
}
