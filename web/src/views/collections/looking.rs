//! The shared state of the view's parts: the shown part of the table, and the item under the pointer.

use hashrange_protocol::{CollectionsQuestion, CollectionsScope};
use hashrange_values::Item;

use super::reading::{COLLECTIONS_SHOWN, read};
use crate::derived::Signal;
use crate::effect::{effect, effect_since};
use crate::memo::Memo;
use crate::selection::{Selection, use_selection};
use crate::session::use_reading;
use crate::signal::RwSignal;
use crate::state::collection_layout::Side;
use crate::state::collection_layout::picture::CollectionPicture;
use crate::state::table_schema::TableSchema;

/// Which part of the table is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// All collections in sequence.
    Whole,
    /// One collection with every index.
    One,
}

/// The shared state of the view's parts.
#[derive(Clone, Copy)]
pub struct Looking {
    selection: Selection,
    /// The table.
    pub(super) schema: Signal<TableSchema>,
    pub(super) mode: RwSignal<Mode>,
    /// The number of collections skipped at the start.
    pub(super) skip: RwSignal<usize>,
    /// The index beside the table.
    pub(super) index: Memo<Option<String>>,
    /// The index chosen here. Until then, the index chosen in the tree, or the first.
    pub(super) own_index: RwSignal<Option<Option<String>>>,
    /// `None` until the table has been read.
    pub(super) picture: Memo<Option<CollectionPicture>>,
    /// The position of the selected item's collection among all collections.
    pub(super) selected_at: Memo<Option<usize>>,
    /// Number of the item under the pointer or the focus.
    pointed: RwSignal<Option<usize>>,
    /// Number of the highlighted item: the one under the pointer, otherwise the selected one.
    pub(super) active: Memo<Option<usize>>,
    /// Number of the selected item.
    pub(super) chosen: Memo<Option<usize>>,
    /// The row of each side that the Tab key reaches.
    pub(super) stops: (RwSignal<usize>, RwSignal<usize>),
}

impl Looking {
    pub(super) fn new(schema: Signal<TableSchema>) -> Self {
        let selection = use_selection();
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
        let reading = use_reading(move || {
            let scope = match mode.get() {
                Mode::Whole => CollectionsScope::Whole {
                    index: index.get(),
                    skip: skip.get(),
                    take: COLLECTIONS_SHOWN,
                },
                Mode::One => CollectionsScope::One {
                    key: selection.item.get(),
                },
            };
            let table = schema.with(|schema| schema.name.clone());
            Some(CollectionsQuestion {
                table,
                scope,
                selected: selection.item.get(),
            })
        });
        let picture =
            Memo::new(move |_| reading.with(|seen| seen.as_ref().map(|seen| schema.with(|schema| read(schema, seen)))));
        let selected_at = Memo::new(move |_| reading.with(|seen| seen.as_ref()?.selected_at));
        let pointed = RwSignal::new(None);
        let chosen = Memo::new(move |_| {
            let key = selection.item.get()?;
            picture.with(|picture| picture.as_ref()?.number_of(&key))
        });
        let active = Memo::new(move |_| pointed.get().or_else(|| chosen.get()));
        let stops = (RwSignal::new(0), RwSignal::new(0));
        Self {
            selection,
            schema,
            mode,
            skip,
            index,
            own_index,
            picture,
            selected_at,
            pointed,
            active,
            chosen,
            stops,
        }
    }

    /// Follows a choice of an index in the tree, and leaves pages that no longer exist.
    pub(super) fn follow_changes(self) {
        effect_since(move |before: Option<Option<String>>| {
            let now = self.selection.index.get();
            if before.is_some_and(|before| before != now) {
                self.own_index.set(None);
            }
            now
        });
        effect(move || {
            self.picture.with(|picture| {
                let Some(picture) = picture else { return };
                if self.mode.get_untracked() == Mode::Whole && self.skip.get_untracked() >= picture.collections.max(1) {
                    self.skip
                        .set(picture.collections.saturating_sub(1) / COLLECTIONS_SHOWN * COLLECTIONS_SHOWN);
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

    /// The row of a side that the Tab key reaches.
    pub(super) fn stop(self, side: Side) -> RwSignal<usize> {
        match side {
            Side::Table => self.stops.0,
            Side::Index => self.stops.1,
        }
    }

    /// The pointer or the focus entered an item.
    pub(super) fn point_at(self, number: usize) {
        self.pointed.set(Some(number));
    }

    /// The pointer or the focus left an item, possibly after it entered another.
    pub(super) fn leave(self, number: usize) {
        self.pointed
            .update(|pointed| *pointed = pointed.filter(|it| *it != number));
    }

    /// Shows one collection alone.
    pub(super) fn show_alone(self, key: Item) {
        self.selection.item.set(Some(key));
        self.mode.set(Mode::One);
    }

    /// Changes to the page that has the selected item.
    pub(super) fn turn_to_selected(self) {
        if let Some(at) = self.selected_at.get_untracked() {
            self.skip.set(at / COLLECTIONS_SHOWN * COLLECTIONS_SHOWN);
        }
    }
}
