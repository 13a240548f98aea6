//! The topics of the scenes: what each is about, and its card.

use hashrange_protocol::scene;
use leptos::prelude::*;

/// A topic.
#[derive(Debug)]
pub struct Topic {
    title: &'static str,
    about: &'static str,
    /// A small picture: what is filled, and what is drawn as a line, with the class of its colour.
    picture: (&'static str, &'static str, &'static str),
    /// Its scenes, by their ids.
    scenes: &'static [&'static str],
}

/// Every topic, in order.
pub static TOPICS: [Topic; 5] = [
    Topic {
        title: "Local secondary indexes",
        about: "Another order of the same items, in the same partition, with one size limit for all of them.",
        picture: (
            "key-sk",
            "M8 8h40v7H8zM8 23h40v7H8zM8 38h40v7H8zM112 8h40v7h-40zM112 23h40v7h-40zM112 38h40v7h-40z",
            "M50 11C80 11 80 41 110 41M50 26C80 26 80 11 110 11M50 41C80 41 80 26 110 26",
        ),
        scenes: &["full-collection", "stale-read"],
    },
    Topic {
        title: "Global secondary indexes",
        about: "Other keys in other partitions, a moment behind the table; an item without the key has no entry.",
        picture: (
            "key-gpk",
            "M8 20h24v12H8zM64 20h8v12h-8zM86 20h8v12h-8zM128 20h24v12h-24z",
            "M34 26h28M74 26h10M96 26h30",
        ),
        scenes: &["leaderboard", "sparse-index"],
    },
    Topic {
        title: "Time to live",
        about: "An expired item can still be read until it is deleted, which takes up to 48 hours.",
        picture: (
            "key-gsk",
            "M104 20h12v12h-12zM124 20h12v12h-12zM144 20h8v12h-8z",
            "M12 20l12 12M24 20L12 32M46 20h12v12H46zM68 20h12v12H68zM92 10v32",
        ),
        scenes: &["expiry"],
    },
    Topic {
        title: "Choosing a partition key",
        about: "One key is in one partition, and a partition takes 1,000 write units a second, whatever the table has.",
        picture: (
            "key-pk",
            "M14 38h20v8H14zM42 34h20v12H42zM70 6h20v40H70zM98 36h20v10H98zM126 40h20v6h-20z",
            "M10 12h52M98 12h52",
        ),
        scenes: &["hot-key", "skewed-index"],
    },
    Topic {
        title: "Managing global indexes",
        about: "A new index on a table in use: allocated, filled, ready, and what it leaves out.",
        picture: (
            "key-gpk",
            "M8 8h16v14H8zM30 8h16v14H30zM52 8h16v14H52zM74 8h16v14H74zM8 30h16v14H8zM30 30h16v14H30z",
            "M96 8h16v14H96zM118 8h16v14h-16zM52 30h16v14H52zM74 30h16v14H74zM96 30h16v14H96z",
        ),
        scenes: &["index-on-a-loaded-table"],
    },
];

/// The card of a topic with its scenes.
#[component]
pub fn Topic(
    /// The topic.
    topic: &'static Topic,
    /// Begins a scene.
    begin: Callback<&'static str>,
) -> impl IntoView {
    let (class, filled, lines) = topic.picture;
    let entries = topic.scenes.iter().filter_map(|id| scene(id)).map(|scene| {
        view! {
            <li>
                <button type="button" class="topic-scene" on:click=move |_| begin.run(scene.id)>
                    <span class="scene-name">{scene.title}</span>
                    <span class="scene-promise">{scene.promise}</span>
                </button>
            </li>
        }
    });
    view! {
        <article class="topic">
            <svg class=format!("topic-picture {class}") viewBox="0 0 160 52" aria-hidden="true">
                <path d=filled fill="currentColor"></path>
                <path d=lines fill="none" stroke="currentColor" stroke-width="2"></path>
            </svg>
            <h3>{topic.title}</h3>
            <p class="topic-about">{topic.about}</p>
            <ul class="topic-scenes">{entries.collect_view()}</ul>
        </article>
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use hashrange_protocol::scenes;

    use super::TOPICS;

    #[test]
    fn every_scene_has_one_topic() {
        let listed: Vec<&str> = TOPICS.iter().flat_map(|topic| topic.scenes).copied().collect();
        let ids: BTreeSet<&str> = scenes().iter().map(|scene| scene.id).collect();
        assert_eq!(listed.len(), ids.len());
        assert_eq!(listed.into_iter().collect::<BTreeSet<_>>(), ids);
    }
}
