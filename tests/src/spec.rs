//! A spec: one behaviour of the service, as requests and their required responses.
//!
//! Owns the language of `.spec` files, described in README.md. Must not know how a spec is run or responses are
//! compared.

use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use hashrange_endpoint::DaxOptions;
use hashrange_time::Duration;

/// A parsed file of the suite.
#[derive(Clone, Debug)]
pub struct Spec {
    /// The first line of the header: the behaviour.
    pub title: String,
    /// Ids of the claims that it shows.
    pub claims: Vec<String>,
    /// The delays of the engine.
    pub physics: PhysicsChoice,
    /// The maximum bytes of an item collection, instead of the service's limit.
    pub collection_bytes: Option<u64>,
    /// The maximum bytes of a partition, instead of the service's limit.
    pub partition_bytes: Option<u64>,
    /// The accelerator in front of the tables, if any.
    pub dax: Option<DaxOptions>,
    /// Whether it is too slow over a network.
    pub heavy: bool,
    /// The steps, in order.
    pub steps: Vec<Step>,
}

/// A preset of the engine's physics, with optional delays and throttling.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PhysicsChoice {
    /// `instant`, `classroom` or `aws`.
    pub preset: String,
    /// Milliseconds from a write to its entry in a global secondary index.
    pub propagation: Option<u64>,
    /// Milliseconds from a write to the followers of its partition.
    pub replication: Option<u64>,
    /// Milliseconds for which a transaction locks its items.
    pub transaction: Option<u64>,
    /// `off`, `adaptive` or `split`.
    pub throttling: Option<String>,
}

/// A line of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The file.
    pub file: Arc<Path>,
    /// The line, from 1.
    pub line: usize,
}

/// One event of a spec.
#[derive(Clone, Debug)]
pub struct Step {
    /// Its position.
    pub place: Place,
    /// Its kind.
    pub kind: StepKind,
}

/// The kinds of steps.
#[derive(Clone, Debug)]
pub enum StepKind {
    /// A request and its response.
    Exchange(Exchange),
    /// Virtual time passes, in milliseconds.
    Advance(u64),
    /// A part of the previous response is stored under a name.
    Keep {
        /// The name.
        name: String,
        /// The path of the part, for example `.Shards[0].ShardId`.
        path: String,
    },
}

/// A request and its required response, optionally repeated.
#[derive(Clone, Debug)]
pub struct Exchange {
    /// Variables and their ranges. The last one changes fastest.
    pub loops: Vec<Loop>,
    /// The operation's name.
    pub operation: String,
    /// How the request is sent.
    pub mode: Mode,
    /// The request's body before placeholders are replaced.
    pub body: String,
    /// The response.
    pub expected: Expected,
}

/// A variable and its range of integers, both ends included.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loop {
    /// Its name.
    pub variable: String,
    /// First number.
    pub from: i64,
    /// Last number.
    pub to: i64,
}

/// How a request is sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Once, as JSON.
    Once,
    /// Repeats the request with each response's `LastEvaluatedKey`, until there is none. The responses are summed.
    EveryPage,
    /// Once, exactly as written.
    Raw,
}

/// The required response of a request.
#[derive(Clone, Debug)]
pub enum Expected {
    /// It succeeds, with a body that contains at least this.
    Ok(Option<String>),
    /// It is refused.
    Refused {
        /// The exception's name.
        exception: String,
        /// The message: the complete text, or its beginning if it ends with `…`.
        message: Option<String>,
        /// Further content of the body.
        body: Option<String>,
    },
}

/// A file that is not a spec.
#[derive(Debug)]
pub struct SpecError {
    place: Place,
    message: String,
}

impl fmt::Display for Place {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Relative to the root of the project, where the tests are run.
        let root = crate::root();
        let file = root
            .parent()
            .and_then(|root| self.file.strip_prefix(root).ok())
            .unwrap_or(&self.file);
        write!(out, "{}:{}", file.display(), self.line)
    }
}

