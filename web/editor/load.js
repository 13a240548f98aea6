// Imports the editor bundle on first use, from the folder of the page's script. The application binds this function with
// wasm-bindgen; it must not know what an editor does.

let bundle;

/** Resolves to the module of editor.mjs. The next call retries a failed download. */
export function loadEditor() {
  bundle ??= import(new URL("vendor/editor.js", document.querySelector("script[data-module]").src).href).catch((reason) => {
    bundle = undefined;
    throw reason;
  });
  return bundle;
}
