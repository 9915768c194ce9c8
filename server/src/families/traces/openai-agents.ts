import schemas from '../../generated/openai-agents.recognition.json';
import type { Condition } from '../../model/kind';
import type { Draft, Effect, Exchange } from '../../model/run';
import type { Path } from '../../model/text';
import { parseInstant } from '../../text/instant';
import { isObject } from '../../text/pointer';
import { all, any, defineFamily } from '../defineFamily';
import { draftOf, identifier, joinLines, shortLine } from '../drafts/draft';
import { operationDraft } from '../drafts/operationDraft';
import { completeNested } from '../drafts/recordDrafts';
import { apiTokens } from '../drafts/usageEffects';
import { sideAttributes, spanAttributes } from '../exchanges/spanConventions';
import { spanExchange } from '../exchanges/spanExchange';

type Fields = Record<string, unknown>;

/** The steps of a trace, a span or a batch of these: one for each, with spans nested in their trace. */
export function steps(value: Fields): Draft[] {
  const lists = ['data', 'spans'].flatMap(key => {
    const list = value[key];
    return Array.isArray(list) ? list.map((item, index): [unknown, Path] => [item, [key, index]]) : [];
  });
  const drafts = [[value, []] as [unknown, Path], ...lists].flatMap(([item, path]) => {
    if (!isObject(item)) return [];
    if (item['span_data'] !== undefined || item['object'] === 'trace.span') return [spanDraft(item, path)];
    return item['workflow_name'] !== undefined || item['object'] === 'trace' ? [traceDraft(item, path)] : [];
  });
  completeNested(drafts);
  // A root span gives the status of its run, but is also nested in the trace.
  for (const draft of drafts) if (draft.run !== undefined && draft.key !== draft.run) draft.parent ??= draft.run;
  return drafts;
}

function traceDraft(trace: Fields, path: Path): Draft {
  const run = identifier(trace['id']) ?? identifier(trace['trace_id']);
  const name = shortLine(trace['workflow_name']);
  return draftOf({
    key: run,
    isUnique: true,
    run,
    kind: 'openai-agents/trace',
    title: name ?? 'workflow',
    // A trace is written when it begins.
    outcome: 'unknown',
    about: name,
    path,
  });
}

function spanDraft(span: Fields, path: Path): Draft {
  const { type, data } = spanContent(span);
  const word = spanWord(type);
  const name = shortLine(data['name']);
  const response = isObject(data['response']) ? data['response'] : {};
  const model = shortLine(data['model']) ?? shortLine(response['model']);
  const end = parseInstant(span['ended_at']);
  const { error } = span;
  const isFailed = error !== undefined && error !== null;
  return operationDraft({
    key: identifier(span['id']) ?? identifier(span['span_id']),
    run: identifier(span['trace_id']),
    parent: identifier(span['parent_id']),
    start: parseInstant(span['started_at']),
    end,
    agent: type === 'agent' ? name : (shortLine(data['agent_name']) ?? shortLine(data['from_agent'])),
    model,
    kind: `openai-agents/trace:${word}`,
    title: spanTitle(type, data) ?? name ?? model ?? type,
    outcome: isFailed ? 'failed' : end === undefined ? 'pending' : 'ok',
    failure: shortLine(isObject(error) ? error['message'] : error),
    path,
    tool: word === 'tool' ? { tool: name, id: undefined } : undefined,
    effects: handoff(data['to_agent']),
    tokens: apiTokens(data['usage'] ?? response['usage']),
    cost: undefined,
  });
}

/** The title of a span whose type needs more than its name. */
function spanTitle(type: string, data: Fields): string | undefined {
  const [to, server, turn] = [shortLine(data['to_agent']), shortLine(data['server']), shortLine(data['turn'])];
  if (type === 'handoff' && to !== undefined) return joinLines(' ', 'Hand-off to', to);
  if (type === 'mcp_tools' && server !== undefined) return joinLines(' ', 'Tools of', server);
  if (type === 'turn' && turn !== undefined) return joinLines(' ', 'Turn', turn);
  return type === 'guardrail' && data['triggered'] === true
    ? joinLines(' ', shortLine(data['name']) ?? type, 'triggered')
    : undefined;
}

