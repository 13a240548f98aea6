//! A standalone picture: a copy of the page's SVG that contains the colours, lines and fonts of the style sheets, so
//! that it looks the same without them. Must not know what is drawn.

use hashrange_values::real;
use leptos::prelude::{document, window};
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{CssStyleDeclaration, Element, XmlSerializer};

const NAMESPACE: &str = "http://www.w3.org/2000/svg";
/// The style properties of a drawing that attributes can also set.
const PROPERTIES: [&str; 14] = [
    "fill",
    "fill-opacity",
    "stroke",
    "stroke-width",
    "stroke-dasharray",
    "stroke-linecap",
    "stroke-linejoin",
    "stroke-opacity",
    "opacity",
    "font-family",
    "font-size",
    "font-weight",
    "text-anchor",
    "visibility",
];
/// The space around the pictures and between them.
const ROOM: f64 = 8.0;

/// The pictures in an element, stacked in one file. `None` if there are none.
pub(super) fn standalone(holder: &Element) -> Option<String> {
    try_standing_alone(holder).ok().flatten()
}

fn try_standing_alone(holder: &Element) -> Result<Option<String>, JsValue> {
    let found = holder.query_selector_all("svg")?;
    let whole = document().create_element_ns(Some(NAMESPACE), "svg")?;
    let ground = document().create_element_ns(Some(NAMESPACE), "rect")?;
    whole.append_child(&ground)?;
    let (mut width, mut height) = (0.0_f64, ROOM);
    for at in 0..found.length() {
        let Some(picture) = found.get(at).and_then(|node| node.dyn_into::<Element>().ok()) else {
            continue;
        };
        let size = picture.get_bounding_client_rect();
        if size.width() < 1.0 || size.height() < 1.0 {
            continue;
        }
        let copy: Element = picture.clone_node_with_deep(true)?.unchecked_into();
        write_down(&picture, &copy)?;
        for (name, value) in [
            ("x", ROOM),
            ("y", height),
            ("width", size.width()),
            ("height", size.height()),
        ] {
            copy.set_attribute(name, &format!("{value:.0}"))?;
        }
        whole.append_child(&copy)?;
        width = width.max(size.width());
        height += size.height() + ROOM;
    }
    if width < 1.0 {
        return Ok(None);
    }
    for element in [&whole, &ground] {
        element.set_attribute("width", &format!("{:.0}", width + 2.0 * ROOM))?;
        element.set_attribute("height", &format!("{height:.0}"))?;
    }
    ground.set_attribute("fill", &ground_colour(holder).unwrap_or_else(|| "none".to_owned()))?;
    XmlSerializer::new()?.serialize_to_string(&whole).map(Some)
}

/// Writes the style of every element as attributes of the copy, which has the same elements in the same order.
fn write_down(original: &Element, copy: &Element) -> Result<(), JsValue> {
    let (originals, copies) = (original.query_selector_all("*")?, copy.query_selector_all("*")?);
    write_down_one(original, copy)?;
    for at in 0..originals.length() {
        let element = |node: Option<web_sys::Node>| node.and_then(|node| node.dyn_into::<Element>().ok());
        if let (Some(original), Some(copy)) = (element(originals.get(at)), element(copies.get(at))) {
            write_down_one(&original, &copy)?;
        }
    }
    Ok(())
}

fn write_down_one(original: &Element, copy: &Element) -> Result<(), JsValue> {
    let Some(style) = style_of(original) else { return Ok(()) };
    for property in PROPERTIES {
        let value = style.get_property_value(property)?;
        if !value.is_empty() {
            copy.set_attribute(property, &readable(&value))?;
        }
    }
    for name in ["class", "style", "tabindex"] {
        copy.remove_attribute(name)?;
    }
    Ok(())
}

/// The colour behind a picture: that of the nearest element around it that has one.
fn ground_colour(holder: &Element) -> Option<String> {
    let mut element = Some(holder.clone());
    while let Some(here) = element {
        let colour = style_of(&here)?.get_property_value("background-color").ok()?;
        if !colour.is_empty() && colour != "transparent" && !colour.ends_with(", 0)") {
            return Some(readable(&colour));
        }
        element = here.parent_element();
    }
    None
}

fn style_of(element: &Element) -> Option<CssStyleDeclaration> {
    window().get_computed_style(element).ok().flatten()
}

/// Converts a mixed colour, `color(srgb 0.1 0.2 0.3 / 0.4)`, to syntax that drawing programs support. Other values
/// stay.
fn readable(value: &str) -> String {
    let parts = value
        .strip_prefix("color(srgb ")
        .and_then(|rest| rest.strip_suffix(')'));
    let numbers = parts.map(|parts| parts.split([' ', '/']).filter(|part| !part.is_empty()).map(real));
    let numbers: Option<Vec<f64>> = numbers.and_then(|numbers| numbers.collect::<Option<_>>());
    let channel = |share: f64| (share * 255.0).round().clamp(0.0, 255.0);
    match numbers.as_deref() {
        Some([red, green, blue]) => format!("rgb({}, {}, {})", channel(*red), channel(*green), channel(*blue)),
        Some([red, green, blue, opacity]) => {
            format!(
                "rgba({}, {}, {}, {opacity})",
                channel(*red),
                channel(*green),
                channel(*blue)
            )
        }
        _ => value.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::readable;

    #[test]
    fn mixed_colours_are_written_as_everybody_reads_them() {
        assert_eq!(readable("color(srgb 1 0.5 0)"), "rgb(255, 128, 0)");
        assert_eq!(readable("color(srgb 0 0 0 / 0.16)"), "rgba(0, 0, 0, 0.16)");
        for same in ["rgb(1, 2, 3)", "none", "color(display-p3 1 0 0)", "4px"] {
            assert_eq!(readable(same), same);
        }
    }
}
