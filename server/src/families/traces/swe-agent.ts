import schemas from '../../generated/swe-agent.recognition.json';
import type { Exchange } from '../../model/run';
import { all, any, defineFamily } from '../defineFamily';
import { objectsIn } from '../drafts/draft';
import { chatMessages } from '../exchanges/chatMessages';
import { conversation } from '../exchanges/spanExchange';
import { commandName, messageResponse, steps } from './sweAgentSteps';

export default defineFamily('swe-agent', {
  title: 'SWE-agent',
  source: 'Trajectories of SWE-agent and mini-SWE-agent',
  readOnly: true,
  steps,
  exchange,
  kinds: {
    trajectory: {
      schema: schemas.trajectory,
      signature: {
        keys: {
          '/trajectory': 0.25,
          '/history': 0.25,
          '/info': 0.25,
          '/replay_config': 0.25,
          '/trajectory_format': 0.5,
        },
        evidence: [
          {
            when: any(
              { at: '/trajectory_format', startsWith: 'mini-swe-agent' },
              all(
                '/trajectory/0/action',
                '/trajectory/0/observation',
                any('/trajectory/0/thought', '/trajectory/0/response'),
                any('/history/0/role', '/info/exit_status', '/info/model_stats'),
              ),
              all(
                '/info/model_stats',
                any('/history/0/role', all('/messages', any('/info/config', '/info/submission'))),
              ),
            ),
            weight: 4,
          },
        ],
        open: true,
      },
      fieldPointers: {},
    },
    message: {
      schema: schemas.message,
      signature: {
        keys: { '/role': 0, '/content': 0 },
        evidence: [
          {
            // What a command printed, as its templates write it.
            when: all({ at: '/role', is: ['user'] }, { at: '/content', startsWith: '<returncode>' }),
            weight: 4,
          },
          {
            when: all({ at: '/role', is: ['system', 'user', 'assistant'] }, { at: '/content', type: 'string' }),
            weight: 2,
            onlyBeside: true,
          },
        ],
        open: true,
      },
      fieldPointers: { text: ['/content'] },
    },
  },
});

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
