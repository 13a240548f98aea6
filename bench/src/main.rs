//! Rates of the engine beside those of a peer in the same run, JSON in to JSON out through the endpoint, on one core.
//! It also measures the share of reading requests and writing responses, and the pace of virtual time under load.
//! Further measurements are rates over HTTP, of durable writes among them, and the memory of a million items.
//!
//! Prints medians and ratios, and writes them as JSON on request. It only measures, and makes no decisions.
#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "an edge of the project: speaks to a terminal and measures wall-clock time"
)]
#![allow(
    clippy::expect_used,
    clippy::panic,
    reason = "a measurement that goes wrong has no result"
)]

mod checkpoint;
mod client;
mod folder;
mod memory;
mod over_http;
mod pace;
#[cfg(feature = "peer")]
mod peer;
mod play;
mod service;
mod stopwatch;
mod waits;
mod work;

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::ExitCode;

use lexopt::ValueExt;
use lexopt::prelude::{Long, Short};
use serde_json::json;

#[cfg(feature = "peer")]
use crate::peer::Dynoxide;
use crate::service::{Hashrange, PEER, Service};
use crate::work::{ITEM_BYTES, Work};

/// The server's allocator, for both sides.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

const HELP: &str = "\
Usage: bench [options]

  --runs <number>   runs of each measurement (default 5)
  --only <word>     only measurements with this word in their name
  --no-peer         leave the peer out
  --count           send few requests, once, and measure nothing: for `valgrind --tool=callgrind
                    --toggle-collect='*measured*'`, which counts the instructions of these requests; divided by
                    the number printed they are those of one
  --memory          measure memory too: a million items, Linux only
  --checkpoint      measure checkpoints, and nothing else
  --play            measure how long access patterns are played, and nothing else
  --waits           measure how long a client of the server waits beside other work, and nothing else
  --json <file>     write the figures to a file
  --loads <file>    write the requests to a file, a tenth of them, and measure nothing
  --wasm <file>     show what a browser measured with those requests beside the rest
  --strict          end with an error when a budget or the ratio of 10 to the peer is missed
  --help            this text
";

/// The multiple of the peer's rate that the design requires.
const RATIO: f64 = 10.0;
/// The divisor of the number of requests for a browser.
const BROWSER_SHARE: usize = 10;
/// The fraction of the native rate that the design requires of WebAssembly.
const WASM_SHARE: f64 = 0.5;
/// The number of allocated bytes per stored byte that the design allows.
const MEMORY_BUDGET: f64 = 2.0;

struct Options {
    runs: usize,
    only: String,
    peer: bool,
    count: bool,
    memory: bool,
    checkpoint: bool,
    play: bool,
    waits: bool,
    json: Option<PathBuf>,
    loads: Option<PathBuf>,
    wasm: Option<PathBuf>,
    strict: bool,
}

/// The results of all measurements.
struct Results {
    lines: Vec<Line>,
    /// Multiples of real time, sorted.
    pace: Option<Vec<f64>>,
    /// Rates over HTTP, sorted, by the name of their line.
    over_http: BTreeMap<&'static str, Vec<f64>>,
    /// Allocated bytes per stored byte.
    memory: Option<f64>,
}

/// One line of the results. Rates are requests a second, sorted.
struct Line {
    work: Work,
    own: Vec<f64>,
    peer: Option<Vec<f64>>,
    /// The rate of only reading requests and writing responses.
    floor: f64,
    /// The rates of the engine as WebAssembly in a browser.
    wasm: Option<Vec<f64>>,
}

fn main() -> ExitCode {
    let options = match options() {
        Ok(Some(options)) => options,
        Ok(None) => {
            print!("{HELP}");
            return ExitCode::SUCCESS;
        }
        Err(error) => {
            eprintln!("error: {error}\n\n{HELP}");
            return ExitCode::from(2);
        }
    };
    if options.waits {
        let is_failure = !waits::measure() && options.strict;
        return ExitCode::from(u8::from(is_failure));
    }
    if is_instead(&options) {
        return ExitCode::SUCCESS;
    }
    let results = Results::measured(&options);
    if let Some(file) = &options.json {
        let figures = results.json(options.runs);
        std::fs::write(file, format!("{figures:#}\n")).expect("the file of figures can be written");
    }
    if options.strict && !results.are_kept() {
        ExitCode::FAILURE
    } else {
        ExitCode::SUCCESS
    }
}

