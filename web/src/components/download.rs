//! Offers bytes to the reader as a file.

use js_sys::{Array, Uint8Array};
use leptos::prelude::document;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Blob, BlobPropertyBag, HtmlAnchorElement, Url};

/// Offers the bytes as a download with this name. Does nothing if the browser forbids downloads.
pub fn offer_download(name: &str, media_type: &str, bytes: &[u8]) {
    // The browser's own download list shows errors.
    let _ = try_download(name, media_type, bytes);
}

fn try_download(name: &str, media_type: &str, bytes: &[u8]) -> Result<(), JsValue> {
    let parts = Array::of1(&Uint8Array::from(bytes));
    let options = BlobPropertyBag::new();
    options.set_type(media_type);
    let blob = Blob::new_with_u8_array_sequence_and_options(&parts, &options)?;
    let url = Url::create_object_url_with_blob(&blob)?;
    follow(name, &url)?;
    Url::revoke_object_url(&url)
}

/// Offers the content of an address as a download with this name.
pub fn offer_link(name: &str, address: &str) {
    let _ = follow(name, address);
}

fn follow(name: &str, address: &str) -> Result<(), JsValue> {
    let link: HtmlAnchorElement = document().create_element("a")?.unchecked_into();
    link.set_href(address);
    link.set_download(name);
    link.click();
    Ok(())
}
