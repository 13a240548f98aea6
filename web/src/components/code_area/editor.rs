//! The binding to the editor bundle (`web/editor`): loads it once, mounts editors, and converts positions to UTF-16.

use js_sys::{Array, Object, Reflect};
use wasm_bindgen::closure::Closure;
use wasm_bindgen::prelude::*;
use web_sys::HtmlElement;

use super::diagnostic::Diagnostic;

#[wasm_bindgen(module = "/editor/load.js")]
extern "C" {
    #[wasm_bindgen(js_name = loadEditor, catch)]
    async fn load_editor() -> Result<JsValue, JsValue>;
}

#[wasm_bindgen]
extern "C" {
    type Bundle;
    #[wasm_bindgen(method, catch)]
    fn mount(this: &Bundle, element: &HtmlElement, options: &Object) -> Result<Mounted, JsValue>;

    type Mounted;
    #[wasm_bindgen(method, js_name = setText)]
    fn set_text(this: &Mounted, text: &str);
    #[wasm_bindgen(method, js_name = setWords)]
    fn set_words(this: &Mounted, words: &str);
    #[wasm_bindgen(method, js_name = setDiagnostics)]
    fn set_diagnostics(this: &Mounted, list: &Array);
    #[wasm_bindgen(method, js_name = setReadOnly)]
    fn set_read_only(this: &Mounted, value: bool);
    #[wasm_bindgen(method, js_name = goTo)]
    fn go_to(this: &Mounted, position: u32);
    #[wasm_bindgen(method)]
    fn destroy(this: &Mounted);
}

thread_local! {
    static BUNDLE: std::cell::RefCell<Option<JsValue>> = const { std::cell::RefCell::new(None) };
}

/// Loads the bundle. Returns whether it is loaded.
pub(super) async fn load() -> bool {
    if BUNDLE.with_borrow(Option::is_some) {
        return true;
    }
    let Ok(bundle) = load_editor().await else { return false };
    BUNDLE.set(Some(bundle));
    true
}

/// A mounted editor.
pub(super) struct CodeEditor {
    mounted: Mounted,
    /// The callback of the editor. It must exist as long as the editor.
    _on_change: Closure<dyn FnMut(String)>,
}

impl CodeEditor {
    /// Mounts an editor inside `place`. `None` if the bundle is missing or fails.
    pub(super) fn mount(
        place: &HtmlElement,
        text: &str,
        (language, words): (&str, &str),
        read_only: bool,
        label: &str,
        on_change: impl Fn(String) + 'static,
    ) -> Option<Self> {
        let bundle: Bundle = BUNDLE.with_borrow(Clone::clone)?.unchecked_into();
        let on_change = Closure::<dyn FnMut(String)>::new(on_change);
        let options = Object::new();
        set(&options, "text", &text.into());
        set(&options, "language", &language.into());
        set(&options, "words", &words.into());
        set(&options, "readOnly", &read_only.into());
        set(&options, "label", &label.into());
        set(&options, "onChange", on_change.as_ref());
        let mounted = bundle.mount(place, &options).ok()?;
        Some(Self {
            mounted,
            _on_change: on_change,
        })
    }

    pub(super) fn set_text(&self, text: &str) {
        self.mounted.set_text(text);
    }

    pub(super) fn set_words(&self, words: &str) {
        self.mounted.set_words(words);
    }

    pub(super) fn set_read_only(&self, read_only: bool) {
        self.mounted.set_read_only(read_only);
    }

    pub(super) fn set_diagnostics(&self, text: &str, diagnostics: &[Diagnostic]) {
        let list = Array::new();
        for diagnostic in diagnostics {
            let mark = Object::new();
            set(&mark, "from", &utf16_position(text, diagnostic.from).into());
            set(
                &mark,
                "to",
                &utf16_position(text, diagnostic.to.max(diagnostic.from + 1)).into(),
            );
            set(&mark, "message", &diagnostic.message.as_str().into());
            list.push(&mark);
        }
        self.mounted.set_diagnostics(&list);
    }

    /// Moves the caret and the focus to a position.
    pub(super) fn go_to(&self, position: u32) {
        self.mounted.go_to(position);
    }

    pub(super) fn destroy(self) {
        self.mounted.destroy();
    }
}

fn set(object: &Object, name: &str, value: &JsValue) {
    // Cannot fail: a plain object accepts every property.
    let _ = Reflect::set(object, &name.into(), value);
}

/// UTF-16 code units before the byte at `position`, or before the character that contains it.
pub(super) fn utf16_position(text: &str, position: usize) -> u32 {
    let before = text.char_indices().take_while(|(start, _)| *start < position);
    let units: usize = before.map(|(_, character)| character.len_utf16()).sum();
    u32::try_from(units).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::utf16_position;

    #[test]
    fn positions_count_utf16_units() {
        let text = "a€𝄞b";
        assert_eq!(
            [0, 1, 4, 8, 9, 99].map(|at| utf16_position(text, at)),
            [0, 1, 2, 4, 5, 5]
        );
    }
}
