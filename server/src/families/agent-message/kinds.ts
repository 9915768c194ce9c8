import declaration from '../../generated/agent-message.declaration';
import type { Kind } from '../../model/kind';
import type { Draft, Effect, Outcome, RunStatus } from '../../model/run';
import { atPointer } from '../../text/jsonPointer';
import { memoizeLast } from '../../text/memoize';
import { defineFamily } from '../defineFamily';
import { createDraft, joinLines, objectsIn, readFields, shortLine, writeEffects } from '../drafts/createDraft';

/** Reads a step of a workflow run from an envelope of agent-message. Each envelope is a whole step: no other envelope answers or completes it. */
export function steps(value: Record<string, unknown>, kind: Kind): Draft[] {
  const tell = TELLERS.get(kind.id);
  return tell ? [tell(value, kind)] : [];
}

type Teller = (value: Record<string, unknown>, kind: Kind) => Draft;

const TELLERS: ReadonlyMap<string, Teller> = new Map([
  ['agent-message/message', message],
  ['agent-message/error', error],
  ['agent-message/checkpoint', checkpoint],
  ['agent-message/checkpoint-record', checkpointRecord],
]);

function message(value: Record<string, unknown>, kind: Kind): Draft {
  const base = readFields(value, kind.fieldPointers);
  const next = shortLine(atPointer(value, '/handoff/nextAgent'));
  const title = titleOf(value) ?? base.title ?? kind.title;
  const failure = issuesIn(value).find(({ severity, resolution }) => severity === 'error' && !shortLine(resolution));
  return createDraft(
    {
      kind: kind.id,
      // The next agent, if named: the addressee of nearly all messages is the conductor.
      peer: next ?? base.peer,
      title,
      outcome: failure ? 'failed' : 'ok',
      failure: failure && shortLine(failure['message']),
      confidence: confidenceOf(value),
      status: next ? 'running' : failure ? 'failed' : 'succeeded',
      about: runTitle(shortLine(atPointer(value, '/context/project')), shortInput(value)),
      effects: [...artifactsOf(value), ...handoff(value, next), ...issueNotes(value, title)],
    },
    base,
  );
}

// All messages of a run repeat its title.
const runTitle = memoizeLast((project: string | undefined, input: string | undefined) =>
  joinLines(': ', project, input),
);

// The result says more than the next task, and both say more than the intent, which a whole run shares.
function titleOf(value: unknown): string | undefined {
  for (const pointer of TITLES) {
    const title = shortLine(atPointer(value, pointer));
    if (title !== undefined) return title;
  }
  return undefined;
}

const TITLES = [
  '/payload/output/summary',
  '/payload/output',
  '/handoff/instructions',
  '/payload/reasoning',
  '/payload/input',
];

function error(value: Record<string, unknown>, kind: Kind): Draft {
  const base = readFields(value, kind.fieldPointers);
  const title = base.title ?? kind.title;
  return createDraft(
    {
      kind: kind.id,
      title,
      outcome: 'failed',
      confidence: confidenceOf(value),
      // Until a later message follows the requested resolution.
      status: 'failed',
      effects: issueNotes(value, title),
    },
    base,
  );
}

function checkpoint(value: Record<string, unknown>, kind: Kind): Draft {
  const base = readFields(value, kind.fieldPointers);
  return createDraft(
    {
      kind: kind.id,
      title: base.title ?? shortLine(atPointer(value, '/payload/stage')) ?? kind.title,
      outcome: 'pending',
      status: 'blocked',
      effects: [...artifactsOf(value), { do: 'approval', state: 'requested' }],
    },
    base,
  );
}

// The record contains the user's response time; its position in the run is the time of writing, as for messages.
function checkpointRecord(value: Record<string, unknown>, kind: Kind): Draft {
  const base = readFields(value, kind.fieldPointers);
  const response = shortLine(value['response']);
  const notes = shortLine(value['notes']);
  return createDraft(
    {
      kind: kind.id,
      // Checkpoints go only to the user.
      agent: 'user',
      title: joinLines(': ', base.title, response) ?? kind.title,
      ...(ANSWERS.get(response) ?? { outcome: 'unknown' }),
      effects: [
        ...(response ? [{ do: 'approval', state: response } as const] : []),
        ...(notes ? [{ do: 'note', text: notes } as const] : []),
      ],
    },
    base,
  );
}

// If changes are requested, the workflow continues; if rejected, it ends without an error.
const ANSWERS: ReadonlyMap<unknown, { outcome: Outcome; status: RunStatus }> = new Map([
  ['approve', { outcome: 'ok', status: 'running' }],
  ['modify', { outcome: 'ok', status: 'running' }],
  ['reject', { outcome: 'failed', status: 'cancelled' }],
]);

function confidenceOf(value: unknown): number | undefined {
  const confidence = atPointer(value, '/payload/confidence');
  return typeof confidence === 'number' && confidence >= 0 && confidence <= 1 ? confidence : undefined;
}

// A workflow begins with a short request; an input that is an object belongs to a later step.
function shortInput(value: unknown): string | undefined {
  const input = atPointer(value, '/payload/input');
  return typeof input === 'string' && input.length <= LONGEST_NAME ? shortLine(input) : undefined;
}

const LONGEST_NAME = 80;

function artifactsOf(value: unknown): Effect[] {
  return writeEffects(atPointer(value, '/payload/artifacts'), 'status');
}

function handoff(value: unknown, to: string | undefined): Effect[] {
  if (!to) return [];
  const text = shortLine(atPointer(value, '/handoff/instructions'));
  return [{ do: 'handoff', to, ...(text && { text }) }];
}

function issueNotes(value: Record<string, unknown>, title: string): Effect[] {
  return issuesIn(value).flatMap((issue): Effect[] => {
    const text = shortLine(issue['message']);
    return text && text !== title ? [{ do: 'note', text }] : [];
  });
}

function issuesIn(value: Record<string, unknown>): Record<string, unknown>[] {
  return objectsIn(value['issues']);
}

/** Defines the protocol `agent-message`: messages and hand-offs between agents. */
export default defineFamily(declaration.id, { ...declaration, steps });
