const START = Date.UTC(2026, 5, 1);

/** A time, so many seconds after the first. */
export function time(seconds) {
  return new Date(START + seconds * 1000).toISOString();
}

const WORDS = [
  'the export is written line by line',
  'amounts are kept in cents',
  'an invite expires after seven days',
  'the schema names no owner for this field',
  'two tests cover the empty list',
  'the query runs once for each page',
];

/** So many clauses of prose, which differ with the seed. */
export function prose(seed, clauses) {
  return `${Array.from({ length: clauses }, (_, n) => WORDS[(seed + n * 5) % WORDS.length]).join(', ')} (${seed}).`;
}
