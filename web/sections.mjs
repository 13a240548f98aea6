// Reads the sections of a WebAssembly file and their imports, and writes its numbers (WebAssembly core specification,
// binary format). Must not know what the file does.

/** The number of the section of imports. */
export const IMPORTS = 2;
/** The kind of an imported function. */
export const FUNCTION = 0;

const decoder = new TextDecoder();

/** Reads an unsigned LEB128 number. Returns it and the position of the next byte. */
export function readLeb(bytes, at) {
  let value = 0;
  for (let shift = 0; ; shift += 7) {
    const byte = bytes[at++];
    value += (byte & 127) * 2 ** shift;
    if (byte < 128) return [value, at];
  }
}

/** The sections of a file: the number of each, and where it, its content and the next one begin. */
export function* sectionsOf(bytes) {
  for (let at = 8; at < bytes.length; ) {
    const [length, start] = readLeb(bytes, at + 1);
    const end = start + length;
    yield { id: bytes[at], at, start, end };
    at = end;
  }
}

/** The imports of a section that starts here: module, name and kind of each, and the bytes from its kind on. */
export function* importsOf(bytes, start) {
  let [count, at] = readLeb(bytes, start);
  const number = () => ([, at] = readLeb(bytes, at));
  const text = () => {
    const [length, begin] = readLeb(bytes, at);
    at = begin + length;
    return decoder.decode(bytes.subarray(begin, at));
  };
  const limits = () => {
    const flags = bytes[at++];
    number();
    if (flags & 1) number();
  };
  const type = [
    number,
    () => {
      at += 1;
      limits();
    },
    limits,
    () => (at += 2),
  ];
  for (; count > 0; count--) {
    const [module, name] = [text(), text()];
    const [from, kind] = [at, bytes[at++]];
    if (!type[kind]) throw new Error(`an import of kind ${kind} is not known here`);
    type[kind]();
    yield { module, name, kind, rest: bytes.subarray(from, at) };
  }
}

/** The bytes of an unsigned LEB128 number. */
export function leb(value) {
  const out = [];
  do {
    const byte = value & 127;
    value = Math.floor(value / 128);
    out.push(value > 0 ? byte | 128 : byte);
  } while (value > 0);
  return out;
}
