/** As Python prints a dictionary. */
export function asPython(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(asPython).join(', ')}]`;
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value === 'object')
    return `{${Object.entries(value)
      .map(([key, one]) => `'${key}': ${asPython(one)}`)
      .join(', ')}}`;
  if (typeof value !== 'string') return String(value);
  const escaped = JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"');
  return value.includes("'") && !value.includes('"') ? `"${escaped}"` : `'${escaped.replaceAll("'", "\\'")}'`;
}
