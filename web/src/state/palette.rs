//! What the palette finds: places with titles, the phrases that lead to them, and the order of matches for a query.
//!
//! Owns the format of the palette's file, which `web/palette.mjs` writes. Must not know what a place is, beyond its kind:
//! the word before its first slash. The code is small rather than fast: it is part of the page's download.

mod likeness;
mod rows;
#[cfg(test)]
pub(crate) mod tests;

use hashrange_words::t;

use self::likeness::{SAME, likeness};

/// The characters of a query that count. The rest is ignored.
const LONGEST: usize = 100;
/// The places that a query finds at most.
const MOST: usize = 12;
/// What a phrase gains that has something for every word of the query.
const WHOLE: usize = 500;
/// The least score of a phrase. Of one that is the same as the query it is 1,000 without `WHOLE`.
const LEAST: usize = 250;
/// The heading above commands.
const COMMANDS: &str = "Do";

/// A place that the palette offers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Found {
    /// Its title.
    pub title: String,
    /// What it belongs to, or its keys, and the phrase that led to it.
    pub detail: String,
    /// The place: its kind, a slash, and its name. Kinds are those of the file, and what the caller adds.
    pub place: String,
}

/// The heading above a place.
#[must_use]
pub fn group(place: &str) -> &str {
    let (kind, name) = place.split_once('/').unwrap_or_default();
    match kind {
        "do" | "here" => COMMANDS,
        "lesson" => "Learn",
        "key" => name,
        _ => t!("Go to"),
    }
}

/// A phrase that leads to a place, and how well it fits the present query.
#[derive(Debug, Default)]
struct Phrase {
    /// Its words in small letters, each with a space after it.
    words: String,
    /// The phrase as it is shown. Empty for the title of a place.
    shown: String,
    /// The position of the place.
    place: usize,
    /// The likeness with the word of the query that is looked for.
    now: usize,
    /// The likeness with the words of the query so far.
    sum: usize,
    /// The same, with the weights of the words.
    weighed: usize,
    /// 0 if the phrase does not fit.
    score: usize,
}

/// Everything that can be found.
#[derive(Debug, Default)]
pub struct Index {
    places: Vec<Found>,
    phrases: Vec<Phrase>,
    /// Words that are ignored beside others, with spaces around them.
    ignored: String,
}

impl Index {
    /// Adds the palette's file without the kinds of places in `hidden`. A line is one of these:
    ///
    /// - `place | title | detail`, where the detail may be missing
    /// - `phrase: place place`, where the places were added before
    /// - `ignored: word word`, for what is below it
    pub fn read(&mut self, text: &str, hidden: &[&str]) {
        for line in text.lines() {
            if let Some((place, rest)) = line.split_once(" | ") {
                let (title, detail) = rest.split_once(" | ").unwrap_or((rest, ""));
                let (kind, _) = place.split_once('/').unwrap_or_default();
                if !hidden.contains(&kind) {
                    self.add(title, detail, place);
                }
            } else if let Some((phrase, places)) = line.split_once(": ") {
                if phrase == "ignored" {
                    self.ignored = format!(" {places} ");
                }
                for place in places.split(' ') {
                    if let Some(at) = self.places.iter().position(|known| known.place == place) {
                        self.lead(phrase, phrase, at);
                    }
                }
            }
        }
    }

    /// Adds a place.
    pub fn add(&mut self, title: &str, detail: &str, place: &str) {
        self.lead(title, "", self.places.len());
        self.places.push(Found {
            title: title.to_owned(),
            detail: detail.to_owned(),
            place: place.to_owned(),
        });
    }

    fn lead(&mut self, phrase: &str, shown: &str, place: usize) {
        self.phrases.push(Phrase {
            words: self.words(phrase),
            shown: shown.to_owned(),
            place,
            ..Phrase::default()
        });
    }

    /// The keys of the page, by where they work.
    #[must_use]
    pub fn keys(&self) -> Vec<Found> {
        let keys = self.places.iter().filter(|one| one.place.starts_with("key/"));
        keys.cloned().collect()
    }

