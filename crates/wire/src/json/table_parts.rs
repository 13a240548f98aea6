//! The parts of a table's definition that requests and descriptions write alike.

use hashrange_values::Text;

use super::writer::Writer;
use crate::shape::{AttributeDefinition, KeySchemaElement, Projection};

/// A list of objects.
pub(super) fn objects<T>(out: &mut Writer, elements: &[T], mut body: impl FnMut(&mut Writer, &T)) {
    out.list(|out| {
        for element in elements {
            out.element();
            out.object(|out| body(out, element));
        }
    });
}

/// A list of small objects, each on one line.
fn small_objects<T>(out: &mut Writer, elements: &[T], mut body: impl FnMut(&mut Writer, &T)) {
    out.list(|out| {
        for element in elements {
            out.element();
            out.inline_object(|out| body(out, element));
        }
    });
}

pub(super) fn attribute_definitions(out: &mut Writer, definitions: &[AttributeDefinition]) {
    out.key("AttributeDefinitions");
    small_objects(out, definitions, |out, definition| {
        out.text_member("AttributeName", &definition.attribute_name);
        out.text_member("AttributeType", definition.attribute_type.descriptor());
    });
}

pub(super) fn key_schema(out: &mut Writer, elements: &[KeySchemaElement]) {
    out.key("KeySchema");
    small_objects(out, elements, |out, element| {
        out.text_member("AttributeName", &element.attribute_name);
        out.text_member("KeyType", element.key_type.as_str());
    });
}

pub(super) fn projection(out: &mut Writer, projection: &Projection) {
    out.key("Projection");
    out.inline_object(|out| {
        out.optional_text("ProjectionType", projection.projection_type.map(|word| word.as_str()));
        if let Some(names) = &projection.non_key_attributes {
            out.key("NonKeyAttributes");
            out.strings(names.iter().map(Text::as_str));
        }
    });
}
