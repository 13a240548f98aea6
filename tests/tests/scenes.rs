//! Every scene to its end, without a browser: what its captions say is what the service says, twice the same way, and back
//! and forth along it as often as one likes.

use hashrange_journal::Entry;
use hashrange_tests::scene::{play, settings};
use hashrange_tests::{claims, scene};
use hashrange_workload::{Step, scenes};

#[test]
fn captions_and_checks_say_what_the_service_says() {
    let mut wrong = Vec::new();
    for scene in scenes() {
        let played = play(scene);
        for scene::Reading { place, figure, expected, found } in played.readings {
            if found != expected {
                wrong.push(format!("{}, {place}: {figure:?} is {found:?}, not {expected:?}", scene.id));
            }
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn a_scene_leads_to_the_same_state_every_time() {
    for scene in scenes() {
        let (one, other) = (play(scene), play(scene));
        assert_eq!(one.timeline.state_hash(), other.timeline.state_hash(), "{}", scene.id);
        assert_eq!((one.captions, one.requests), (other.captions, other.requests), "{}", scene.id);
    }
}

#[test]
fn fifty_times_back_and_forth_ends_where_it_was() {
    for scene in scenes() {
        let mut played = play(scene);
        let (hash, captions) = (played.timeline.state_hash(), played.captions.clone());
        for number in 0..50 {
            let moment = captions[number * 7 % captions.len()];
            played.timeline.go_to_time(moment).expect("a moment");
            played.timeline.go_to(u64::MAX).expect("the end");
        }
        assert_eq!(played.timeline.state_hash(), hash, "{}", scene.id);
    }
}

/// What the page travels back to is what was shown then.
#[test]
fn a_caption_that_is_gone_back_to_finds_the_service_as_it_was() {
    for scene in scenes() {
        let mut played = play(scene);
        let mut last = None;
        for moment in played.captions.clone() {
            played.timeline.go_to_time(moment).expect("a moment");
            assert_eq!(played.timeline.engine().now(), moment, "{}", scene.id);
            assert!(last < Some(moment), "{}: two captions at one moment", scene.id);
            last = Some(moment);
        }
    }
}

#[test]
fn scenes_show_claims_there_are_with_dials_there_are() {
    let claims = claims::all();
    for scene in scenes() {
        drop(settings(scene));
        for id in scene.claims {
            assert!(claims.contains_key(*id), "{}: {id}", scene.id);
        }
    }
}

/// What is kept of a load is its plan and seed, and how many of its requests were sent.
#[test]
fn a_load_of_a_scene_is_one_record() {
    let mut all = 0;
    for scene in scenes() {
        let steps = scene.steps();
        let written = steps.iter().filter(|step| matches!(step, Step::Send { .. })).count();
        let loads = steps.iter().filter(|step| matches!(step, Step::Load { .. })).count();
        let played = play(scene);
        let count = |meant: fn(&Entry) -> bool| played.timeline.steps().filter(|record| meant(&record.entry)).count();
        assert!(
            count(|entry| matches!(entry, Entry::Request { .. } | Entry::Refused { .. })) <= written,
            "{}",
            scene.id
        );
        assert_eq!(count(|entry| matches!(entry, Entry::Load { .. })), loads, "{}", scene.id);
        assert_eq!(count(|entry| matches!(entry, Entry::LoadEnd)), loads, "{}", scene.id);
        assert!(count(|entry| matches!(entry, Entry::Sent { .. })) < 20 * loads + 1, "{}", scene.id);
        all += loads;
    }
    assert!(all > 1);
}

/// A scene must not keep a reader's browser waiting, nor fill its storage.
#[test]
fn scenes_are_small() {
    for scene in scenes() {
        let played = play(scene);
        let bytes = played.timeline.journal().expect("every record is here").len();
        assert!(
            played.requests < 5_000 && bytes < 3_000_000,
            "{}: {} requests, {bytes} bytes",
            scene.id,
            played.requests
        );
    }
}
