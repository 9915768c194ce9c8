import type { Draft } from '../../model/run';
import { embeddedJson } from '../../text/json/embeddedJson';
import { isObject } from '../../text/pointer';
import { parseInstant } from '../../text/time/instant';
import { type DraftBase, draftOf, identifier, joinLines, objectsIn, shortLine } from '../drafts/draft';
import { tokenCounts, usageEffects } from '../drafts/usageEffects';

/**
 * The step of a line. The first line names the session; the others belong to it because they are in its file. Lines that repeat what another
 * one says, or that the program writes for the model, have none.
 */
export function steps(line: Record<string, unknown>): Draft[] {
  const payload = isObject(line['payload']) ? line['payload'] : {};
  const base: LineFields = { at: parseInstant(line['timestamp']), agent: AGENT };
  switch (line['type']) {
    case 'session_meta':
      return [sessionDraft(payload, base)];
    case 'turn_context':
      return [turnDraft(payload, base)];
    case 'response_item':
      return itemDrafts(payload, base);
    default:
      return payload['type'] === 'token_count' ? usageDrafts(payload, base) : [];
  }
}

type LineFields = Pick<DraftBase, 'at' | 'agent'>;

const AGENT = 'codex';
const USER = 'user';

function sessionDraft(payload: Record<string, unknown>, base: LineFields): Draft {
  const program = joinLines(' ', shortLine(payload['originator']) ?? 'Codex', shortLine(payload['cli_version']));
  return draftOf(
    {
      run: identifier(payload['id']) ?? identifier(payload['session_id']),
      opensRun: true,
      kind: 'codex/line:session',
      title: joinLines(' in ', program, shortLine(payload['cwd'])) ?? 'session',
      outcome: 'ok',
    },
    base,
  );
}

function turnDraft(payload: Record<string, unknown>, base: LineFields): Draft {
  const model = shortLine(payload['model']);
  return draftOf(
    {
      model,
      kind: 'codex/line:turn',
      title: joinLines(', ', joinLines(' ', 'Turn with', model), approval(payload['approval_policy'])) ?? 'Turn',
      outcome: 'ok',
    },
    base,
  );
}

function approval(policy: unknown): string | undefined {
  const words = shortLine(policy);
  return words === undefined ? undefined : `approval ${words}`;
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
  const title = textIn(content);
  if (title === undefined || (role !== USER && role !== 'assistant') || (role === USER && ADDED.test(title))) return [];
  const isUser = role === USER;
  return [
    draftOf(
      {
        key: identifier(payload['id']),
        ...(isUser && { agent: USER, peer: AGENT, about: title }),
        kind: isUser ? 'codex/line:message' : 'codex/line:llm',
        title,
        outcome: 'ok',
        status: isUser ? 'running' : 'succeeded',
      },
      base,
    ),
  ];
}

/** What the program tells the model as if the user said it. */
const ADDED = /^<(?:environment_context|user_instructions|turn_aborted|permissions)/;

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

/** A command may be a list of its words. */
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
      failure: ok ? undefined : `exit code ${code}`,
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

/** The tokens of the model call before. The line is repeated when only limits change: the sum of the session is the same then. */
function usageDrafts(payload: Record<string, unknown>, base: LineFields): Draft[] {
  const info = isObject(payload['info']) ? payload['info'] : {};
  const last = isObject(info['last_token_usage']) ? info['last_token_usage'] : undefined;
  const total = isObject(info['total_token_usage']) ? info['total_token_usage'] : {};
  if (!last) return [];
  const counts = tokenCounts({
    total: [last['total_tokens']],
    input: [last['input_tokens']],
    output: [last['output_tokens']],
    cached: [last['cached_input_tokens']],
    reasoning: [last['reasoning_output_tokens']],
  });
  const call = identifier(total['total_tokens']);
  const effects = usageEffects(counts, undefined, call);
  return effects.length === 0
    ? []
    : [draftOf({ kind: 'codex/line:usage', title: 'Tokens of the model call', outcome: 'ok', effects }, base)];
}

function textIn(content: unknown): string | undefined {
  if (typeof content === 'string') return shortLine(content);
  return objectsIn(content)
    .map(({ text }) => shortLine(text))
    .find(found => found !== undefined);
}
