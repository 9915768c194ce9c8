import type { Draft, DraftLinks, Effect, TokenCounts } from '../../model/run';
import type { Path } from '../../model/text';
import { parseInstant } from '../../text/instant';
import { isObject } from '../../text/pointer';
import {
  type DraftBase,
  draftOf,
  identifier,
  joinLines,
  objectsIn,
  shortLine,
  spokenLine,
  startTime,
} from '../drafts/draft';
import { tokenCounts, totalAmount, usageEffects } from '../drafts/usageEffects';
import { type SaidWords, saidWords } from './saidWords';

/**
 * The steps of a line: one for its words, and one side of a step for each call of a tool, whose result is in a later line.
 * Lines that the program writes for itself have no steps.
 */
export function steps(line: Record<string, unknown>): Draft[] {
  if (line['isMeta'] === true) return [];
  const message = isObject(line['message']) ? line['message'] : {};
  const base = lineFields(line, message);
  switch (line['type']) {
    case 'assistant':
      return assistantSteps(line, message, base);
    case 'user':
      return userSteps(line, message, base);
    case 'result':
      return [endDraft(line, base)];
    case 'attachment':
    case 'queue-operation':
      return queuedSteps(line, base);
    default:
      return titleDrafts(line, base);
  }
}

type LineFields = Pick<DraftBase, 'run' | 'at' | 'agent' | 'parent' | 'links'>;

const AGENT = 'claude';
const USER = 'user';
const PROGRAM = 'program';
/** The name of a sub-agent until its thread tells the real one. */
const SUB_AGENT = 'agent';

function lineFields(line: Record<string, unknown>, message: Record<string, unknown>): LineFields {
  const { sessionId, session_id: streamed, timestamp, agentId, isSidechain, parent_tool_use_id: caller } = line;
  // The result of the call that started a sub-agent names the sub-agent: its steps are nested in the call.
  const id = isSidechain === true ? identifier(agentId) : undefined;
  const call = id === undefined ? identifier(caller) : undefined;
  const name = id ?? call?.slice(-CALL_SUFFIX);
  const isNameless = isSidechain === true && name === undefined;
  return {
    run: identifier(sessionId) ?? identifier(streamed),
    at: parseInstant(timestamp),
    agent: isNameless ? SUB_AGENT : name === undefined ? AGENT : `${SUB_AGENT}-${name}`,
    parent: id ?? call,
    links: isNameless ? threadLinks(line, message) : undefined,
  };
}

/** Characters of a call's id that are shown: the last ones, since all ids begin alike. */
const CALL_SUFFIX = 8;

/** Links a line to the thread of an unnamed sub-agent. The first line has the request of the call that started it. */
function threadLinks({ uuid, parentUuid }: Record<string, unknown>, { content }: Record<string, unknown>): DraftLinks {
  const [line, after] = [identifier(uuid), identifier(parentUuid)];
  const request = after === undefined ? requestName(saidWords(content)[0]?.text) : undefined;
  return {
    ...(line !== undefined && { line }),
    ...(after !== undefined && { after }),
    ...(request !== undefined && { request }),
  };
}

/** A short name for a request: equal for equal requests. */
function requestName(text: unknown): string | undefined {
  const words = shortLine(text);
  return typeof text !== 'string' || words === undefined ? undefined : `${text.trim().length} ${words}`;
}

function assistantSteps(line: Record<string, unknown>, message: Record<string, unknown>, base: LineFields): Draft[] {
  const blocks = objectsIn(message['content']);
  const words = firstWords(message['content'], 'text', 'text') ?? firstWords(blocks, 'thinking', 'thinking');
  const isFailed = line['isApiErrorMessage'] === true;
  const model = message['model'] === '<synthetic>' ? undefined : shortLine(message['model']);
  const usage = usageEffects(lineTokens(message), undefined, identifier(message['id']));
  const drafts: Draft[] = [];
  if (words !== undefined) {
    const isThought = !blocks.some(({ type }) => type === 'text') && blocks.length > 0;
    drafts.push(
      draftOf(
        {
          key: identifier(line['uuid']),
          kind: isThought ? 'claude-code/line:reasoning' : 'claude-code/line:llm',
          title: words,
          model,
          outcome: isFailed ? 'failed' : 'ok',
          status: isFailed ? 'failed' : message['stop_reason'] === 'end_turn' ? 'succeeded' : 'running',
          effects: usage,
          repeats: 'snapshot',
        },
        base,
      ),
    );
  }
  for (const [index, block] of blocks.entries()) {
    if (block['type'] !== 'tool_use') continue;
    const effects = drafts.length === 0 ? usage : [];
    const path = ['message', 'content', index];
    drafts.push(callDraft(block, base, { model, path, effects, folder: line['cwd'] }));
  }
  return drafts;
}