impl fmt::Display for SpecError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}: {}", self.place, self.message)
    }
}

impl Spec {
    /// Reads a file, and the files that it starts with.
    ///
    /// # Errors
    /// When the file cannot be read or is not a spec. The message has the position.
    pub fn read(path: &Path) -> Result<Self, SpecError> {
        let place = |line| Place {
            file: Arc::from(path),
            line,
        };
        let text = fs::read_to_string(path).map_err(|error| SpecError {
            place: place(1),
            message: format!("cannot be read: {error}"),
        })?;
        let folder = path.parent().map(Path::to_path_buf).unwrap_or_default();
        Self::parse(&text, path, &|name| {
            let mut folder = folder.as_path();
            // Included files are named relative to the suite's folder.
            while !folder.join("given").is_dir() {
                folder = folder.parent()?;
            }
            let path = folder.join(format!("{name}.spec"));
            Some((fs::read_to_string(&path).ok()?, path))
        })
    }

    /// Reads a text. `find` returns text and path of the files that it names after `+`.
    ///
    /// # Errors
    /// When the text is not a spec. The message has the position.
    pub fn parse(text: &str, path: &Path, find: &dyn Fn(&str) -> Option<(String, PathBuf)>) -> Result<Self, SpecError> {
        let file: Arc<Path> = Arc::from(path);
        let lines: Vec<&str> = text.lines().collect();
        let mut spec = Self::of_header(&lines, &file)?;
        let mut reader = Reader {
            lines: &lines,
            at: 0,
            file,
        };
        while let Some(line) = reader.next_marked()? {
            let (marker, rest) = line.split_at(1);
            let rest = rest.trim();
            match marker {
                "#" => {}
                "+" => {
                    let Some((text, path)) = find(rest) else {
                        return reader.fail(format!("no file `{rest}`"));
                    };
                    spec.steps.extend(Self::parse(&text, &path, find)?.steps);
                }
                _ => spec.steps.push(reader.step(marker, rest)?),
            }
        }
        Ok(spec)
    }

    /// Whether it has other limits than the service.
    #[must_use]
    pub fn has_limits(&self) -> bool {
        self.collection_bytes.is_some() || self.partition_bytes.is_some()
    }

    /// Whether it needs the virtual clock or a special engine, or is too heavy for a network.
    #[must_use]
    pub fn in_process_only(&self) -> bool {
        let instant = self.physics == PhysicsChoice::instant();
        self.heavy
            || !instant
            || self.has_limits()
            || self.dax.is_some()
            || self.steps.iter().any(|step| matches!(step.kind, StepKind::Advance(_)))
    }
}

impl PhysicsChoice {
    /// Nothing takes time.
    #[must_use]
    pub fn instant() -> Self {
        Self {
            preset: "instant".to_owned(),
            propagation: None,
            replication: None,
            transaction: None,
            throttling: None,
        }
    }
}

