// Imports the editor bundle on first use, from beside the page, wherever the page is served from.
// The application binds this function with wasm-bindgen; it must not know what an editor does.

let bundle;

/** Resolves to the module of editor.mjs. A failed download is tried again by the next call. */
export function loadEditor() {
  bundle ??= import(new URL("vendor/editor.js", document.baseURI).href).catch((reason) => {
    bundle = undefined;
    throw reason;
  });
  return bundle;
}
