import type { Kind } from '../../model/kind';
import type { Draft, Effect, Outcome, RunStatus } from '../../model/run';
import { FEATURE_RUNS, featureRunId } from '../../registry/featureRunId';
import { t } from '../../shared/l10n';
import { atPointer, isObject } from '../../text/jsonPointer';
import { parseInstant } from '../../text/parseTime';
import {
  createDraft,
  identifier,
  joinLines,
  objectsIn,
  readTitle,
  runName,
  shortLine,
  writeEffects,
} from './createDraft';

/** Reads a step of a run from an input, the envelope with which a workflow asks an agent for work on a feature. The run then counts as running. */
export function inputDraft(value: Record<string, unknown>, kind: Kind): Draft {
  const feature = runName(atPointer(value, '/context/feature_id'));
  const workflow = runName(atPointer(value, '/context/workflow'));
  return createDraft({
    kind: kind.id,
    side: 'ask',
    run: feature && workflow && featureRunId(feature, workflow),
    space: FEATURE_RUNS,
    order: iterationOf(atPointer(value, '/context/iteration')),
    title: readTitle(value, kind.fieldPointers) ?? kind.title,
    outcome: 'pending',
    status: 'running',
    about: joinLines(' · ', feature, workflow),
    effects: answersIn(atPointer(value, '/task/params/answers')),
  });
}

/** Reads the user's answers. */
function answersIn(value: unknown): Effect[] {
  return objectsIn(value).flatMap((answer): Effect[] => {
    const id = identifier(answer['id']);
    const text = shortLine(answer['answer']);
    return id === undefined ? [] : [{ do: 'question', id, status: 'answered', ...(text && { text }) }];
  });
}

/** Returns the draft of an output, with which an agent answers: its own fields, written files, notes, and state updates. */
export function outputDraft(value: Record<string, unknown>, kind: Kind): Draft {
  const outcome: Outcome = value['success'] === true ? 'ok' : value['success'] === false ? 'failed' : 'unknown';
  const change = readStateUpdates(value['state_updates']);
  const written = writeEffects(value['artifacts'], 'operation');
  const recommended = kind.fieldPointers.status
    ?.map(pointer => RECOMMENDED.get(atPointer(value, pointer)))
    .find(Boolean);
  return createDraft({
    kind: kind.id,
    side: 'answer',
    space: FEATURE_RUNS,
    order: iterationOf(value['iteration']),
    at: change.at,
    agent: change.agent,
    peer: change.peer,
    title: readTitle(value, kind.fieldPointers) ?? writtenIn(written) ?? shortLine(value['mode']) ?? kind.title,
    outcome,
    status: statusOf(outcome, recommended, change.status),
    effects: [
      ...written,
      ...noteEffects(value['notes']),
      ...change.effects,
      ...clarifications(value['clarifications']),
    ],
  });
}

// Proceeding or retrying means that the workflow is running; no recommendation ends it with success.
const RECOMMENDED: ReadonlyMap<unknown, RunStatus> = new Map([
  ['proceed', 'running'],
  ['retry', 'running'],
  ['escalate', 'blocked'],
]);

// The status of the run. Waiting for a person overrides the state; a failure without a recommendation ends the run.
function statusOf(
  outcome: Outcome,
  recommended: RunStatus | undefined,
  state: RunStatus | undefined,
): RunStatus | undefined {
  if (recommended === 'blocked') return recommended;
  if (outcome === 'failed') return recommended ?? 'failed';
  return state ?? recommended;
}

function iterationOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined;
}

/** The title of an output without a summary: `overwrite spec.md and 2 more`. */
function writtenIn(effects: readonly Effect[]): string | undefined {
  const [first] = effects;
  if (first?.do !== 'write') return undefined;
  const name = first.path.slice(first.path.lastIndexOf('/') + 1) || first.path;
  const written = `${first.operation} ${name}`;
  return shortLine(effects.length > 1 ? t`${written} and ${effects.length - 1} more` : written);
}

/** The open questions that an output has written into a spec, outside the state. */
function clarifications(value: unknown): Effect[] {
  return objectsIn(value).flatMap((question): Effect[] => {
    const id = identifier(question['id']);
    if (id === undefined) return [];
    const text = shortLine(question['question']);
    const priority = shortLine(question['priority']);
    return [{ do: 'question', id, status: 'pending', ...(text && { text }), ...(priority && { priority }) }];
  });
}

/** The properties of a step that come from updates of a state registry. */
interface StateChange {
  effects: Effect[];
  agent?: string | undefined;
  /** The next agent. */
  peer?: string | undefined;
  at?: bigint | undefined;
  status?: RunStatus | undefined;
}

/**
 * Reads updates of a state registry. Their shapes vary: a list of records, records by id, records by priority, or a
 * bare word by name. All of these are read; others are ignored.
 */
