//! On-demand backups of a table: create one, delete one, restore one to a table.

use hashrange_protocol::{Backup, BackupsQuestion};
use hashrange_wire::{BackupType, CreateBackupRequest, DeleteBackupRequest, Request, RestoreTableFromBackupRequest};
use hashrange_words::t;
use leptos::prelude::*;

use super::change_button::ChangeButton;
use super::live_table::LiveTable;
use crate::components::{ButtonKind, Each};
use crate::derived::Signal;
use crate::session::use_reading;
use crate::signal::RwSignal;
use crate::state::figures;
use crate::views::deletion::{Deletion, DeletionQuestion};
use crate::views::fields::TextField;
use crate::views::refusal::Refusal;

/// The backup section of the settings.
#[component]
pub fn BackupSettings(
    /// The table.
    live: LiveTable,
) -> impl IntoView {
    let backups = use_reading(move || {
        Some(BackupsQuestion {
            table: live.name.get_value(),
        })
    });
    let typed = RwSignal::new(String::new());
    let requests = Signal::derive(move || {
        let request = |backup_name: String| {
            Request::CreateBackup(CreateBackupRequest {
                table_name: live.name.get_value(),
                backup_name,
            })
        };
        Some(typed.get())
            .filter(|name| !name.is_empty())
            .map(request)
            .into_iter()
            .collect::<Vec<_>>()
    });
    let deletion = Deletion::in_context();
    view! {
        <fieldset class="design-part" id="settings-backups" tabindex="-1">
            <legend>{t!("Backups")}</legend>
            <p class="part-note">
                {t!("A backup contains the table as it is now. Deleting the table does not delete it. You restore it to a new table.")}
            </p>
            <Each each=move || backups.get().unwrap_or_default() key=|backup| backup.arn.clone() let:backup>
                <BackupCard backup deletion />
            </Each>
            <Refusal refused=deletion.refused />
            <TextField
                label=t!("Name of a new backup")
                value=typed
                on_input=move |text: String| typed.set(text.trim().to_owned())
                mono=true
            />
            <ChangeButton label=t!("Create backup") requests on_done=Callback::new(move |()| typed.set(String::new())) />
        </fieldset>
        <DeletionQuestion
            deletion
            action=t!("Delete backup")
            note=t!("You can no longer restore from it. Tables already restored stay.")
        />
    }
}

/// One backup.
#[component]
fn BackupCard(backup: Backup, deletion: Deletion) -> impl IntoView {
    let state = state(&backup);
    let name = StoredValue::new(backup.name);
    let arn = StoredValue::new(backup.arn);
    let target = RwSignal::new(String::new());
    let restore = Signal::derive(move || {
        let request = |target_table_name: String| {
            Request::RestoreTableFromBackup(RestoreTableFromBackupRequest {
                target_table_name,
                backup_arn: arn.get_value(),
                ..RestoreTableFromBackupRequest::default()
            })
        };
        Some(target.get())
            .filter(|name| !name.is_empty())
            .map(request)
            .into_iter()
            .collect::<Vec<_>>()
    });
    let delete = move || {
        vec![Request::DeleteBackup(DeleteBackupRequest {
            backup_arn: arn.get_value(),
        })]
    };
    view! {
        <section class="index-card" aria-label=name.get_value()>
            <h3>{name.get_value()} " " <span>{state}</span></h3>
            <TextField
                label=t!("New table's name")
                value=target
                on_input=move |text: String| target.set(text.trim().to_owned())
                mono=true
            />
            <div class="change-row">
                <ChangeButton
                    label=t!("Restore")
                    requests=restore
                    on_done=Callback::new(move |()| target.set(String::new()))
                />
                <ChangeButton
                    label=t!("Delete backup")
                    kind=ButtonKind::Danger
                    requests=Signal::derive(delete)
                    ask=Callback::new(move |request| deletion.ask(name.get_value(), request))
                />
            </div>
        </section>
    }
}

fn state(backup: &Backup) -> String {
    let made = figures::moment(backup.made, 0);
    let by = if backup.made_by == BackupType::System {
        t!(", created by DynamoDB")
    } else {
        ""
    };
    let end = backup
        .ends
        .map(|end| t!(", until {end}", end = figures::moment(end, 0)))
        .unwrap_or_default();
    format!(
        "{} {made}{by}{end}, {}",
        backup.status.as_str(),
        figures::bytes(backup.bytes)
    )
}
