import type { Draft, Outcome, RunStatus } from '../../model/run';
import { draftOf } from '../draft';
import type { Attributes } from './attributes';
import type { Span } from './span';
import { RUN, STEP } from './written';
import { writtenEffects } from './writtenEffects';

/**
 * The step that a span was written of, when the span is one of ours. Anybody may have written it: what is not as we write
 * it is left out, and without its run, its place in that and its kind the span is like any other.
 */
export function writtenDraft({ path, key: span, parent, message, attributes, resource }: Span): Draft | undefined {
  const run = resource && shortText(resource(RUN.id));
  const order = wholeNumber(attributes(STEP.index));
  const kind = kindOf(attributes(STEP.kind));
  if (run === undefined || order === undefined || kind === undefined || span === undefined) return undefined;
  const key = shortText(attributes(STEP.key));
  const draft = draftOf({
    key,
    isUnique: true,
    run,
    // Or the run would be put together with the one that it was written of, which may lie beside it.
    space: `otlp ${shortText(resource?.(RUN.family)) ?? ''}`,
    parent,
    order,
    at: nanoseconds(attributes(STEP.at)),
    duration: nanoseconds(attributes(STEP.duration)),
    agent: shortText(attributes(STEP.agent)),
    peer: shortText(attributes(STEP.peer)),
    kind,
    title: shortText(attributes(STEP.title)) ?? '',
    outcome: OUTCOMES.find(one => one === attributes(STEP.outcome)) ?? 'unknown',
    failure: shortText(message),
    confidence: decimal(attributes(STEP.confidence)),
    retry: shortText(attributes(STEP.retry)),
    status: statusOf(resource),
    about: resource && shortText(resource(RUN.title)),
    path,
    effects: writtenEffects(attributes(STEP.effects)),
  });
  if (key !== span) draft.holds = span;
  return draft;
}

const OUTCOMES: readonly Outcome[] = ['ok', 'failed', 'pending', 'unknown'];
const STATUSES: readonly RunStatus[] = ['running', 'succeeded', 'failed', 'blocked', 'cancelled', 'unknown'];

function statusOf(resource: Attributes | undefined): RunStatus | undefined {
  const said = resource?.(RUN.status);
  return STATUSES.find(one => one === said);
}

function kindOf(value: unknown): string | undefined {
  return typeof value === 'string' && KIND.test(value) ? value : undefined;
}

const KIND = /^[\w.-]{1,60}\/[\w.:-]{1,100}$/;

/** As it stands there: titles are made of lines that were cut before, ids are never cut. */
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
