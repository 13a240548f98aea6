//! The static parts of a picture, as SVG. Marks become elements, and only differences from the previous picture change
//! them.
//!
//! Elements are identified by the subject of their group, so that the focus stays. Must not know the service.

use hashrange_values::to_set;
use leptos::prelude::document;
use litemap::LiteMap;
use wasm_bindgen::JsValue;
use web_sys::Element;

use crate::stage::{Anchor, Group, Mark, Picture, Shape, Subject, Tone};

const NAMESPACE: &str = "http://www.w3.org/2000/svg";
/// The attribute that links an element to its subject.
const NUMBER: &str = "data-n";

/// A group of marks in the page.
struct Drawn {
    element: Element,
    number: u32,
    name: String,
    tone: Tone,
    marks: Vec<(Element, Mark)>,
}

/// The elements of a picture.
#[derive(Default)]
pub(super) struct StaticParts {
    groups: LiteMap<(Subject, bool), Drawn>,
    subjects: LiteMap<u32, Subject>,
    newest: u32,
    focus: Option<Subject>,
    /// The subject in the inspector.
    chosen: Option<Subject>,
}

impl StaticParts {
    /// Draws a picture into an SVG element.
    pub(super) fn draw(&mut self, root: &Element, picture: &Picture) -> Result<(), JsValue> {
        let (width, height) = (number(picture.width), number(picture.height));
        root.set_attribute("viewBox", &format!("0 0 {width} {height}"))?;
        root.set_attribute("width", &width)?;
        root.set_attribute("height", &height)?;
        self.forget(picture);
        let mut cursor = root.first_child();
        for group in &picture.groups {
            let element = self.group(group)?;
            if cursor
                .as_ref()
                .is_some_and(|node| node.is_same_node(Some(element.as_ref())))
            {
                cursor = element.next_sibling();
            } else {
                root.insert_before(&element, cursor.as_ref())?;
            }
        }
        self.mark_chosen()?;
        self.keep_one_tab_stop(picture)
    }

    /// Removes groups that are no longer in the picture.
    fn forget(&mut self, picture: &Picture) {
        let kept = to_set(picture.groups.iter().map(|group| (&group.subject, group.selectable)));
        self.groups.retain(|(subject, selectable), drawn| {
            let is_kept = kept.binary_search(&(subject, *selectable)).is_ok();
            if !is_kept {
                self.subjects.remove(&drawn.number);
                drawn.element.remove();
            }
            is_kept
        });
    }

    fn group(&mut self, group: &Group) -> Result<Element, JsValue> {
        let key = (group.subject.clone(), group.selectable);
        if !self.groups.contains_key(&key) {
            self.newest += 1;
            let drawn = begin(group, self.newest)?;
            self.subjects.insert(self.newest, group.subject.clone());
            self.groups.insert(key.clone(), drawn);
        }
        let drawn = self.groups.get_mut(&key).ok_or(JsValue::NULL)?;
        if drawn.tone != group.tone {
            let class = match group.tone {
                Tone::Plain => "stage-group",
                Tone::Lit => "stage-group stage-lit",
                Tone::Dim => "stage-group stage-dim",
            };
            drawn.element.set_attribute("class", class)?;
            drawn.tone = group.tone;
        }
        if drawn.name != group.name {
            drawn.element.set_attribute("aria-label", &group.name)?;
            drawn.name.clone_from(&group.name);
        }
        while drawn.marks.len() > group.marks.len() {
            if let Some((element, _)) = drawn.marks.pop() {
                element.remove();
            }
        }
        for (at, mark) in group.marks.iter().enumerate() {
            match drawn.marks.get_mut(at) {
                Some((_, old)) if old == mark => {}
                Some((element, old)) => {
                    if tag(old) != tag(mark) {
                        let new = document().create_element_ns(Some(NAMESPACE), tag(mark))?;
                        drawn.element.replace_child(&new, element)?;
                        *element = new;
                        write(element, mark, None)?;
                    } else {
                        write(element, mark, Some(old))?;
                    }
                    old.clone_from(mark);
                }
                None => {
                    let element = document().create_element_ns(Some(NAMESPACE), tag(mark))?;
                    write(&element, mark, None)?;
                    drawn.element.append_child(&element)?;
                    drawn.marks.push((element, mark.clone()));
                }
            }
        }
        Ok(drawn.element.clone())
    }

    /// Makes the Tab key reach one group at a time: the last focused one, or the first.
    fn keep_one_tab_stop(&mut self, picture: &Picture) -> Result<(), JsValue> {
        let there = self
            .focus
            .as_ref()
            .is_some_and(|subject| self.groups.contains_key(&(subject.clone(), true)));
        if !there {
            let first = picture
                .groups
                .iter()
                .find(|group| matches!(group.subject, Subject::Partition { .. }));
            self.focus_on(first.map(|group| group.subject.clone()), false)?;
        }
        Ok(())
    }

