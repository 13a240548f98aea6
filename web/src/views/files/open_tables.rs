//! Opens a file of tables: its content, its errors by line, and which of the tables to create.
//!
//! Must not know the formats.

use hashrange_protocol::SavedView;
use hashrange_protocol::call::{Call, CallResult, FoundTable};
use hashrange_words::t;
use leptos::ev::Event;
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::progress::CallProgress;
use crate::components::{Button, ButtonKind, When, chosen_file, text_of};
use crate::derived::Signal;
use crate::memo::Memo;
use crate::session::{Calling, Session, use_session};
use crate::signal::RwSignal;
use crate::views::fields::Checkbox;

/// The maximum bytes of a file, because a tab must hold it together with the tables.
pub const MOST_BYTES: f64 = 64.0 * 1024.0 * 1024.0;

/// The part of the saved state with the saved views of all tables: facets of opened models.
pub const VIEWS: &str = "views";

/// The chosen file.
#[derive(Clone, Debug, Default, PartialEq)]
struct Chosen {
    name: String,
    text: String,
    tables: Vec<FoundTable>,
    views: Vec<SavedView>,
    left_out: Vec<String>,
}

/// The control, the content of a file, and the button that creates its tables.
#[component]
pub fn OpenTables() -> impl IntoView {
    let opening = Opening {
        session: use_session(),
        file: RwSignal::new(Chosen::default()),
        wanted: RwSignal::new(Vec::new()),
        faults: RwSignal::new(Vec::new()),
        outcome: RwSignal::new(String::new()),
        calling: Calling::new(),
    };
    let Opening {
        file,
        faults,
        outcome,
        calling,
        ..
    } = opening;
    let found = Memo::new(move |_| file.with(|file| !file.tables.is_empty()));
    view! {
        <section class="files-part" aria-label=t!("Tables from a file")>
            <h3>{t!("Tables from a file")}</h3>
            <p class="view-note">
                {t!("A DescribeTable response, a CloudFormation template in JSON or YAML, Terraform, or a NoSQL Workbench model with its items.")}
            </p>
            <label class="btn files-choose">
                {t!("Open tables or a model…")}
                <input
                    type="file"
                    accept=".json,.yaml,.yml,.tf,.hcl,.template"
                    class="visually-hidden"
                    on:change=move |event| opening.take(&event)
                />
            </label>
            <div role="alert">
                <ul class="files-faults">
                    {move || faults.get().into_iter().map(|words| view! { <li>{words}</li> }).collect_view()}
                </ul>
            </div>
            <When holds=move || found.get()>{content(opening)}</When>
            <CallProgress calling />
            <p role="status">{move || outcome.get()}</p>
        </section>
    }
}

/// The tables of the file, and the button that creates them.
fn content(opening: Opening) -> impl IntoView {
    let Opening {
        file, wanted, calling, ..
    } = opening;
    let none = Signal::derive(move || calling.is_running().get() || wanted.with(Vec::is_empty));
    let left_out = move || {
        file.with(|file| (!file.left_out.is_empty()).then(|| t!("Skipped: {join}.", join = file.left_out.join(", "))))
    };
    let facets = move || match file.with(|file| file.views.len()) {
        0 => String::new(),
        1 => t!("1 facet becomes a saved view on the Query tab.").to_owned(),
        more => t!("{more} facets become saved views on the Query tab.", more),
    };
    view! {
        <ul class="files-found" aria-label=t!("Tables in the file")>
            {move || file.with(|file| file.tables.iter().cloned().map(|table| row(table, wanted)).collect_view())}
        </ul>
        <p class="view-note">{left_out}</p>
        <p class="view-note">{facets}</p>
        <Button kind=ButtonKind::Primary disabled=none on_press=move |()| opening.create()>{t!("Create these tables")}</Button>
    }
}

/// The opening of a file, and the creation of its tables.
#[derive(Clone, Copy)]
struct Opening {
    session: Session,
    file: RwSignal<Chosen>,
    /// Names of the tables to create.
    wanted: RwSignal<Vec<String>>,
    faults: RwSignal<Vec<String>>,
    outcome: RwSignal<String>,
    calling: Calling,
}

