//! The engine's rates and its memory, JSON in and JSON out through the endpoint, on one core.
//!
//! Prints a table: median, slowest and fastest of several runs beside the budget of the design. Ends with an error when a
//! median misses its budget and `--strict` was given.
#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "an edge of the project: speaks to a terminal and measures wall-clock time"
)]
#![allow(clippy::expect_used, clippy::panic, reason = "a measurement that goes wrong has no result")]

use std::hint::black_box;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use hashrange_endpoint::{API_VERSION, dispatch};
use hashrange_engine::{Engine, EngineOptions};
use hashrange_time::{Random, Timestamp};

const HELP: &str = "\
Usage: bench [options]

  --runs <number>   runs of each measurement (default 5)
  --only <word>     only measurements with this word in their name
  --memory          measure memory too: a million items, Linux only
  --strict          end with an error when a budget is missed
  --help            this text
";

/// Bytes of an item as the service counts them.
const ITEM_BYTES: usize = 200;
const ITEMS: usize = 100_000;
const SCANNED: usize = 20_000;
const COLLECTIONS: usize = 500;
const MILLION: usize = 1_000_000;

struct Options {
    runs: usize,
    only: String,
    memory: bool,
    strict: bool,
}

/// What a measurement counts, and what is better.
#[derive(Clone, Copy)]
enum Budget {
    /// At least so many a second.
    Rate(f64),
    /// At most so many milliseconds.
    Time(f64),
    /// At most so many times the bytes of the items.
    Factor(f64),
}

struct Measurement {
    name: &'static str,
    budget: Budget,
    /// Sorted, in the budget's unit.
    results: Vec<f64>,
}

fn main() -> ExitCode {
    let options = match options() {
        Ok(Some(options)) => options,
        Ok(None) => {
            print!("{HELP}");
            return ExitCode::SUCCESS;
        }
        Err(message) => {
            eprintln!("error: {message}\n\n{HELP}");
            return ExitCode::from(2);
        }
    };
    let mut measurements = Vec::new();
    // Memory first: what other measurements leave to the allocator would hide it.
    if options.memory {
        measurements.extend(memory());
    }
    let all: [(&str, Budget, Run); 4] = [
        ("PutItem, one global index", Budget::Rate(160_000.0), put),
        ("GetItem", Budget::Rate(530_000.0), get),
        ("Query, 100 items, 20 KB", Budget::Rate(13_000.0), query),
        ("Scan, 20,000 items, filtered", Budget::Time(14.0), scan),
    ];
    for (name, budget, run) in all {
        if name.to_lowercase().contains(&options.only) {
            measurements.push(repeated(options.runs, name, budget, run));
        }
    }
    print(&measurements, options.runs);
    let missed = measurements.iter().any(|measurement| !measurement.is_met());
    if options.strict && missed { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}

fn options() -> Result<Option<Options>, String> {
    let mut options = Options { runs: 5, only: String::new(), memory: false, strict: false };
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        match word.as_str() {
            "--runs" => {
                let number = words.next().and_then(|word| word.parse().ok()).filter(|runs| *runs > 0);
                options.runs = number.ok_or("--runs takes a number above 0")?;
            }
            "--only" => options.only = words.next().ok_or("--only takes a word")?.to_lowercase(),
            "--memory" => options.memory = true,
            "--strict" => options.strict = true,
            "--help" | "-h" => return Ok(None),
            other => return Err(format!("there is no option `{other}`")),
        }
    }
    Ok(Some(options))
}

/// One run: its result in the budget's unit.
type Run = fn() -> f64;

/// Time this thread has spent on its core. Other programs on the machine do not count, where the system tells; elsewhere
/// it is the time on the wall.
struct Stopwatch {
    started: Instant,
    on_core: Option<Duration>,
}

impl Stopwatch {
    fn start() -> Self {
        Self { on_core: on_core(), started: Instant::now() }
    }

    fn elapsed(&self) -> Duration {
        match (self.on_core, on_core()) {
            (Some(before), Some(now)) => now.saturating_sub(before),
            _ => self.started.elapsed(),
        }
    }
}

fn on_core() -> Option<Duration> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    text.split(' ').next()?.parse().ok().map(Duration::from_nanos)
}

/// One warm-up, then the runs.
fn repeated(runs: usize, name: &'static str, budget: Budget, run: Run) -> Measurement {
    run();
    let mut results: Vec<f64> = (0..runs).map(|_| run()).collect();
    results.sort_by(f64::total_cmp);
    Measurement { name, budget, results }
}