function handoff(agent: unknown): Effect[] {
  const to = shortLine(agent);
  return to === undefined ? [] : [{ do: 'handoff', to }];
}

/** The data of a span, and its type: `agent`, `generation`, `function`, or `task` and `turn`, which the SDK exports as custom spans. */
export function spanContent({ span_data: written }: Record<string, unknown>): {
  type: string;
  data: Record<string, unknown>;
} {
  const outer = isObject(written) ? written : {};
  const inner = isObject(outer['data']) ? outer['data'] : {};
  const type = inner['sdk_span_type'] ?? outer['type'];
  const isWord = typeof type === 'string' && /^[a-z][a-z_-]{0,30}$/.test(type);
  const isOwn = inner['sdk_span_type'] !== undefined;
  return { type: isWord ? type : 'span', data: isOwn ? { ...outer, ...inner } : outer };
}

/** The operation of a type: `llm`, `tool`, or the type itself. */
export function spanWord(type: string): string {
  return WORDS.get(type) ?? type;
}

const WORDS: ReadonlyMap<string, string> = new Map([
  ['generation', 'llm'],
  ['response', 'llm'],
  ['function', 'tool'],
]);

export default defineFamily('openai-agents', {
  title: 'OpenAI Agents',
  reference: 'Traces as the OpenAI Agents SDK exports them',
  readOnly: true,
  steps,
  exchange,
  kinds: {
    trace: {
      schema: schemas.trace,
      signature: {
        keys: {
          '/workflow_name': 0.25,
          '/span_data': 1,
          '/trace_id': 0.5,
          '/parent_id': 0.25,
          '/started_at': 0.25,
          '/ended_at': 0.25,
          '/data': 0,
          '/spans': 0,
        },
        evidence: [
          {
            when: any(
              all({ at: '/object', is: ['trace.span'] }, '/trace_id', any('/span_data', '/parent_id')),
              all({ at: '/object', is: ['trace'] }, any('/workflow_name', { at: '/id', startsWith: 'trace_' })),
              isItem('/data/0'),
              isItem('/spans/0'),
            ),
            weight: 4,
          },
          { when: { at: '/object', is: ['trace.span'] }, weight: 2 },
          { when: all('/workflow_name', { at: '/id', startsWith: 'trace_' }), weight: 2 },
        ],
        open: true,
      },
      fieldPointers: { run: ['/trace_id'] },
    },
  },
});

/** A trace or a span at a position. */
function isItem(at: string): Condition {
  return all({ at: `${at}/object`, is: ['trace', 'trace.span'] }, any(`${at}/workflow_name`, `${at}/trace_id`));
}

/** Reads the exchange of a span: the messages of a model call, or the arguments and the result of a function. Never throws. */
export function exchange(span: Record<string, unknown>): Exchange | undefined {
  const { type, data } = spanContent(span);
  const word = spanWord(type);
  const response = isObject(data['response']) ? data['response'] : {};
  const said = spanExchange({
    word,
    title: typeof data['name'] === 'string' ? data['name'] : '',
    attributes: new Map([
      ...spanAttributes(
        {
          'gen_ai.request.model': data['model'] ?? response['model'],
          'llm.invocation_parameters': data['model_config'],
          'llm.tools': data['tools'] ?? response['tools'],
        },
        [],
      ),
      ...sideAttributes(response, ['input', 'output'], ['span_data', 'response']),
      ...sideAttributes(data, ['input', 'output'], ['span_data']),
    ]),
    events: [],
  });
  const tokens = word === 'llm' ? apiTokens(data['usage']) : undefined;
  return said || tokens ? { input: [], output: [], ...said, ...(tokens && { tokens }) } : undefined;
}
