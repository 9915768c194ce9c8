/** A file whose reading would take more than its length says. */
export interface TextAttack {
  name: string;
  /** Its ending says how it is read. */
  file: string;
  text: string;
  /** Files that lie in the same folder. */
  beside?: Readonly<Record<string, string>>;
}

export function list<T>(length: number, item: (index: number) => T): T[] {
  return Array.from({ length }, (_, index) => item(index));
}

export function lines(length: number, value: (index: number) => object): string {
  return `${list(length, index => JSON.stringify(value(index))).join('\n')}\n`;
}

/** An object with so many properties. */
export function keys(count: number, name: string, value: (index: number) => unknown = index => index) {
  return Object.fromEntries(list(count, index => [`${name}${index}`, value(index)]));
}

/** `{"a": {"a": …}}`, so deep. */
export function nested(depth: number, inner: unknown): unknown {
  let value = inner;
  for (let level = 0; level < depth; level++) value = { a: value };
  return value;
}
