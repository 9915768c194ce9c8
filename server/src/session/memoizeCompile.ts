import type { Compile } from '../model/schema';

type Compiled = ReturnType<Compile>;

// A catalogue has some dozens of schemas, and each keystroke in it makes a new text of one.
const MOST = 500;

/** Compiles each schema once, by identity and by text. */
export function memoizeCompile(compile: Compile): Compile {
  const byObject = new WeakMap<object, Compiled>();
  let byText = new Map<string, Compiled>();
  return schema => {
    if (typeof schema !== 'object' || schema === null) return compile(schema);
    const known = byObject.get(schema);
    if (known) return known;
    const text = serializeSchema(schema);
    const compiled = byText.get(text) ?? compile(schema);
    if (byText.size >= MOST) byText = new Map();
    byText.set(text, compiled);
    byObject.set(schema, compiled);
    return compiled;
  };
}

function serializeSchema(schema: object): string {
  try {
    return JSON.stringify(schema);
  } catch {
    // Nested too deeply to be serialized or compiled: all such schemas share one entry.
    return '';
  }
}