function callDraft(
  block: Record<string, unknown>,
  base: LineFields,
  { model, path, effects, folder }: { model: string | undefined; path: Path; effects: Effect[]; folder: unknown },
): Draft {
  const tool = shortLine(block['name']) ?? 'tool';
  const id = identifier(block['id']);
  const input = isObject(block['input']) ? block['input'] : {};
  const request = STARTING.has(tool) ? requestName(input['prompt']) : undefined;
  const about = ABOUT.map(name => shortLine(withoutFolder(input[name], folder))).find(found => found !== undefined);
  return draftOf(
    {
      key: id,
      side: 'ask',
      pair: id,
      kind: 'claude-code/line:tool',
      title: joinLines(' ', tool, about) ?? tool,
      model,
      outcome: 'pending',
      status: 'running',
      path,
      repeats: 'snapshot',
      // A call in a thread keeps the links of its line.
      links: request === undefined ? undefined : { ...base.links, request: base.links?.request ?? request },
      effects: [{ do: 'call', ...(id !== undefined && { id }), tool }, ...effects],
    },
    base,
  );
}

/** The tools that start a sub-agent. */
export const STARTING: ReadonlySet<string> = new Set(['Task', 'Agent']);

/** Makes a path in the session's folder relative to it; returns any other value as it is. */
function withoutFolder(value: unknown, folder: unknown): unknown {
  if (typeof value !== 'string' || typeof folder !== 'string' || folder === '') return value;
  return value.startsWith(`${folder}/`) ? value.slice(folder.length + 1) : value;
}

/** The arguments that describe a call, the best first. */
const ABOUT = [
  'file_path',
  'command',
  'pattern',
  'description',
  'path',
  'notebook_path',
  'query',
  'url',
  'skill',
  'prompt',
];

function userSteps(line: Record<string, unknown>, message: Record<string, unknown>, base: LineFields): Draft[] {
  const { content } = message;
  const results = objectsIn(content).flatMap((block, index) =>
    block['type'] === 'tool_result' ? [resultDraft(line, block, { base, path: ['message', 'content', index] })] : [],
  );
  if (line['isCompactSummary'] === true) {
    const title = joinLines(': ', 'Compacted', firstWords(content, 'text', 'text')) as string;
    return [...results, programDraft(line, title, base, { kind: 'claude-code/line:compaction' })];
  }
  const said = saidWords(content);
  const words = said.find(({ by }) => by === 'user') ?? said[0];
  return words === undefined ? results : [...results, promptDraft(line, words, base)];
}

/** The steps of a prompt that the user types while a turn runs: it is in the queue, and for the model in an attachment. */
function queuedSteps(line: Record<string, unknown>, base: LineFields): Draft[] {
  const queued = queuedPrompt(line);
  const [words] = saidWords(queued?.prompt);
  return words === undefined ? [] : [promptDraft(line, words, base, queued?.isEcho ? 'echo' : 'snapshot')];
}

function promptDraft(
  line: Record<string, unknown>,
  words: SaidWords,
  base: LineFields,
  repeats: Draft['repeats'] = 'snapshot',
): Draft {
  const title = spokenLine(words.text) ?? '';
  if (words.by === 'program') {
    return programDraft(line, title, base, words.isInterruption ? { status: 'cancelled' } : {});
  }
  const isSubAgent = base.agent !== AGENT;
  const follows = isSubAgent ? undefined : identifier(line['parentUuid']);
  return draftOf(
    {
      agent: isSubAgent ? AGENT : USER,
      peer: base.agent,
      key: identifier(line['uuid']),
      kind: 'claude-code/line:message',
      title,
      outcome: 'ok',
      status: isSubAgent ? undefined : 'running',
      about: isSubAgent || words.isHousekeeping ? undefined : title,
      repeats,
      links: follows === undefined || repeats === 'echo' ? undefined : { follows },
    },
    base,
  );
}

function programDraft(
  line: Record<string, unknown>,
  title: string,
  base: LineFields,
  more: { kind?: string; status?: Draft['status'] } = {},
): Draft {
  return draftOf(
    {
      agent: PROGRAM,
      key: identifier(line['uuid']),
      kind: 'claude-code/line:program',
      title,
      outcome: 'ok',
      repeats: 'snapshot',
      ...more,
    },
    base,
  );
}