    /// Moves the tab stop to a subject, and optionally the focus.
    pub(super) fn focus_on(&mut self, subject: Option<Subject>, now: bool) -> Result<(), JsValue> {
        if let Some(old) = self.element(self.focus.as_ref()) {
            old.set_attribute("tabindex", "-1")?;
        }
        if let Some(new) = self.element(subject.as_ref()) {
            new.set_attribute("tabindex", "0")?;
            if now {
                let new: web_sys::HtmlElement = wasm_bindgen::JsCast::unchecked_into(new);
                new.focus()?;
            }
        }
        self.focus = subject;
        Ok(())
    }

    /// The element of a selectable subject, if it is in the picture.
    pub(super) fn element(&self, subject: Option<&Subject>) -> Option<Element> {
        self.groups
            .get(&(subject?.clone(), true))
            .map(|drawn| drawn.element.clone())
    }

    /// Marks the subject in the inspector.
    pub(super) fn choose(&mut self, subject: Option<Subject>) -> Result<(), JsValue> {
        if let Some(old) = self.element(self.chosen.as_ref()) {
            old.remove_attribute("aria-current")?;
        }
        self.chosen = subject;
        self.mark_chosen()
    }

    fn mark_chosen(&self) -> Result<(), JsValue> {
        self.element(self.chosen.as_ref())
            .map_or(Ok(()), |element| element.set_attribute("aria-current", "true"))
    }

    /// The subject of an element, or of an element around it.
    pub(super) fn subject_of(&self, element: &Element) -> Option<Subject> {
        let group = element.closest(&format!("[{NUMBER}]")).ok().flatten()?;
        self.subjects.get(&group.get_attribute(NUMBER)?.parse().ok()?).cloned()
    }
}

fn begin(group: &Group, number: u32) -> Result<Drawn, JsValue> {
    let element = document().create_element_ns(Some(NAMESPACE), "g")?;
    if group.selectable {
        element.set_attribute("role", "group")?;
        element.set_attribute("tabindex", "-1")?;
        element.set_attribute("class", "stage-group")?;
        element.set_attribute(NUMBER, &number.to_string())?;
    } else if !group.name.is_empty() {
        element.set_attribute("role", "group")?;
    }
    if !group.name.is_empty() {
        element.set_attribute("aria-label", &group.name)?;
    }
    Ok(Drawn {
        element,
        number,
        name: group.name.clone(),
        tone: Tone::Plain,
        marks: Vec::new(),
    })
}

fn tag(mark: &Mark) -> &'static str {
    match mark.shape {
        Shape::Block(..) => "rect",
        Shape::Line(..) => "path",
        Shape::Words { .. } => "text",
    }
}

/// Writes the differences from the previous mark.
fn write(element: &Element, mark: &Mark, old: Option<&Mark>) -> Result<(), JsValue> {
    if old.is_none_or(|old| old.role != mark.role) {
        let classes: Vec<String> = mark.role.split(' ').map(|role| format!("stage-{role}")).collect();
        element.set_attribute("class", &classes.join(" "))?;
    }
    if old.is_some_and(|old| old.shape == mark.shape) {
        return Ok(());
    }
    let set = |name: &str, value: f64| element.set_attribute(name, &number(value));
    match &mark.shape {
        Shape::Block(rect, radius) => {
            set("x", rect.x)?;
            set("y", rect.y)?;
            set("width", rect.width)?;
            set("height", rect.height)?;
            set("rx", *radius)
        }
        Shape::Line(points, width) => {
            let mut path = String::new();
            for (at, point) in points.iter().enumerate() {
                path.push(if at == 0 { 'M' } else { 'L' });
                path.push_str(&format!("{} {}", number(point.x), number(point.y)));
            }
            element.set_attribute("d", &path)?;
            set("stroke-width", *width)
        }
        Shape::Words { at, anchor, size, text } => {
            set("x", at.x)?;
            set("y", at.y)?;
            set("font-size", *size)?;
            let anchor = match anchor {
                Anchor::Start => "start",
                Anchor::Middle => "middle",
                Anchor::End => "end",
            };
            element.set_attribute("text-anchor", anchor)?;
            element.set_text_content(Some(text));
            Ok(())
        }
    }
}

/// A length rounded to tenths of a pixel.
fn number(value: f64) -> String {
    let rounded = (value * 10.0).round() / 10.0;
    rounded.to_string()
}
