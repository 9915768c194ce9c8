import type { Draft, Effect, Outcome, RunStatus } from '../../model/run';
import { isObject } from '../../text/jsonPointer';
import { createDraft } from '../drafts/createDraft';
import type { Span } from './span';
import {
  type AttributeReader,
  attributeReader,
  RUN_ATTRIBUTES,
  STEP_ATTRIBUTES,
  TRAJECTORY_ATTRIBUTES,
} from './spanAttributes';

type Told = 'path' | 'key' | 'parent' | 'message' | 'attributes' | 'resource';

/**
 * Restores the step of a run from a span that our own OTLP export wrote. Undefined for a span of another program, which lacks our attributes for
 * run, index and kind. The file is untrusted, so invalid attributes are ignored.
 */
export function draftOfExportedSpan(
  { path, key: span, parent, message, attributes, resource }: Pick<Span, Told>,
  format = 'otlp',
): Draft | undefined {
  const run = resource && shortText(resource(RUN_ATTRIBUTES.id));
  const order = wholeNumber(attributes(STEP_ATTRIBUTES.index));
  const kind = kindOf(attributes(STEP_ATTRIBUTES.kind));
  if (run === undefined || order === undefined || kind === undefined || span === undefined) return undefined;
  const key = shortText(attributes(STEP_ATTRIBUTES.key));
  const draft = createDraft({
    key,
    isUnique: true,
    run,
    // Keeps the run apart from its original, which may be in the same folder.
    space: `${format} ${shortText(resource?.(RUN_ATTRIBUTES.family)) ?? ''}`,
    parent,
    order,
    at: nanoseconds(attributes(STEP_ATTRIBUTES.at)),
    duration: nanoseconds(attributes(STEP_ATTRIBUTES.duration)),
    agent: shortText(attributes(STEP_ATTRIBUTES.agent)),
    peer: shortText(attributes(STEP_ATTRIBUTES.peer)),
    kind,
    title: shortText(attributes(STEP_ATTRIBUTES.title)) ?? '',
    outcome: OUTCOMES.find(one => one === attributes(STEP_ATTRIBUTES.outcome)) ?? 'unknown',
    failure: shortText(message),
    confidence: decimal(attributes(STEP_ATTRIBUTES.confidence)),
    model: shortText(attributes(STEP_ATTRIBUTES.model)),
    agentVersion: shortText(attributes('gen_ai.agent.version')),
    service: shortText(attributes(STEP_ATTRIBUTES.service)),
    conversation: shortText(attributes('gen_ai.conversation.id')),
    retry: shortText(attributes(STEP_ATTRIBUTES.retry)),
    status: statusOf(resource),
    about: resource && shortText(resource(RUN_ATTRIBUTES.title)),
    path,
    effects: exportedEffects(attributes(STEP_ATTRIBUTES.effects)),
  });
  if (key !== span) draft.holds = span;
  return draft;
}

const OUTCOMES: readonly Outcome[] = ['ok', 'failed', 'pending', 'unknown'];
const STATUSES: readonly RunStatus[] = ['running', 'succeeded', 'failed', 'blocked', 'cancelled', 'unknown'];

function statusOf(resource: AttributeReader | undefined): RunStatus | undefined {
  const said = resource?.(RUN_ATTRIBUTES.status);
  return STATUSES.find(one => one === said);
}

function kindOf(value: unknown): string | undefined {
  return typeof value === 'string' && KIND.test(value) ? value : undefined;
}

const KIND = /^[\w.-]{1,60}\/[\w.:-]{1,100}$/;

/** A text as it is, unless too long. Exported titles are already short, and ids are never shortened. */
function shortText(value: unknown): string | undefined {
  return typeof value === 'string' && value.length <= LONGEST ? value : undefined;
}

const LONGEST = 1000;

function wholeNumber(value: unknown): number | undefined {
  const number = typeof value === 'string' && DIGITS.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) && number >= 0 ? number : undefined;
}

const DIGITS = /^\d{1,9}$/;

function decimal(value: unknown): number | undefined {
  const number = typeof value === 'string' && DIGITS.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

function nanoseconds(value: unknown): bigint | undefined {
  return typeof value === 'string' && NANOSECONDS.test(value) ? BigInt(value) : undefined;
}

const NANOSECONDS = /^-?\d{1,30}$/;

/** Parses exported effects from JSON; ignores anything else. */
function exportedEffects(json: unknown): Effect[] {
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

/** Reads an effect: only the known properties of its kind, with the right types. */
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
  evaluation: { name: NEEDED, label: TEXT, score: AMOUNT, text: TEXT, isGood: { is: 'boolean' } },
  usage: {
    call: TEXT,
    tokens: AMOUNT,
    cost: AMOUNT,
    input: AMOUNT,
    output: AMOUNT,
    cached: AMOUNT,
    written: AMOUNT,
    reasoning: AMOUNT,
  },
};

function isOf(value: unknown, is: Field['is']): boolean {
  if (is === 'text') return typeof value === 'string' && value.length <= LONGEST_TEXT;
  return is === 'number' ? Number.isFinite(value) : typeof value === 'boolean';
}

/** The steps of a trajectory that our export wrote; undefined for any other, and if another program added a step. */
export function writtenSteps({ steps, extra }: Record<string, unknown>, family: string): Draft[] | undefined {
  if (!Array.isArray(steps) || !isObject(extra) || extra[RUN_ATTRIBUTES.id] === undefined) return undefined;
  const resource = attributeReader(extra);
  const drafts: Draft[] = [];
  for (const [index, step] of steps.entries()) {
    const own: unknown = isObject(step) ? step['extra'] : undefined;
    const attributes = attributeReader(own);
    const parent = attributes(TRAJECTORY_ATTRIBUTES.parent);
    const draft = draftOfExportedSpan(
      {
        path: ['steps', index],
        key: String(index + 1),
        parent: typeof parent === 'string' ? parent : undefined,
        message: attributes(TRAJECTORY_ATTRIBUTES.failure),
        attributes,
        resource,
      },
      family,
    );
    if (!draft) return undefined;
    drafts.push(draft);
  }
  return drafts;
}