impl Opening {
    /// Reads the file that the reader chose.
    fn take(self, event: &Event) {
        let Some(chosen) = chosen_file(event) else { return };
        self.outcome.set(String::new());
        if chosen.size() > MOST_BYTES {
            return self.faults.set(vec![t!("The file is larger than 64 MB.").to_owned()]);
        }
        spawn_local(async move {
            let name = chosen.name();
            self.show(find(self.session, name, text_of(chosen).await).await);
        });
    }

    /// Shows the content of the file, or its errors. Selects the tables that do not exist yet.
    fn show(self, found: Result<Chosen, String>) {
        match found {
            Ok(found) => {
                let new = found.tables.iter().filter(|table| !table.exists);
                self.wanted.set(new.map(|table| table.name.clone()).collect());
                self.faults.set(Vec::new());
                self.file.set(found);
            }
            Err(words) => {
                self.file.set(Chosen::default());
                self.faults.set(words.lines().map(str::to_owned).collect());
            }
        }
    }

    /// Creates the selected tables.
    fn create(self) {
        let Self {
            session,
            file,
            faults,
            outcome,
            calling,
            ..
        } = self;
        let Chosen { name, text, views, .. } = file.get_untracked();
        let tables = self.wanted.get_untracked();
        // The views are stored before the tables, because a visible table shows its views.
        keep_views(session, views, &tables);
        spawn_local(async move {
            match calling.run(Call::MakeTables { name, text, tables }).await {
                Some(CallResult::Words(words)) => {
                    outcome.try_set(words);
                    file.try_set(Chosen::default());
                }
                Some(CallResult::Refused(words)) => drop(faults.try_set(vec![words])),
                _ => drop(faults.try_set(vec![t!("The engine did not respond. Try again.").to_owned()])),
            }
        });
    }
}

/// Stores the views of these tables, and removes views of earlier tables with these names.
fn keep_views(session: Session, views: Vec<SavedView>, tables: &[String]) {
    let mut kept: Vec<SavedView> = session.saved_part(VIEWS).unwrap_or_default();
    let before = kept.len();
    kept.retain(|view| !tables.contains(&view.table));
    let gone = before > kept.len();
    let more: Vec<SavedView> = views.into_iter().filter(|view| tables.contains(&view.table)).collect();
    if gone || !more.is_empty() {
        kept.extend(more);
        session.save_part(VIEWS, &kept);
    }
}

/// A table with the checkbox that selects it.
fn row(table: FoundTable, wanted: RwSignal<Vec<String>>) -> impl IntoView {
    let FoundTable {
        name,
        facts,
        items,
        exists,
    } = table;
    let items = if items == 0 {
        String::new()
    } else {
        format!(
            ", {}",
            t!("{number, plural, one {# item} other {# items}}", number = items)
        )
    };
    let taken = if exists { " A table with this name exists." } else { "" };
    let (of_box, label) = (name.clone(), format!("{name}: {facts}{items}.{taken}"));
    let checked = Signal::derive(move || wanted.with(|wanted| wanted.contains(&of_box)));
    let change = move |wants: bool| {
        wanted.update(|wanted| {
            wanted.retain(|one| *one != name);
            if wants {
                wanted.push(name.clone());
            }
        });
    };
    view! {
        <li><Checkbox label=Signal::stored(label) checked disabled=Signal::stored(exists) on_change=change /></li>
    }
}

async fn find(session: Session, name: String, text: String) -> Result<Chosen, String> {
    let call = Call::FindTables {
        name: name.clone(),
        text: text.clone(),
    };
    match session.run(call).await {
        Some(CallResult::Found {
            tables,
            views,
            left_out,
        }) => Ok(Chosen {
            name,
            text,
            tables,
            views,
            left_out,
        }),
        Some(CallResult::Refused(words)) => Err(words),
        _ => Err(t!("The engine did not respond. Choose the file again.").to_owned()),
    }
}