/** The draft of the last line of a printed session: its outcome and usage. */
function endDraft(line: Record<string, unknown>, base: LineFields): Draft {
  const subtype = shortLine(line['subtype']);
  const isFailed = line['is_error'] === true || (subtype?.startsWith('error') ?? false);
  const words = spokenLine(line['result']);
  const milliseconds = line['duration_ms'];
  const duration =
    typeof milliseconds === 'number' && milliseconds >= 0 && milliseconds < 1e12
      ? BigInt(Math.round(milliseconds * 1e6))
      : undefined;
  const cost = line['total_cost_usd'];
  const [used] = usageEffects(modelTokens(line), typeof cost === 'number' && cost > 0 ? cost : undefined);
  return draftOf(
    {
      kind: 'claude-code/line:result',
      key: identifier(line['uuid']),
      title: joinLines(': ', isFailed ? (subtype ?? 'error') : 'Result', words) as string,
      outcome: isFailed ? 'failed' : 'ok',
      failure: isFailed ? (words ?? subtype) : undefined,
      status: isFailed ? 'failed' : 'succeeded',
      at: startTime(base.at, duration),
      duration: base.at === undefined ? undefined : duration,
      effects: used?.do === 'usage' ? [{ ...used, isTotal: true }] : [],
      repeats: 'snapshot',
    },
    base,
  );
}

/** The drafts of lines that name the session: a title by the user or by a model, or a summary. */
function titleDrafts(line: Record<string, unknown>, { run }: LineFields): Draft[] {
  const named = TITLES.find(([type]) => type === line['type']);
  const title = named && shortLine(line[named[1]]);
  return title === undefined
    ? []
    : [draftOf({ kind: 'claude-code/line:title', title, outcome: 'ok', titleRank: named?.[2], run })];
}

const TITLES: readonly (readonly [type: string, key: string, rank: number])[] = [
  ['custom-title', 'customTitle', 3],
  ['ai-title', 'aiTitle', 2],
  ['summary', 'summary', 1],
];

function resultDraft(
  line: Record<string, unknown>,
  block: Record<string, unknown>,
  { base, path }: { base: LineFields; path: Path },
): Draft {
  const pair = identifier(block['tool_use_id']);
  const isError = block['is_error'] === true;
  const details = isObject(line['toolUseResult']) ? line['toolUseResult'] : {};
  const written = isError ? undefined : writtenFile(details);
  return draftOf(
    {
      key: identifier(details['agentId']),
      side: 'answer',
      pair,
      kind: 'claude-code/line:tool',
      title: '',
      outcome: isError ? 'failed' : 'ok',
      failure: isError
        ? (shortLine(block['content']) ?? firstWords(block['content'], 'text', 'text', shortLine))
        : undefined,
      path,
      repeats: 'snapshot',
      effects: [{ do: 'result', ...(pair !== undefined && { id: pair }), ok: !isError }, ...(written ? [written] : [])],
    },
    base,
  );
}

/** The effect of a tool that wrote a file, from the details of its result. */
function writtenFile(details: Record<string, unknown>): Effect | undefined {
  const path = identifier(details['filePath']);
  if (path === undefined || details['structuredPatch'] === undefined) return undefined;
  return { do: 'write', path, operation: details['type'] === 'create' ? 'create' : 'update' };
}

function firstWords(content: unknown, type: string, key: string, lineOf = spokenLine): string | undefined {
  if (typeof content === 'string') return lineOf(content);
  for (const block of objectsIn(content)) {
    const words = block['type'] === type ? lineOf(block[key]) : undefined;
    if (words !== undefined) return words;
  }
  return undefined;
}

/** The prompt in a line of the queue or of an attachment. A line of the queue is an echo of an attachment or a message. */
export function queuedPrompt(line: Record<string, unknown>): { prompt: unknown; isEcho: boolean } | undefined {
  const { attachment, operation, content, reason } = line;
  if (isObject(attachment)) {
    return attachment['type'] === 'queued_command' ? { prompt: attachment['prompt'], isEcho: false } : undefined;
  }
  const isTaken = operation === 'remove' && (reason === undefined || reason === 'absorbed_mid_turn');
  return isTaken ? { prompt: content, isEcho: true } : undefined;
}

/** The tokens of a message. Anthropic counts tokens that the cache read or wrote apart from the input; the input here includes them. */
export function lineTokens({ usage }: Record<string, unknown>): TokenCounts | undefined {
  if (!isObject(usage)) return undefined;
  const read = usage['cache_read_input_tokens'];
  const input = totalAmount([], [usage['input_tokens'], read, usage['cache_creation_input_tokens']]);
  return tokenCounts({ total: [], input: [input], output: [usage['output_tokens']], cached: [read], reasoning: [] });
}

/** The tokens of a whole session: the sum over its models if known, since only these counts include sub-agents. */
export function modelTokens(line: Record<string, unknown>): TokenCounts | undefined {
  const models = isObject(line['modelUsage']) ? Object.values(line['modelUsage']).filter(isObject) : [];
  if (models.length === 0) return lineTokens(line);
  const sum = (...names: string[]) =>
    totalAmount(
      [],
      models.flatMap(model => names.map(name => model[name])),
    );
  const read = sum('cacheReadInputTokens');
  const input = sum('inputTokens', 'cacheReadInputTokens', 'cacheCreationInputTokens');
  return tokenCounts({ total: [], input: [input], output: [sum('outputTokens')], cached: [read], reasoning: [] });
}
