//! Lists in responses and requests.

use super::writer::Writer;

/// Writes a list of objects.
pub(crate) fn objects<T>(out: &mut Writer, elements: &[T], mut body: impl FnMut(&mut Writer, &T)) {
    out.list(|out| {
        for element in elements {
            out.element();
            out.object(|out| body(out, element));
        }
    });
}