impl Results {
    /// Measures what the options choose, and prints each result when it is known.
    fn measured(options: &Options) -> Self {
        let wasm = browser_rates(options);
        // Memory first, because memory that other measurements leave in the allocator would hide the result.
        let memory = options.memory.then(memory::factor).flatten();
        print_head(options.runs);
        let mut lines = Vec::new();
        for work in chosen(options) {
            let line = Line {
                wasm: wasm.get(work.name()).cloned(),
                ..measure(work, options)
            };
            line.print();
            lines.push(line);
        }
        let pace = pace::NAME
            .contains(&options.only)
            .then(|| sorted_runs(options.runs, pace::times_real_time));
        if let Some(paces) = &pace {
            print_pace(paces);
        }
        let over_http = over_http_rates(options);
        for (name, rates) in &over_http {
            print_over_http(name, rates);
        }
        if let Some(factor) = memory {
            print_memory(factor);
        }
        Self {
            lines,
            pace,
            over_http,
            memory,
        }
    }

    fn are_kept(&self) -> bool {
        let in_time = self.pace.as_deref().is_none_or(|paces| median(paces) >= pace::BUDGET);
        let in_memory = self.memory.is_none_or(|factor| factor <= MEMORY_BUDGET);
        in_time && in_memory && self.lines.iter().all(Line::is_kept)
    }

    fn json(&self, runs: usize) -> serde_json::Value {
        json!({
            "runs": runs,
            "memory": self.memory,
            "pace": self.pace,
            "over_http": self.over_http,
            "lines": self.lines.iter().map(Line::json).collect::<Vec<_>>(),
        })
    }
}

/// The rates that a browser measured, by the name of the work. Empty unless the options name their file.
fn browser_rates(options: &Options) -> BTreeMap<String, Vec<f64>> {
    let Some(file) = &options.wasm else {
        return BTreeMap::new();
    };
    let text = std::fs::read_to_string(file).expect("the browser's figures can be read");
    serde_json::from_str(&text).expect("the browser's figures are JSON")
}

/// Runs another measurement instead of rates, if requested. Returns whether it did.
fn is_instead(options: &Options) -> bool {
    if options.checkpoint {
        checkpoint::print(options.runs);
        return true;
    }
    if options.play {
        play::print(options.runs);
        return true;
    }
    if options.count {
        for work in chosen(options) {
            println!("{:<30} {}", work.name(), work.count());
        }
        return true;
    }
    if let Some(file) = &options.loads {
        // Reads are repeated, so that their number is the same as here.
        let rounds = |work: Work| if work.is_reading() { BROWSER_SHARE } else { 1 };
        let load = |work: Work| work.load(BROWSER_SHARE).json(work.name(), rounds(work));
        let loads: Vec<_> = chosen(options).map(load).collect();
        std::fs::write(file, json!(loads).to_string()).expect("the file of requests can be written");
        return true;
    }
    false
}

fn print_head(runs: usize) {
    let time = if stopwatch::on_core().is_some() {
        "time on the core"
    } else {
        "time on the wall"
    };
    println!("one core, JSON in to JSON out, {ITEM_BYTES} B items, {runs} runs, {time}, requests a second");
    println!(
        "{:<30} {:>10} {:>10} {:>10} {:>10} {:>9} {:>7} {:>10} {:>10} {:>7}",
        "", "budget", "median", "lowest", "highest", PEER, "ratio", "floor", "wasm", "share"
    );
}

fn print_pace(paces: &[f64]) {
    let shown = |pace: Option<&f64>| pace.map_or_else(String::new, |pace| format!("{pace:.1}x"));
    let verdict = if median(paces) >= pace::BUDGET { "" } else { "  missed" };
    println!(
        "{:<30} {:>9.1}x {:>9.1}x {:>10} {:>10}  of real time{verdict}",
        pace::NAME,
        pace::BUDGET,
        median(paces),
        shown(paces.first()),
        shown(paces.last()),
    );
}

/// Rates over HTTP by the name of their line, lowest first.
fn over_http_rates(options: &Options) -> BTreeMap<&'static str, Vec<f64>> {
    over_http::LINES
        .into_iter()
        .filter(|line| line.name.to_lowercase().contains(&options.only))
        .map(|line| (line.name, sorted_runs(options.runs, || line.rate())))
        .collect()
}

fn print_over_http(name: &str, rates: &[f64]) {
    let shown = |rate: Option<&f64>| rate.map_or_else(String::new, |rate| format!("{rate:.0}"));
    println!(
        "{name:<30} {:>10} {:>10.0} {:>10} {:>10}  on the wall, with the clients on the same cores",
        "",
        median(rates),
        shown(rates.first()),
        shown(rates.last()),
    );
}

fn print_memory(factor: f64) {
    let verdict = if factor <= MEMORY_BUDGET { "" } else { "  missed" };
    println!(
        "memory, 1,000,000 items: {factor:.2}x the bytes of items and entries, budget {MEMORY_BUDGET:.2}x{verdict}"
    );
}

