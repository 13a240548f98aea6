//! The parts of a table's definition that requests and descriptions write alike.

use hashrange_values::Text;

use super::writer::Writer;
use crate::shape::{
    AttributeDefinition, KeySchemaElement, OnDemandThroughput, Projection, StreamSpecification, VectorIndex,
    WarmThroughput,
};

/// A list of objects.
pub(crate) fn objects<T>(out: &mut Writer, elements: &[T], mut body: impl FnMut(&mut Writer, &T)) {
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

pub(super) fn vector_index(out: &mut Writer, index: &VectorIndex) {
    out.text_member("IndexName", &index.index_name);
    if let Some(schema) = &index.search_schema {
        out.key("SearchSchema");
        small_objects(out, schema, |out, element| {
            out.text_member("AttributeName", &element.attribute_name);
            out.text_member("SearchSchemaElementType", element.element_type.as_str());
        });
    }
    projection(out, &index.projection);
    out.key("VectorAttribute");
    out.inline_object(|out| out.text_member("AttributeName", &index.vector_attribute));
    out.key("Dimensions");
    out.display(index.dimensions);
    out.text_member("DistanceFunction", index.distance_function.as_str());
}

pub(super) fn stream(out: &mut Writer, name: &str, stream: Option<&StreamSpecification>) {
    if let Some(stream) = stream {
        out.key(name);
        out.inline_object(|out| {
            out.optional_boolean("StreamEnabled", Some(stream.stream_enabled));
            out.optional_text("StreamViewType", stream.stream_view_type.map(|word| word.as_str()));
        });
    }
}

pub(super) fn on_demand_throughput(out: &mut Writer, limits: Option<OnDemandThroughput>) {
    on_demand_member(out, "OnDemandThroughput", limits);
}

pub(super) fn on_demand_member(out: &mut Writer, name: &str, limits: Option<OnDemandThroughput>) {
    if let Some(limits) = limits {
        let members = [
            ("MaxReadRequestUnits", limits.max_read_request_units),
            ("MaxWriteRequestUnits", limits.max_write_request_units),
        ];
        units(out, name, members);
    }
}

pub(super) fn warm_throughput(out: &mut Writer, warm: Option<WarmThroughput>) {
    if let Some(warm) = warm {
        let members =
            [("ReadUnitsPerSecond", warm.read_units_per_second), ("WriteUnitsPerSecond", warm.write_units_per_second)];
        units(out, "WarmThroughput", members);
    }
}

fn units(out: &mut Writer, name: &str, members: [(&str, Option<i64>); 2]) {
    out.key(name);
    out.inline_object(|out| {
        for (name, value) in members {
            if let Some(value) = value {
                out.key(name);
                out.display(value);
            }
        }
    });
}
