import type { Draft, Effect, TokenCounts } from '../../model/run';
import { t } from '../../shared/l10n';
import { parseInstant } from '../../text/instant';
import { embeddedJson } from '../../text/json/losslessJson';
import { isObject } from '../../text/pointer';
import {
  type DraftBase,
  draftOf,
  identifier,
  joinLines,
  objectsIn,
  shortLine,
  spokenLine,
  writeEffects,
} from '../drafts/draft';
import { tokenCounts, usageEffects } from '../drafts/usageEffects';

/**
 * The steps of a line. The first line names the session; the others belong to it because they are in its file. Lines that
 * repeat another line, or that the program writes for the model, have no steps.
 */
export function steps(line: Record<string, unknown>): Draft[] {
  const { type, payload } = lineItem(line);
  const base: LineFields = { at: parseInstant(line['timestamp']), agent: AGENT };
  switch (type) {
    case 'session_meta':
    case 'thread.started':
      return [sessionDraft(payload, base)];
    case 'turn_context':
      return [turnDraft(payload, base)];
    case 'response_item':
      return itemDrafts(payload, base);
    case 'compacted':
      return compactionDrafts(payload, base);
    case 'event_msg':
      return eventDrafts(payload, base);
    case 'exec_item':
      return execDrafts(payload, base);
    case 'turn.completed':
      return execUsageDrafts(payload, base);
    case 'turn.failed':
    case 'error':
      return [failureDraft(isObject(payload['error']) ? payload['error'] : payload, base)];
    default:
      return [];
  }
}

type LineFields = Pick<DraftBase, 'at' | 'agent'>;

const AGENT = 'codex';
const USER = 'user';
const PROGRAM = 'program';

function sessionDraft(payload: Record<string, unknown>, base: LineFields): Draft {
  const program = joinLines(' ', shortLine(payload['originator']) ?? 'Codex', shortLine(payload['cli_version']));
  const folder = shortLine(payload['cwd']);
  const place = program === undefined ? folder : folder === undefined ? program : shortLine(t`${program} in ${folder}`);
  const { from, name, isFork } = originOf(payload);
  const origin = from === undefined ? undefined : isFork ? t`a fork of ${from}` : t`started by ${from}`;
  const links = { ...(from !== undefined && { from }), ...(name !== undefined && { agentName: name }) };
  return draftOf(
    {
      run: identifier(payload['id']) ?? identifier(payload['session_id']) ?? identifier(payload['thread_id']),
      opensRun: true,
      kind: 'codex/line:session',
      agent: name,
      title: joinLines(', ', place, origin) ?? t`session`,
      outcome: 'ok',
      links: from === undefined && name === undefined ? undefined : links,
    },
    base,
  );
}

/** The session that this one was forked from or started by, and the name of this session's agent. */
function originOf(payload: Record<string, unknown>): { from?: string; name?: string; isFork: boolean } {
  const source = isObject(payload['source']) ? payload['source'] : {};
  const agent = isObject(source['subagent']) ? source['subagent'] : {};
  const spawned = isObject(agent['thread_spawn']) ? agent['thread_spawn'] : {};
  const fork = identifier(payload['forked_from_id']);
  const from = fork ?? identifier(payload['parent_thread_id']) ?? identifier(spawned['parent_thread_id']);
  const name = [payload['agent_nickname'], spawned['agent_nickname'], payload['agent_role'], spawned['agent_role']]
    .map(shortLine)
    .find(found => found !== undefined);
  return { ...(from !== undefined && { from }), ...(name !== undefined && { name }), isFork: fork !== undefined };
}

function turnDraft(payload: Record<string, unknown>, base: LineFields): Draft {
  const model = shortLine(payload['model']);
  return draftOf(
    {
      model,
      kind: 'codex/line:turn',
      title:
        joinLines(', ', model === undefined ? t`Turn` : t`Turn with ${model}`, approval(payload['approval_policy'])) ??
        t`Turn`,
      outcome: 'ok',
    },
    base,
  );
}

function approval(policy: unknown): string | undefined {
  const words = shortLine(policy);
  return words === undefined ? undefined : t`approval ${words}`;
}