    /// The places for a query: the best of each group first, and the group of the best first. After `>` or without a
    /// word, all commands.
    pub fn find(&mut self, query: &str) -> Vec<Found> {
        let asked = self.asked(query);
        let only_commands = asked.is_empty() || query.trim_start().starts_with('>');
        self.score(&asked);
        let mut found: Vec<Found> = Vec::new();
        while only_commands || found.len() < MOST {
            // The first of the best: a phrase names its places in the order of their usefulness.
            let (mut best, mut place) = (0, 0);
            for phrase in self.phrases.iter().filter(|phrase| phrase.score > 0) {
                if phrase.score > best {
                    (best, place) = (phrase.score, phrase.place);
                }
            }
            let Some(one) = self.places.get(place).filter(|_| best > 0) else {
                break;
            };
            let mut one = one.clone();
            for phrase in self.phrases.iter_mut().filter(|phrase| phrase.place == place) {
                if phrase.score == best && !phrase.shown.is_empty() {
                    if !one.detail.is_empty() {
                        one.detail += " · ";
                    }
                    one.detail += &phrase.shown;
                    best = usize::MAX;
                }
                phrase.score = 0;
            }
            let of = group(&one.place);
            if of == COMMANDS || !(only_commands || one.place.starts_with("key/")) {
                let end = found.iter().rposition(|other| group(&other.place) == of);
                found.insert(end.map_or(found.len(), |last| last + 1), one);
            }
        }
        found
    }

    /// Computes how well each phrase fits a query. A rare word of the query says more than one of many phrases.
    fn score(&mut self, asked: &str) {
        let mut total = 0;
        for phrase in &mut self.phrases {
            // Without a word, everything fits.
            (phrase.sum, phrase.weighed, phrase.score) = (0, 0, WHOLE);
        }
        for word in asked.split_terminator(' ') {
            let mut hits = 0;
            for phrase in &mut self.phrases {
                let words = phrase.words.split_terminator(' ');
                phrase.now = words.fold(0, |best, other| likeness(word, other).max(best));
                hits += usize::from(phrase.now > 0);
            }
            let weight = match hits {
                0..10 => 4,
                10..30 => 3,
                30..80 => 2,
                _ => 1,
            };
            total += weight * SAME;
            for phrase in &mut self.phrases {
                phrase.sum += phrase.now;
                phrase.weighed += phrase.now * weight;
                if phrase.now == 0 {
                    phrase.score = 0;
                }
            }
        }
        for phrase in &mut self.phrases {
            // The shares of the query and of the phrase that are in the other one, and their harmonic mean.
            let words = phrase.words.matches(' ').count();
            let of_query = 1_000 * phrase.weighed / total.max(1);
            let of_phrase = (1_000 * phrase.sum / (SAME * words).max(1)).min(1_000);
            phrase.score += 2 * of_query * of_phrase / (of_query + of_phrase).max(1);
            if phrase.score < LEAST {
                phrase.score = 0;
            }
        }
    }

    /// The words of a query, as those of a phrase.
    fn asked(&self, query: &str) -> String {
        let end = query.char_indices().nth(LONGEST).map_or(query.len(), |(end, _)| end);
        self.words(query.get(..end).unwrap_or(query))
    }

    /// The words of a text in small letters, without those that are ignored, unless there are no others.
    fn words(&self, text: &str) -> String {
        let (mut all, mut words) = (String::new(), String::new());
        for word in text.to_ascii_lowercase().split(is_between) {
            if !word.is_empty() {
                let word = format!("{word} ");
                all += &word;
                if !self.ignored.contains(&format!(" {word}")) {
                    words += &word;
                }
            }
        }
        if words.is_empty() { all } else { words }
    }
}

/// Whether a sign is not part of a word. All signs beyond ASCII are.
fn is_between(sign: char) -> bool {
    sign.is_ascii() && !sign.is_ascii_alphanumeric()
}
