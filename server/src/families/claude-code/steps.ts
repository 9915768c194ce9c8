import type { Draft, Effect } from '../../model/run';
import type { Path } from '../../model/text';
import { isObject } from '../../text/pointer';
import { parseInstant } from '../../text/time/instant';
import { type DraftBase, draftOf, identifier, joinLines, objectsIn, shortLine } from '../drafts/draft';
import { usageEffects } from '../drafts/usageEffects';
import { lineTokens } from './lineTokens';

/**
 * The steps of a line: what was said, and for each call of a tool one side of its step; the result is in a later line. Lines that the
 * program writes for itself have none.
 */
export function steps(line: Record<string, unknown>): Draft[] {
  const message = isObject(line['message']) ? line['message'] : {};
  if (line['isMeta'] === true) return [];
  const base = lineFields(line);
  return line['type'] === 'assistant' ? assistantSteps(line, message, base) : userSteps(line, message, base);
}

type LineFields = Pick<DraftBase, 'run' | 'at' | 'agent' | 'parent'>;

const AGENT = 'claude';
const USER = 'user';

function lineFields({ sessionId, timestamp, agentId, isSidechain }: Record<string, unknown>): LineFields {
  // The result of the call that started a sub-agent names it: all that it does is nested there.
  const subAgent = isSidechain === true ? identifier(agentId) : undefined;
  return {
    run: identifier(sessionId),
    at: parseInstant(timestamp),
    agent: subAgent === undefined ? AGENT : `agent-${subAgent}`,
    parent: subAgent,
  };
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
      effects: [{ do: 'call', ...(id !== undefined && { id }), tool }, ...effects],
    },
    base,
  );
}

/** A path in the folder of the session, relative to it. */
function withoutFolder(value: unknown, folder: unknown): unknown {
  if (typeof value !== 'string' || typeof folder !== 'string' || folder === '') return value;
  return value.startsWith(`${folder}/`) ? value.slice(folder.length + 1) : value;
}

/** The arguments that say what a call is about, the most telling first. */
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
  if (results.length > 0) return results;
  const words = promptWords(content);
  if (words === undefined) return [];
  const isSummary = line['isCompactSummary'] === true;
  return [
    draftOf(
      {
        agent: base.parent === undefined ? USER : AGENT,
        peer: base.agent,
        key: identifier(line['uuid']),
        kind: 'claude-code/line:message',
        title: words,
        outcome: 'ok',
        status: base.parent === undefined ? 'running' : undefined,
        about: isSummary || base.parent !== undefined ? undefined : words,
      },
      base,
    ),
  ];
}

/** What the user wrote, without what the program adds. */
function promptWords(content: unknown): string | undefined {
  const texts =
    typeof content === 'string'
      ? [content]
      : objectsIn(content).map(block => (block['type'] === 'text' ? block['text'] : undefined));
  return texts
    .filter(text => typeof text === 'string' && !ADDED.test(text))
    .map(shortLine)
    .find(words => words !== undefined);
}

/** What the program writes around its own commands, and about the editor. */
const ADDED = /^\s{0,20}(?:<(?:command-|local-command-|system-reminder|ide_)|Caveat: The messages below)/;

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
      failure: isError ? (shortLine(block['content']) ?? firstWords(block['content'], 'text', 'text')) : undefined,
      path,
      effects: [{ do: 'result', ...(pair !== undefined && { id: pair }), ok: !isError }, ...(written ? [written] : [])],
    },
    base,
  );
}

/** The file that a tool wrote: its result has the change. */
function writtenFile(details: Record<string, unknown>): Effect | undefined {
  const path = identifier(details['filePath']);
  if (path === undefined || details['structuredPatch'] === undefined) return undefined;
  return { do: 'write', path, operation: details['type'] === 'create' ? 'create' : 'update' };
}

function firstWords(content: unknown, type: string, key: string): string | undefined {
  if (typeof content === 'string') return shortLine(content);
  for (const block of objectsIn(content)) {
    const words = block['type'] === type ? shortLine(block[key]) : undefined;
    if (words !== undefined) return words;
  }
  return undefined;
}