impl Spec {
    /// The header of a spec, without steps.
    fn of_header(lines: &[&str], file: &Arc<Path>) -> Result<Self, SpecError> {
        // A claim's id may be at the request that proves it.
        let claims = lines.iter().filter_map(|line| line.strip_prefix("# claims:"));
        let claims = claims.flat_map(|ids| ids.split([',', ' ']).filter(|id| !id.is_empty()).map(str::to_owned));
        let mut spec = Self {
            title: String::new(),
            claims: claims.collect(),
            physics: PhysicsChoice::instant(),
            collection_bytes: None,
            partition_bytes: None,
            dax: None,
            heavy: false,
            steps: Vec::new(),
        };
        let fail = |line, message: &str| SpecError {
            place: Place {
                file: Arc::clone(file),
                line,
            },
            message: message.to_owned(),
        };
        for (index, line) in lines.iter().enumerate().take_while(|(_, line)| line.starts_with('#')) {
            let line = line[1..].trim();
            if line.starts_with("claims:") {
                continue;
            } else if let Some(physics) = line.strip_prefix("physics:") {
                spec.physics = physics_choice(physics.trim()).ok_or_else(|| {
                    fail(
                        index + 1,
                        "physics is a preset, perhaps followed by `propagation 200 ms` and `throttling adaptive`",
                    )
                })?;
            } else if let Some(limit) = line.strip_prefix("limits:") {
                let limit = limit.trim();
                let bytes = |of: &str| limit.strip_prefix(of).and_then(kilobytes);
                spec.collection_bytes = bytes("item collection ").or(spec.collection_bytes);
                spec.partition_bytes = bytes("partition ").or(spec.partition_bytes);
                if bytes("item collection ").or(bytes("partition ")).is_none() {
                    return Err(fail(
                        index + 1,
                        "a limit is written `item collection 10 KB` or `partition 10 KB`",
                    ));
                }
            } else if let Some(dax) = line.strip_prefix("dax:") {
                let dax = dax_options(dax.trim());
                spec.dax = Some(dax.ok_or_else(|| fail(index + 1, "dax is `on`, or `items 5 s, queries 1 s`"))?);
            } else if line == "heavy" {
                spec.heavy = true;
            } else if spec.title.is_empty() {
                line.clone_into(&mut spec.title);
            }
        }
        if spec.title.is_empty() {
            return Err(fail(1, "opens without a comment that says what is shown"));
        }
        Ok(spec)
    }
}

fn physics_choice(text: &str) -> Option<PhysicsChoice> {
    let (preset, rest) = text.split_once(',').unwrap_or((text, ""));
    let mut choice = PhysicsChoice {
        preset: preset.trim().to_owned(),
        ..PhysicsChoice::instant()
    };
    for setting in rest.split(',').map(str::trim).filter(|setting| !setting.is_empty()) {
        match setting.split_once(' ')? {
            ("propagation", delay) => choice.propagation = Some(milliseconds(delay)?),
            ("replication", delay) => choice.replication = Some(milliseconds(delay)?),
            ("transactions", work) => choice.transaction = Some(milliseconds(work)?),
            ("throttling", mode) => choice.throttling = Some(mode.trim().to_owned()),
            _ => return None,
        }
    }
    Some(choice)
}

fn dax_options(text: &str) -> Option<DaxOptions> {
    let mut options = DaxOptions::DEFAULT;
    for setting in text.split(',').map(str::trim).filter(|setting| *setting != "on") {
        match setting.split_once(' ')? {
            ("items", ttl) => options.item_ttl = Duration::from_millis(milliseconds(ttl)?),
            ("queries", ttl) => options.query_ttl = Duration::from_millis(milliseconds(ttl)?),
            _ => return None,
        }
    }
    Some(options)
}

/// The bytes of a text such as `10 KB`.
fn kilobytes(text: &str) -> Option<u64> {
    text.trim()
        .strip_suffix(" KB")?
        .trim()
        .parse::<u64>()
        .ok()?
        .checked_mul(1024)
}

fn milliseconds(text: &str) -> Option<u64> {
    let (number, unit) = text.split_once(' ')?;
    let factor = match unit.trim() {
        "ms" => 1,
        "s" => 1_000,
        "min" => 60_000,
        "h" => 3_600_000,
        _ => return None,
    };
    Some(number.parse::<u64>().ok()? * factor)
}

struct Reader<'t> {
    lines: &'t [&'t str],
    /// The number of lines read so far.
    at: usize,
    file: Arc<Path>,
}

impl<'t> Reader<'t> {
    fn place(&self) -> Place {
        Place {
            file: Arc::clone(&self.file),
            line: self.at,
        }
    }

    fn fail<T>(&self, message: impl Into<String>) -> Result<T, SpecError> {
        Err(SpecError {
            place: self.place(),
            message: message.into(),
        })
    }

