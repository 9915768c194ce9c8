import schemas from '../../generated/langsmith.recognition.json';
import type { Condition } from '../../model/kind';
import { all, any, defineFamily } from '../defineFamily';
import { exchange, steps } from './steps';

/** A run without its place in the trace, as older versions write it. */
const isRun = all(
  { at: '/run_type', is: ['llm', 'chain', 'tool', 'retriever', 'prompt', 'embedding', 'parser'] },
  '/start_time',
  any('/parent_run_id', '/child_runs', '/session_id', '/session_name', all('/trace_id', '/extra')),
  any('/inputs', '/outputs', '/error'),
);

export default defineFamily('langsmith', {
  title: 'LangSmith',
  source: 'Runs as LangSmith exports them and as its SDKs post them',
  readOnly: true,
  steps,
  exchange,
  kinds: {
    run: {
      schema: schemas.run,
      signature: {
        keys: {
          '/dotted_order': 1,
          '/parent_run_id': 0.5,
          '/child_runs': 0.5,
          '/session_name': 0.5,
          '/session_id': 0.25,
          '/trace_id': 0.25,
          '/post': 0,
          '/patch': 0,
          '/runs': 0,
        },
        evidence: [{ when: any(isRun, ...['', '/post/0', '/patch/0', '/runs/0'].map(isPlaced)), weight: 4 }],
        open: true,
      },
      fieldPointers: { run: ['/trace_id'], at: ['/start_time'] },
    },
  },
});

/** A run or its update at a position, with its place in the trace. */
function isPlaced(at: string): Condition {
  return all(
    any(`${at}/dotted_order`, all(`${at}/run_type`, `${at}/parent_run_id`)),
    any(`${at}/trace_id`, `${at}/id`),
    any(`${at}/end_time`, `${at}/outputs`, `${at}/inputs`),
  );
}
