//! Every question that a view can ask, for every table and index there is.

use hashrange_engine::{Engine, TableView};
use hashrange_insight::reading::{
    Ask, BackupsAsk, CapacityAsk, CollectionOverviewAsk, CollectionsAsk, CollectionsScope, ExpiryAsk, HappeningsAsk,
    IndexBuildAsk, ItemsAsk, JourneyAsk, LandingAsk, LandingKey, LastRequestAsk, NextEventAsk, PartitionsAsk,
    QueuesAsk, RecoveryAsk, RefusalAsk, ReplicasAsk, ScalingAsk, SecondRequestsAsk, StageAsk, StandingAsk, StreamAsk,
    TablesAsk, TimeToLiveAsk,
};
use hashrange_wire::Operation;

/// Rows of a window.
const ROWS: u32 = 50;
/// Collections of a window.
const COLLECTIONS: usize = 20;
/// Seconds of a chart.
const SECONDS: u64 = 60;

/// Lists them.
pub(crate) fn questions(engine: &Engine) -> Vec<Ask> {
    let mut asks: Vec<Ask> = vec![
        HappeningsAsk { kind: None, text: String::new(), most: 300 }.into(),
        LastRequestAsk.into(),
        NextEventAsk.into(),
        QueuesAsk.into(),
        TablesAsk.into(),
    ];
    for table in engine.tables() {
        asks.extend(of_table(engine, table));
        let indexes = table.indexes().map(|index| Some(index.definition().name.as_str()));
        for index in std::iter::once(None).chain(indexes) {
            asks.extend(of_resource(table, index));
        }
    }
    asks
}

fn of_table(engine: &Engine, view: TableView<'_>) -> Vec<Ask> {
    let table = || view.name().to_string();
    let newest = engine.stream_records(view.name(), 1).first().map(|record| record.write);
    let deletion = format!("{{\"TableName\":\"{}\"}}", view.name());
    let mut asks: Vec<Ask> = vec![
        BackupsAsk { table: table() }.into(),
        CollectionOverviewAsk { table: table(), stretch: None, bars: COLLECTIONS }.into(),
        CollectionsAsk { table: table(), scope: CollectionsScope::One { key: None }, selected: None }.into(),
        ExpiryAsk { table: table() }.into(),
        JourneyAsk { table: table(), number: engine.last_event() }.into(),
        RecoveryAsk { table: table() }.into(),
        RefusalAsk { requests: vec![(Operation::DeleteTable, deletion)] }.into(),
        ScalingAsk { table: table() }.into(),
        StageAsk { table: table(), followed: None }.into(),
        StreamAsk { table: table(), write: newest }.into(),
        TimeToLiveAsk { table: table() }.into(),
    ];
    for second in engine.now().seconds().saturating_sub(2)..=engine.now().seconds() {
        asks.push(SecondRequestsAsk { table: table(), second }.into());
    }
    asks
}

fn of_resource(view: TableView<'_>, index: Option<&str>) -> Vec<Ask> {
    let (table, index) = (|| view.name().to_string(), || index.map(str::to_owned));
    let first = view.items().next().map(|(item, _)| (**item).clone());
    let scope = CollectionsScope::Whole { index: index(), skip: 0, take: COLLECTIONS };
    let mut asks: Vec<Ask> = vec![
        CapacityAsk { table: table(), index: index(), seconds: SECONDS }.into(),
        CollectionsAsk { table: table(), scope, selected: first.clone() }.into(),
        IndexBuildAsk { table: table(), index: index().unwrap_or_default() }.into(),
        ItemsAsk { table: table(), index: index(), from: 0, count: ROWS, around: first.clone() }.into(),
        PartitionsAsk { table: table(), index: index() }.into(),
    ];
    if let Some(item) = first {
        asks.push(StandingAsk { table: table(), key: view.keys().key_of(&item) }.into());
        asks.push(ReplicasAsk { table: table(), key: view.keys().key_of(&item) }.into());
        let keys = [LandingKey::Item(item.clone()), LandingKey::Key(item)];
        asks.extend(keys.map(|key| LandingAsk { table: table(), index: index(), key }.into()));
    }
    asks
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use hashrange_engine::{Budget, EngineOptions};
    use hashrange_time::Duration;
    use hashrange_wire::Checked;

    use super::{Ask, Engine, Operation, questions};

    #[test]
    fn every_question_there_is_is_asked() {
        let mut engine = Engine::new(EngineOptions::default());
        let table = r#"{"TableName":"Tab","BillingMode":"PAY_PER_REQUEST",
            "AttributeDefinitions":[{"AttributeName":"a","AttributeType":"S"}],
            "KeySchema":[{"AttributeName":"a","KeyType":"HASH"}]}"#;
        let put = r#"{"TableName":"Tab","Item":{"a":{"S":"x"}}}"#;
        for (operation, body) in [(Operation::CreateTable, table), (Operation::PutItem, put)] {
            engine
                .handle(engine.now(), Checked::decode(operation, body.as_bytes()).expect("a request"))
                .expect("an answer");
            engine.advance(engine.now() + Duration::from_minutes(1), Budget::UNBOUNDED);
        }
        let asked: BTreeSet<&str> = questions(&engine).iter().map(Ask::name).collect();
        assert_eq!(asked, Ask::NAMES.iter().copied().collect());
    }
}
