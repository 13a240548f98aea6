//! A picture as pixels: a standalone SVG, drawn by the browser at twice its size and offered as a PNG file.

use js_sys::Array;
use leptos::prelude::document;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{Blob, BlobPropertyBag, CanvasRenderingContext2d, HtmlCanvasElement, HtmlImageElement, Url};

use crate::components::offer_link;

/// The number of pixels per pixel of the picture, so that it is sharp on any screen.
const SCALE: u32 = 2;

/// Draws the picture and offers it under this name. Does nothing if the browser cannot draw it.
pub(super) async fn offer(name: String, svg: String) {
    if let Ok(pixels) = drawn(&svg).await {
        offer_link(&name, &pixels);
    }
}

/// The drawn picture, as a data address.
async fn drawn(svg: &str) -> Result<String, JsValue> {
    let options = BlobPropertyBag::new();
    options.set_type("image/svg+xml");
    let blob = Blob::new_with_str_sequence_and_options(&Array::of1(&svg.into()), &options)?;
    let address = Url::create_object_url_with_blob(&blob)?;
    let image = HtmlImageElement::new()?;
    image.set_src(&address);
    let decoded = JsFuture::from(image.decode()).await;
    Url::revoke_object_url(&address)?;
    decoded?;
    let canvas: HtmlCanvasElement = document().create_element("canvas")?.unchecked_into();
    let (width, height) = (image.natural_width() * SCALE, image.natural_height() * SCALE);
    canvas.set_width(width);
    canvas.set_height(height);
    let context: CanvasRenderingContext2d = canvas.get_context("2d")?.ok_or(JsValue::NULL)?.unchecked_into();
    context.draw_image_with_html_image_element_and_dw_and_dh(&image, 0.0, 0.0, f64::from(width), f64::from(height))?;
    canvas.to_data_url()
}
