import schemas from '../../generated/agent-message.recognition.json';
import type { Kind } from '../../model/kind';
import type { Draft, Effect, Outcome, RunStatus } from '../../model/run';
import { memoizeLast } from '../../text/memoize';
import { atPointer } from '../../text/pointer';
import { all, any, defineFamily, none } from '../defineFamily';
import { draftOf, joinLines, objectsIn, readFields, shortLine, writeEffects } from '../drafts/draft';

/** The draft of a message, which is a whole step. */
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
  return draftOf(
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
  return draftOf(
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
  return draftOf(
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
  return draftOf(
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

// Checkpoints and errors of real workflows often have properties that only messages must have.
const FIELD_POINTERS = {
  id: ['/id'],
  run: ['/context/workflowId'],
  agent: ['/from'],
  peer: ['/to'],
  at: ['/timestamp'],
};
const AGENTS = schemas.message.properties.from.examples;
const STAGES = schemas.checkpoint.properties.payload.properties.stage.examples;
const CHECKPOINT = any({ at: '/intent', is: ['checkpoint'] }, all({ at: '/to', is: ['user'] }, '/payload/stage'));
const SAYS_WHAT_FAILED = { at: '/issues', some: all('/severity', '/message') };
// A message with issues and no output reports a failure, and hands nothing over.
const FAILURE = all({ at: '/payload/output', is: [null] }, SAYS_WHAT_FAILED, none('/intent', '/payload/input'));
const RATES_ITSELF = { when: all('/from', '/to', '/payload/confidence'), weight: 0.5 };
// Events between columns of a board or stages of a pipeline use such names, too, but have no payload.
const CARRIES_SOMETHING = any({ at: '/payload', type: 'object' }, SAYS_WHAT_FAILED);
const NAMED_AGENTS = ['/from', '/to'].map(at => ({ when: all({ at, is: AGENTS }, CARRIES_SOMETHING), weight: 1.5 }));

export default defineFamily('agent-message', {
  title: 'Agent Messages',
  reference: 'Agent Message Protocol',
  steps,
  kinds: {
    message: {
      schema: schemas.message,
      carries: { items: '/payload/artifacts', path: '/path', content: '/content' },
      signature: {
        keys: {
          '/id': 0.25,
          '/timestamp': 0.25,
          '/from': 0.75,
          '/to': 0.75,
          '/intent': 0.75,
          '/context': 0.25,
          '/payload': 0.5,
          '/handoff': 0.25,
          '/issues': 0.25,
          '/context/project': 0.25,
          '/context/domain': 0.5,
          '/context/priority': 0.25,
          '/context/workflowId': 1,
          '/payload/input': 0.25,
          '/payload/output': 0.25,
          '/payload/artifacts': 0.25,
          '/payload/confidence': 1.5,
          '/payload/needsReview': 1.25,
          '/payload/reasoning': 0.5,
          '/handoff/nextAgent': 1.5,
          '/handoff/instructions': 0.5,
        },
        evidence: [
          ...NAMED_AGENTS,
          RATES_ITSELF,
          // The names alone, whatever their values are.
          {
            when: all('/id', '/timestamp', '/from', '/to', '/intent', '/context', '/payload', '/handoff'),
            weight: 3.5,
          },
          { when: CHECKPOINT, weight: -3 },
          { when: FAILURE, weight: -3 },
        ],
      },
      fieldPointers: {
        ...FIELD_POINTERS,
        title: ['/intent'],
        status: ['/payload/confidence'],
        text: [
          '/payload/output/summary',
          '/payload/output',
          '/handoff/instructions',
          '/payload/reasoning',
          '/payload/input',
        ],
      },
    },
    error: {
      schema: schemas.error,
      signature: {
        keys: {
          '/id': 0,
          '/timestamp': 0,
          '/context': 0,
          '/from': 0.75,
          '/to': 0.75,
          '/payload': 0.5,
          '/payload/confidence': 1.5,
          '/payload/needsReview': 1.25,
          '/issues': 0.5,
        },
        evidence: [
          ...NAMED_AGENTS,
          RATES_ITSELF,
          { when: { at: '/payload/output', is: [null] }, weight: 0.75 },
          { when: SAYS_WHAT_FAILED, weight: 0.25 },
          { when: { at: '/issues', some: '/resolution' }, weight: 0.75 },
        ],
      },
      fieldPointers: {
        ...FIELD_POINTERS,
        title: ['/issues/0/message'],
        status: ['/issues/0/severity'],
        text: ['/issues/0/message'],
      },
    },
    checkpoint: {
      schema: schemas.checkpoint,
      signature: {
        keys: {
          '/id': 0,
          '/timestamp': 0,
          '/context': 0,
          '/from': 0.5,
          '/to': 0.5,
          '/intent': 0.5,
          '/payload': 0.5,
          '/payload/type': 0.25,
          '/payload/stage': 0.25,
          '/payload/summary': 0.25,
          '/payload/artifacts': 0.25,
          '/payload/options': 1,
        },
        evidence: [
          ...NAMED_AGENTS,
          { when: { at: '/intent', is: ['checkpoint'] }, weight: 1 },
          { when: all({ at: '/intent', is: ['checkpoint'] }, { at: '/to', is: ['user'] }), weight: 2.25 },
          { when: { at: '/payload/stage', is: STAGES }, weight: 1.5 },
          { when: { at: '/payload/type', is: ['approval_required'] }, weight: 1 },
        ],
      },
      fieldPointers: {
        ...FIELD_POINTERS,
        title: ['/payload/summary'],
        status: ['/payload/stage'],
        text: ['/payload/summary'],
      },
    },
    'checkpoint-record': {
      schema: schemas['checkpoint-record'],
      signature: {
        keys: {
          '/checkpointId': 2,
          '/workflowId': 1.75,
          '/timestamp': 0.25,
          '/response': 1,
          '/responseTime': 1.25,
          '/notes': 0.25,
        },
        evidence: [
          { when: { at: '/stage', is: STAGES }, weight: 1.25 },
          { when: all('/checkpointId', '/workflowId', '/response', '/responseTime'), weight: 1.5 },
        ],
      },
      fieldPointers: {
        id: ['/checkpointId'],
        run: ['/workflowId'],
        at: ['/timestamp'],
        title: ['/stage'],
        status: ['/response'],
        text: ['/notes'],
      },
    },
  },
});
