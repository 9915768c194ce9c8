import { t } from '../../shared/l10n';
import { truncate, UNPRINTABLE } from '../../shared/shownText';
import { inlineCode } from '../../text/escapeMarkdown';
import { isObject, parsePointer } from '../../text/jsonPointer';
import type { Guess } from './guessList';
import type { InferredProtocol } from './inferProtocol';

/** What was inferred from samples about one kind of envelope, or about the order of kinds, as rows to show to the user. */
export interface GuessSummary {
  title: string;
  /** A few words on the kind's samples, or on the sequences that agree with the order. */
  about: string;
  rows: { place: string; note: string; seen: number; of: number }[];
}

/** Summarizes the guesses of an inferred protocol by kind: the most significant ones, each with the number of samples that support it. */
export function summarizeGuesses({ declaration, support }: InferredProtocol): GuessSummary[] {
  const kinds = isObject(declaration.kinds) ? Object.keys(declaration.kinds) : [];
  const guesses = [...support].map(([pointer, guess]) => ({ path: parsePointer(pointer), guess }));
  const summaries = kinds.map((kind): GuessSummary => {
    const own = guesses.filter(({ path }) => path[0] === 'kinds' && path[1] === kind);
    const whole = own.find(({ path }) => path.length === 2)?.guess;
    const rows = own.flatMap(({ path, guess }) => rowOf(path.slice(2), guess) ?? []);
    return {
      title: kind,
      about: whole ? t`${whole.seen} of ${whole.of} samples: ${shown(whole.note)}` : '',
      rows: [...joined(rows.filter(({ isJoined }) => isJoined)), ...rows.filter(({ isJoined }) => !isJoined)]
        .slice(0, MAX_ROWS)
        .map(({ place, note, seen, of }) => ({ place, note, seen, of })),
    };
  });
  const order = support.get('/order/0');
  if (order) {
    summaries.push({
      title: t`order`,
      about: order.seen === 1 ? t`1 sequence agrees` : t`${order.seen} sequences agree`,
      rows: [{ place: t`order`, note: shown(order.note), seen: order.seen, of: order.of }],
    });
  }
  return summaries;
}

const MAX_ROWS = 100;

interface Row {
  place: string;
  note: string;
  seen: number;
  of: number;
  /** Several of these root properties may share a row. */
  isJoined?: true;
}

function rowOf(path: readonly string[], { seen, of, note }: Guess): Row | undefined {
  const [what = '', ...rest] = path;
  const about = { seen, of, note: shown(note) };
  if (what === '') return undefined;
  if (what === 'tells') return { place: `tells ${rest[0]}`, ...about };
  if (what !== 'schema') return { place: what, ...about };
  const keyword = rest.at(-2);
  // A property of the root: always there, or not.
  if (rest.length === 2 && keyword === 'properties') {
    return {
      place: shown(rest[1] ?? ''),
      ...about,
      note: seen === of ? t`always there` : t`sometimes there`,
      isJoined: true,
    };
  }
  const last = rest.at(-1) ?? '';
  if (!['const', 'enum', 'format', 'additionalProperties'].includes(last)) return undefined;
  return { place: placeName(rest.slice(0, -1)), ...about };
}

/** Converts a path in a schema to a readable path in the envelope: `artifacts[].status`. */
function placeName(path: readonly string[]): string {
  let name = '';
  for (let at = 0; at < path.length; at++) {
    if (path[at] === 'properties') name += `${name === '' ? '' : '.'}${path[++at]}`;
    else name += path[at] === 'items' ? '[]' : '.*';
  }
  return shown(name === '' ? t`the envelope` : name);
}

/** Joins properties that occur in the same number of samples into one row. */
function joined(rows: readonly Row[]): Row[] {
  const bySupport = new Map<string, Row>();
  for (const row of rows) {
    const key = `${row.note} ${row.seen}`;
    const known = bySupport.get(key);
    if (known) known.place = truncate(`${known.place}, ${row.place}`, 400);
    else bySupport.set(key, { ...row });
  }
  return [...bySupport.values()].sort((one, other) => other.seen - one.seen);
}

function shown(text: string): string {
  return truncate(text.replace(UNPRINTABLE, ' '), 120);
}

/** Formats the guesses as lines of text. */
export function* formatGuesses(summaries: readonly GuessSummary[]): Generator<string> {
  for (const { title, about, rows } of summaries) {
    yield `${title}: ${about}`;
    for (const { place, note, seen, of } of rows) yield `  ${place}: ${note} (${seen} of ${of})`;
  }
}

/** Formats the guesses as a Markdown document. */
export function guessesMarkdown(id: string, summaries: readonly GuessSummary[]): string {
  const kinds = summaries.map(({ title, about, rows }) => {
    const table = rows.map(
      ({ place, note, seen, of }) => `| ${cell(place)} | ${cell(note)} | ${t`${seen} of ${of}`} |`,
    );
    const head = [`| ${t`where`} | ${t`guess`} | ${t`samples`} |`, '| --- | --- | ---: |'];
    return [`## ${inlineCode(title)}`, '', `${cell(about)}`, '', ...(rows.length > 0 ? [...head, ...table] : []), ''];
  });
  const intro = t`Each guess with the samples that support it. Nothing is saved: check the declaration beside, and save it in the folder that it is for.`;
  return [`# ${t`What ${inlineCode(id)} was inferred from`}`, '', intro, '', ...kinds.flat()].join('\n');
}

// A bar would end the cell, in code too.
function cell(text: string): string {
  return inlineCode(text).replaceAll('|', '\\|');
}
