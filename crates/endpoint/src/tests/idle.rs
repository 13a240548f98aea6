//! Long times in which nothing happens: they are skipped, and lead where every shorter step leads.

use hashrange_engine::Budget;
use hashrange_time::Duration;

use super::*;
use crate::{Settings, Timeline, target_of};

/// A service with tables, a global index, TTL and a stream, in which nothing is under way.
fn idle(preset: &str) -> Timeline {
    let settings = Settings {
        seed: 5,
        start: START,
        ..Settings::of_preset(preset).expect("a preset")
    };
    let mut timeline = Timeline::<()>::begin(&settings);
    let create = r#"{"TableName":"Notes","BillingMode":"PAY_PER_REQUEST",
        "AttributeDefinitions":[{"AttributeName":"Id","AttributeType":"S"},{"AttributeName":"g","AttributeType":"S"}],
        "KeySchema":[{"AttributeName":"Id","KeyType":"HASH"}],
        "StreamSpecification":{"StreamEnabled":true,"StreamViewType":"NEW_IMAGE"},
        "GlobalSecondaryIndexes":[{"IndexName":"ByG","KeySchema":[{"AttributeName":"g","KeyType":"HASH"}],
            "Projection":{"ProjectionType":"ALL"}}]}"#;
    let expiry = r#"{"TableName":"Notes","TimeToLiveSpecification":{"AttributeName":"Ends","Enabled":true}}"#;
    let put = r#"{"TableName":"Notes","Item":{"Id":{"S":"a"},"g":{"S":"b"}}}"#;
    for (operation, body) in [("CreateTable", create), ("UpdateTimeToLive", expiry), ("PutItem", put)] {
        let at = timeline.engine().now();
        let answer = timeline.dispatch(at, &target_of(operation), body.as_bytes()).answer;
        assert!(answer.is_success(), "{operation}: {answer:?}");
        pass(&mut timeline, Duration::from_hours(48), Budget::UNBOUNDED);
    }
    timeline
}

fn pass(timeline: &mut Timeline, span: Duration, budget: Budget) -> bool {
    let to = timeline.engine().now() + span;
    timeline.advance(to, budget).reached == to
}

#[test]
fn ten_thousand_years_of_an_idle_service_take_a_few_steps() {
    for preset in ["aws", "classroom", "instant"] {
        let mut timeline = idle(preset);
        let years = Duration::from_hours(24 * 365 * 10_000);
        assert!(pass(&mut timeline, years, Budget { steps: 10 }), "{preset}");
        let item = timeline.dispatch(
            timeline.engine().now(),
            &target_of("GetItem"),
            br#"{"TableName":"Notes","Key":{"Id":{"S":"a"}}}"#,
        );
        assert!(item.answer.body.contains("\"g\""), "{preset}: {:?}", item.answer);
    }
}

#[test]
fn a_month_at_once_leads_where_its_hours_lead() {
    for preset in ["aws", "classroom", "instant"] {
        let (mut at_once, mut by_hours) = (idle(preset), idle(preset));
        for _ in 0..24 * 30 {
            pass(&mut by_hours, Duration::from_hours(1), Budget::UNBOUNDED);
        }
        pass(&mut at_once, Duration::from_hours(24 * 30), Budget::UNBOUNDED);
        assert_eq!(
            at_once.engine().state_hash(),
            by_hours.engine().state_hash(),
            "{preset}"
        );
    }
}
