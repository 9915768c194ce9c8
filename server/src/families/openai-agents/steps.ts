import type { Draft, Effect } from '../../model/run';
import type { Path } from '../../model/text';
import { isObject } from '../../text/pointer';
import { parseInstant } from '../../text/time/instant';
import { apiTokens } from '../drafts/apiTokens';
import { completeNested } from '../drafts/completeNested';
import { draftOf, identifier, joinLines, shortLine } from '../drafts/draft';
import { operationDraft } from '../drafts/operationDraft';
import { spanContent, spanWord } from './span';

type Fields = Record<string, unknown>;

/** The steps of a trace or a span, or of a batch of them: one for each, spans nested in their trace. */
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
  // A span at the root gives the status of its run, and is nested in the trace all the same.
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

/** The title of a span whose name does not say enough. */
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
