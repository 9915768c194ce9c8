import schemas from '../../generated/claude-code.recognition.json';
import { atLeast, defineFamily } from '../defineFamily';
import { exchange } from './exchange';
import { steps } from './steps';

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
        ],
        open: true,
      },
      fieldPointers: { id: ['/uuid'], run: ['/sessionId'], at: ['/timestamp'] },
    },
  },
});
