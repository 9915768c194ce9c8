import schemas from '../../generated/adk.recognition.json';
import { all, any, defineFamily } from '../defineFamily';
import { exchange } from './exchange';
import { steps } from './steps';

export default defineFamily('adk', {
  title: 'ADK',
  source: 'Sessions of the Agent Development Kit',
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
