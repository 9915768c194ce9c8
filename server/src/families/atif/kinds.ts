import schemas from '../../generated/atif.recognition.json';
import { any, defineFamily } from '../defineFamily';
import { exchange } from './exchange';
import { steps } from './steps';

export default defineFamily('atif', {
  title: 'ATIF',
  source: 'Agent Trajectory Interchange Format, version 1',
  readOnly: true,
  steps,
  exchange,
  kinds: {
    trajectory: {
      schema: schemas.trajectory,
      signature: {
        keys: { '/schema_version': 0.5, '/session_id': 0.5, '/agent': 0.25, '/steps': 0.25 },
        evidence: [
          { when: { at: '/schema_version', startsWith: 'ATIF-v1' }, weight: 4 },
          {
            when: {
              all: [
                '/session_id',
                '/agent/name',
                '/steps/0/step_id',
                { at: '/steps/0/source', is: ['user', 'agent', 'system'] },
                any('/steps/0/message', '/steps/0/tool_calls'),
              ],
            },
            weight: 4,
          },
        ],
        open: true,
      },
      fieldPointers: { run: ['/session_id'], agent: ['/agent/name'] },
    },
  },
});
