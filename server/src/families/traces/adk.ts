import schemas from '../../generated/adk.recognition.json';
import type { Draft, Effect, Exchange, TokenCounts } from '../../model/run';
import type { Path } from '../../model/text';
import { t } from '../../shared/l10n';
import { parseInstant } from '../../text/instant';
import { isObject } from '../../text/pointer';
import { all, any, defineFamily } from '../defineFamily';
import { type DraftBase, draftOf, identifier, shortLine, spokenLine } from '../drafts/draft';
import { tokenCounts, totalAmount, usageEffects } from '../drafts/usageEffects';
import { messagePieces } from '../exchanges/chatMessages';

export default defineFamily('adk', {
  title: 'ADK',
  reference: t`Sessions of the Agent Development Kit`,
  readOnly: true,
  steps,
  exchange,
  kinds: {
    session: {
      schema: schemas.session,
      signature: {
        keys: { '/app_name': 1, '/appName': 1, '/events': 0.25, '/id': 0.25 },
        evidence: [
          {
            when: all(
              '/events/0/author',
              '/events/0/actions',
              any('/events/0/invocation_id', '/events/0/invocationId'),
              '/events/0/timestamp',
            ),
            weight: 4,
          },
        ],
        open: true,
      },
      fieldPointers: { run: ['/id'] },
    },
  },
});

/** Reads the exchange of an event, or of one of its parts: a call of a tool or its result. Never throws. */
export function exchange(value: Record<string, unknown>): Exchange | undefined {
  const { content, author } = value;
  if (!('author' in value)) {
    const pieces = messagePieces(value);
    return pieces[0]?.type === 'tool_result'
      ? { input: [], output: [{ role: 'tool', pieces }] }
      : { input: [{ role: 'assistant', pieces }], output: [] };
  }
  const written = isObject(content) && Array.isArray(content['parts']) ? content['parts'] : [];
  const pieces = messagePieces(written).filter(({ type }) => type !== 'tool_call' && type !== 'tool_result');
  const model = shortLine(value['model_version'] ?? value['modelVersion']);
  const tokens = eventTokens(value);
  const messages =
    pieces.length > 0 ? [{ role: author === 'user' ? 'user' : 'assistant', pieces, path: ['content', 'parts'] }] : [];
  if (author === 'user') return { input: messages, output: [] };
  return { input: [], output: messages, ...(model !== undefined && { model }), ...(tokens && { tokens }) };
}

type Fields = Record<string, unknown>;

/** The steps of a session: one for the words of each event, and one for each call of a tool with its result. */
export function steps(session: Fields): Draft[] {
  const run = identifier(session['id']);
  const agent = shortLine(session['app_name'] ?? session['appName']) ?? 'agent';
  const events = Array.isArray(session['events']) ? session['events'] : [];
  return events.flatMap((event, index) =>
    isObject(event) ? eventDrafts(event, { run, agent, index, isLast: index === events.length - 1 }) : [],
  );
}

interface EventPlace {
  run: string | undefined;
  agent: string;
  index: number;
  isLast: boolean;
}

function eventDrafts(event: Fields, { run, agent, index, isLast }: EventPlace): Draft[] {
  const author = shortLine(event['author']) ?? agent;
  const content = isObject(event['content']) ? event['content'] : {};
  const parts = Array.isArray(content['parts']) ? content['parts'] : [];
  const isUser = author === 'user';
  const base = { run, at: parseInstant(event['timestamp']), agent: author === 'model' ? agent : author, order: index };
  const path: Path = ['events', index];
  const failure = shortLine(
    event['error_message'] ?? event['errorMessage'] ?? event['error_code'] ?? event['errorCode'],
  );
  const effects = [...usageEffects(eventTokens(event), undefined), ...actionEffects(event['actions'])];
  const words = parts
    .map(part => (isObject(part) ? spokenLine(part['text']) : undefined))
    .find(found => found !== undefined);
  const calls = parts.flatMap((part, place) =>
    isObject(part) ? callDrafts(part, { ...base, path: [...path, 'content', 'parts', place] }) : [],
  );
  const status = isLast && !isUser ? (failure === undefined ? 'succeeded' : 'failed') : undefined;
  if (words === undefined && failure === undefined && calls.length > 0) {
    const [first, ...others] = calls;
    return first
      ? [{ ...first, effects: [...(first.effects ?? []), ...effects], ...(status && { status }) }, ...others]
      : [];
  }
  const said = draftOf(
    {
      key: identifier(event['id']),
      peer: isUser ? agent : undefined,
      model: shortLine(event['model_version'] ?? event['modelVersion']),
      kind: isUser ? 'adk/session:message' : words === undefined ? 'adk/session:state' : 'adk/session:llm',
      title: words ?? failure ?? t`state`,
      outcome: failure === undefined ? 'ok' : 'failed',
      failure,
      status,
      about: isUser ? words : undefined,
      path,
      effects,
    },
    base,
  );
  return [said, ...calls];
}

/** The effects of an event's actions: another agent takes over. */
function actionEffects(actions: unknown): Effect[] {
  const to = isObject(actions) ? shortLine(actions['transfer_to_agent'] ?? actions['transferToAgent']) : undefined;
  return to === undefined ? [] : [{ do: 'handoff', to }];
}

type CallBase = Pick<DraftBase, 'run' | 'at' | 'agent' | 'order' | 'path'>;

function callDrafts(part: Fields, base: CallBase): Draft[] {
  const call = part['function_call'] ?? part['functionCall'];
  const response = part['function_response'] ?? part['functionResponse'];
  const found = isObject(call) ? call : isObject(response) ? response : undefined;
  if (!found) return [];
  const tool = shortLine(found['name']) ?? 'tool';
  const id = identifier(found['id']);
  const named = { ...(id !== undefined && { id }), tool };
  const kind = 'adk/session:tool';
  const pair = id ?? tool;
  if (found === call) {
    return [
      draftOf(
        { key: id, side: 'ask', pair, kind, title: tool, outcome: 'pending', effects: [{ do: 'call', ...named }] },
        base,
      ),
    ];
  }
  const result = isObject(found['response']) ? found['response'] : {};
  const error = shortLine(result['error']);
  const ok = error === undefined;
  return [
    draftOf(
      {
        side: 'answer',
        pair,
        kind,
        title: '',
        outcome: ok ? 'ok' : 'failed',
        failure: error,
        effects: [{ do: 'result', ...named, ok }],
      },
      base,
    ),
  ];
}

/** The tokens of an event. Gemini counts thoughts apart from candidates; the output here includes both. */
export function eventTokens(event: Record<string, unknown>): TokenCounts | undefined {
  const usage = event['usage_metadata'] ?? event['usageMetadata'];
  if (!isObject(usage)) return undefined;
  const at = (snake: string, camel: string) => usage[snake] ?? usage[camel];
  const thoughts = at('thoughts_token_count', 'thoughtsTokenCount');
  return tokenCounts({
    total: [at('total_token_count', 'totalTokenCount')],
    input: [at('prompt_token_count', 'promptTokenCount')],
    output: [totalAmount([], [at('candidates_token_count', 'candidatesTokenCount'), thoughts])],
    cached: [at('cached_content_token_count', 'cachedContentTokenCount')],
    reasoning: [thoughts],
  });
}
