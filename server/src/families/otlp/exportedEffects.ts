import type { Effect } from '../../model/run';
import { isObject } from '../../text/pointer';

/** Parses exported effects from JSON; ignores anything else. */
export function exportedEffects(json: unknown): Effect[] {
  if (typeof json !== 'string' || json.length > LONGEST_JSON) return [];
  try {
    const value: unknown = JSON.parse(json);
    return Array.isArray(value) ? value.flatMap(one => (isObject(one) ? (effectOf(one) ?? []) : [])) : [];
  } catch {
    return [];
  }
}

const LONGEST_JSON = 1_000_000;
const LONGEST_TEXT = 1000;

type Value = Record<string, unknown>;

/** Reads only the properties of its kind of effect, with the right types. */
function effectOf(value: Value): Effect | undefined {
  const effect: Value = { do: value['do'] };
  const fields =
    typeof effect['do'] === 'string' && Object.hasOwn(FIELDS, effect['do']) ? FIELDS[effect['do']] : undefined;
  if (!fields) return undefined;
  for (const [name, { is, needed }] of Object.entries(fields)) {
    const found = value[name];
    if (isOf(found, is)) effect[name] = found;
    else if (needed) return undefined;
  }
  return effect as unknown as Effect;
}

interface Field {
  is: 'text' | 'number' | 'boolean';
  needed?: true;
}

const TEXT: Field = { is: 'text' };
const AMOUNT: Field = { is: 'number' };
const NEEDED: Field = { is: 'text', needed: true };

const FIELDS: Readonly<Record<string, Readonly<Record<string, Field>>>> = {
  write: { path: NEEDED, operation: NEEDED },
  document: { name: NEEDED, status: NEEDED },
  decision: { text: NEEDED },
  note: { text: NEEDED },
  question: { id: NEEDED, status: NEEDED, text: TEXT, priority: TEXT },
  gap: { id: NEEDED, status: NEEDED, text: TEXT, priority: TEXT },
  handoff: { to: NEEDED, text: TEXT },
  call: { id: TEXT, tool: NEEDED },
  result: { id: TEXT, tool: TEXT, ok: { is: 'boolean', needed: true } },
  budget: { state: NEEDED },
  approval: { state: NEEDED },
  usage: { call: TEXT, tokens: AMOUNT, cost: AMOUNT, input: AMOUNT, output: AMOUNT, cached: AMOUNT, reasoning: AMOUNT },
};

function isOf(value: unknown, is: Field['is']): boolean {
  if (is === 'text') return typeof value === 'string' && value.length <= LONGEST_TEXT;
  return is === 'number' ? Number.isFinite(value) : typeof value === 'boolean';
}