/// An engine and a clock that stands still.
struct Service(Engine);

impl Service {
    fn new() -> Self {
        Self(Engine::new(EngineOptions::default()))
    }

    fn send(&mut self, target: &str, body: &str) -> String {
        let answer = dispatch(&mut self.0, Timestamp::from_micros(0), target, body.as_bytes());
        assert!(answer.is_success(), "{target}: {}", answer.body);
        answer.body
    }

    /// A table with partition and sort key, and perhaps a global index on `gk` that projects everything.
    fn with_table(index: bool) -> Self {
        let (definition, indexes) = if index {
            (
                r#",{"AttributeName":"gk","AttributeType":"S"}"#,
                r#","GlobalSecondaryIndexes":[{"IndexName":"ByGk","KeySchema":[{"AttributeName":"gk","KeyType":"HASH"}],"Projection":{"ProjectionType":"ALL"}}]"#,
            )
        } else {
            ("", "")
        };
        let body = format!(
            r#"{{"TableName":"Bench","BillingMode":"PAY_PER_REQUEST","AttributeDefinitions":[{{"AttributeName":"pk","AttributeType":"S"}},{{"AttributeName":"sk","AttributeType":"S"}}{definition}],"KeySchema":[{{"AttributeName":"pk","KeyType":"HASH"}},{{"AttributeName":"sk","KeyType":"RANGE"}}]{indexes}}}"#
        );
        let mut service = Self::new();
        service.send(&target("CreateTable"), &body);
        service
    }
}

fn target(operation: &str) -> String {
    format!("{API_VERSION}.{operation}")
}

/// A PutItem of exactly 200 bytes: keys, the index's key, a number, a flag, and a text to fill up.
fn put_body(partition: usize, sort: usize, group: usize) -> String {
    // pk 2 + 12, sk 2 + 8, gk 2 + 10, count 5 + 4, flag 4 + 1, text 4 + 146
    let fixed = 14 + 10 + 12 + 9 + 5 + 4;
    let text = "t".repeat(ITEM_BYTES - fixed);
    format!(
        r#"{{"TableName":"Bench","Item":{{"pk":{{"S":"user{partition:08}"}},"sk":{{"S":"{sort:08}"}},"gk":{{"S":"{group:010}"}},"count":{{"N":"{}"}},"flag":{{"BOOL":true}},"text":{{"S":"{text}"}}}}}}"#,
        // Six digits, the last one never 0: 4 bytes.
        100_001 + sort % 90_000 * 10
    )
}

fn rate(operations: usize, took: Duration) -> f64 {
    operations as f64 / took.as_secs_f64()
}

fn put() -> f64 {
    let bodies: Vec<String> = (0..ITEMS).map(|number| put_body(number / 10, number, number % 1_000)).collect();
    let mut service = Service::with_table(true);
    let target = target("PutItem");
    let start = Stopwatch::start();
    for body in &bodies {
        black_box(service.send(&target, body));
    }
    rate(bodies.len(), start.elapsed())
}

fn get() -> f64 {
    let mut service = Service::with_table(false);
    for number in 0..ITEMS {
        service.send(&target("PutItem"), &put_body(number / 10, number, 0));
    }
    let mut random = Random::new(1);
    let bodies: Vec<String> = (0..ITEMS)
        .map(|_| {
            let number = random.below(ITEMS as u64);
            format!(
                r#"{{"TableName":"Bench","Key":{{"pk":{{"S":"user{:08}"}},"sk":{{"S":"{number:08}"}}}}}}"#,
                number / 10
            )
        })
        .collect();
    let target = target("GetItem");
    let start = Stopwatch::start();
    for body in &bodies {
        black_box(service.send(&target, body));
    }
    rate(bodies.len(), start.elapsed())
}

fn query() -> f64 {
    const QUERIES: usize = 10_000;
    let mut service = Service::with_table(false);
    for number in 0..COLLECTIONS * 100 {
        service.send(&target("PutItem"), &put_body(number / 100, number, 0));
    }
    let mut random = Random::new(1);
    let bodies: Vec<String> = (0..QUERIES)
        .map(|_| {
            let partition = random.below(COLLECTIONS as u64);
            format!(
                r#"{{"TableName":"Bench","KeyConditionExpression":"pk = :p","ExpressionAttributeValues":{{":p":{{"S":"user{partition:08}"}}}}}}"#
            )
        })
        .collect();
    assert!(service.send(&target("Query"), bodies.first().expect("a query")).contains("\"Count\":100"));
    let target = target("Query");
    let start = Stopwatch::start();
    for body in &bodies {
        black_box(service.send(&target, body));
    }
    rate(bodies.len(), start.elapsed())
}

