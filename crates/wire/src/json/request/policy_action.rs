//! Names of actions in policies, and the patterns that match them.

/// The kind of resource that has the policy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Owner {
    Table,
    Stream,
}

/// The actions of a table's policy (documented: resource-policies), with those that came in 2026
/// (inferred: policy-actions-2026).
const OF_TABLES: [&str; 56] = [
    "AssociateTableReplica",
    "BatchGetItem",
    "BatchWriteItem",
    "CancelBulkOperation",
    "ConditionCheckItem",
    "CreateBackup",
    "CreateTable",
    "CreateTableReplica",
    "DeleteItem",
    "DeleteResourcePolicy",
    "DeleteTable",
    "DeleteTableReplica",
    "DescribeBulkOperation",
    "DescribeContinuousBackups",
    "DescribeContributorInsights",
    "DescribeExport",
    "DescribeKinesisStreamingDestination",
    "DescribeTable",
    "DescribeTableReplicaAutoScaling",
    "DescribeTimeToLive",
    "DisableKinesisStreamingDestination",
    "DisassociateTableReplica",
    "EnableKinesisStreamingDestination",
    "ExportTableToPointInTime",
    "GetAbacStatus",
    "GetItem",
    "GetResourcePolicy",
    "ImportTable",
    "ListTagsOfResource",
    "PartiQLDelete",
    "PartiQLInsert",
    "PartiQLSelect",
    "PartiQLUpdate",
    "PutItem",
    "PutResourcePolicy",
    "Query",
    "ReadDataForReplication",
    "ReplicateSettings",
    "RestoreTableFromBackup",
    "RestoreTableToPointInTime",
    "Scan",
    "SearchVectors",
    "StartAwsBackupJob",
    "StartBulkPutItems",
    "TagResource",
    "UntagResource",
    "UpdateContinuousBackups",
    "UpdateContributorInsights",
    "UpdateGlobalTableVersion",
    "UpdateItem",
    "UpdateKinesisStreamingDestination",
    "UpdateTable",
    "UpdateTableReplicaAutoScaling",
    "UpdateTimeToLive",
    "WriteDataForReplication",
    "DeleteBackup",
];
/// The actions of a stream's policy (documented: resource-policies).
const OF_STREAMS: [&str; 6] = [
    "DeleteResourcePolicy",
    "DescribeStream",
    "GetRecords",
    "GetResourcePolicy",
    "GetShardIterator",
    "PutResourcePolicy",
];

/// Whether an action, or a pattern of actions, matches an action of this resource. The case of letters does not matter
/// (observed: policies-seen).
pub(crate) fn is_known(action: &str, owner: Owner) -> bool {
    if action == "*" {
        return true;
    }
    let lower = action.to_ascii_lowercase();
    let Some(pattern) = lower.strip_prefix("dynamodb:") else {
        return false;
    };
    let names: &[&str] = if owner == Owner::Table { &OF_TABLES } else { &OF_STREAMS };
    names.iter().any(|name| matches(pattern, &name.to_ascii_lowercase()))
}

/// Whether a text matches a pattern. `*` matches any text and `?` any character.
pub(crate) fn matches(pattern: &str, text: &str) -> bool {
    let (pattern, text) = (pattern.as_bytes(), text.as_bytes());
    let (mut p, mut t) = (0, 0);
    // The position to continue from if the text after the last star does not match.
    let mut star: Option<(usize, usize)> = None;
    while let Some(byte) = text.get(t) {
        match pattern.get(p) {
            Some(b'*') => {
                star = Some((p, t));
                p += 1;
            }
            Some(found) if *found == b'?' || found == byte => {
                p += 1;
                t += 1;
            }
            _ => {
                let Some((at, taken)) = star else { return false };
                star = Some((at, taken + 1));
                (p, t) = (at + 1, taken + 1);
            }
        }
    }
    pattern.get(p..).unwrap_or_default().iter().all(|byte| *byte == b'*')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_match_whole_texts() {
        for (pattern, text, expected) in [
            ("", "", true),
            ("*", "", true),
            ("a*", "abc", true),
            ("a*c", "abcbc", true),
            ("a?c", "abc", true),
            ("a?c", "ac", false),
            ("abc", "abcd", false),
            ("*b", "abc", false),
            ("**", "abc", true),
        ] {
            assert_eq!(matches(pattern, text), expected, "{pattern} {text}");
        }
    }

    #[test]
    fn actions_are_those_of_the_resource() {
        for action in [
            "*",
            "dynamodb:*",
            "dynamodb:GetItem",
            "dynamodb:getitem",
            "DynamoDB:Batch*",
            "dynamodb:SearchVectors",
            "dynamodb:StartBulkPutItems",
            "dynamodb:DescribeBulkOperation",
            "dynamodb:CancelBulkOperation",
            "dynamodb:DisassociateTableReplica",
        ] {
            assert!(is_known(action, Owner::Table), "{action}");
        }
        for action in [
            "dynamodb:DescribeStream",
            "dynamodb:ListStreams",
            "dynamodb:ListBulkOperations",
            "dynamodb:Nothing",
            "s3:GetObject",
            "",
        ] {
            assert!(!is_known(action, Owner::Table), "{action}");
        }
        assert!(is_known("dynamodb:GetRecords", Owner::Stream) && !is_known("dynamodb:GetItem", Owner::Stream));
    }
}
