// The two parts of the program: instantiates the first WebAssembly file, and lets the second take its place when it is
// here. Page and engine each have an instance of their own. Knows nothing of what the functions do.

/** The second part, which a call of the first may want before it is here. */
export class Late {
  /** `missing` is called when a function is wanted and the file is not here; it gives the compiled file, or throws. */
  constructor(missing) {
    this.missing = missing;
    this.module = undefined;
    this.imports = undefined;
    this.exports = undefined;
  }

  /** Takes the compiled file. */
  provide(module) {
    this.module = module;
    if (this.exports) this.load();
  }

  /** Puts the functions of the second part in their places. */
  load() {
    if (this.exports.loaded.value === 1) return;
    this.module ??= this.missing();
    new WebAssembly.Instance(this.module, { ...this.imports, first: this.exports });
    this.exports.loaded.value = 1;
  }
}

/** Runs the program: `glue` is the address of its JavaScript, `module` the compiled first file. */
export async function run(glue, module, late) {
  const { default: initialise } = await import(glue);
  const own = WebAssembly.instantiate;
  WebAssembly.instantiate = async (source, imports) => {
    const outcome = await own.call(WebAssembly, source, { ...imports, late: { load: () => late.load() } });
    late.imports = imports;
    late.exports = (outcome.instance ?? outcome).exports;
    if (late.module) late.load();
    return outcome;
  };
  try {
    return await initialise({ module_or_path: module });
  } finally {
    WebAssembly.instantiate = own;
  }
}
