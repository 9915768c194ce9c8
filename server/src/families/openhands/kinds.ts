import schemas from '../../generated/openhands.recognition.json';
import { all, any, defineFamily } from '../defineFamily';
import { exchange } from './exchange';
import { steps } from './steps';

export default defineFamily('openhands', {
  title: 'OpenHands',
  source: 'Events of conversations with OpenHands',
  readOnly: true,
  steps,
  exchange,
  kinds: {
    event: {
      schema: schemas.event,
      signature: {
        keys: {
          '/source': 0.5,
          '/observation': 0.5,
          '/extras': 0.5,
          '/tool_call_metadata': 1,
          '/cause': 0.5,
          '/args': 0.25,
        },
        evidence: [
          {
            when: all(
              { at: '/source', is: ['user', 'agent', 'environment'] },
              { at: '/id', type: 'number' },
              '/timestamp',
              any(
                all('/action', { at: '/args', type: 'object' }),
                all('/observation', { at: '/extras', type: 'object' }),
              ),
            ),
            weight: 4,
          },
        ],
        open: true,
      },
      fieldPointers: { id: ['/id'], at: ['/timestamp'] },
    },
  },
});
