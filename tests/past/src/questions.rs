//! Every question of a view, for every existing table and index.

use hashrange_engine::{Engine, TableView};
use hashrange_insight::reading::{
    AnyQuestion, BackupsQuestion, CapacityQuestion, CollectionOverviewQuestion, CollectionsQuestion, CollectionsScope,
    ExpiryQuestion, IndexBuildQuestion, ItemStatusQuestion, ItemsQuestion, JourneyQuestion, KeyLocationQuestion,
    KeyToLocate, LastRequestQuestion, LogLinesQuestion, NextEventQuestion, PartitionsQuestion, RecoveryQuestion,
    RefusalQuestion, ReplicasQuestion, ScalingQuestion, SecondRequestsQuestion, SizesQuestion, StageQuestion,
    StreamQuestion, TablesQuestion, TimeToLiveQuestion,
};
use hashrange_wire::Operation;

/// The number of rows in a window.
const ROWS: u32 = 50;
/// The number of collections in a window.
const COLLECTIONS: usize = 20;
/// The number of seconds in a chart.
const SECONDS: u64 = 60;

/// Lists the questions.
pub(crate) fn questions(engine: &Engine) -> Vec<AnyQuestion> {
    let mut asks: Vec<AnyQuestion> = vec![
        LogLinesQuestion {
            kind: None,
            text: String::new(),
            most: 300,
        }
        .into(),
        LastRequestQuestion.into(),
        NextEventQuestion.into(),
        SizesQuestion.into(),
        TablesQuestion.into(),
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

fn of_table(engine: &Engine, view: TableView<'_>) -> Vec<AnyQuestion> {
    let table = || view.name().to_string();
    let newest = engine.stream_records(view.name(), 1).first().map(|record| record.write);
    let deletion = format!("{{\"TableName\":\"{}\"}}", view.name());
    let mut asks: Vec<AnyQuestion> = vec![
        BackupsQuestion { table: table() }.into(),
        CollectionOverviewQuestion {
            table: table(),
            stretch: None,
            bars: COLLECTIONS,
        }
        .into(),
        CollectionsQuestion {
            table: table(),
            scope: CollectionsScope::One { key: None },
            selected: None,
        }
        .into(),
        ExpiryQuestion { table: table() }.into(),
        JourneyQuestion {
            table: table(),
            number: engine.last_event(),
        }
        .into(),
        RecoveryQuestion { table: table() }.into(),
        RefusalQuestion {
            requests: vec![(Operation::DeleteTable, deletion)],
        }
        .into(),
        ScalingQuestion { table: table() }.into(),
        StageQuestion {
            table: table(),
            ..StageQuestion::default()
        }
        .into(),
        StreamQuestion {
            table: table(),
            write: newest,
        }
        .into(),
        TimeToLiveQuestion { table: table() }.into(),
    ];
    for second in engine.now().seconds().saturating_sub(2)..=engine.now().seconds() {
        asks.push(SecondRequestsQuestion { table: table(), second }.into());
    }
    asks
}

fn of_resource(view: TableView<'_>, index: Option<&str>) -> Vec<AnyQuestion> {
    let (table, index) = (|| view.name().to_string(), || index.map(str::to_owned));
    let first = view.items().next().map(|(item, _)| (**item).clone());
    let scope = CollectionsScope::Whole {
        index: index(),
        skip: 0,
        take: COLLECTIONS,
    };
    let mut asks: Vec<AnyQuestion> = vec![
        CapacityQuestion {
            table: table(),
            index: index(),
            seconds: SECONDS,
        }
        .into(),
        CollectionsQuestion {
            table: table(),
            scope,
            selected: first.clone(),
        }
        .into(),
        IndexBuildQuestion {
            table: table(),
            index: index().unwrap_or_default(),
        }
        .into(),
        ItemsQuestion {
            table: table(),
            index: index(),
            from: 0,
            count: ROWS,
            around: first.clone(),
        }
        .into(),
        PartitionsQuestion {
            table: table(),
            index: index(),
        }
        .into(),
    ];
    if let Some(item) = first {
        asks.push(
            ItemStatusQuestion {
                table: table(),
                key: view.keys().key_of(&item),
            }
            .into(),
        );
        asks.push(
            ReplicasQuestion {
                table: table(),
                key: view.keys().key_of(&item),
            }
            .into(),
        );
        let keys = [KeyToLocate::Item(item.clone()), KeyToLocate::Key(item)];
        asks.extend(keys.map(|key| {
            KeyLocationQuestion {
                table: table(),
                index: index(),
                key,
            }
            .into()
        }));
    }
    asks
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use hashrange_engine::{Budget, EngineOptions};
    use hashrange_time::Duration;
    use hashrange_wire::Checked;

    use super::{AnyQuestion, Engine, Operation, questions};

    #[test]
    fn every_question_there_is_is_asked() {
        let mut engine = Engine::new(EngineOptions::default());
        let table = r#"{"TableName":"Tab","BillingMode":"PAY_PER_REQUEST",
            "AttributeDefinitions":[{"AttributeName":"a","AttributeType":"S"}],
            "KeySchema":[{"AttributeName":"a","KeyType":"HASH"}]}"#;
        let put = r#"{"TableName":"Tab","Item":{"a":{"S":"x"}}}"#;
        for (operation, body) in [(Operation::CreateTable, table), (Operation::PutItem, put)] {
            engine
                .handle(
                    engine.now(),
                    Checked::decode(operation, body.as_bytes()).expect("a request"),
                )
                .expect("an answer");
            engine.advance(engine.now() + Duration::from_minutes(1), Budget::UNBOUNDED);
        }
        let asked: BTreeSet<&str> = questions(&engine).iter().map(AnyQuestion::name).collect();
        assert_eq!(asked, AnyQuestion::NAMES.iter().copied().collect());
    }
}
