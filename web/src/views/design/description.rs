//! The design of a table: its description as a page, as JSON, and as a program that creates it.

use hashrange_wire::{
    DeleteTableRequest, DescribeTableResponse, Operation, Request, Response, TableDescription, VectorIndexDescription,
};
use hashrange_words::t;
use leptos::prelude::*;

use super::endpoint::Described;
use crate::components::{Button, ButtonKind, Segmented};
use crate::derived::Signal;
use crate::memo::Memo;
use crate::session::use_session;
use crate::signal::RwSignal;
use crate::state::design_form::request_of;
use crate::state::figures::{bytes, count};
use crate::state::request_log::pretty;
use crate::state::table_schema::{IndexKind, IndexSchema, TableSchema};
use crate::views::code_pane::{CodePane, Coded};
use crate::views::deletion::Deletion;
use crate::views::json_pane::JsonPane;
use crate::views::key_name::KeyLine;
use crate::views::refusal::Refusal;

/// The description of a table. Follows the table as it changes.
#[component]
pub fn Description(
    /// The table.
    table: String,
    /// The handle for its deletion.
    deletion: Deletion,
    /// Receives the table's name when the reader requests a similar new table.
    #[prop(into)]
    on_copy: Callback<String>,
) -> impl IntoView {
    let session = use_session();
    let name = StoredValue::new(table);
    let described = Memo::new(move |_| name.with_value(|name| session.table(name)));
    let endpoint = Described::over_connection(session, described);
    let refused = move || endpoint.and_then(|endpoint| endpoint.refused.get());
    let page = move || {
        let table = described.get()?;
        let table = match endpoint {
            Some(endpoint) => endpoint.complete(table)?,
            None => table,
        };
        Some(view! { <Facts table /> })
    };
    let line = session.line();
    let coded = Signal::derive(move || {
        // A step can change a setting that the description omits.
        described.track();
        line.track();
        Coded::Table(name.get_value())
    });
    let code_note = if endpoint.is_some() {
        t!("A program that creates a table with the same keys, indexes and capacity.")
    } else {
        t!("A program that creates the table with its settings, and waits until it can be used.")
    };
    let ask = move |()| {
        let table_name = name.get_value();
        deletion.ask(
            table_name.clone(),
            Request::DeleteTable(DeleteTableRequest { table_name }),
        );
    };

    view! {
        <div class="design two-panes">
            <div class="pane">
                <h2>{name.get_value()}</h2>
                <p class="view-note">{t!("The table as DescribeTable returns it. Its counts and sizes can be 6 hours old; those in the list of tables are current.")}</p>
                {page}
                <Refusal refused=Signal::derive(refused) />
                <div class="action-bar">
                    <Button on_press=move |()| on_copy.run(name.get_value())>{t!("New table like this")}</Button>
                    <Button kind=ButtonKind::Danger on_press=ask>
                        {t!("Delete table")}
                    </Button>
                </div>
                <Refusal refused=deletion.refused />
            </div>
            <DescriptionJson described endpoint />
            <section class="pane table-code">
                <h2>{t!("Code")}</h2>
                <p class="view-note">{code_note}</p>
                <CodePane of=coded shown=Signal::stored(true) />
            </section>
        </div>
    }
}

/// The response of DescribeTable, or the CreateTable request that would create the table again.
#[component]
fn DescriptionJson(described: Memo<Option<TableDescription>>, endpoint: Option<Described>) -> impl IntoView {
    let operation = RwSignal::new(Operation::DescribeTable);
    let text = Signal::derive(move || {
        let Some(table) = described.get() else {
            return String::new();
        };
        match operation.get() {
            Operation::CreateTable => hashrange_wire::encode_request_pretty(&Request::CreateTable(request_of(&table))),
            _ if endpoint.is_some() => endpoint
                .and_then(|endpoint| endpoint.body.get())
                .map(|body| pretty(&body))
                .unwrap_or_default(),
            _ => hashrange_wire::encode_response_pretty(&Response::DescribeTable(DescribeTableResponse {
                table: Box::new(table),
            })),
        }
    });
    let tools = move || {
        let choices = vec![
            (Operation::DescribeTable, "DescribeTable"),
            (Operation::CreateTable, "CreateTable"),
        ];
        view! {
            <Segmented
                label=t!("Which JSON")
                options=choices
                chosen=operation
                on_choose=move |choice| operation.set(choice)
            />
        }
    };
    let note = if endpoint.is_some() {
        t!("The DescribeTable response, and the CreateTable request for its keys, indexes and capacity.")
    } else {
        t!("The DescribeTable response, and the CreateTable request for the same table.")
    };
    view! {
        <JsonPane
            title="JSON"
            note
            text
            tools=ViewFn::from(tools)
        />
    }
}

