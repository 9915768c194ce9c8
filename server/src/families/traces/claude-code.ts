import schemas from '../../generated/claude-code.recognition.json';
import type { Condition } from '../../model/kind';
import type { Exchange, ExchangeMessage } from '../../model/run';
import type { Path } from '../../model/text';
import { isObject } from '../../text/pointer';
import { all, any, atLeast, defineFamily, none } from '../defineFamily';
import { shortLine } from '../drafts/draft';
import { chatMessages } from '../exchanges/chatMessages';
import { lineTokens, modelTokens, queuedPrompt, steps } from './claudeCodeSteps';
import { saidWords } from './saidWords';

const SESSION = any('/sessionId', '/session_id');
const BLOCKS: Condition = { at: '/message/content', some: { at: '/type', type: 'string' } };
/** A line with a message. Copies of sessions often lack the role of the message: the type of the line says the same. */
const SAID = all(
  { at: '/type', is: ['user', 'assistant'] },
  any(
    all({ at: '/message/role', is: ['user', 'assistant'] }, '/message/content'),
    all(none('/message/role'), any({ at: '/message/content', type: 'string' }, BLOCKS)),
  ),
);

export default defineFamily('claude-code', {
  title: 'Claude Code',
  reference: 'Session logs of Claude Code',
  readOnly: true,
  hasOwnTools: true,
  isOpenEnded: true,
  steps,
  exchange,
  kinds: {
    line: {
      schema: schemas.line,
      signature: {
        keys: { '/isSidechain': 1, '/parentUuid': 0.5, '/sessionId': 0.5, '/uuid': 0.5 },
        evidence: [
          {
            when: atLeast(
              4,
              '/sessionId',
              '/uuid',
              { at: '/isSidechain', type: 'boolean' },
              { at: '/type', is: ['user', 'assistant'] },
              '/message/role',
              '/message/content',
            ),
            weight: 4,
          },
          // Exported and printed lines have no `uuid`, but have the provider's response.
          {
            when: all(
              { at: '/type', is: ['assistant'] },
              none({ at: '/message/role', is: ['user'] }),
              { at: '/message/content', type: 'array' },
              any(
                all('/message/usage', '/message/model'),
                all('/message/id', { at: '/message/type', is: ['message'] }),
              ),
            ),
            weight: 4,
          },
          {
            when: all(SAID, any(SESSION, '/uuid', '/cwd', all('/timestamp', any('/message/role', BLOCKS)))),
            weight: 2,
          },
          {
            when: all(
              { at: '/type', is: ['user', 'assistant'] },
              '/message/role',
              '/message/content',
              SESSION,
              any('/timestamp', '/parent_tool_use_id'),
            ),
            weight: 2,
          },
          {
            when: all(SAID, {
              at: '/message/content',
              some: any(
                all({ at: '/type', is: ['tool_use'] }, '/id', '/name'),
                all({ at: '/type', is: ['tool_result'] }, '/tool_use_id'),
              ),
            }),
            weight: 4,
          },
          { when: SAID, weight: 2, onlyBeside: true },
          // The lines that `--output-format stream-json` prints around the messages.
          {
            when: all(
              { at: '/type', is: ['system'] },
              { at: '/subtype', is: ['init'] },
              '/session_id',
              any('/tools', '/model'),
            ),
            weight: 4,
          },
          {
            when: all(
              { at: '/type', is: ['result'] },
              '/subtype',
              '/session_id',
              any('/total_cost_usd', '/num_turns', '/duration_ms'),
            ),
            weight: 4,
          },
          // Lines without a message: recognised only among other lines of the session.
          {
            when: all(
              { at: '/type', is: ['attachment'] },
              { at: '/attachment/type', is: ['queued_command'] },
              '/attachment/prompt',
            ),
            weight: 2,
            onlyBeside: true,
          },
          {
            when: all({ at: '/type', is: ['queue-operation'] }, '/operation', '/sessionId'),
            weight: 2,
            onlyBeside: true,
          },
          {
            when: any(
              all({ at: '/type', is: ['summary'] }, { at: '/summary', type: 'string' }, '/leafUuid'),
              all({ at: '/type', is: ['custom-title'] }, '/customTitle', '/sessionId'),
              all({ at: '/type', is: ['ai-title'] }, '/aiTitle', '/sessionId'),
            ),
            weight: 2,
            onlyBeside: true,
          },
        ],
        open: true,
      },
      fieldPointers: { id: ['/uuid'], run: ['/sessionId', '/session_id'], at: ['/timestamp'] },
    },
  },
});

/** Reads the exchange of a line, or of one of its blocks. Never throws. */
export function exchange(value: Record<string, unknown>): Exchange | undefined {
  const { message, type } = value;
  if (type === 'result') return endExchange(value);
  const queued = queuedPrompt(value);
  if (queued)
    return { input: userMessages(queued.prompt, ['attachment' in value ? 'attachment' : 'content']), output: [] };
  if (!isObject(message)) {
    // A block: a call or its result.
    const output = chatMessages([value], type === 'tool_use' ? 'assistant' : 'tool');
    return type === 'tool_use' ? { input: output, output: [] } : { input: [], output };
  }
  const { content, model, stop_reason: reason } = message;
  if (type !== 'assistant') return { input: userMessages(content, ['message', 'content']), output: [] };
  const said = Array.isArray(content)
    ? content.filter(block => isObject(block) && block['type'] !== 'tool_use')
    : content;
  const messages = chatMessages({ role: 'assistant', content: said }, 'assistant').map(one => ({
    ...one,
    path: ['message', 'content'],
  }));
  const name = shortLine(model);
  const tokens = lineTokens(message);
  return {
    input: [],
    output: messages,
    ...(name !== undefined && { model: name }),
    ...(tokens && { tokens }),
    ...(typeof reason === 'string' && { finishReason: reason }),
  };
}

/** The user's messages, with commands as they were typed; without results of tools, which are steps of their own. */
function userMessages(content: unknown, path: Path): ExchangeMessage[] {
  const blocks = Array.isArray(content)
    ? content.filter(block => isObject(block) && block['type'] !== 'tool_result')
    : content;
  const [words] = saidWords(blocks);
  return chatMessages({ role: 'user', content: words?.isCommand ? words.text : blocks }, 'user').map(one => ({
    ...one,
    path,
  }));
}

function endExchange(line: Record<string, unknown>): Exchange {
  const tokens = modelTokens(line);
  const cost = line['total_cost_usd'];
  const reason = line['stop_reason'] ?? line['subtype'];
  return {
    input: [],
    output: chatMessages(line['result'], 'assistant').map(one => ({ ...one, path: ['result'] })),
    ...(tokens && { tokens }),
    ...(typeof cost === 'number' && cost > 0 && { cost }),
    ...(typeof reason === 'string' && { finishReason: reason }),
  };
}
