//! The scenes say what they mean; what they lead to is tested with a service, above this room.

use std::collections::BTreeSet;

use super::*;

#[test]
fn every_line_means_something() {
    for scene in scenes().iter().chain([welcome()]) {
        assert_eq!(scene.lines().misread, Vec::<&str>::new(), "{}", scene.id);
    }
}

#[test]
fn the_welcome_ends_with_a_load_and_is_no_lesson() {
    assert!(matches!(welcome().steps().last(), Some(Step::Load { .. })));
    assert_eq!(welcome().captions(), 0);
    assert!(scene(welcome().id).is_none());
}

#[test]
fn every_scene_has_captions_with_figures_and_a_check() {
    let mut ids = BTreeSet::new();
    for scene in scenes() {
        assert!(ids.insert(scene.id), "{}", scene.id);
        let steps = scene.steps();
        let captions: Vec<&Caption> = steps
            .iter()
            .filter_map(|step| match step {
                Step::Say(caption) => Some(caption),
                _ => None,
            })
            .collect();
        assert!(captions.len() >= 4, "{}: {} captions", scene.id, captions.len());
        assert!(captions.iter().any(|caption| caption.figures().count() > 0), "{}", scene.id);
        assert!(matches!(steps.last(), Some(Step::Say(_))), "{}: the last word is a caption", scene.id);
        assert!(!scene.checks().is_empty() && !scene.claims.is_empty(), "{}", scene.id);
    }
    assert_eq!(ids.len(), 8);
}

#[test]
fn a_scene_waits_for_figures_and_tells_what_was_answered() {
    let scene = scene("leaderboard").unwrap();
    let start = hashrange_time::Timestamp::from_seconds(1_000);
    let mut play = Play::new(scene, start);
    let creating = |_: &Figure| "CREATING".to_owned();
    assert!(matches!(play.next(creating), Move::Send(_)), "the table");
    let Move::Wait(first) = play.next(creating) else { panic!("it waits") };
    let Move::Wait(second) = play.next(creating) else { panic!("it goes on waiting") };
    assert!(start < first && first < second);
    assert!(matches!(play.next(|_| "ACTIVE".to_owned()), Move::Send(_)), "the first item");
    let refused = Err(hashrange_wire::ServiceError::InternalServerError("tried"));
    assert!(play.answered(&refused).is_err());
}
