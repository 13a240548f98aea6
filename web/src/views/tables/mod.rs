//! The tree of tables and their indexes, with counts and sizes, and the button for a new table.

use hashrange_protocol::{Size, SizesQuestion};
use hashrange_wire::{TableDescription, TableStatus};
use hashrange_words::t;
use leptos::prelude::*;

use super::design::begin_table;
use super::import::use_import;
use crate::components::{Button, Each, When, element_id};
use crate::effect::effect;
use crate::memo::Memo;
use crate::session::{Selection, use_reading, use_selection, use_session};
use crate::signal::RwSignal;
use crate::state::figures;
use crate::views::files::ExportButton;

/// An index in the tree.
#[derive(Clone, Debug, PartialEq)]
struct Branch {
    name: String,
    local: bool,
    bytes: u64,
    /// Changes that have not reached it yet.
    queued: u64,
}

/// A table in the tree.
#[derive(Clone, Debug, PartialEq)]
struct Tree {
    name: String,
    status: TableStatus,
    /// `None` until the sizes have been read.
    items: Option<u64>,
    branches: Vec<Branch>,
}

impl Tree {
    fn branch_names(&self) -> Vec<String> {
        self.branches.iter().map(|branch| branch.name.clone()).collect()
    }

    /// The number of items or the state of the table, and the class of the text.
    ///
    /// Over a connection the number is that of the loaded items; `None` before any is loaded.
    fn tag(&self, is_remote: bool) -> Option<(String, &'static str)> {
        match self.status {
            TableStatus::Active => {
                let items = self.items.filter(|items| *items > 0 || !is_remote)?;
                Some((figures::count(items), "tree-tag"))
            }
            other => Some((other.as_str().to_ascii_lowercase(), "tree-tag tree-tag-warn")),
        }
    }
}

/// The tree. Calls `on_choose` after the reader has chosen something, so that a drawer can close.
#[component]
pub fn TablesTree(
    /// Called after every choice.
    #[prop(optional, into)]
    on_choose: Option<Callback<()>>,
) -> impl IntoView {
    let session = use_session();
    let selection = use_selection();
    let import = use_import();
    let unfolded = RwSignal::new(Vec::new());
    let sizes = use_reading(|| Some(SizesQuestion));
    let trees = Memo::new(move |_| {
        sizes.with(|sizes| {
            let sizes = sizes.as_deref().unwrap_or_default();
            session
                .tables()
                .with(|tables| tables.iter().map(|table| tree_of(table, sizes)).collect::<Vec<_>>())
        })
    });
    // Unfolds the selected table automatically.
    effect(move || {
        if let Some(table) = selection.table.get() {
            unfolded.update(|unfolded| {
                if !unfolded.contains(&table) {
                    unfolded.push(table);
                }
            });
        }
    });
    let chosen = move || {
        if let Some(on_choose) = on_choose {
            on_choose.run(());
        }
    };
    let busy = move || (!session.is_settled().get() || sizes.with(Option::is_none)).to_string();
    let names = Memo::new(move |_| trees.with(|trees| trees.iter().map(|tree| tree.name.clone()).collect::<Vec<_>>()));
    view! {
        <nav class="tables" aria-label=t!("Tables") aria-busy=busy>
            <h2 class="side-title">{t!("Tables")}</h2>
            <ul class="tree">
                <Each each=move || names.get() key=Clone::clone let:name>
                    <TableEntry name trees unfolded selection on_choose=chosen />
                </Each>
            </ul>
            <When holds=move || names.with(Vec::is_empty)>
                <p class="side-empty">{t!("No tables yet.")}</p>
            </When>
            <div class="tables-actions">
                <Button
                    on_press=move |()| {
                        begin_table(selection);
                        chosen();
                    }
                >
                    {t!("New table")}
                </Button>
                <Button
                    on_press=move |()| {
                        chosen();
                        import.open.set(true);
                    }
                >
                    {t!("Import…")}
                </Button>
                <ExportButton />
            </div>
        </nav>
    }
}

/// The counts are current, as in Items and on the stage. Those of DescribeTable can be six hours old.
fn tree_of(table: &TableDescription, sizes: &[Size]) -> Tree {
    let size = |index: Option<&str>| {
        sizes
            .iter()
            .find(|size| *size.table == *table.table_name && size.index.as_deref() == index)
    };
    let locals = &table.local_secondary_indexes;
    let globals = &table.global_secondary_indexes;
    let local = locals.iter().map(|index| (&index.index_name, true));
    let global = globals.iter().map(|index| (&index.index_name, false));
    let branches = local.chain(global).map(|(name, local)| {
        let size = size(Some(name));
        Branch {
            name: name.clone(),
            local,
            bytes: size.map_or(0, |size| size.bytes),
            queued: size.map_or(0, |size| size.waiting),
        }
    });
    Tree {
        name: table.table_name.clone(),
        status: table.table_status,
        items: size(None).map(|size| size.rows),
        branches: branches.collect(),
    }
}

