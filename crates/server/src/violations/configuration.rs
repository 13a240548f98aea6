//! The configuration file of `violations`: lines of `name = value`, as in AWS's tool.
//!
//! Owns names, defaults and contradictions. Must not know the table itself.

use std::collections::BTreeMap;
use std::path::PathBuf;

use hashrange_index::{KeyAttribute, KeySchema};
use hashrange_values::{KeyType, Text};

use super::violation_error::ViolationError;

/// What to check, and the output file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Configuration {
    pub(super) table: String,
    /// The checked key attributes of the index: at least one part, each with at most one attribute.
    pub(super) keys: KeySchema,
    /// Write a row for each item.
    pub(super) details: bool,
    /// Include the invalid values.
    pub(super) values: bool,
    pub(super) detection_output: PathBuf,
    pub(super) correction_input: Option<PathBuf>,
    pub(super) correction_output: PathBuf,
    /// The number of segments of the scan.
    pub(super) segments: u64,
    /// The number of violations, and of records, after which to stop.
    pub(super) most_violations: Option<u64>,
    pub(super) most_records: Option<u64>,
    /// A file with a key for signing.
    pub(super) credentials: Option<PathBuf>,
    pub(super) region: String,
}

impl Configuration {
    /// Reads a configuration.
    ///
    /// # Errors
    /// When a value is missing or contradictory.
    pub(super) fn read(text: &str) -> Result<Self, ViolationError> {
        let values = properties(text);
        let get = |name: &str| values.get(name).copied().filter(|value| !value.is_empty());
        let file = |name: &str, default: &str| match get(name).unwrap_or(default) {
            path if path.starts_with("s3://") => Err(wrong(format!("Error: {name}: there is no S3 here: {path}"))),
            path => Ok(PathBuf::from(path)),
        };
        let table = get("tableName")
            .ok_or_else(|| wrong("Error: tableName missing."))?
            .to_owned();
        let keys = keys(get)?;
        let details = truth("recordDetails", get("recordDetails"))?.unwrap_or(true);
        let recorded = truth(
            "recordGsiValueInViolationRecord",
            get("recordGsiValueInViolationRecord"),
        )?;
        if !details && recorded == Some(true) {
            let text = "Error: recordDetails is false, but recordGsiValueInViolationRecord is true.";
            return Err(wrong(text));
        }
        // The rate is not limited here, but invalid values are reported.
        number("readWriteIOPSPercent", get("readWriteIOPSPercent"), 1..=100)?;
        let count = |name: &str| match get(name) {
            Some("-1") => Ok(None),
            value => number(name, value, 1..=u64::MAX),
        };
        Ok(Self {
            table,
            keys,
            details,
            values: details && recorded.unwrap_or(true),
            detection_output: file("detectionOutputPath", "./violation_detection.csv")?,
            correction_input: get("correctionInputPath")
                .map(|path| file("correctionInputPath", path))
                .transpose()?,
            correction_output: file("correctionOutputPath", "./violation_update_errors.csv")?,
            segments: number("numOfSegments", get("numOfSegments"), 1..=4096)?.unwrap_or(1),
            most_violations: count("numOfViolations")?,
            most_records: count("numOfRecords")?,
            credentials: get("awsCredentialsFile").map(PathBuf::from),
            region: get("dynamoDBRegion").unwrap_or("us-east-1").to_owned(),
        })
    }

    /// Refuses keys of the table, because they cannot be violated.
    ///
    /// # Errors
    /// When a name is a key of both.
    pub(super) fn check_against(&self, table_keys: &[Text]) -> Result<(), ViolationError> {
        for (part, attributes) in [
            ("gsiHashKeyName", &self.keys.partition),
            ("gsiRangeKeyName", &self.keys.sort),
        ] {
            for (place, key) in table_keys.iter().enumerate() {
                if attributes.iter().any(|attribute| attribute.name == *key) {
                    let kind = if place == 0 { "hash" } else { "range" };
                    return Err(wrong(format!("Error: {part} cannot be equal to table {kind} key name")));
                }
            }
        }
        Ok(())
    }
}

/// Lines of `name = value`; `#` begins a comment. A name given twice has its last value.
pub(super) fn properties(text: &str) -> BTreeMap<&str, &str> {
    let lines = text.lines().map(str::trim).filter(|line| !line.starts_with(['#', '!']));
    lines
        .filter_map(|line| line.split_once(['=', ':']))
        .map(|(name, value)| (name.trim(), value.trim()))
        .collect()
}

fn wrong(text: impl Into<String>) -> ViolationError {
    ViolationError::Configuration(text.into())
}

