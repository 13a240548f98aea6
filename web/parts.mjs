// The parts of the program: instantiates the first WebAssembly file, and links the other files into it when they are
// loaded. Page and engine each have their own instance. Must not know what the functions do.

/** A part of the program that the first file may call before the part is loaded. */
export class Part {
  /** Calls `missing` when a function is needed and the file is not loaded. It returns the compiled file, or throws. */
  constructor(name, missing) {
    this.name = name;
    this.missing = missing;
    this.module = undefined;
    this.imports = undefined;
    this.exports = undefined;
  }

  /** Receives the compiled file. */
  provide(module) {
    this.module = module;
    if (this.exports) this.load();
  }

  /** Puts the functions of the part into the tables of the first file. */
  load() {
    const loaded = this.exports[`${this.name}.loaded`];
    if (loaded.value === 1) return;
    this.module ??= this.missing();
    new WebAssembly.Instance(this.module, { ...this.imports, first: this.exports });
    loaded.value = 1;
  }
}

/** Fetches and compiles a file synchronously, because a call of the program waits for it. Makes up to three attempts. */
export function fetchNow(url) {
  let reason = "";
  for (let attempt = 0; attempt < 3; attempt++) {
    const request = new XMLHttpRequest();
    // A page may load only text synchronously: one character for each byte.
    request.overrideMimeType("text/plain; charset=x-user-defined");
    request.open("GET", attempt ? `${url}?again=${attempt}` : url, false);
    try {
      request.send();
      if (request.status === 200) return new WebAssembly.Module(Uint8Array.from(request.responseText, (one) => one.charCodeAt(0) & 255));
      reason = `the server answered ${request.status}`;
    } catch (error) {
      reason = error.message;
    }
  }
  throw new Error(`Part of the program could not be loaded: ${reason}.`);
}

/**
 * Runs the program: `glue` is the address of its JavaScript, `module` the compiled first file, `parts` the later ones.
 */
export async function run(glue, module, parts) {
  const { default: initialise } = await import(glue);
  const own = WebAssembly.instantiate;
  const loaders = Object.fromEntries(parts.map((part) => [part.name, { load: () => part.load() }]));
  WebAssembly.instantiate = async (source, imports) => {
    const outcome = await own.call(WebAssembly, source, { ...imports, ...loaders });
    for (const part of parts) {
      part.imports = imports;
      part.exports = (outcome.instance ?? outcome).exports;
      if (part.module) part.load();
    }
    return outcome;
  };
  try {
    return await initialise({ module_or_path: module });
  } finally {
    WebAssembly.instantiate = own;
  }
}
