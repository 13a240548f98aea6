//! Auto scaling: the rates of a table and its global indexes under Application Auto Scaling.

use hashrange_protocol::{Direction, ScaledRate, ScalingQuestion};
use hashrange_wire::{
    BillingMode, DeregisterScalableTargetRequest, PolicyType, PutScalingPolicyRequest, RegisterScalableTargetRequest,
    Request, ScalableResource, ServiceNamespace,
};
use hashrange_words::t;
use leptos::prelude::*;

use crate::components::Each;
use crate::derived::{MaybeProp, Signal};
use crate::memo::Memo;
use crate::signal::{ReadSignal, RwSignal};

use super::change_button::ChangeButton;
use super::live_table::LiveTable;
use crate::session::use_reading;
use crate::state::figures;
use crate::state::table_change::{ScalingDraft, mode_of, scalable};
use crate::views::fields::{GroupMessage, TextField};

/// A rate: of the table or an index, of reads or writes.
type Rate = (Option<String>, bool);

/// The scaling section of the settings.
#[component]
pub fn ScalingSettings(
    /// The table.
    live: LiveTable,
) -> impl IntoView {
    let rates = live.signal(|table| {
        let indexes = table
            .global_secondary_indexes
            .iter()
            .map(|index| Some(index.index_name.clone()));
        let of = std::iter::once(None).chain(indexes);
        of.flat_map(|of| [(of.clone(), false), (of, true)])
            .collect::<Vec<Rate>>()
    });
    let on_demand = live.signal(|table| mode_of(table) == BillingMode::PayPerRequest);
    let on_demand = Signal::derive(move || on_demand.get() == Some(true));
    let scaled = use_reading(move || {
        Some(ScalingQuestion {
            table: live.name.get_value(),
        })
    });
    view! {
        <fieldset class="design-part" id="settings-scaling" tabindex="-1">
            <legend>{t!("Auto scaling")}</legend>
            // Folded: a table has two rates, and two more for each global index.
            <details class="scaling-rates">
                <summary>{move || scaled.with(|scaled| summary(scaled.as_deref()))}</summary>
                <p class="part-note">
                    {move || if on_demand.get() {
                        t!("Auto scaling changes provisioned throughput. It does not apply to on-demand mode.")
                    } else {
                        t!("Changes provisioned throughput to keep utilization near the target: up within minutes, down slowly.")
                    }}
                </p>
                <Each each=move || rates.get().unwrap_or_default() key=Clone::clone let:rate>
                    <RateScaling live rate scaled on_demand />
                </Each>
            </details>
        </fieldset>
    }
}

/// How many rates the service scales, for the folded section.
fn summary(scaled: Option<&[ScaledRate]>) -> String {
    match scaled.map_or(0, <[ScaledRate]>::len) {
        0 => t!("Off").to_owned(),
        on => t!("On for {on, plural, one {# rate} other {# rates}}", on),
    }
}

/// The scaling of one rate.
#[component]
fn RateScaling(
    live: LiveTable,
    rate: Rate,
    scaled: ReadSignal<Option<Vec<ScaledRate>>>,
    on_demand: Signal<bool>,
) -> impl IntoView {
    let (index, writes) = rate;
    let what = if writes { "writes" } else { "reads" };
    let title = format!("{}: {what}", index.clone().unwrap_or_else(|| "Table".to_owned()));
    let scaling = Scaling::new(live, index, writes, scaled);
    let Scaling { view, typed, draft, .. } = scaling;
    let problem = move || draft.with(|draft| draft.bounds().err().or_else(|| draft.tracking(writes).err()));
    let requests = Signal::derive(move || {
        let is_fixed = scaling.is_in_force() || on_demand.get() || scaled.with(Option::is_none);
        if is_fixed { Vec::new() } else { scaling.turn_on() }
    });
    let off = Signal::derive(move || scaling.turn_off());
    let apply = move || {
        if view.with(Option::is_some) {
            t!("Change")
        } else {
            t!("Turn on")
        }
        .to_owned()
    };
    let field = move |label, part| scaling.field(label, part, on_demand);
    view! {
        <section class="index-card" aria-label=title>
            <h3>{title.clone()} " " <span>{move || state(view.get().as_ref())}</span></h3>
            <div class="scaling-fields">
                {field(t!("Minimum"), |draft| &mut draft.min)}
                {field(t!("Maximum"), |draft| &mut draft.max)}
                {field(t!("Target utilization, %"), |draft| &mut draft.target)}
            </div>
            <GroupMessage text=MaybeProp::derive(move || problem().map(str::to_owned)) />
            <div class="change-row">
                <ChangeButton
                    label=Signal::derive(apply)
                    requests
                    on_done=Callback::new(move |()| typed.set(None))
                />
                <ChangeButton label=t!("Turn off") requests=off on_done=Callback::new(move |()| typed.set(None)) />
            </div>
        </section>
    }
}

/// The scaling of one rate: the service's configuration, and the typed draft.
#[derive(Clone, Copy)]
struct Scaling {
    live: LiveTable,
    index: StoredValue<Option<String>>,
    writes: bool,
    /// The service's configuration. `None` if it does not scale the rate.
    view: Memo<Option<ScaledRate>>,
    typed: RwSignal<Option<ScalingDraft>>,
    draft: Memo<ScalingDraft>,
}

