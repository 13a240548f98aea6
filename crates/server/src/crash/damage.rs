//! Folders after a crash, with damage: salvage brings out what was acknowledged, and the earlier checkpoint suffices.
//!
//! Must not know how a server crashes.

use hashrange_endpoint::{ignore_steps, target_of};

use super::*;
use crate::data_files::{DataFiles, REPLACED};
use crate::salvage;

/// Checks what salvage brings out of a folder as a crash left it. Afterwards the newest checkpoint is damaged, if there
/// is an earlier generation. Returns whether there is.
pub(super) fn examine(disk: &Simulated, (seed, random): (u64, &mut Random), known: &Known) -> bool {
    let names = disk.names().expect("names");
    let data_files = DataFiles::of(&names);
    if data_files == DataFiles::default() {
        return false;
    }
    let before = contents(disk);
    let found = salvaged(disk, known);
    for (id, (least, most)) in known {
        let number = found[id];
        assert!(
            (*least..=*most).contains(&number),
            "seed {seed}, {id}: salvage found {number}, not {least} to {most}"
        );
        if id.ends_with("left") {
            let other = found.get(&id.replace("left", "right")).copied().unwrap_or_default();
            assert_eq!(number, other, "seed {seed}, {id}: half of a transaction");
        }
    }
    assert!(contents(disk) == before, "seed {seed}: salvage changed the folder");
    with_damage_anywhere(disk, (seed, random), known);
    let newest = data_files
        .checkpoints
        .first()
        .map(|record| data_files::checkpoint(*record));
    let Some(newest) = newest.filter(|_| has_an_earlier_generation(disk, &data_files)) else {
        return false;
    };
    damage(disk, random, &newest);
    true
}

/// Salvage ends well whatever is damaged, and makes nothing up.
fn with_damage_anywhere(disk: &Simulated, (seed, random): (u64, &mut Random), known: &Known) {
    let disk = disk.after_a_kill();
    let names = disk.names().expect("names");
    let at = usize::try_from(random.below(names.len() as u64)).expect("small");
    damage(&disk, random, &names[at]);
    for (id, number) in salvaged(&disk, known) {
        // The numbers of a transaction are those of its left half.
        let (_, most) = known[&id.replace("right", "left")];
        assert!(number <= most, "seed {seed}, {id}: {number} was never sent");
    }
}

fn damage(disk: &Simulated, random: &mut Random, name: &str) {
    let length = whole(disk, name).expect("it is there").len() as u64;
    if length > 0 {
        disk.damage(name, usize::try_from(random.below(length)).expect("small"));
    }
}

fn has_an_earlier_generation(disk: &Simulated, data_files: &DataFiles) -> bool {
    let is_whole = || whole(disk, data_files::FIRST_JOURNAL).is_ok_and(|bytes| bytes != REPLACED);
    data_files.checkpoints.len() > 1 || is_whole()
}

fn contents(disk: &Simulated) -> BTreeMap<String, Vec<u8>> {
    let names = disk.names().expect("names");
    names
        .into_iter()
        .map(|name| (name.clone(), whole(disk, &name).expect("it is there")))
        .collect()
}

/// The numbers of all known items; 0 for one that salvage does not find.
fn salvaged(disk: &Simulated, known: &Known) -> BTreeMap<String, u64> {
    let mut service = salvage::read(disk).expect("it has data").service;
    let at = service.engine.now();
    let answer = service
        .front(&mut ignore_steps)
        .dispatch(at, &target_of("Scan"), br#"{"TableName":"Kept"}"#)
        .answer;
    let answer: Value = serde_json::from_str(&answer.body).expect("an answer is JSON");
    let items = answer["Items"].as_array().cloned().unwrap_or_default();
    let mut found: BTreeMap<String, u64> = known.keys().map(|id| (id.clone(), 0)).collect();
    for item in items {
        let id = item["id"]["S"].as_str().expect("a text").to_owned();
        let number = item["v"]["N"].as_str().map(|number| number.parse().expect("a number"));
        found.insert(id, number.unwrap_or_default());
    }
    found
}