function readStateUpdates(updates: unknown): StateChange {
  if (!isObject(updates)) return { effects: [] };
  const decisions = recordsIn(updates['decisions_log']).map(({ of }) => of);
  const workflow = isObject(updates['workflow_status']) ? updates['workflow_status'] : {};
  const handoff = updates['handoff_notes'];
  const notes = handoffNotes(handoff);
  const agents = [isObject(handoff) && handoff['from'], lastOf(decisions, 'agent'), workflow['current_agent']];
  return {
    effects: [
      ...recordsIn(updates['document_availability']).flatMap(documentEffect),
      ...decisions.flatMap(decisionEffect),
      ...byId([
        ...recordsIn(updates['gap_priority_queue']).flatMap(one => tracked('gap', one, 'pending')),
        ...recordsIn(updates['gap_priority_queue_updates']).flatMap(one => tracked('gap', one)),
        ...recordsIn(updates['gap_resolution_history']).flatMap(one => tracked('gap', one, 'resolved')),
      ]),
      ...byId(recordsIn(updates['pending_questions']).flatMap(one => tracked('question', one, 'pending'))),
      ...notes,
    ],
    agent: agents.map(shortLine).find(Boolean),
    peer: notes.find(effect => effect.do === 'handoff')?.to,
    at: parseInstant(lastOf(decisions, 'timestamp')) ?? parseInstant(workflow['last_run']),
    status: workflowStatus(workflow),
  };
}

/** Reads notes: a single one, a list, or lists by name. */
function noteEffects(value: unknown): Effect[] {
  return textsIn(value, 0).map(text => ({ do: 'note', text }));
}

/** Reads notes to the next agent, one of which may name it: `Ready for: checklist-agent`. */
function handoffNotes(value: unknown): Effect[] {
  const notes = isObject(value) ? value['notes'] : undefined;
  return textsIn(notes ?? value, 0).map((text): Effect => {
    const [, to] = READY_FOR.exec(text) ?? [];
    return to ? { do: 'handoff', to } : { do: 'note', text };
  });
}

// One word: `Ready for: the next phase` names no agent.
const READY_FOR = /^ready for:\s*([\w.-]+)$/i;

function textsIn(value: unknown, depth: number): string[] {
  if (typeof value === 'string') {
    const text = shortLine(value);
    return text === undefined ? [] : [text];
  }
  if (typeof value !== 'object' || value === null || depth > DEEPEST) return [];
  return Object.entries(value).flatMap(([name, one]) => (name === 'from' ? [] : textsIn(one, depth + 1)));
}

const DEEPEST = 3;

interface Named {
  /** The key of the record, if it is in an object. */
  name?: string;
  of: unknown;
}

function recordsIn(value: unknown): Named[] {
  if (Array.isArray(value)) return value.map(of => ({ of }));
  if (typeof value === 'string') return [{ of: value }];
  if (!isObject(value)) return [];
  if (SINGLE.some(name => Object.hasOwn(value, name))) return [{ of: value }];
  return Object.entries(value).flatMap(([name, of]): Named[] =>
    Array.isArray(of) ? of.map(one => ({ of: one })) : [{ name, of }],
  );
}

// Properties of a single record: an object with any of these is no collection.
const SINGLE = ['id', 'gap_id', 'decision', 'document'];

function documentEffect({ name, of }: Named): Effect[] {
  const record = isObject(of) ? of : { status: of };
  const document = firstOf(record, ['document', 'name', 'path'], identifier) ?? identifier(name);
  const status = shortLine(record['status']);
  return document !== undefined && status !== undefined ? [{ do: 'document', name: document, status }] : [];
}

function decisionEffect(of: unknown): Effect[] {
  const text = isObject(of) ? shortLine(of['decision']) : shortLine(of);
  return text === undefined ? [] : [{ do: 'decision', text }];
}

/** Reads a gap or a question. Empty if neither the record nor its container (`otherwise`) has a status. */
function tracked(what: 'gap' | 'question', { name, of }: Named, otherwise?: string): Effect[] {
  const record = isObject(of) ? of : name === undefined ? { id: of } : { status: of };
  const id = firstOf(record, ['id', 'gap_id', 'question_id'], identifier) ?? identifier(name);
  const status = shortLine(record['status']) ?? otherwise;
  if (id === undefined || status === undefined) return [];
  const text = firstOf(record, ['question', 'description', 'resolution', 'text', 'title'], shortLine);
  const priority = shortLine(record['priority']);
  return [{ do: what, id, status, ...(text && { text }), ...(priority && { priority }) }];
}

/** Merges effects on the same gap, which may be in the queue and in the history: later mentions complete earlier ones. */
function byId(effects: readonly Effect[]): Effect[] {
  const known = new Map<string, Effect>();
  for (const effect of effects) {
    if ('id' in effect && effect.id !== undefined) known.set(effect.id, { ...known.get(effect.id), ...effect });
  }
  return [...known.values()];
}

/** The status in `{status: "completed"}` or `{specify: "completed"}`. */
function workflowStatus(workflow: Record<string, unknown>): RunStatus | undefined {
  return [workflow['status'], ...Object.values(workflow)].map(word => WORKFLOW.get(word)).find(Boolean);
}

const WORKFLOW: ReadonlyMap<unknown, RunStatus> = new Map([
  ['in_progress', 'running'],
  ['completed', 'succeeded'],
  ['complete', 'succeeded'],
  ['blocked', 'blocked'],
]);

function firstOf<T>(
  record: Record<string, unknown>,
  names: readonly string[],
  read: (value: unknown) => T | undefined,
): T | undefined {
  for (const name of names) {
    const found = read(record[name]);
    if (found !== undefined) return found;
  }
  return undefined;
}

function lastOf(records: readonly unknown[], name: string): unknown {
  return records.map(one => (isObject(one) ? one[name] : undefined)).findLast(value => typeof value === 'string');
}
