import schemas from '../../generated/codex.recognition.json';
import { all, any, defineFamily } from '../defineFamily';
import { exchange } from './exchange';
import { steps } from './steps';

export default defineFamily('codex', {
  title: 'Codex',
  source: 'Rollouts of Codex',
  readOnly: true,
  isOpenEnded: true,
  steps,
  exchange,
  kinds: {
    line: {
      schema: schemas.line,
      signature: {
        keys: { '/timestamp': 0.5, '/type': 0.5, '/payload': 0.5 },
        evidence: [
          {
            when: all(
              { at: '/payload', type: 'object' },
              { at: '/type', is: ['session_meta', 'turn_context', 'response_item', 'event_msg', 'compacted'] },
              any('/payload/type', '/payload/id', '/payload/model', '/payload/cwd', '/payload/message'),
            ),
            weight: 4,
          },
          { when: { at: '/type', is: ['session_meta', 'response_item'] }, weight: 1.5 },
          { when: all('/payload/type', any('/payload/role', '/payload/call_id')), weight: 1.5 },
          // Rollouts until August 2025: the session, then items without a wrapper, which count only beside it.
          {
            when: all(
              { at: '/id', type: 'string' },
              { at: '/timestamp', type: 'string' },
              '/instructions',
              any({ at: '/git', type: 'object' }, { at: '/instructions', type: 'null' }),
            ),
            weight: 3.5,
          },
          {
            when: any(
              all(
                { at: '/type', is: ['message'] },
                { at: '/role', is: ['user', 'assistant', 'developer', 'system'] },
                { at: '/content', some: { at: '/type', is: ['input_text', 'output_text'] } },
              ),
              all({ at: '/type', is: ['reasoning'] }, { at: '/summary', type: 'array' }),
              all({ at: '/type', is: ['function_call', 'custom_tool_call'] }, '/name', '/call_id'),
              all({ at: '/type', is: ['local_shell_call'] }, '/action'),
              all({ at: '/type', is: ['function_call_output', 'custom_tool_call_output'] }, '/call_id', '/output'),
            ),
            weight: 2,
            onlyBeside: true,
          },
          // What `codex exec --json` prints.
          { when: all({ at: '/type', is: ['thread.started'] }, { at: '/thread_id', type: 'string' }), weight: 4 },
          {
            when: all(
              { at: '/type', is: ['item.started', 'item.updated', 'item.completed'] },
              { at: '/item/id', startsWith: 'item_' },
              {
                at: '/item/type',
                is: [
                  ...['agent_message', 'reasoning', 'command_execution', 'file_change', 'mcp_tool_call', 'web_search'],
                  ...['todo_list', 'error'],
                ],
              },
            ),
            weight: 4,
          },
          {
            when: any(
              all({ at: '/type', is: ['turn.completed'] }, '/usage/input_tokens'),
              all({ at: '/type', is: ['turn.failed'] }, '/error/message'),
              all({ at: '/type', is: ['error'] }, { at: '/message', type: 'string' }),
            ),
            weight: 2,
            onlyBeside: true,
          },
        ],
        open: true,
      },
      fieldPointers: { run: ['/payload/session_id', '/thread_id'], at: ['/timestamp'] },
    },
  },
});
