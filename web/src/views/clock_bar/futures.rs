//! The other futures: the history that was left when something was done in the past. Must not know how they are stored.

use leptos::prelude::*;

use crate::components::{Each, Menu, MenuItem, When};
use crate::derived::Signal;
use crate::memo::Memo;
use crate::session::{Session, Travel};
use crate::state::figures;

/// A menu of the other futures, if any.
#[component]
pub fn Futures(
    /// The session.
    session: Session,
) -> impl IntoView {
    let line = session.line();
    let futures = Memo::new(move |_| line.with(|line| line.futures.clone()));
    let label = Signal::derive(move || figures::counted(futures.with(Vec::len) as u64, "other future"));
    view! {
        <When holds=move || futures.with(|futures| !futures.is_empty())>
            <Menu label description="Futures you left">
                <Each each=move || futures.get() key=|future| (future.tip, future.common) let:future>
                    <MenuItem on_choose=move |()| session.travel(Travel::Switch(future))>
                        {format!(
                            "{} of its own after step {}, to {}",
                            figures::counted(future.own, "step"),
                            figures::count(future.common),
                            figures::moment(future.ends, 0),
                        )}
                    </MenuItem>
                </Each>
            </Menu>
        </When>
    }
}
