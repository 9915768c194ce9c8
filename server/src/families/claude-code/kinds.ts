import schemas from '../../generated/claude-code.recognition.json';
import type { Condition } from '../../model/kind';
import { all, any, atLeast, defineFamily, none } from '../defineFamily';
import { exchange } from './exchange';
import { steps } from './steps';

const SESSION = any('/sessionId', '/session_id');
const BLOCKS: Condition = { at: '/message/content', some: { at: '/type', type: 'string' } };
/** A line with a message. Those who copy sessions often leave out its role: the type of the line says the same. */
const SAID = all(
  { at: '/type', is: ['user', 'assistant'] },
  any(
    all({ at: '/message/role', is: ['user', 'assistant'] }, '/message/content'),
    all(none('/message/role'), any({ at: '/message/content', type: 'string' }, BLOCKS)),
  ),
);

export default defineFamily('claude-code', {
  title: 'Claude Code',
  source: 'Session logs of Claude Code',
  readOnly: true,
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
          // Exported and printed lines have no `uuid`, but the answer of the provider.
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
          // What `--output-format stream-json` prints around the messages.
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
          // Lines beside the messages: only among others of the session.
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
