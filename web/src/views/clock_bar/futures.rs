//! The other futures: the history that was left when something was done in the past. Must not know how they are stored.

use hashrange_words::t;
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
    let label = Signal::derive(move || {
        t!(
            "{number, plural, one {# other future} other {# other futures}}",
            number = futures.with(Vec::len)
        )
    });
    view! {
        <When holds=move || futures.with(|futures| !futures.is_empty())>
            <Menu label description=t!("Futures you left")>
                <Each each=move || futures.get() key=|future| (future.tip, future.common) let:future>
                    <MenuItem on_choose=move |()| session.travel(Travel::Switch(future))>
                        {t!("{own, plural, one {# step} other {# steps}} of its own after step {common, number}, to {ends}", own = future.own, common = future.common, ends = figures::moment(future.ends, 0))}
                    </MenuItem>
                </Each>
            </Menu>
        </When>
    }
}