/// The readable page.
#[component]
fn Facts(table: TableDescription) -> impl IntoView {
    let schema = TableSchema::read(&table);
    let mode = table.billing_mode_summary.map(|summary| summary.billing_mode.as_str());
    let rates = table.provisioned_throughput;
    let capacity = match mode {
        Some("PAY_PER_REQUEST") => t!("On-demand: pay per request").to_owned(),
        _ => t!(
            "Provisioned: {read_capacity_units, number} RCU, {write_capacity_units, number} WCU per second",
            read_capacity_units = rates.read_capacity_units,
            write_capacity_units = rates.write_capacity_units
        ),
    };
    let protection = if table.deletion_protection_enabled {
        t!("On: DynamoDB refuses DeleteTable")
    } else {
        t!("Off")
    };
    let keys = schema
        .as_ref()
        .map(|schema| view! { <KeyLine keys=schema.keys.clone() kind=IndexKind::Local /> });
    let indexes = schema.map(|schema| schema.indexes).unwrap_or_default();
    let vectors = table.vector_indexes.iter().cloned();
    let vectors = vectors.map(|index| view! { <VectorFacts index /> }).collect_view();
    let cards = indexes
        .into_iter()
        .map(|index| view! { <IndexFacts table=table.clone() index /> })
        .collect_view();
    view! {
        <dl class="facts">
            <dt>{t!("Primary key")}</dt>
            <dd>{keys}</dd>
            <dt>{t!("Status")}</dt>
            <dd class="mono">{table.table_status.as_str()}</dd>
            <dt>{t!("Capacity")}</dt>
            <dd>{capacity}</dd>
            <dt>{t!("Items")}</dt>
            <dd class="num">{format!("{}, {}", t!("{number, plural, one {# item} other {# items}}", number = table.item_count), bytes(table.table_size_bytes))}</dd>
            <dt>{t!("Deletion protection")}</dt>
            <dd>{protection}</dd>
            <dt>"ARN"</dt>
            <dd class="mono wrap">{table.table_arn}</dd>
        </dl>
        {cards}
        {vectors}
    }
}

/// One vector index of the page.
#[component]
fn VectorFacts(index: VectorIndexDescription) -> impl IntoView {
    let VectorIndexDescription {
        index,
        index_status,
        item_count,
        index_size_bytes,
        index_arn,
        ..
    } = index;
    let schema = index.search_schema.map(|elements| {
        let parts = elements
            .iter()
            .map(|it| format!("{} {}", it.attribute_name, it.element_type.as_str()));
        let text = parts.collect::<Vec<_>>().join(", ");
        view! { <dt>{t!("Search schema")}</dt><dd class="mono">{text}</dd> }
    });
    let included = index
        .projection
        .non_key_attributes
        .map(|names| format!(": {}", names.join(", ")));
    let projection = index
        .projection
        .projection_type
        .map(|kind| kind.as_str())
        .unwrap_or_default();
    view! {
        <section class="index-card">
            <h3>{index.index_name} " " <span>{t!("Vector index")}</span></h3>
            <dl class="facts">
                <dt>{t!("Vector")}</dt>
                <dd class="mono">{index.vector_attribute.to_string()}</dd>
                <dt>{t!("Dimensions")}</dt>
                <dd class="num">{count(index.dimensions.unsigned_abs())}</dd>
                <dt>{t!("Distance function")}</dt>
                <dd class="mono">{index.distance_function.as_str()}</dd>
                {schema}
                <dt>{t!("Projection")}</dt>
                <dd class="mono">{format!("{projection}{}", included.unwrap_or_default())}</dd>
                <dt>{t!("Status")}</dt>
                <dd class="mono">{index_status.as_str()}</dd>
                <dt>{t!("Entries")}</dt>
                <dd class="num">{format!("{}, {}", t!("{number, plural, one {# entry} other {# entries}}", number = item_count), bytes(index_size_bytes))}</dd>
                <dt>"ARN"</dt>
                <dd class="mono wrap">{index_arn}</dd>
            </dl>
        </section>
    }
}

/// One index of the page.
#[component]
fn IndexFacts(table: TableDescription, index: IndexSchema) -> impl IntoView {
    let (size, entries, arn, status, rates) = match index.kind {
        IndexKind::Local => {
            let found = table
                .local_secondary_indexes
                .iter()
                .find(|it| it.index_name == index.name);
            let facts = found
                .map(|it| (it.index_size_bytes, it.item_count, it.index_arn.clone()))
                .unwrap_or_default();
            (facts.0, facts.1, facts.2, None, None)
        }
        IndexKind::Global => {
            let found = table
                .global_secondary_indexes
                .iter()
                .find(|it| it.index_name == index.name);
            let facts = found
                .map(|it| (it.index_size_bytes, it.item_count, it.index_arn.clone()))
                .unwrap_or_default();
            let rates = found
                .map(|it| it.provisioned_throughput)
                .filter(|rates| rates.read_capacity_units > 0);
            (
                facts.0,
                facts.1,
                facts.2,
                found.map(|it| it.index_status.as_str()),
                rates,
            )
        }
    };
    let word = match index.kind {
        IndexKind::Local => t!("Local secondary index"),
        IndexKind::Global => t!("Global secondary index"),
    };
    let included: Vec<String> = index.included.iter().map(ToString::to_string).collect();
    let projection = if included.is_empty() {
        index.projection.as_str().to_owned()
    } else {
        format!("{}: {}", index.projection.as_str(), included.join(", "))
    };
    let throughput = rates.map(|rates| {
        let text = t!(
            "{read_capacity_units, number} RCU, {write_capacity_units, number} WCU per second",
            read_capacity_units = rates.read_capacity_units,
            write_capacity_units = rates.write_capacity_units
        );
        view! { <dt>{t!("Capacity")}</dt><dd>{text}</dd> }
    });
    let status = status.map(|status| view! { <dt>{t!("Status")}</dt><dd class="mono">{status}</dd> });
    view! {
        <section class="index-card">
            <h3>{index.name.clone()} " " <span>{word}</span></h3>
            <dl class="facts">
                <dt>{t!("Keys")}</dt>
                <dd><KeyLine keys=index.keys.clone() kind=index.kind /></dd>
                <dt>{t!("Projection")}</dt>
                <dd class="mono">{projection}</dd>
                {status}
                {throughput}
                <dt>{t!("Entries")}</dt>
                <dd class="num">{format!("{}, {}", t!("{number, plural, one {# entry} other {# entries}}", number = entries), bytes(size))}</dd>
                <dt>"ARN"</dt>
                <dd class="mono wrap">{arn}</dd>
            </dl>
        </section>
    }
}