impl Scaling {
    fn new(live: LiveTable, index: Option<String>, writes: bool, scaled: ReadSignal<Option<Vec<ScaledRate>>>) -> Self {
        let index = StoredValue::new(index);
        let view = Memo::new(move |_| {
            scaled
                .with(|scaled| index.with_value(|index| of_rate(scaled.as_deref()?, index.as_deref(), writes).cloned()))
        });
        let typed = RwSignal::new(None::<ScalingDraft>);
        let draft = Memo::new(move |_| {
            typed
                .get()
                .unwrap_or_else(|| view.with(|view| view.as_ref().map(drafted).unwrap_or_default()))
        });
        Self {
            live,
            index,
            writes,
            view,
            typed,
            draft,
        }
    }

    /// The rate's resource in Application Auto Scaling.
    fn resource(self) -> ScalableResource {
        let of_table = |name: &String| {
            self.index
                .with_value(|index| scalable(name, index.as_deref(), self.writes))
        };
        self.live.name.with_value(of_table)
    }

    /// Whether the policy equals the draft.
    fn is_in_force(self) -> bool {
        self.view.with(|view| {
            view.as_ref()
                .is_some_and(|it| it.policy.is_some() && drafted(it) == self.draft.get())
        })
    }

    /// The requests that apply the draft. Empty if the draft has errors.
    fn turn_on(self) -> Vec<Request> {
        let read = |draft: &ScalingDraft| (draft.bounds(), draft.tracking(self.writes));
        let (Ok((min, max)), Ok(target_tracking)) = self.draft.with(read) else {
            return Vec::new();
        };
        let resource = self.resource();
        let known = self.view.with(|view| {
            view.as_ref()
                .and_then(|view| view.policy.as_ref().map(|policy| policy.name.clone()))
        });
        let policy_name =
            known.unwrap_or_else(|| format!("${}:{}", target_tracking.metric.as_str(), resource.resource_id));
        vec![
            Request::RegisterScalableTarget(RegisterScalableTargetRequest {
                service_namespace: ServiceNamespace::DynamoDb,
                resource: resource.clone(),
                min_capacity: Some(min),
                max_capacity: Some(max),
            }),
            Request::PutScalingPolicy(PutScalingPolicyRequest {
                policy_name,
                policy_type: PolicyType::TargetTrackingScaling,
                service_namespace: ServiceNamespace::DynamoDb,
                target_tracking,
                resource,
            }),
        ]
    }

    /// The request that ends the scaling, if the service scales the rate.
    fn turn_off(self) -> Vec<Request> {
        let on = self.view.with(Option::is_some);
        let request = || {
            Request::DeregisterScalableTarget(DeregisterScalableTargetRequest {
                service_namespace: ServiceNamespace::DynamoDb,
                resource: self.resource(),
            })
        };
        on.then(request).into_iter().collect()
    }

    /// A field for a part of the draft.
    fn field(
        self,
        label: &'static str,
        part: fn(&mut ScalingDraft) -> &mut String,
        disabled: Signal<bool>,
    ) -> impl IntoView {
        let Self { typed, draft, .. } = self;
        view! {
            <TextField
                label=label
                value=Signal::derive(move || part(&mut draft.get()).clone())
                on_input=move |text: String| {
                    let mut now = draft.get_untracked();
                    *part(&mut now) = text;
                    typed.set(Some(now));
                }
                mono=true
                disabled
            />
        }
    }
}

fn of_rate<'a>(scaled: &'a [ScaledRate], index: Option<&str>, writes: bool) -> Option<&'a ScaledRate> {
    let direction = if writes { Direction::Write } else { Direction::Read };
    scaled
        .iter()
        .find(|rate| rate.direction == direction && rate.index.as_deref() == index)
}

fn drafted(rate: &ScaledRate) -> ScalingDraft {
    let target = rate.policy.as_ref().map(|policy| policy.target.clone());
    ScalingDraft {
        min: rate.min.to_string(),
        max: rate.max.to_string(),
        target: target.unwrap_or_else(|| ScalingDraft::default().target),
    }
}

/// Its state, as text.
fn state(rate: Option<&ScaledRate>) -> String {
    let Some(rate) = rate else { return "off".to_owned() };
    let (min, max) = (figures::count(rate.min), figures::count(rate.max));
    let policy = match &rate.policy {
        Some(policy) => t!(
            "on: {min} to {max} units, target {target} %",
            min,
            max,
            target = policy.target
        ),
        None => t!("{min} to {max} units, without a policy", min, max),
    };
    let last = rate.last.as_ref().map(|last| {
        let refused = last
            .refusal
            .as_ref()
            .map(|refusal| t!(", refused: {refusal}", refusal))
            .unwrap_or_default();
        t!(
            "; last {at} to {to}{refused}",
            at = figures::moment(last.at, 0),
            to = last.to,
            refused
        )
    });
    format!("{policy}{}", last.unwrap_or_default())
}
