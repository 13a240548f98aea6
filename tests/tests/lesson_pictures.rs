//! The contract between a step and its picture, at every stop of every lesson: each subject that the step shows is in
//! the visible part by its name and in its real order, no words lie on other words, and a figure of the words that is
//! drawn too is the same figure.
#![allow(clippy::disallowed_methods, reason = "an edge of the project: reads its own files")]

mod figures;
mod texts;

use std::fs;
use std::sync::Arc;

use hashrange_insight::reading::{Question, Service as Read, Stage as Reading, StageQuestion};
use hashrange_lesson::{KnownTable, Part, Play, Step};
use hashrange_plot::Rect;
use hashrange_tests::lesson::{Stage, files, walk_and_look};
use hashrange_time::Timestamp;
use hashrange_web::stage::{Picture, StageSize, Subject, Wanted, picture, senders};

use self::texts::{Drawn, is_named};

/// The width of the page, and the part of the picture that is visible there without scrolling, in pixels.
const SIZES: [(u32, f64, f64); 2] = [(1_440, 1_040.0, 502.0), (390, 366.0, 250.0)];
/// Up to this number, every entry of a shown index is visible: on a wide page, and on a phone.
const FEW: [u64; 2] = [6, 3];

/// A picture of a stop, and what it must show.
struct Look<'a> {
    play: &'a Play,
    stage: &'a Stage,
    step: &'a Step,
    table: String,
    reading: &'a Reading,
    picture: Picture,
    visible: Rect,
}

#[test]
fn every_subject_of_a_step_is_visible_by_its_name_and_every_figure_is_the_same() {
    let mut wrong = Vec::new();
    for path in files() {
        let text = fs::read_to_string(&path).expect("a lesson is text");
        let lesson = Arc::new(hashrange_lesson::read(&text).expect("a lesson"));
        // The step of the previous stop, when that step began, and the time of the stop.
        let (mut place, mut began, mut last) = (0, Timestamp::EPOCH, Timestamp::EPOCH);
        let mut look = |play: &Play, stage: &Stage| {
            if play.place() != place {
                (place, began) = (play.place(), last);
            }
            last = stage.timeline.engine().now();
            for found in look_at(play, stage, began) {
                wrong.push(format!("{}/{found}", lesson.id));
            }
        };
        walk_and_look(&lesson, &mut look).expect("its settings");
    }
    assert!(wrong.is_empty(), "{} breaches\n{}", wrong.len(), wrong.join("\n"));
}

/// What is wrong with the pictures of one stop.
fn look_at(play: &Play, stage: &Stage, began: Timestamp) -> Vec<String> {
    let Some(step) = play.step() else { return Vec::new() };
    let engine = stage.timeline.engine();
    let tables: Vec<KnownTable> = engine
        .tables()
        .map(|table| KnownTable {
            name: table.name().to_string(),
            indexes: table
                .indexes()
                .map(|index| index.definition().name.to_string())
                .collect(),
        })
        .collect();
    let table = step.table(play.lesson(), &tables);
    let service = Read {
        insight: &stage.timeline.observer().0,
        engine,
        dax: stage.timeline.dax(),
    };
    let key = |part: &Part| match part {
        Part::Partition(key) | Part::Key(key) => Some((None, key.clone())),
        Part::Entry(index, key) => Some((Some(index.clone()), key.clone())),
        _ => None,
    };
    let question = StageQuestion {
        table: table.clone(),
        keys: step.show.iter().filter_map(key).collect(),
        ..StageQuestion::default()
    };
    let Some(reading) = question.read(service) else {
        return Vec::new();
    };
    let runs: Vec<_> = stage.timeline.loads().rev().cloned().collect();
    let wanted = Wanted {
        parts: step.show.clone(),
        began,
        paused: true,
        ..Wanted::default()
    };
    let mut wrong = Vec::new();
    for (page, width, height) in SIZES {
        let size = StageSize {
            width,
            height,
            present: false,
        };
        let look = Look {
            play,
            stage,
            step,
            table: table.clone(),
            reading: &reading,
            picture: picture(&reading, &senders(&runs, &reading, wanted.step_began()), &wanted, size),
            visible: Rect::new(0.0, 0.0, width, height + 0.5),
        };
        let of_stop = format!("{} {:?} at {page}", step.name, play.phase());
        wrong.extend(look.breaches().into_iter().map(|one| format!("{of_stop}: {one}")));
    }
    wrong
}

