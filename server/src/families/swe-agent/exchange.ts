import type { Exchange } from '../../model/exchange';
import { objectsIn } from '../drafts/draft';
import { chatMessages } from '../exchanges/chatMessages';
import { conversation } from '../exchanges/spanExchange';
import { commandName } from './commandName';
import { messageResponse } from './messageResponse';

/** Reads what was said in a whole trajectory, in an entry of it, or in a message, and a command with its output. Never throws. */
export function exchange(value: Record<string, unknown>, kind: string): Exchange | undefined {
  const { history, messages, action, command, role } = value;
  const [, word] = kind.split(':');
  if (word === undefined) return history ? conversation(history, ['history']) : conversation(messages, ['messages']);
  if (action !== undefined) return entryExchange(value);
  if (command !== undefined) return { input: commandMessage({ ...value, name: 'bash' }, ''), output: [] };
  if (word === 'tool') {
    return { input: [], output: chatMessages(role === 'user' ? { ...value, role: 'tool' } : value, 'tool') };
  }
  const said = chatMessages(value, 'assistant');
  return word === 'llm' ? { input: [], output: said, ...messageResponse(value) } : { input: said, output: [] };
}

/** A response with its command, and what was observed. */
function entryExchange({ query, action, observation, thought, response }: Record<string, unknown>): Exchange {
  const name = commandName(action);
  const asked = objectsIn(query).filter(({ role }) => role !== undefined);
  return {
    input: chatMessages(asked, 'user').map(one => ({ ...one, path: ['query'] })),
    output:
      name === undefined
        ? chatMessages({ role: 'assistant', content: response ?? thought }, 'assistant')
        : [
            ...commandMessage({ name, command: action }, thought ?? response),
            ...chatMessages({ role: 'tool', content: observation ?? '' }, 'tool'),
          ],
  };
}

/** A message that calls a tool with a command. */
function commandMessage({ command, ...call }: Record<string, unknown>, content: unknown): Exchange['input'] {
  return chatMessages({ role: 'assistant', content, tool_calls: [{ ...call, arguments: { command } }] }, 'assistant');
}
