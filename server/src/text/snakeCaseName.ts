/** Converts a property name to lower case, with underscores between its words. */
export function snakeCaseName(key: string): string {
  return key
    .slice(0, 100)
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/[\s.-]+/g, '_')
    .toLowerCase();
}

/** Returns how characteristic a property name is: low for generic names such as `id`, high for names of several words, which are rare. */
export function tellingWeight(key: string): number {
  const name = snakeCaseName(key);
  if (GENERIC.has(name)) return 0.4;
  return name.includes('_') ? 1.2 : 0.7;
}

const GENERIC = new Set(
  [
    'id name type kind status state data value values version title description message messages text content url path',
    'timestamp time date created updated created_at updated_at metadata meta config options params args result results error',
    'errors code success ok source target key items list tags level event body headers method user role file files input output',
    'level severity logger service component event trace_id span_id request_id user_id session_id duration_ms host',
    'start end duration count total label summary comment email role model step index',
  ].flatMap(line => line.split(' ')),
);
