type Value = string | number | undefined;

/** Attributes as the protocol writes them: keys with a typed value each. What is undefined is left out. */
export function attributeList(attributes: Readonly<Record<string, Value>>): { key: string; value: object }[] {
  return Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined ? [] : [{ key, value: typedValue(value) }],
  );
}

function typedValue(value: string | number): object {
  if (typeof value === 'string') return { stringValue: value };
  // Whole numbers have 64 bits there, which JSON's don't hold.
  return Number.isSafeInteger(value) ? { intValue: String(value) } : { doubleValue: value };
}
