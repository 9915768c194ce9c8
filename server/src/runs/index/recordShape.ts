import type { LogCheckpoint } from '../../model/fileAccess';
import type { DraftLinks, Effect, ProblemCounts, RegistryState } from '../../model/run';
import {
  isBigInt,
  isCount,
  isListOf,
  isNumber,
  isOneOf,
  isRecord,
  isRecordOf,
  isText,
  type RecordShape,
  type Shape,
} from '../../text/shape';
import type { Entry, FileRecord, PartCheck, RunProblem } from '../reading/fileRecord';
import type { KnownRegistry } from './recordStore';

/** Whether a value is a run's status. */
export const isRunStatus = isOneOf('running', 'succeeded', 'failed', 'blocked', 'cancelled', 'unknown');

const isTrue = isOneOf(true);
// Problems are looked up by part id: an id that is also a property of every object would always be found.
const isPartId: Shape = value => typeof value === 'string' && !(value in Object.prototype);
const isPath = isListOf(value => isText(value) || isCount(value));

const isProblemCounts = isRecord<ProblemCounts>({
  required: { error: isCount, warning: isCount, info: isCount },
  optional: {},
});
const isPartCheck = isRecord<PartCheck>({
  required: { problems: isProblemCounts, rules: isListOf(isText) },
  optional: {},
});

const isRunProblem = isRecord<RunProblem>({
  required: { rule: isText, severity: isOneOf('error', 'warning', 'info'), message: isText, path: isPath },
  optional: { on: isOneOf('key', 'value', 'open') },
});

const isLineStart = isRecord<LogCheckpoint['starts'][number]>({
  required: { offset: isCount, line: isCount },
  optional: {},
});
const isMark = isRecord<LogCheckpoint>({
  required: { offset: isCount, line: isCount, tail: isText, starts: isListOf(isLineStart) },
  optional: {},
});

const isWorkflow = isRecord<RegistryState['workflows'][number]>({
  required: { name: isText, status: isRunStatus },
  optional: {},
});

/** The state that a registry gives its runs, with the family of its document. */
export const isRegistryState = isRecord<KnownRegistry['state']>({
  required: { feature: isText, family: isText, workflows: isListOf(isWorkflow) },
  optional: {},
});

const EFFECTS: { readonly [Name in Effect['do']]: RecordShape<object> } = {
  write: fields({ path: isText, operation: isText }),
  document: fields({ name: isText, status: isText }),
  decision: fields({ text: isText }),
  note: fields({ text: isText }),
  question: fields({ id: isText, status: isText }, { text: isText, priority: isText }),
  gap: fields({ id: isText, status: isText }, { text: isText, priority: isText }),
  handoff: fields({ to: isText }, { text: isText }),
  call: fields({ tool: isText }, { id: isText }),
  result: fields({ ok: isOneOf(true, false) }, { id: isText, tool: isText }),
  budget: fields({ state: isText }),
  approval: fields({ state: isText }),
  usage: fields(
    {},
    {
      call: isText,
      isTotal: isTrue,
      tokens: isNumber,
      cost: isNumber,
      input: isNumber,
      output: isNumber,
      cached: isNumber,
      reasoning: isNumber,
    },
  ),
};

function fields(required: Record<string, Shape>, optional: Record<string, Shape> = {}): RecordShape<object> {
  return { required: { ...required, do: isText }, optional };
}

const effectShapes = new Map<unknown, Shape>(
  Object.entries(EFFECTS).map(([name, shape]) => [name, isRecord<object>(shape)]),
);
const isEffect: Shape = value => {
  const name = (value as Partial<Effect> | null)?.do;
  return effectShapes.get(name)?.(value) ?? false;
};

const isLinks = isRecord<DraftLinks>({
  required: {},
  optional: {
    from: isText,
    agentName: isText,
    starts: isListOf(isText),
    line: isText,
    after: isText,
    request: isText,
    follows: isText,
  },
});

/** An entry: a draft with the part of the file that it was read from. */
export const isEntry = isRecord<Entry>({
  required: { part: isPartId, kind: isText, title: isText, outcome: isOneOf('ok', 'failed', 'pending', 'unknown') },
  optional: {
    key: isText,
    isUnique: isTrue,
    run: isText,
    opensRun: isTrue,
    space: isText,
    side: isOneOf('ask', 'answer'),
    pair: isText,
    parent: isText,
    holds: isText,
    order: isNumber,
    at: isBigInt,
    duration: isBigInt,
    agent: isText,
    peer: isText,
    model: isText,
    service: isText,
    failure: isText,
    confidence: isNumber,
    retry: isText,
    status: isRunStatus,
    about: isText,
    titleRank: isNumber,
    repeats: isOneOf('snapshot', 'echo'),
    links: isLinks,
    path: isPath,
    effects: isListOf(isEffect),
    maybe: isTrue,
    history: isTrue,
    isRepeated: isTrue,
  },
});

/** A file record, as read from a store. */
export const isFileRecord = isRecord<FileRecord>({
  required: { uri: isText, entries: isListOf(isEntry), changedAt: isNumber, size: isNumber },
  optional: {
    registry: isRegistryState,
    checks: isRecordOf(isPartCheck),
    inRuns: isRecordOf(isListOf(isRunProblem)),
    stray: isPartCheck,
    around: isTrue,
    mark: isMark,
    checkedTo: isMark,
  },
});
