// Gives the functions that a WebAssembly file imports short names. wasm-bindgen's names end in hashes, which do not
// compress: of 345 names, they are 5 KB of the compressed page. Must not know what the functions do.

import { IMPORTS, importsOf, leb, sectionsOf } from "./sections.mjs";

/** wasm-bindgen's names of imported functions. */
export const LONG = /^__wbg_\w+_[0-9a-f]{16}$/;

const encoder = new TextEncoder();

function text(words) {
  const bytes = encoder.encode(words);
  return [...leb(bytes.length), ...bytes];
}

/** Returns the file with its imports renamed. `names` has the new name of each old one. */
export function renamed(bytes, names) {
  const section = [...sectionsOf(bytes)].find(({ id }) => id === IMPORTS);
  if (!section) return bytes;
  const imports = [...importsOf(bytes, section.start)].map(({ module, name, rest }) => [...text(module), ...text(names[name] ?? name), ...rest]);
  const content = [...leb(imports.length), ...imports.flat()];
  return Buffer.concat([bytes.subarray(0, section.at), Buffer.from([IMPORTS, ...leb(content.length), ...content]), bytes.subarray(section.end)]);
}
