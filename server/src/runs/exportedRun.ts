import type {
  Effect,
  EnvelopeLocation,
  Outcome,
  ProblemCounts,
  RunStatus,
  Step,
  TokenCounts,
  WrittenExchange,
} from '../model/run';
import type { Range } from '../model/text';
import { formatInstant, toMilliseconds } from '../text/parseTime';
import type { IndexedRun } from './assembly/indexedRun';

/** A workflow run as plain JSON for other programs. Unknown values are null, so that all keys are always present. */
export interface ExportedRun {
  id: string;
  family: string;
  title: string;
  status: RunStatus;
  /** ISO in UTC, with all known decimals. */
  startedAt: string | null;
  endedAt: string | null;
  agents: string[];
  /** The conversation that it is a turn of. */
  conversation?: string;
  files: string[];
  /** Records of its logs that no reader knows, by their type. */
  unknown?: Readonly<Record<string, number>>;
  /** The number of problems of all severities. */
  problems: number;
  steps: ExportedStep[];
}

export interface ExportedStep {
  index: number;
  at: string | null;
  durationMs: number | null;
  agent: string | null;
  agentVersion?: string;
  /** The model that answered, otherwise the requested model. */
  model: string | null;
  tokens: ExportedTokens;
  peer: string | null;
  kind: string;
  /** The rule of its kind's `steps` that made it, `2.1`; of a list of rules, with its name before the numbers. */
  rule?: string;
  title: string;
  outcome: Outcome;
  /** The reason for the failure, unless the title says it. */
  failure?: string;
  /** The index of the step that encloses it. */
  parent: number | null;
  /** The file of the step's envelope; for a request with its answer, the file of the request. */
  file: string | null;
  range: Range | null;
  /** The step is copied from an earlier run, where its tokens count. */
  isRepeated?: true;
  /** The index of the prompt that this prompt replaces. The steps between the two are another branch. */
  replaces?: number;
  /** The places of the step's copies. */
  copies: { file: string; range: Range | null }[];
  effects: readonly Effect[];
  /** The id of its span, call, message or request, as written in the file. */
  id: string | null;
  confidence: number | null;
  problems: number;
  /** The step's messages; absent if they were not requested, null if there are none. */
  exchange?: WrittenExchange | null;
}

/** Cached tokens are included in the input, reasoning tokens in the output. */
export type ExportedTokens = Record<keyof TokenCounts, number | null>;

/** Looks up data about the envelopes of steps in their files: ranges, file names, messages. */
export interface LocationLookup {
  rangeOf(location: EnvelopeLocation): Range | undefined;
  fileOf(uri: string): string;
  /** Reads the messages of a step; absent if the export does not include messages. */
  exchangeOf?(step: Step): WrittenExchange | null;
}

export function exportedRun(run: IndexedRun, places: LocationLookup): ExportedRun {
  const { id, family, title, status, startedAt, endedAt, agents, conversation, unknown, files, problems, steps } =
    run.summary;
  return {
    id,
    family,
    title,
    status,
    startedAt: instant(startedAt),
    endedAt: instant(endedAt),
    agents: [...agents],
    ...(conversation !== undefined && { conversation }),
    files: files.map(places.fileOf),
    ...(unknown && { unknown }),
    problems: totalOf(problems),
    steps: Array.from({ length: steps }, (_, index) => exportedStep(run.step(index), places)),
  };
}

export function exportedStep(step: Step, { rangeOf, fileOf, exchangeOf }: LocationLookup): ExportedStep {
  const { index, at, duration, agent, peer, kind, title, outcome, parent, envelopes, copies = [], effects } = step;
  const [location] = envelopes;
  return {
    index,
    at: instant(at),
    durationMs: duration === undefined ? null : toMilliseconds(duration),
    agent: agent ?? null,
    ...(step.agentVersion !== undefined && { agentVersion: step.agentVersion }),
    model: step.model ?? null,
    tokens: tokensOf(effects),
    peer: peer ?? null,
    kind,
    ...(location?.rule !== undefined && { rule: location.rule }),
    title,
    outcome,
    ...(step.failure !== undefined && { failure: step.failure }),
    parent: parent ?? null,
    ...(step.isRepeated && { isRepeated: true as const }),
    ...(step.replaces !== undefined && { replaces: step.replaces }),
    file: location ? fileOf(location.uri) : null,
    range: (location && rangeOf(location)) ?? null,
    copies: copies.map(copy => ({ file: fileOf(copy.uri), range: rangeOf(copy) ?? null })),
    effects,
    id: step.key ?? null,
    confidence: step.confidence ?? null,
    problems: totalOf(step.problems),
    ...(exchangeOf && { exchange: exchangeOf(step) }),
  };
}

function tokensOf(effects: readonly Effect[]): ExportedTokens {
  const used = effects.filter(effect => effect.do === 'usage');
  const sum = (count: 'tokens' | Exclude<keyof TokenCounts, 'total'>) => {
    const told = used.flatMap(effect => effect[count] ?? []);
    return told.length === 0 ? null : told.reduce((total, one) => total + one, 0);
  };
  return {
    input: sum('input'),
    output: sum('output'),
    cached: sum('cached'),
    written: sum('written'),
    reasoning: sum('reasoning'),
    total: sum('tokens'),
  };
}

function instant(at: bigint | undefined): string | null {
  return at === undefined ? null : formatInstant(at);
}

function totalOf({ error, warning, info }: ProblemCounts): number {
  return error + warning + info;
}
