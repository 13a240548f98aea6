//! A view whose code arrives when it is first shown. It shows the download until then, and one that failed twice with a
//! retry.
//!
//! Must not know the view: the caller passes a function that `late!` declared.

use std::pin::Pin;
use std::rc::Rc;
use std::task::{Context, Poll, Waker};

use hashrange_late::{NotLoaded, persistently};
use hashrange_words::t;
use leptos::html;
use leptos::prelude::*;
use leptos::task::spawn_local_scoped_with_cancellation;

use super::dialog::focus_body;
use super::{Button, Progress};

use crate::derived::Signal;
use crate::signal::RwSignal;

/// A view on its way.
type LateView = Pin<Box<dyn Future<Output = Result<AnyView, NotLoaded>>>>;

/// Shows the view that a late function creates.
pub fn late_view<F>(view: impl Fn() -> F + 'static) -> AnyView
where
    F: Future<Output = Result<AnyView, NotLoaded>> + 'static,
{
    shown(Rc::new(move || Box::pin(view())))
}

fn shown(once: Rc<dyn Fn() -> LateView>) -> AnyView {
    let view: Box<dyn Fn() -> LateView> = Box::new(move || {
        let once = Rc::clone(&once);
        Box::pin(persistently(move || once()))
    });
    let mut coming = view();
    // Code that is here already shows at once.
    match coming.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(Ok(view)) => view,
        Poll::Ready(Err(_)) => LatePlace::place(view, None),
        Poll::Pending => LatePlace::place(view, Some(coming)),
    }
}

/// The place of a view on its way.
#[derive(Clone, Copy)]
struct LatePlace {
    /// The owner of the place, so that the view finds its context.
    owner: StoredValue<Owner>,
    view: StoredValue<Box<dyn Fn() -> LateView>, LocalStorage>,
    /// The view, from its arrival until it is shown.
    arrived: StoredValue<Option<AnyView>, LocalStorage>,
    state: RwSignal<State>,
    node: NodeRef<html::Div>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Coming,
    Here,
    Failed,
}

impl LatePlace {
    /// The place of a view. Without `coming` the first download has failed.
    fn place(view: Box<dyn Fn() -> LateView>, coming: Option<LateView>) -> AnyView {
        let arrival = Self {
            owner: StoredValue::new(Owner::current().unwrap_or_default()),
            view: StoredValue::new_local(view),
            arrived: StoredValue::new_local(None),
            state: RwSignal::new(if coming.is_some() { State::Coming } else { State::Failed }),
            node: NodeRef::new(),
        };
        if let Some(coming) = coming {
            arrival.wait(coming);
        }
        view! { <div class="late" node_ref=arrival.node>{move || arrival.draw()}</div> }.into_any()
    }

    /// Waits for the view, unless its place is removed first.
    fn wait(self, coming: LateView) {
        spawn_local_scoped_with_cancellation(async move {
            match coming.await {
                Ok(view) => {
                    self.arrived.set_value(Some(view));
                    self.state.set(State::Here);
                }
                Err(NotLoaded) => self.state.set(State::Failed),
            }
            request_animation_frame(move || self.focus());
        });
    }

    /// A dialog that was opened before had nothing to focus.
    fn focus(self) {
        let place = self.node.try_get_untracked().flatten();
        if let Some(dialog) = place.and_then(|place| place.closest("dialog[open]").ok().flatten()) {
            focus_body(&dialog);
        }
    }

    fn draw(self) -> AnyView {
        match self.state.get() {
            State::Here => self.arrived.try_update_value(Option::take).flatten().into_any(),
            State::Coming => {
                view! { <Progress label=t!("Loading this part of the page") share=Signal::stored(None) /> }.into_any()
            }
            State::Failed => {
                let again = move |()| {
                    self.state.set(State::Coming);
                    let owner = self.owner.get_value();
                    owner.with(|| self.wait(self.view.with_value(|view| view())));
                };
                view! {
                    <div class="late-failure" role="alert">
                        <p>{NotLoaded.to_string()}</p>
                        <Button on_press=again>{t!("Try again")}</Button>
                    </div>
                }
                .into_any()
            }
        }
    }
}
