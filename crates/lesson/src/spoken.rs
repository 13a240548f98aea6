//! A lesson in another language: it uses the words of a translation, if they exist.
//!
//! Must not know who chose the language.

use crate::{Kind, Lesson, Place, Step, Task, Text, To, Translation, Words, translated};

impl Lesson {
    /// The lesson with the words of a translation. Missing words, and words translated from other English, stay
    /// English.
    #[must_use]
    pub fn spoken(&self, translation: &Translation) -> Self {
        let mut lesson = self.clone();
        let speaker = Speaker(translation);
        speaker.put(None, "title", 1, &mut lesson.title);
        speaker.put(None, "promise", 1, &mut lesson.promise);
        for (word, list) in [("learned", &mut lesson.learned), ("try", &mut lesson.tries)] {
            list.iter_mut()
                .zip(1..)
                .for_each(|((_, words), number)| speaker.put(None, word, number, words));
        }
        lesson.steps.iter_mut().for_each(|step| speaker.step(step));
        lesson
    }
}

struct Speaker<'a>(&'a Translation);

impl Speaker<'_> {
    fn put(&self, step: Option<&str>, word: &'static str, number: usize, words: &mut Words) {
        let place = Place {
            step: step.map(str::to_owned),
            word,
            number,
        };
        if let Some(spoken) = translated(&Text { place, line: 1, words }, self.0) {
            *words = spoken;
        }
    }

    fn step(&self, step: &mut Step) {
        let name = step.name.clone();
        let put = |word, number, words: &mut Words| self.put(Some(&name), word, number, words);
        put("title", 1, &mut step.title.1);
        put("say", 1, &mut step.say.1);
        match &mut step.task {
            Task::Watch => {}
            Task::Predict(question) => {
                put("ask", 1, &mut question.ask);
                if let Kind::Picks { picks, .. } = &mut question.kind {
                    picks
                        .iter_mut()
                        .zip(1..)
                        .for_each(|(pick, number)| put("pick", number, &mut pick.words));
                }
                for reply in &mut question.replies {
                    let (word, number) = match reply.to {
                        To::Pick(number) => ("when", number),
                        To::Right => ("when-right", 1),
                        To::Low => ("when-low", 1),
                        To::High => ("when-high", 1),
                    };
                    put(word, number, &mut reply.words);
                }
            }
            Task::Do(goal) | Task::Drag(_, goal) => {
                put("hint", 1, &mut goal.hint);
                put("done", 1, &mut goal.done);
                goal.misses
                    .iter_mut()
                    .zip(1..)
                    .for_each(|(miss, number)| put("miss", number, &mut miss.words));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::{read, read_translation};

    #[test]
    fn what_a_translation_has_takes_the_place_of_the_english() {
        let lesson = read(include_str!("../../../lessons/keys-1.txt")).unwrap();
        let spanish = read_translation(include_str!("../../../lessons/keys-1.es.txt")).unwrap();
        let spoken = lesson.spoken(&spanish);
        assert_eq!(spoken.title.shown(), "La clave decide dónde va un elemento");
        // Every text is translated, and no figure is lost.
        for (english, other) in lesson.texts().iter().zip(spoken.texts()) {
            assert_ne!(english.words, other.words, "{:?}", other.place);
            assert_eq!(
                english.words.figures().count(),
                other.words.figures().count(),
                "{:?}",
                other.place
            );
        }
    }
}
