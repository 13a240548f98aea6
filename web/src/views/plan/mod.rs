//! Teacher's plans: the plan of a lesson, or of every lesson of a course, to read and to print.
//!
//! Owns which plans are shown. Must not know the notation of a plan.

mod sheet;

use hashrange_words::t;
use leptos::prelude::*;

use self::sheet::sheets;
use crate::components::{Dialog, late_view};
use crate::lessons::catalogue::LessonEntry;
use crate::signal::RwSignal;

/// The handle to the plans that are shown.
#[derive(Clone, Copy)]
pub struct Plans {
    open: RwSignal<bool>,
    lessons: RwSignal<Vec<&'static LessonEntry>>,
}

impl Plans {
    /// Puts the handle into the context.
    #[must_use]
    pub fn provide() -> Self {
        let plans = Self {
            open: RwSignal::new(false),
            lessons: RwSignal::new(Vec::new()),
        };
        provide_context(plans);
        plans
    }

    /// Shows the plans of these lessons.
    pub fn show(self, lessons: Vec<&'static LessonEntry>) {
        self.lessons.set(lessons);
        self.open.set(true);
    }
}

/// The dialog with the plans.
#[component]
pub fn PlanDialog(
    /// The plans.
    plans: Plans,
) -> impl IntoView {
    view! {
        <Dialog open=plans.open title=t!("Teacher's plan") wide=true>
            {late_view(move || plan_sheets(plans.lessons.get_untracked()))}
        </Dialog>
    }
}

hashrange_late::late!(page:
    /// The plans of these lessons.
    pub fn plan_sheets(lessons: Vec<&'static LessonEntry>) -> AnyView { sheets(lessons) }
);