    /// The next line that is not empty. It must start with a marker.
    fn next_marked(&mut self) -> Result<Option<&'t str>, SpecError> {
        while let Some(line) = self.lines.get(self.at) {
            self.at += 1;
            if line.trim().is_empty() {
                continue;
            }
            if !is_marked(line) {
                return self.fail("a line here begins with one of # + > < * ~ =");
            }
            return Ok(Some(line));
        }
        Ok(None)
    }

    /// The lines up to the next marker. `None` if all are empty.
    fn block(&mut self) -> Option<String> {
        let from = self.at;
        while self.lines.get(self.at).is_some_and(|line| !is_marked(line)) {
            self.at += 1;
        }
        let text = self.lines[from..self.at].join("\n");
        (!text.trim().is_empty()).then_some(text)
    }

    /// The step of a marker, and the rest of that line.
    fn step(&mut self, marker: &str, rest: &str) -> Result<Step, SpecError> {
        let mut place = self.place();
        let kind = match marker {
            "~" => match milliseconds(rest) {
                Some(millis) => StepKind::Advance(millis),
                None => return self.fail("a span of time is written `~ 500 ms` or `~ 2 s`"),
            },
            "*" => {
                let loops = self.loops(rest)?;
                let Some(head) = self.next_marked()?.and_then(|line| line.strip_prefix('>')) else {
                    return self.fail("a request must follow the line with `*`");
                };
                place = self.place();
                StepKind::Exchange(self.exchange(head.trim(), loops)?)
            }
            "=" => {
                let Some((name, path)) = rest.split_once(" = $last") else {
                    return self.fail("a part of the answer is kept with `= name = $last.Part`");
                };
                let (name, path) = (name.trim().to_owned(), path.trim().to_owned());
                StepKind::Keep { name, path }
            }
            ">" => StepKind::Exchange(self.exchange(rest, Vec::new())?),
            _ => return self.fail("an answer without a request"),
        };
        Ok(Step { place, kind })
    }

    fn loops(&self, text: &str) -> Result<Vec<Loop>, SpecError> {
        text.split(',')
            .map(|part| {
                let parsed = part.split_once('=').and_then(|(variable, range)| {
                    let (from, to) = range.split_once("..")?;
                    let (from, to) = (from.trim().parse().ok()?, to.trim().parse().ok()?);
                    Some(Loop {
                        variable: variable.trim().to_owned(),
                        from,
                        to,
                    })
                });
                parsed.map_or_else(|| self.fail("a repetition is written `* n = 1..4`"), Ok)
            })
            .collect()
    }

    fn exchange(&mut self, head: &str, loops: Vec<Loop>) -> Result<Exchange, SpecError> {
        let (operation, mode) = match head.split_once(',') {
            None => (head, Mode::Once),
            Some((operation, mode)) => match mode.trim() {
                "every page" => (operation.trim(), Mode::EveryPage),
                "raw" => (operation.trim(), Mode::Raw),
                _ => return self.fail("after the operation stands `every page` or `raw`"),
            },
        };
        let body = self.block().unwrap_or_else(|| "{}".to_owned());
        let Some(line) = self.next_marked()?.and_then(|line| line.strip_prefix('<')) else {
            return self.fail("the request has no answer (`< ok` or `< ExceptionName: message`)");
        };
        let line = line.trim();
        let (name, message) = match line.split_once(':') {
            Some((name, message)) => (name.trim(), Some(message.trim().to_owned())),
            None => (line, None),
        };
        if name.is_empty() {
            return self.fail("the answer is `ok` or the name of an exception");
        }
        let body_expected = self.block();
        let expected = match name {
            "ok" => Expected::Ok(body_expected),
            name => Expected::Refused {
                exception: name.to_owned(),
                message,
                body: body_expected,
            },
        };
        Ok(Exchange {
            loops,
            operation: operation.to_owned(),
            mode,
            body,
            expected,
        })
    }
}

fn is_marked(line: &str) -> bool {
    line.starts_with(['#', '+', '>', '<', '*', '~', '='])
}

#[cfg(test)]
mod tests;
