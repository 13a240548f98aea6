//! The page's language: its words, beside the program in `words/`, and the browser's rules for its numbers.
//! `init.mjs` chooses the first one and loads its words together with the program.
//!
//! Must not know any words.

use hashrange_words::{Form, Language, Rules, Table, speak};
use leptos::prelude::*;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::beside::beside;
use crate::components::{Toasts, Tone};
use crate::effect::effect;
use crate::lessons::download::file;
use crate::signal::RwSignal;

#[wasm_bindgen]
extern "C" {
    /// What `init.mjs` loaded.
    type Loaded;

    #[wasm_bindgen(thread_local_v2, js_name = hashrangeWords)]
    static LOADED: Option<Loaded>;

    #[wasm_bindgen(method, getter)]
    fn tag(this: &Loaded) -> String;

    #[wasm_bindgen(method, getter)]
    fn text(this: &Loaded) -> String;

    /// The tags of all languages, each followed by its name in itself.
    #[wasm_bindgen(method, getter)]
    fn names(this: &Loaded) -> Vec<String>;
}

/// The language of the source code, which every lesson has.
pub const ENGLISH: &str = "en";

/// The handle to the page's language.
#[derive(Clone, Copy, Debug)]
pub struct Spoken {
    /// The tag of the language in which views are drawn. Changes when its words are here.
    pub tag: RwSignal<String>,
    all: StoredValue<Vec<(String, String)>>,
}

impl Spoken {
    /// Begins to speak the language that `init.mjs` chose. Outside a page, English.
    #[must_use]
    pub fn begin() -> Self {
        let (mut tag, mut names) = (ENGLISH.to_owned(), Vec::new());
        if cfg!(target_arch = "wasm32") {
            LOADED.with(|loaded| {
                if let Some(loaded) = loaded {
                    (tag, names) = (loaded.tag(), loaded.names());
                    use_words(&tag, loaded.text());
                }
            });
        }
        let all = names.chunks_exact(2).filter_map(|pair| match pair {
            [tag, name] => Some((tag.clone(), name.clone())),
            _ => None,
        });
        Self {
            tag: RwSignal::new(tag),
            all: StoredValue::new(all.collect()),
        }
    }

    /// The languages of the page: the tag and the name in the language itself.
    #[must_use]
    pub fn all(self) -> Vec<(String, String)> {
        self.all.get_value()
    }

    /// The name of the page's language in itself.
    #[must_use]
    pub fn name(self) -> String {
        let tag = self.tag.get();
        let name = self
            .all
            .with_value(|all| all.iter().find(|(one, _)| *one == tag).map(|(_, name)| name.clone()));
        name.unwrap_or(tag)
    }

    /// Speaks the wanted language as soon as its words are here. A language that cannot be loaded changes nothing, and
    /// the reader is told.
    pub fn follow(self, wanted: RwSignal<String>, toasts: Toasts) {
        effect(move || {
            let tag = wanted.get();
            if tag == self.tag.get_untracked() {
                return;
            }
            wasm_bindgen_futures::spawn_local(async move {
                let text = file(&beside(&format!("words/{tag}.txt"))).await;
                if wanted.try_get_untracked().is_none_or(|wanted| wanted != tag) {
                    return;
                }
                match text {
                    Ok(text) => {
                        use_words(&tag, text);
                        self.tag.set(tag);
                    }
                    Err(words) => {
                        wanted.set(self.tag.get_untracked());
                        toasts.say(Tone::Bad, words);
                    }
                }
            });
        });
    }
}

/// Makes words those of the page.
fn use_words(tag: &str, text: String) {
    if let Some(root) = document().document_element() {
        // Cannot fail: the name is valid, and any value is permitted.
        let _ = root.set_attribute("lang", tag);
    }
    let table = Box::leak(Box::new(Table::read(text.leak())));
    let rules: Box<dyn Rules> = if tag == ENGLISH {
        Box::new(hashrange_words::English)
    } else {
        Box::new(Browser::new(tag))
    };
    speak(Language { table, rules });
}

/// A language's rules as the browser knows them.
struct Browser {
    tag: String,
    plurals: js_sys::Intl::PluralRules,
}

impl Browser {
    fn new(tag: &str) -> Self {
        let tags = js_sys::Array::of1(&tag.into());
        Self {
            tag: tag.to_owned(),
            plurals: js_sys::Intl::PluralRules::new(&tags, &js_sys::Object::new()),
        }
    }
}

impl Rules for Browser {
    #[allow(
        clippy::cast_precision_loss,
        reason = "people read it; a count above 2^53 is none of a page"
    )]
    fn form(&self, number: u64) -> Form {
        Form::of_name(&String::from(self.plurals.select(number as f64)))
    }

    #[allow(clippy::cast_precision_loss, reason = "as above")]
    fn count(&self, number: u64) -> String {
        js_sys::Number::from(number as f64).to_locale_string(&self.tag).into()
    }
}