impl Look<'_> {
    fn breaches(&self) -> Vec<String> {
        let mut wrong: Vec<String> = self.step.show.iter().filter_map(|part| self.missing(part)).collect();
        wrong.extend(self.collisions());
        wrong.extend(self.confused_keys());
        wrong.extend(self.other_figures());
        wrong
    }

    /// Whether the whole area is visible.
    fn sees(&self, area: Rect) -> bool {
        let seen = self.visible;
        area.x >= seen.x - 0.5
            && area.y >= seen.y - 0.5
            && area.right() <= seen.right() + 0.5
            && area.bottom() <= seen.bottom()
    }

    /// The words of a subject that are visible; `None` if it is not drawn, or not in the visible part.
    fn words(&self, subject: &Subject) -> Option<String> {
        let of = self.picture.groups.iter().filter(|group| group.subject == *subject);
        let mut seen = of
            .filter(|group| group.cover != Rect::default() && self.sees(group.cover))
            .peekable();
        seen.peek()?;
        Some(seen.map(|group| group.words()).collect::<Vec<_>>().join(" "))
    }

    /// What the picture lacks of a part.
    fn missing(&self, part: &Part) -> Option<String> {
        let says = |subject: &Subject, name: &str| match self.words(subject) {
            Some(words) if is_named(&words, name) => None,
            Some(words) => Some(format!("{subject:?} does not say {name}: {words}")),
            None => Some(format!("{subject:?} is not visible")),
        };
        match part {
            Part::Table | Part::Collections => says(&Subject::Table, &self.table),
            Part::Partitions | Part::Followers => self.missing_partitions(),
            Part::Partition(key) | Part::Key(key) => self.missing_key(key),
            Part::Entry(index, key) => self.missing_entry(index, key),
            Part::Record => self.missing_record(),
            Part::Index(name) | Part::Build(name) => self.missing_index(name),
            Part::Pipe(name) if self.is_global(name) => says(&Subject::Pipe(name.as_str().into()), "queue"),
            Part::Pipe(_) => None,
            Part::Stream => says(&Subject::Stream, "Stream"),
            Part::Expiry => says(&Subject::Expiry, "Time to live"),
            Part::Dax => says(&Subject::Accelerator, "DAX"),
            Part::Capacity => says(&Subject::Requests, "succeeded"),
            Part::Result => self.missing_request(),
            Part::Tray => self.missing_tray(),
        }
    }

    fn missing_partitions(&self) -> Option<String> {
        let unseen = self.reading.partitions.iter().find(|one| {
            let subject = Subject::Partition {
                index: None,
                number: one.number,
            };
            !self
                .words(&subject)
                .is_some_and(|words| words.contains(&format!("P{}", one.number)))
        });
        unseen.map(|one| format!("P{} is not visible", one.number))
    }

    /// The item collection of a key, by its name, in every partition that has it.
    fn missing_key(&self, key: &str) -> Option<String> {
        let key = key.split('/').next().unwrap_or(key);
        let is_row = |subject: &Subject| match subject {
            Subject::Row(None, _, of) | Subject::Item(None, _, of, _) => of.as_str() == key,
            _ => false,
        };
        let groups = self.picture.groups.iter().filter(|group| is_row(&group.subject));
        let found = groups
            .into_iter()
            .any(|group| self.sees(group.cover) && is_named(&group.words(), key));
        (!found).then(|| format!("the key {key} is not visible"))
    }

    /// The entries of a key of a global index, by its name.
    fn missing_entry(&self, index: &str, key: &str) -> Option<String> {
        let is_row = |subject: &Subject| match subject {
            Subject::Row(Some(of), _, value) | Subject::Item(Some(of), _, value, _) => {
                of == index && value.as_str() == key
            }
            _ => false,
        };
        let mut groups = self.picture.groups.iter().filter(|group| is_row(&group.subject));
        let found = groups.any(|group| self.sees(group.cover) && is_named(&group.words(), key));
        (!found).then(|| format!("the key {key} of {index} is not visible"))
    }

    /// The latest stream record.
    fn missing_record(&self) -> Option<String> {
        let newest = self
            .reading
            .stream
            .as_ref()?
            .shards
            .iter()
            .filter_map(|shard| shard.last());
        let newest = newest.max_by_key(|record| record.write)?;
        let group = self.picture.group(&Subject::Record(newest.sequence.clone()));
        (!group.is_some_and(|group| self.sees(group.cover))).then(|| "the latest record is not visible".to_owned())
    }

    fn is_global(&self, name: &str) -> bool {
        self.reading.indexes.iter().any(|index| index.name == name)
    }

    fn missing_index(&self, name: &str) -> Option<String> {
        let Some(index) = self.reading.indexes.iter().find(|index| index.name == name) else {
            return self.missing_local(name);
        };
        let subject = Subject::Index(name.into());
        let Some(words) = self.words(&subject) else {
            return Some(format!("{name} is not visible"));
        };
        if !words.contains(name) {
            return Some(format!("{name} is not named: {words}"));
        }
        if index.status != "ACTIVE" && !words.contains(index.status.as_str()) {
            return Some(format!("{name} does not say {}: {words}", index.status));
        }
        self.missing_entries(index)
    }

    /// The entries of a global index: all of them if they are few, otherwise at least one, named, in their real order.
    fn missing_entries(&self, index: &hashrange_insight::reading::StageIndex) -> Option<String> {
        let name = &index.name;
        let of_index = |subject: &Subject| match subject {
            Subject::Row(Some(of), number, key) => (of == name).then(|| (*number, key.to_string(), None)),
            Subject::Item(Some(of), number, key, at) => (of == name).then(|| (*number, key.to_string(), Some(*at))),
            _ => None,
        };
        let listed: Vec<(u32, String)> = index
            .partitions
            .iter()
            .flat_map(|one| one.rows.iter().map(|row| (one.number, row.key.to_string())))
            .collect();
        let mut entries = 0;
        let mut keys: Vec<(u32, String)> = Vec::new();
        for group in self.picture.groups.iter().filter(|group| self.sees(group.cover)) {
            let Some((number, key, at)) = of_index(&group.subject) else {
                continue;
            };
            entries += u64::from(at.is_some());
            let named = !key.is_empty() && !key.contains('…') && is_named(&group.words(), &key);
            if named && keys.last() != Some(&(number, key.clone())) {
                keys.push((number, key));
            }
        }
        let few = FEW[usize::from(self.visible.width < 640.0)];
        let mut rest = listed.iter();
        let in_order = keys.iter().all(|key| rest.any(|of| of == key));
        let rejected = index.build.as_ref().is_some_and(|build| build.violations > 0);
        if index.entries == 0 || rejected {
            None
        } else if keys.is_empty() {
            Some(format!("no entry of {name} is named"))
        } else if !in_order {
            Some(format!(
                "the entries of {name} are out of order: {keys:?} of {listed:?}"
            ))
        } else if index.entries <= few && entries < index.entries {
            Some(format!("{entries} of {} entries of {name} are visible", index.entries))
        } else {
            None
        }
    }

    /// A local index: named, with its entries in its order.
    fn missing_local(&self, name: &str) -> Option<String> {
        let at = self.reading.locals.iter().position(|local| local == name)?;
        let rows = self.reading.partitions.iter().flat_map(|one| &one.rows);
        let rows: Vec<_> = rows
            .filter(|row| row.locals.get(at).is_some_and(|order| !order.is_empty()))
            .collect();
        rows.first()?;
        let texts = self.texts();
        let named: Vec<&Drawn<'_>> = texts
            .iter()
            .filter(|drawn| drawn.role == "local-name" && drawn.text.contains(name) && self.sees(drawn.area))
            .collect();
        if named.is_empty() {
            return Some(format!("the local index {name} is not visible"));
        }
        let order = |row: &&hashrange_insight::reading::RowStage| {
            let keys = row.locals[at]
                .iter()
                .map(|place| row.squares[usize::from(*place)].key.as_str());
            keys.collect::<Vec<_>>().join(" ")
        };
        let short = rows.iter().all(|row| order(row).len() <= 20 && !row.more);
        let listed = |row| named.iter().any(|drawn| drawn.text.contains(&order(row)));
        (short && !rows.iter().any(listed)).then(|| format!("the entries of {name} are not listed in order"))
    }

    /// The latest request: its operation and its result.
    fn missing_request(&self) -> Option<String> {
        let answer = self.reading.answer.as_ref()?;
        let Some(words) = self.words(&Subject::Sender(0)) else {
            return Some("the sender is not visible".to_owned());
        };
        let name = answer.operation.name();
        let sender = self.picture.group(&Subject::Sender(0));
        let is_load = sender.is_some_and(|group| !group.name.starts_with("Client"));
        (!is_load && !words.contains(name)).then(|| format!("the latest request, {name}, is not named: {words}"))
    }

    fn missing_tray(&self) -> Option<String> {
        let rejected = |index: &&hashrange_insight::reading::StageIndex| {
            index.build.as_ref().is_some_and(|build| build.violations > 0)
        };
        let index = self.reading.indexes.iter().find(rejected)?;
        let words = self.words(&Subject::Tray(index.name.clone()));
        (!words.is_some_and(|words| words.contains("left out")))
            .then(|| format!("the tray of {} is not visible", index.name))
    }
}
