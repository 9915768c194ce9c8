import type { Compile } from '../model/schema';

type Compiled = ReturnType<Compile>;

// A catalogue has some dozens of schemas, and another text of one after each keystroke in it.
const MOST = 500;

/** Compiles each schema once: the same object, and another one that says the same. */
export function memoizeCompile(compile: Compile): Compile {
  const byObject = new WeakMap<object, Compiled>();
  let byText = new Map<string, Compiled>();
  return schema => {
    if (typeof schema !== 'object' || schema === null) return compile(schema);
    const known = byObject.get(schema);
    if (known) return known;
    const text = textOf(schema);
    const compiled = byText.get(text) ?? compile(schema);
    if (byText.size >= MOST) byText = new Map();
    byText.set(text, compiled);
    byObject.set(schema, compiled);
    return compiled;
  };
}

function textOf(schema: object): string {
  try {
    return JSON.stringify(schema);
  } catch {
    // Nested too deeply to be written, and to be compiled: all such schemas are alike.
    return '';
  }
}
