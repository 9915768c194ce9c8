import type { Kind } from '../../model/kind';
import type { Draft, Effect, Outcome, RunStatus } from '../../model/run';
import { FEATURE_RUNS, featureRun } from '../../registry/featureRun';
import { atPointer } from '../../text/pointer';
import { draftOf, identifier, joinLines, objectsIn, readTitle, runName, shortLine, writeEffects } from './draft';
import { noteEffects, readStateUpdates } from './stateUpdates';

/** The question of an input that names a feature and its workflow; it marks the workflow as running. */
export function inputDraft(value: Record<string, unknown>, kind: Kind): Draft {
  const feature = runName(atPointer(value, '/context/feature_id'));
  const workflow = runName(atPointer(value, '/context/workflow'));
  return draftOf({
    kind: kind.id,
    side: 'ask',
    run: feature && workflow && featureRun(feature, workflow),
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

/** The answer of an output: its own fields, written files, notes, and state updates. */
export function outputDraft(value: Record<string, unknown>, kind: Kind): Draft {
  const outcome: Outcome = value['success'] === true ? 'ok' : value['success'] === false ? 'failed' : 'unknown';
  const change = readStateUpdates(value['state_updates']);
  const written = writeEffects(value['artifacts'], 'operation');
  const recommended = kind.fieldPointers.status
    ?.map(pointer => RECOMMENDED.get(atPointer(value, pointer)))
    .find(Boolean);
  return draftOf({
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

// Proceeding or retrying means that the workflow is running; an agent does not decide how it ends.
const RECOMMENDED: ReadonlyMap<unknown, RunStatus> = new Map([
  ['proceed', 'running'],
  ['retry', 'running'],
  ['escalate', 'blocked'],
]);

// Waiting for a person overrides the state; a failure without a recommendation ends the run.
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
  return shortLine(`${first.operation} ${name}${effects.length > 1 ? ` and ${effects.length - 1} more` : ''}`);
}

/** Open questions written into a spec, outside the state. */
function clarifications(value: unknown): Effect[] {
  return objectsIn(value).flatMap((question): Effect[] => {
    const id = identifier(question['id']);
    if (id === undefined) return [];
    const text = shortLine(question['question']);
    const priority = shortLine(question['priority']);
    return [{ do: 'question', id, status: 'pending', ...(text && { text }), ...(priority && { priority }) }];
  });
}