function itemDrafts(payload: Record<string, unknown>, base: LineFields): Draft[] {
  const { type } = payload;
  if (type === 'message') return messageDrafts(payload, base);
  if (type === 'reasoning') {
    const title = textIn(payload['summary']) ?? textIn(payload['content']);
    return title === undefined
      ? []
      : [draftOf({ key: identifier(payload['id']), kind: 'codex/line:reasoning', title, outcome: 'ok' }, base)];
  }
  if (typeof type !== 'string') return [];
  if (/_call$/.test(type)) return [callDraft(payload, type, base)];
  return /_call_output$/.test(type) ? [resultDraft(payload, base)] : [];
}

function messageDrafts(payload: Record<string, unknown>, base: LineFields): Draft[] {
  const { role, content } = payload;
  if (role === USER) {
    const text = textsIn(content).find(
      one => shortLine(one) !== undefined && !ADDED.test(one.slice(0, 100).trimStart()),
    );
    return text === undefined ? [] : [promptDraft(text, base, identifier(payload['id']))];
  }
  const title = textIn(content);
  return title === undefined || role !== 'assistant' ? [] : [answerDraft(title, base, identifier(payload['id']))];
}

function answerDraft(title: string, base: LineFields, key: string | undefined): Draft {
  return draftOf({ key, kind: 'codex/line:llm', title, outcome: 'ok', status: 'succeeded' }, base);
}

function promptDraft(text: string, base: LineFields, key?: string, repeats?: Draft['repeats']): Draft {
  const title = spokenLine(ownRequest(text)) ?? '';
  return draftOf(
    {
      key,
      agent: USER,
      peer: AGENT,
      kind: 'codex/line:message',
      title,
      about: title,
      outcome: 'ok',
      status: 'running',
      repeats,
    },
    base,
  );
}

/** The request of the user, without the context that an editor writes before it. */
function ownRequest(text: string): string {
  if (!text.startsWith('# Context from my IDE setup')) return text;
  const start = text.indexOf(REQUEST_HEADING);
  return start < 0 ? text : text.slice(start + REQUEST_HEADING.length);
}

const REQUEST_HEADING = '## My request for Codex:';