/// The results of a number of runs, lowest first.
fn sorted_runs(runs: usize, run: impl Fn() -> f64) -> Vec<f64> {
    let mut all: Vec<f64> = (0..runs).map(|_| run()).collect();
    all.sort_by(f64::total_cmp);
    all
}

fn chosen(options: &Options) -> impl Iterator<Item = Work> {
    Work::ALL
        .into_iter()
        .filter(|work| work.name().to_lowercase().contains(&options.only))
}

fn options() -> Result<Option<Options>, lexopt::Error> {
    let mut options = Options {
        runs: 5,
        only: String::new(),
        peer: cfg!(feature = "peer"),
        count: false,
        memory: false,
        checkpoint: false,
        play: false,
        waits: false,
        json: None,
        loads: None,
        wasm: None,
        strict: false,
    };
    let mut words = lexopt::Parser::from_env();
    while let Some(word) = words.next()? {
        match word {
            Long("runs") => options.runs = words.value()?.parse::<std::num::NonZeroUsize>()?.get(),
            Long("only") => options.only = words.value()?.string()?.to_lowercase(),
            Long("no-peer") => options.peer = false,
            Long("count") => options.count = true,
            Long("memory") => options.memory = true,
            Long("checkpoint") => options.checkpoint = true,
            Long("play") => options.play = true,
            Long("waits") => options.waits = true,
            Long("json") => options.json = Some(words.value()?.into()),
            Long("loads") => options.loads = Some(words.value()?.into()),
            Long("wasm") => options.wasm = Some(words.value()?.into()),
            Long("strict") => options.strict = true,
            Long("help") | Short('h') => return Ok(None),
            other => return Err(other.unexpected()),
        }
    }
    Ok(Some(options))
}

/// Runs of the engine and the peer alternate, so that a disturbance affects both.
fn measure(work: Work, options: &Options) -> Line {
    let (mut own, mut peer) = (Vec::new(), Vec::new());
    work.run::<Hashrange>();
    for _ in 0..options.runs {
        own.push(work.run::<Hashrange>());
        #[cfg(feature = "peer")]
        if options.peer {
            peer.push(work.run::<Dynoxide>());
        }
    }
    own.sort_by(f64::total_cmp);
    peer.sort_by(f64::total_cmp);
    Line {
        work,
        own,
        peer: options.peer.then_some(peer),
        floor: work.floor(),
        wasm: None,
    }
}

fn median(sorted: &[f64]) -> f64 {
    sorted.get(sorted.len() / 2).copied().unwrap_or(f64::NAN)
}

impl Line {
    fn ratio(&self) -> Option<f64> {
        self.peer.as_ref().map(|peer| median(&self.own) / median(peer))
    }

    /// The rate in a browser as a share of the native one.
    fn share(&self) -> Option<f64> {
        self.wasm.as_ref().map(|wasm| median(wasm) / median(&self.own))
    }

    fn is_kept(&self) -> bool {
        self.ratio().is_none_or(|ratio| ratio >= RATIO)
            && self.share().is_none_or(|share| share >= WASM_SHARE)
            && self.work.budget().is_none_or(|budget| median(&self.own) >= budget)
    }

    fn print(&self) {
        let shown = |value: Option<f64>| value.map_or_else(String::new, |value| format!("{value:.0}"));
        println!(
            "{:<30} {:>10} {:>10} {:>10} {:>10} {:>9} {:>7} {:>10} {:>10} {:>7}{}",
            self.work.name(),
            shown(self.work.budget()),
            shown(Some(median(&self.own))),
            shown(self.own.first().copied()),
            shown(self.own.last().copied()),
            shown(self.peer.as_deref().map(median)),
            self.ratio().map_or_else(String::new, |ratio| format!("{ratio:.1}x")),
            shown(Some(self.floor)),
            shown(self.wasm.as_deref().map(median)),
            self.share().map_or_else(String::new, |share| format!("{share:.2}")),
            if self.is_kept() { "" } else { "  missed" },
        );
    }

    fn json(&self) -> serde_json::Value {
        json!({
            "name": self.work.name(),
            "budget": self.work.budget(),
            Hashrange::NAME: { "median": median(&self.own), "runs": self.own },
            PEER: self.peer.as_ref().map(|peer| json!({ "median": median(peer), "runs": peer })),
            "ratio": self.ratio(),
            "floor": self.floor,
            "wasm": self.wasm.as_ref().map(|wasm| json!({ "median": median(wasm), "runs": wasm })),
            "wasmShare": self.share(),
        })
    }
}
