export const link = (to: number) => ({ allOf: [{ $ref: `#/definitions/${to}` }] });
/** Definitions of which each asks for the next one, and then many that ask for the first. */
export const chained = (length: number, many: number) => ({
  definitions: Array.from({ length: length + 1 }, (_, at) => (at < length ? link(at + 1) : {})),
  properties: Object.fromEntries(Array.from({ length: many }, (_, at) => [at, link(0)])),
});
