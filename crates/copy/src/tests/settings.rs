//! Copies of a table with every setting that a table can have besides items, indexes and throughput.

use super::*;

/// A service with such a table.
fn source_with_settings() -> Service {
    let mut source = Service::new(7);
    let mut table = plain("Notes");
    table["TableClass"] = "STANDARD_INFREQUENT_ACCESS".into();
    table["DeletionProtectionEnabled"] = true.into();
    table["SSESpecification"] = json!({ "Enabled": true, "SSEType": "KMS" });
    table["OnDemandThroughput"] = json!({ "MaxReadRequestUnits": 40, "MaxWriteRequestUnits": 30 });
    table["WarmThroughput"] = json!({ "ReadUnitsPerSecond": 15_000, "WriteUnitsPerSecond": 5_000 });
    table["AttributeDefinitions"] = json!([
        { "AttributeName": "Id", "AttributeType": "S" }, { "AttributeName": "Day", "AttributeType": "S" },
    ]);
    table["GlobalSecondaryIndexes"] = json!([{
        "IndexName": "ByDay", "KeySchema": [{ "AttributeName": "Day", "KeyType": "HASH" }],
        "Projection": { "ProjectionType": "ALL" }, "OnDemandThroughput": { "MaxReadRequestUnits": 20, "MaxWriteRequestUnits": 10 },
    }]);
    source.answer("CreateTable", &table);
    let recovery = json!({ "PointInTimeRecoveryEnabled": true, "RecoveryPeriodInDays": 9 });
    let on = json!({ "TableName": "Notes", "PointInTimeRecoverySpecification": recovery });
    source.answer("UpdateContinuousBackups", &on);
    for index in [Value::Null, "ByDay".into()] {
        let mut on = json!({
            "TableName": "Notes", "ContributorInsightsAction": "ENABLE", "ContributorInsightsMode": "THROTTLED_KEYS",
        });
        if !index.is_null() {
            on["IndexName"] = index;
        }
        source.answer("UpdateContributorInsights", &on);
    }
    source.answer(
        "PutItem",
        &json!({ "TableName": "Notes", "Item": { "Id": { "S": "a" } } }),
    );
    source
}

/// The parts of the only table that a copy left out, with the reasons.
fn not_copied(report: &Report) -> Vec<String> {
    let parts = report.tables[0].not_copied.iter();
    parts.map(|part| format!("{}: {}", part.what, part.why)).collect()
}

#[test]
fn a_copy_has_the_settings_of_its_source() {
    let (mut source, mut target) = (source_with_settings(), Service::new(8));
    let report = copy_all(&mut source, &mut target).expect("a report");
    assert_eq!(
        not_copied(&report),
        [
            "warm throughput: the target has 12000 reads and 4000 writes a second, the source 15000 and 5000. UpdateTable \
          raises it, at a price"
        ]
    );
    let [own, other] = [&mut source, &mut target].map(|side| side.described("Notes"));
    for member in [
        "/TableClassSummary/TableClass",
        "/DeletionProtectionEnabled",
        "/OnDemandThroughput",
        "/SSEDescription",
    ] {
        assert!(own.pointer(member).is_some(), "{member}");
        assert_eq!(own.pointer(member), other.pointer(member), "{member}");
    }
    let maximum = "/GlobalSecondaryIndexes/0/OnDemandThroughput";
    assert_eq!(own.pointer(maximum), other.pointer(maximum));
    let table = json!({ "TableName": "Notes" });
    let days = "/ContinuousBackupsDescription/PointInTimeRecoveryDescription/RecoveryPeriodInDays";
    let backups = target.answer("DescribeContinuousBackups", &table);
    assert_eq!(backups.pointer(days), Some(&json!(9)));
    for index in ["", "ByDay"] {
        let mut asked = table.clone();
        if !index.is_empty() {
            asked["IndexName"] = index.into();
        }
        let insights = target.answer("DescribeContributorInsights", &asked);
        assert_eq!(
            json!([
                insights["ContributorInsightsStatus"],
                insights["ContributorInsightsMode"]
            ]),
            json!(["ENABLED", "THROTTLED_KEYS"]),
            "{index}"
        );
    }
}

#[test]
fn settings_that_a_copy_leaves_out_are_named() {
    let (mut source, mut target) = (source_with_settings(), Service::new(8));
    let arn = source.described("Notes")["TableArn"].take();
    let policy = json!({
        "Version": "2012-10-17",
        "Statement": [{ "Effect": "Allow", "Principal": { "AWS": "arn:aws:iam::111111111111:root" },
                        "Action": "dynamodb:GetItem", "Resource": arn }],
    });
    source.answer(
        "PutResourcePolicy",
        &json!({ "ResourceArn": arn, "Policy": policy.to_string() }),
    );
    target.faults.without_settings = true;
    target.faults.unknown = vec!["UpdateContinuousBackups", "UpdateContributorInsights"];
    let report = copy_all(&mut source, &mut target).expect("a report");
    assert_eq!(
        not_copied(&report),
        [
            "resource policy: it names accounts and ARNs of the source",
            "table class: the target's table does not have it",
            "deletion protection: the target's table does not have it",
            "encryption: the target's table does not have it",
            "warm throughput: the target has 12000 reads and 4000 writes a second, the source 15000 and 5000. \
             UpdateTable raises it, at a price",
            "point-in-time recovery: the target does not support UpdateContinuousBackups",
            "Contributor Insights: the target does not support UpdateContributorInsights",
        ]
    );
    assert_eq!(source.items("Notes"), target.items("Notes"));
}