/// Milliseconds to read 20,000 items, page by page, through a filter that one in a hundred passes.
fn scan() -> f64 {
    const SCANS: usize = 20;
    let mut service = Service::with_table(false);
    for number in 0..SCANNED {
        service.send(&target("PutItem"), &put_body(number / 10, number, number % 100));
    }
    let start = Stopwatch::start();
    for _ in 0..SCANS {
        assert_eq!(scan_once(&mut service), SCANNED / 100, "items that pass the filter");
    }
    start.elapsed().as_secs_f64() * 1_000.0 / SCANS as f64
}

fn scan_once(service: &mut Service) -> usize {
    let target = target("Scan");
    let mut start_key = String::new();
    let mut passed = 0;
    loop {
        let body = format!(
            r#"{{"TableName":"Bench","FilterExpression":"gk = :g AND flag = :f","ExpressionAttributeValues":{{":g":{{"S":"0000000007"}},":f":{{"BOOL":true}}}}{start_key}}}"#
        );
        let answer = service.send(&target, &body);
        passed += answer.matches("\"pk\":").count();
        // The last key is an object without objects but its two values.
        let Some((_, key)) = answer.split_once("\"LastEvaluatedKey\":") else { return passed };
        let end = key.match_indices("}}").next().map_or(key.len(), |(at, _)| at + 2);
        let key = key.get(..end).expect("a key");
        passed -= 1;
        start_key = format!(",\"ExclusiveStartKey\":{key}");
    }
}

/// Resident bytes for a million items in a table and an index that projects everything, by the bytes of both.
fn memory() -> Option<Measurement> {
    let before = resident()?;
    let mut service = Service::with_table(true);
    let target = target("PutItem");
    for number in 0..MILLION {
        service.send(&target, &put_body(number / 10, number, number % 10_000));
    }
    let used = resident()? - before;
    let stored: u64 =
        service.0.tables().map(|table| table.bytes() + table.indexes().map(|index| index.bytes()).sum::<u64>()).sum();
    let items = MILLION * ITEM_BYTES;
    assert_eq!(stored, 2 * items as u64, "bytes of items and entries");
    println!(
        "memory: {:.0} MB resident for {:.0} MB of items, in a table and an index",
        used / 1e6,
        items as f64 / 1e6
    );
    let factor = used / (2.0 * items as f64);
    Some(Measurement { name: "memory, 1,000,000 items", budget: Budget::Factor(2.0), results: vec![factor] })
}

/// Resident bytes of this process, where the system tells.
fn resident() -> Option<f64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kilobytes: f64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kilobytes * 1024.0)
}

impl Measurement {
    fn median(&self) -> f64 {
        self.results.get(self.results.len() / 2).copied().unwrap_or(f64::NAN)
    }

    /// How much better than the budget: 1 is just met, 2 is twice as good.
    fn ratio(&self) -> f64 {
        match self.budget {
            Budget::Rate(budget) => self.median() / budget,
            Budget::Time(budget) | Budget::Factor(budget) => budget / self.median(),
        }
    }

    fn is_met(&self) -> bool {
        self.ratio() >= 1.0
    }

    /// A result or budget with its unit.
    fn shown(&self, value: f64) -> String {
        match self.budget {
            Budget::Rate(_) => format!("{value:.0}/s"),
            Budget::Time(_) => format!("{value:.2} ms"),
            Budget::Factor(_) => format!("{value:.2}x"),
        }
    }
}

fn print(measurements: &[Measurement], runs: usize) {
    let time = if on_core().is_some() { "time on the core" } else { "time on the wall" };
    println!("one core, JSON in to JSON out, {ITEM_BYTES} B items, {runs} runs, {time}");
    println!("{:<30} {:>12} {:>12} {:>12} {:>12} {:>7}", "", "budget", "median", "lowest", "highest", "ratio");
    for measurement in measurements {
        let (Budget::Rate(budget) | Budget::Time(budget) | Budget::Factor(budget)) = measurement.budget;
        let end = |value: Option<&f64>| value.map_or_else(String::new, |value| measurement.shown(*value));
        println!(
            "{:<30} {:>12} {:>12} {:>12} {:>12} {:>6.2}{}",
            measurement.name,
            measurement.shown(budget),
            measurement.shown(measurement.median()),
            end(measurement.results.first()),
            end(measurement.results.last()),
            measurement.ratio(),
            if measurement.is_met() { " " } else { "  missed" }
        );
    }
}
