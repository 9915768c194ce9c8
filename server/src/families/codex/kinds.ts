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
              { at: '/type', is: ['session_meta', 'turn_context', 'response_item', 'event_msg'] },
              any('/payload/type', '/payload/id', '/payload/model', '/payload/cwd'),
            ),
            weight: 4,
          },
          { when: { at: '/type', is: ['session_meta', 'response_item'] }, weight: 1.5 },
          { when: all('/payload/type', any('/payload/role', '/payload/call_id')), weight: 1.5 },
        ],
        open: true,
      },
      fieldPointers: { run: ['/payload/session_id'], at: ['/timestamp'] },
    },
  },
});