#[component]
fn TableEntry(
    name: String,
    trees: Memo<Vec<Tree>>,
    unfolded: RwSignal<Vec<String>>,
    selection: Selection,
    #[prop(into)] on_choose: Callback<()>,
) -> impl IntoView {
    let list = element_id("tree");
    let entry = TreeTable::new(name, trees, selection, on_choose);
    let TreeTable { name, tree, .. } = entry;
    let is_open = Memo::new(move |_| unfolded.with(|unfolded| name.with_value(|name| unfolded.contains(name))));
    let has_branches = move || tree.with(|tree| tree.as_ref().is_some_and(|tree| !tree.branches.is_empty()));
    // Keyed by name, so that a button keeps the focus while the figures beside it change.
    let branches = Memo::new(move |_| tree.with(|tree| tree.as_ref().map(Tree::branch_names).unwrap_or_default()));
    let current = move || entry.is_current(None).then_some("true");
    let fold = move |_| unfolded.update(|unfolded| name.with_value(|name| toggle(unfolded, name)));
    let session = use_session();
    let tag = move || tree.with(|tree| tree.as_ref()?.tag(session.workspace().get().is_remote()));
    view! {
        <li>
            <div class="tree-row" class:tree-row-chosen=move || current().is_some()>
                <button
                    type="button"
                    class="tree-fold"
                    aria-label=move || t!("Indexes of {get_value}", get_value = name.get_value())
                    aria-expanded=move || is_open.get().to_string()
                    aria-controls=list.clone()
                    disabled=move || !has_branches()
                    on:click=fold
                >
                    {move || match (has_branches(), is_open.get()) {
                        (false, _) => "",
                        (true, true) => "▾",
                        (true, false) => "▸",
                    }}
                </button>
                <button type="button" class="tree-name" aria-current=current on:click=move |_| entry.choose(None)>
                    <span class="tree-words" title=name.get_value()>{name.get_value()}</span>
                    {move || tag().map(|(words, class)| view! { <span class=class>{words}</span> })}
                </button>
            </div>
            <ul class="tree-branches" id=list prop:hidden=move || !is_open.get()>
                <Each each=move || branches.get() key=Clone::clone let:branch>
                    {branch_row(entry, branch)}
                </Each>
            </ul>
        </li>
    }
}

/// An index of a table.
fn branch_row(entry: TreeTable, branch: String) -> impl IntoView {
    let index = StoredValue::new(branch.clone());
    let current = move || {
        index
            .with_value(|index| entry.is_current(Some(index)))
            .then_some("true")
    };
    view! {
        <li class="tree-row" class:tree-row-chosen=move || current().is_some()>
            <button
                type="button"
                class="tree-name tree-branch"
                aria-current=current
                on:click=move |_| index.with_value(|index| entry.choose(Some(index)))
            >
                <BranchWords name=branch tree=entry.tree />
            </button>
        </li>
    }
}

/// A table of the tree, and the state of its selection.
#[derive(Clone, Copy)]
struct TreeTable {
    name: StoredValue<String>,
    tree: Memo<Option<Tree>>,
    selection: Selection,
    is_chosen: Memo<bool>,
    on_choose: Callback<()>,
}

impl TreeTable {
    fn new(name: String, trees: Memo<Vec<Tree>>, selection: Selection, on_choose: Callback<()>) -> Self {
        let name = StoredValue::new(name);
        Self {
            name,
            tree: Memo::new(move |_| {
                trees.with(|trees| name.with_value(|name| trees.iter().find(|tree| tree.name == *name).cloned()))
            }),
            selection,
            is_chosen: Memo::new(move |_| selection.table.get() == Some(name.get_value())),
            on_choose,
        }
    }

    /// Whether the table itself is selected, or this index of it.
    fn is_current(self, index: Option<&str>) -> bool {
        self.is_chosen.get() && self.selection.index.with(|chosen| chosen.as_deref() == index)
    }

    fn choose(self, index: Option<&str>) {
        self.name.with_value(|name| self.selection.choose(name, index));
        self.on_choose.run(());
    }
}

/// Unfolds a table, or folds it.
fn toggle(unfolded: &mut Vec<String>, name: &str) {
    match unfolded.iter().position(|other| other == name) {
        Some(place) => drop(unfolded.remove(place)),
        None => unfolded.push(name.to_owned()),
    }
}

#[component]
fn BranchWords(name: String, tree: Memo<Option<Tree>>) -> impl IntoView {
    let session = use_session();
    let shown = name.clone();
    let branch = Memo::new(move |_| {
        tree.with(|tree| {
            tree.as_ref()
                .and_then(|tree| tree.branches.iter().find(|branch| branch.name == name).cloned())
        })
    });
    let kind = move || {
        let local = branch.with(|branch| branch.as_ref().is_some_and(|branch| branch.local));
        let (word, title) = if local {
            ("LSI", t!("Local secondary index"))
        } else {
            ("GSI", t!("Global secondary index"))
        };
        view! { <abbr class="tree-kind" title=title>{word}</abbr> }
    };
    let tag = move || {
        // Over a connection only the loaded entries are known.
        let branch = branch.get().filter(|_| !session.workspace().get().is_remote())?;
        Some(match branch.queued {
            0 => view! { <span class="tree-tag">{figures::bytes(branch.bytes)}</span> },
            queued => view! { <span class="tree-tag tree-tag-warn">{format!("{queued} behind")}</span> },
        })
    };
    view! {
        {kind}
        <span class="tree-words" title=shown>{shown.clone()}</span>
        {tag}
    }
}