fn keys<'a>(get: impl Fn(&str) -> Option<&'a str>) -> Result<KeySchema, ViolationError> {
    let part = |part: &str| {
        let (name, kind) = (format!("gsi{part}KeyName"), format!("gsi{part}KeyType"));
        match (get(&name), get(&kind)) {
            (None, None) => Ok(Vec::new()),
            (Some(attribute), Some(word)) => {
                let key_type = [KeyType::S, KeyType::N, KeyType::B]
                    .into_iter()
                    .find(|one| one.descriptor() == word);
                let key_type = key_type.ok_or_else(|| wrong(format!("Error: {kind} is S, N or B, not '{word}'.")))?;
                Ok(vec![KeyAttribute {
                    name: attribute.into(),
                    key_type,
                }])
            }
            (Some(_), None) => Err(wrong(format!("Error: {kind} missing."))),
            (None, Some(_)) => Err(wrong(format!("Error: {name} missing."))),
        }
    };
    let keys = KeySchema {
        partition: part("Hash")?,
        sort: part("Range")?,
    };
    if keys.is_empty() {
        return Err(wrong("Error: gsiHashKeyName missing."));
    }
    if keys
        .partition
        .iter()
        .any(|hash| keys.sort.iter().any(|range| range.name == hash.name))
    {
        return Err(wrong("Error: gsiHashKeyName cannot be equal to gsiRangeKeyName"));
    }
    Ok(keys)
}

fn truth(name: &str, value: Option<&str>) -> Result<Option<bool>, ViolationError> {
    match value {
        None => Ok(None),
        Some(word) if word.eq_ignore_ascii_case("true") => Ok(Some(true)),
        Some(word) if word.eq_ignore_ascii_case("false") => Ok(Some(false)),
        Some(word) => Err(wrong(format!(
            "Error: Given {name} value '{word}' invalid, should be 'true' or 'false' if set."
        ))),
    }
}

fn number(
    name: &str,
    value: Option<&str>,
    allowed: std::ops::RangeInclusive<u64>,
) -> Result<Option<u64>, ViolationError> {
    let Some(text) = value else { return Ok(None) };
    let number = text.parse().ok().filter(|number| allowed.contains(number));
    let bounds = match *allowed.end() {
        u64::MAX => "a number above 0, or -1 for all".to_owned(),
        most => format!("a number from {} to {most}", allowed.start()),
    };
    number.map(Some).ok_or_else(|| {
        wrong(format!(
            "Error: Given {name} value '{text}' invalid, should be {bounds}."
        ))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reported(text: &str) -> String {
        Configuration::read(text).expect_err(text).to_string()
    }

    #[test]
    fn what_is_not_said_has_a_default() {
        let text =
            "# a comment\n tableName = ProductCatalog\ngsiHashKeyName=Price\ngsiHashKeyType : N\n\nnumOfRecords=-1\n";
        let read = Configuration::read(text).expect("it is whole");
        let price = KeyAttribute {
            name: "Price".into(),
            key_type: KeyType::N,
        };
        assert_eq!(
            read.keys,
            KeySchema {
                partition: vec![price],
                sort: Vec::new()
            }
        );
        assert_eq!(
            (read.table.as_str(), read.region.as_str(), read.segments),
            ("ProductCatalog", "us-east-1", 1)
        );
        assert_eq!(
            (read.details, read.values, read.most_records, read.most_violations),
            (true, true, None, None)
        );
        assert_eq!(read.detection_output, PathBuf::from("./violation_detection.csv"));
        assert_eq!(read.correction_output, PathBuf::from("./violation_update_errors.csv"));
        assert_eq!((read.correction_input, read.credentials), (None, None));
    }

    #[test]
    fn what_makes_no_sense_is_said() {
        let with = |line: &str| format!("tableName=T\ngsiHashKeyName=a\ngsiHashKeyType=S\n{line}");
        for (text, message) in [
            (String::new(), "Error: tableName missing."),
            ("tableName=T".to_owned(), "Error: gsiHashKeyName missing."),
            (
                "tableName=T\ngsiRangeKeyName=a".to_owned(),
                "Error: gsiRangeKeyType missing.",
            ),
            (
                "tableName=T\ngsiRangeKeyType=S".to_owned(),
                "Error: gsiRangeKeyName missing.",
            ),
            (
                with("gsiRangeKeyName=a\ngsiRangeKeyType=N"),
                "Error: gsiHashKeyName cannot be equal to gsiRangeKeyName",
            ),
            (
                with("gsiHashKeyType=BOOL"),
                "Error: gsiHashKeyType is S, N or B, not 'BOOL'.",
            ),
            (
                with("recordDetails=25"),
                "Error: Given recordDetails value '25' invalid, should be 'true' or 'false' if set.",
            ),
            (
                with("recordDetails=false\nrecordGsiValueInViolationRecord=true"),
                "Error: recordDetails is false, but recordGsiValueInViolationRecord is true.",
            ),
            (
                with("numOfSegments=4097"),
                "Error: Given numOfSegments value '4097' invalid, should be a number from 1 to 4096.",
            ),
            (
                with("numOfViolations=0"),
                "Error: Given numOfViolations value '0' invalid, should be a number above 0, or -1 for all.",
            ),
            (
                with("detectionOutputPath=s3://b/x.csv"),
                "Error: detectionOutputPath: there is no S3 here: s3://b/x.csv",
            ),
        ] {
            assert_eq!(reported(&text), message);
        }
        let read = Configuration::read(&with("")).expect("it is whole");
        let reported = read
            .check_against(&["pk".into(), "a".into()])
            .expect_err("it is both")
            .to_string();
        assert_eq!(
            reported,
            "Error: gsiHashKeyName cannot be equal to table range key name"
        );
    }
}