/** Texts that the program sends to the model in the user's name. */
const ADDED =
  /^(?:<(?:environment_context|user_instructions|turn_aborted|permissions|INSTRUCTIONS|skill>|user_shell_command|image name=|image>|\/image>)|# AGENTS\.md instructions)/;

/** The drafts of an event. Events echo items, which copies of sessions may lack; errors and tokens are in events only. */
function eventDrafts(payload: Record<string, unknown>, base: LineFields): Draft[] {
  const { type, message, text } = payload;
  switch (type) {
    case 'token_count':
      return usageDrafts(payload, base);
    case 'user_message':
      return typeof message === 'string' &&
        shortLine(message) !== undefined &&
        !ADDED.test(message.slice(0, 100).trimStart())
        ? [promptDraft(message, base, undefined, 'echo')]
        : [];
    case 'agent_message':
    case 'agent_reasoning': {
      const title = spokenLine(type === 'agent_message' ? message : text);
      if (title === undefined) return [];
      const kind = type === 'agent_message' ? 'codex/line:llm' : 'codex/line:reasoning';
      return [draftOf({ kind, title, outcome: 'ok', repeats: 'echo' }, base)];
    }
    case 'error':
      return [failureDraft(payload, base)];
    case 'turn_aborted': {
      const reason = shortLine(payload['reason']);
      const title = joinLines(': ', t`Turn aborted`, reason) as string;
      return [draftOf({ agent: PROGRAM, kind: 'codex/line:program', title, outcome: 'ok', status: 'cancelled' }, base)];
    }
    default:
      return [];
  }
}

function failureDraft(payload: Record<string, unknown>, base: LineFields): Draft {
  const title = shortLine(payload['message']) ?? shortLine(payload['codex_error_info']) ?? t`error`;
  return draftOf({ agent: PROGRAM, kind: 'codex/line:error', title, outcome: 'failed', status: 'failed' }, base);
}

function compactionDrafts(payload: Record<string, unknown>, base: LineFields): Draft[] {
  const title = joinLines(': ', t`Compacted`, spokenLine(payload['message'])) as string;
  return [draftOf({ agent: PROGRAM, kind: 'codex/line:compaction', title, outcome: 'ok' }, base)];
}

/** The drafts of an item that `codex exec --json` prints, several times while it is in progress. */
function execDrafts(item: Record<string, unknown>, base: LineFields): Draft[] {
  const key = identifier(item['id']);
  const title = spokenLine(item['text']);
  switch (item['type']) {
    case 'reasoning':
      return title === undefined
        ? []
        : [draftOf({ key, kind: 'codex/line:reasoning', title, outcome: 'ok', repeats: 'snapshot' }, base)];
    case 'agent_message':
      // The output lacks the request: the answer names the run.
      return title === undefined ? [] : [{ ...answerDraft(title, base, key), about: title, repeats: 'snapshot' }];
    case 'error':
      // The turn may continue: another event reports its end.
      return [
        draftOf(
          {
            key,
            agent: PROGRAM,
            kind: 'codex/line:error',
            title: shortLine(item['message']) ?? t`error`,
            outcome: 'failed',
          },
          base,
        ),
      ];
    default:
      return [execCallDraft(item, key, base)];
  }
}

function execCallDraft(item: Record<string, unknown>, key: string | undefined, base: LineFields): Draft {
  const tool = execTool(item);
  const about = words(item['command']) ?? shortLine(item['query']) ?? shortLine(item['prompt']);
  const { status, changes } = item;
  const isOver = item['event'] === 'item.completed' || status === 'completed' || status === 'failed';
  const code = item['exit_code'];
  const isFailed = status === 'failed' || status === 'declined' || (typeof code === 'number' && code !== 0);
  const id = key !== undefined && { id: key };
  const error = isObject(item['error']) ? shortLine(item['error']['message']) : undefined;
  const failure = error ?? (typeof code === 'number' ? t`exit code ${code}` : undefined);
  return draftOf(
    {
      key,
      kind: 'codex/line:tool',
      title: joinLines(' ', tool, about) ?? tool,
      outcome: isFailed ? 'failed' : isOver ? 'ok' : 'pending',
      failure: isFailed ? failure : undefined,
      status: 'running',
      repeats: 'snapshot',
      effects: [
        { do: 'call', ...id, tool },
        ...(isOver ? [{ do: 'result' as const, ...id, ok: !isFailed }] : []),
        ...(isFailed ? [] : writeEffects(changes, 'kind')),
      ],
    },
    base,
  );
}

/** The name of the tool that an item calls. */
export function execTool(item: Record<string, unknown>): string {
  return shortLine(item['tool']) ?? shortLine(item['type']) ?? 'tool';
}

/** The usage at the end of a turn: the total of the session so far. */
function execUsageDrafts(payload: Record<string, unknown>, base: LineFields): Draft[] {
  const effects = usageEffects(rolloutTokens(payload['usage']), undefined);
  return [
    draftOf(
      {
        kind: 'codex/line:usage',
        title: t`Tokens of the session`,
        outcome: 'ok',
        status: 'succeeded',
        effects: effects.map(asTotal),
      },
      base,
    ),
  ];
}

function asTotal(effect: Effect): Effect {
  return effect.do === 'usage' ? { ...effect, isTotal: true } : effect;
}

function callDraft(payload: Record<string, unknown>, type: string, base: LineFields): Draft {
  const id = identifier(payload['call_id']) ?? identifier(payload['id']);
  const tool = shortLine(payload['name']) ?? type.replace(/_call$/, '');
  const given = embeddedJson(payload['arguments']) ?? payload['action'];
  const input = isObject(given) ? given : {};
  const about = ABOUT.map(name => words(input[name])).find(found => found !== undefined);
  const isOpen = identifier(payload['call_id']) !== undefined;
  return draftOf(
    {
      key: id,
      ...(isOpen && { side: 'ask', pair: id }),
      kind: 'codex/line:tool',
      title: joinLines(' ', tool, about) ?? tool,
      outcome: isOpen ? 'pending' : 'ok',
      status: 'running',
      effects: [{ do: 'call', ...(id !== undefined && { id }), tool }],
    },
    base,
  );
}

const ABOUT = ['cmd', 'command', 'path', 'query', 'explanation', 'url'];

/** A command as one line; it may be a list of words. */
function words(value: unknown): string | undefined {
  return shortLine(
    Array.isArray(value)
      ? value
          .slice(0, 20)
          .filter(word => typeof word === 'string')
          .join(' ')
      : value,
  );
}

function resultDraft(payload: Record<string, unknown>, base: LineFields): Draft {
  const pair = identifier(payload['call_id']);
  const code = exitCode(payload['output']);
  const ok = code === undefined || code === 0;
  return draftOf(
    {
      side: 'answer',
      pair,
      kind: 'codex/line:tool',
      title: '',
      outcome: ok ? 'ok' : 'failed',
      failure: ok ? undefined : t`exit code ${code}`,
      effects: [{ do: 'result', ...(pair !== undefined && { id: pair }), ok }],
    },
    base,
  );
}

function exitCode(output: unknown): number | undefined {
  const read = embeddedJson(output) ?? output;
  if (isObject(read)) {
    const code = isObject(read['metadata']) ? read['metadata']['exit_code'] : read['exit_code'];
    return typeof code === 'number' ? code : undefined;
  }
  const [, code] =
    (typeof read === 'string' && /^(?:Process exited with|Exit) code:? (\d{1,5})/m.exec(read.slice(0, 2000))) || [];
  return code === undefined ? undefined : Number(code);
}

/** The usage of the previous model call. A line that only reports changed limits repeats it, with an unchanged total of the session. */
function usageDrafts(payload: Record<string, unknown>, base: LineFields): Draft[] {
  const info = isObject(payload['info']) ? payload['info'] : {};
  const { last_token_usage: last, total_token_usage: total } = info;
  const model = shortLine(info['model']);
  if (!isObject(last)) {
    const sums = usageEffects(rolloutTokens(total), undefined).map(asTotal);
    return sums.length === 0 ? [] : [usageDraft('Tokens of the session', sums, model, base)];
  }
  const call = isObject(total) ? identifier(total['total_tokens']) : undefined;
  const tokens = rolloutTokens(last);
  // After a compaction the previous line is repeated with only the size of the context: there was no call.
  if (tokens?.input === 0 && tokens.output === 0) return [];
  const effects = usageEffects(tokens, undefined, call);
  return effects.length === 0 ? [] : [usageDraft('Tokens of the model call', effects, model, base)];
}

function usageDraft(title: string, effects: Effect[], model: string | undefined, base: LineFields): Draft {
  return draftOf({ kind: 'codex/line:usage', title, model, outcome: 'ok', effects }, base);
}

/** Reads token counts, whose input includes cached tokens. */
export function rolloutTokens(usage: unknown): TokenCounts | undefined {
  if (!isObject(usage)) return undefined;
  return tokenCounts({
    total: [usage['total_tokens']],
    input: [usage['input_tokens']],
    output: [usage['output_tokens']],
    cached: [usage['cached_input_tokens']],
    reasoning: [usage['reasoning_output_tokens']],
  });
}

function textIn(content: unknown): string | undefined {
  return textsIn(content)
    .map(spokenLine)
    .find(found => found !== undefined);
}

function textsIn(content: unknown): string[] {
  if (typeof content === 'string') return [content];
  return objectsIn(content).flatMap(({ text }) => (typeof text === 'string' ? [text] : []));
}

/** The content of a line, whichever Codex program wrote it. */
export interface LineItem {
  type: string;
  payload: Record<string, unknown>;
}

/**
 * The type and content of a line. Rollouts wrap their items since September 2025; before, each item was a line of its own,
 * the session the first. `codex exec --json` prints events; an event about an item is read as the item.
 */
export function lineItem(line: Record<string, unknown>): LineItem {
  const { type, payload, item } = line;
  if (isObject(payload)) return { type: typeof type === 'string' ? type : '', payload };
  if (typeof type !== 'string') {
    return { type: line['instructions'] === undefined ? '' : 'session_meta', payload: line };
  }
  if (isObject(item)) return { type: 'exec_item', payload: { ...item, event: type } };
  return EXEC_EVENT.test(type) ? { type, payload: line } : { type: 'response_item', payload: line };
}

const EXEC_EVENT = /^(?:thread|turn|item)\.|^error$/;
