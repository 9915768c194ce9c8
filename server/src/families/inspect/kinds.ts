import schemas from '../../generated/inspect.recognition.json';
import type { Condition } from '../../model/kind';
import { all, any, defineFamily } from '../defineFamily';
import { exchange } from './exchange';
import { steps } from './steps';

export default defineFamily('inspect', {
  title: 'Inspect',
  source: 'Logs of evaluations with Inspect',
  readOnly: true,
  steps,
  exchange,
  kinds: {
    log: {
      schema: schemas.log,
      signature: {
        keys: { '/eval': 0.25, '/plan': 0.25, '/stats': 0.25, '/samples': 0.25 },
        evidence: [
          {
            when: any(
              all('/eval/task', '/eval/dataset', '/eval/model', any('/eval/eval_id', '/eval/run_id')),
              hasEvents('/samples/0'),
            ),
            weight: 4,
          },
        ],
        open: true,
      },
      fieldPointers: { run: ['/eval/eval_id', '/eval/run_id'] },
    },
    sample: {
      schema: schemas.sample,
      signature: {
        keys: { '/epoch': 0.25, '/target': 0.25, '/events': 0.5, '/scores': 0.25 },
        evidence: [
          {
            when: any(
              hasEvents(''),
              all('/epoch', '/target', '/messages', any('/model_usage', '/output/choices', '/attachments')),
            ),
            weight: 4,
          },
        ],
        open: true,
      },
      fieldPointers: { run: ['/uuid'] },
    },
  },
});

/** A sample at a position with events; older versions write none of the last two pointers but in the first event. */
function hasEvents(at: string): Condition {
  const first = `${at}/events/0`;
  return all(
    { at: `${first}/event`, type: 'string' },
    `${first}/timestamp`,
    any(`${first}/working_start`, `${first}/span_id`, `${first}/state/messages`, all(`${first}/action`, `${at}/epoch`)),
  );
}
