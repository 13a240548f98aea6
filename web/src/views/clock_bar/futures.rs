//! The other futures: the history that was left when something was done in the past. Must not know how they are stored.

use leptos::prelude::*;

use super::super::figures;
use crate::components::{Each, Menu, MenuItem};
use crate::session::{Session, Travel};
use crate::state::read_run::plural;

/// A menu of the other futures, if any.
#[component]
pub fn Futures(
    /// The session.
    session: Session,
) -> impl IntoView {
    let line = session.line();
    let futures = Memo::new(move |_| line.with(|line| line.futures.clone()));
    let label = Signal::derive(move || match futures.with(Vec::len) {
        1 => "1 other future".to_owned(),
        count => format!("{count} other futures"),
    });
    view! {
        <Show when=move || futures.with(|futures| !futures.is_empty())>
            <Menu label description="Futures that were left">
                <Each each=move || futures.get() key=|future| (future.tip, future.common) let:future>
                    <MenuItem on_choose=move |()| session.travel(Travel::Switch(future))>
                        {format!(
                            "{} {} of its own after step {}, to {}",
                            figures::count(future.own),
                            plural(future.own, "step", "steps"),
                            figures::count(future.common),
                            figures::moment(future.ends, 0),
                        )}
                    </MenuItem>
                </Each>
            </Menu>
        </Show>
    }
}
