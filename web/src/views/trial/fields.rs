//! A row of What if: the label of a change and the fields of its settings.

use hashrange_words::t;
use leptos::prelude::*;

use crate::derived::Signal;
use crate::signal::RwSignal;
use crate::state::trial::{About, Meets, NEW, Offer, TrialForm, globals_of, indexes_of, named};
use crate::views::fields::{Options, Select, TextInput};

/// The label of a change's button, after "Try".
#[must_use]
pub fn words(offer: Offer, about: &About, meets: &Meets) -> &'static str {
    match offer {
        Offer::Units => t!("different provisioned units"),
        Offer::OnDemand => t!("on-demand capacity"),
        Offer::Suffixes => t!("write sharding"),
        Offer::Projection => t!("a different projection"),
        Offer::Query => t!("a Query instead of the Scan"),
        Offer::Consistency if about.is_strong() => t!("eventually consistent reads"),
        Offer::Consistency => t!("strongly consistent reads"),
        Offer::HalfSize => t!("items half the size"),
        Offer::Accelerator if meets.dax => t!("no DAX"),
        Offer::Accelerator => "DAX",
    }
}

/// The part of the form that a field writes.
type FormField = fn(&mut TrialForm) -> &mut String;

#[derive(Clone, Copy)]
struct Form(RwSignal<TrialForm>);

impl Form {
    fn value(self, field: FormField) -> Signal<String> {
        Signal::derive(move || field(&mut self.0.get()).clone())
    }

    fn set(self, field: FormField, value: String) {
        self.0.update(|form| *field(form) = value);
    }

    fn text(self, label: &'static str, field: FormField) -> AnyView {
        let typed = move |value: String| self.set(field, value);
        view! { <TextInput label value=self.value(field) on_input=typed placeholder=label /> }.into_any()
    }

    fn choice(self, label: &'static str, options: Options, field: FormField) -> AnyView {
        let chosen = move |value: String| self.set(field, value);
        view! { <Select label options value=self.value(field) on_change=chosen /> }.into_any()
    }
}

/// The fields of a change. Empty if it has no settings.
pub fn fields(offer: Offer, about: &About, meets: &Meets, form: RwSignal<TrialForm>) -> AnyView {
    let form = Form(form);
    match offer {
        Offer::Units => units(form, about, meets),
        Offer::Suffixes => {
            let choices = choices(&[("random", "random"), ("hash", t!("calculated (hash)"))]);
            let count = form.text(t!("Number of suffixes"), |form| &mut form.suffixes);
            view! { {count} {form.choice(t!("How a suffix is chosen"), choices, |form| &mut form.choice)} }.into_any()
        }
        Offer::Projection => projection(form, meets),
        Offer::Query => query(form, meets),
        _ => ().into_any(),
    }
}

fn units(form: Form, about: &About, meets: &Meets) -> AnyView {
    let label = match about.directions() {
        (true, true) => t!("RCU and WCU"),
        (true, false) => "RCU",
        (false, _) => "WCU",
    };
    let mut places = choices(&[("", t!("of the table"))]);
    places.extend(
        globals_of(meets)
            .iter()
            .map(|index| (named(index), t!("of the index {index}", index))),
    );
    view! {
        {form.text(label, |form| &mut form.units)}
        <span class="trial-unit" aria-hidden="true">{label}</span>
        {form.choice(t!("Provisioned units of"), places, |form| &mut form.units_of)}
    }
    .into_any()
}

fn projection(form: Form, meets: &Meets) -> AnyView {
    let indexes = indexes_of(meets)
        .iter()
        .map(|index| (named(index), index.clone()))
        .collect();
    let kinds = choices(&[("ALL", "ALL"), ("INCLUDE", "INCLUDE"), ("KEYS_ONLY", "KEYS_ONLY")]);
    let listed = move || {
        (form.0.with(|form| form.projection == "INCLUDE"))
            .then(|| form.text(t!("Attributes, separated by commas"), |form| &mut form.attributes))
    };
    view! {
        {form.choice(t!("Index of the projection"), indexes, |form| &mut form.projected)}
        {form.choice(t!("Projection"), kinds, |form| &mut form.projection)}
        {listed}
    }
    .into_any()
}

fn query(form: Form, meets: &Meets) -> AnyView {
    let mut targets = choices(&[("", t!("on the table"))]);
    targets.extend(
        indexes_of(meets)
            .iter()
            .map(|index| (named(index), t!("on the index {index}", index))),
    );
    targets.push((NEW.to_owned(), t!("on a new index").to_owned()));
    let key = move || {
        (form.0.with(|form| form.query_on == NEW)).then(|| {
            let types = choices(&[("S", t!("String")), ("N", t!("Number")), ("B", t!("Binary"))]);
            view! {
                {form.text(t!("Partition key of the new index"), |form| &mut form.new_key)}
                {form.choice(t!("Type of the partition key"), types, |form| &mut form.new_type)}
            }
        })
    };
    view! { {form.choice(t!("Where the Query reads"), targets, |form| &mut form.query_on)} {key} }.into_any()
}

fn choices(list: &[(&str, &str)]) -> Options {
    list.iter()
        .map(|(value, words)| ((*value).to_owned(), (*words).to_owned()))
        .collect()
}
