type Value = string | number | undefined;

/** Writes attributes as the protocol does: keys with typed values. Omits undefined values. */
export function attributeList(attributes: Readonly<Record<string, Value>>): { key: string; value: object }[] {
  return Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined ? [] : [{ key, value: typedValue(value) }],
  );
}

function typedValue(value: string | number): object {
  if (typeof value === 'string') return { stringValue: value };
  // Integers have 64 bits there, more than JSON numbers hold.
  return Number.isSafeInteger(value) ? { intValue: String(value) } : { doubleValue: value };
}
