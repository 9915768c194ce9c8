import schemas from '../../generated/langsmith.recognition.json';
import type { Condition } from '../../model/kind';
import { all, any, atLeast, defineFamily } from '../defineFamily';
import { exchange } from './exchange';
import { steps } from './steps';

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
        evidence: [
          { when: any(...['', '/post/0', '/runs/0'].map(isRun), ...['', '/patch/0'].map(isUpdate)), weight: 4 },
        ],
        open: true,
      },
      fieldPointers: { run: ['/trace_id'], at: ['/start_time'] },
    },
  },
});

/** A run at a place, with two of what tells it from a run of another program. */
function isRun(at: string): Condition {
  const marks = ['dotted_order', 'trace_id', 'parent_run_id', 'session_id', 'session_name', 'extra', 'tags'];
  return all(
    { at: `${at}/run_type`, is: ['llm', 'chain', 'tool', 'retriever', 'prompt', 'embedding', 'parser'] },
    `${at}/start_time`,
    atLeast(2, ...marks.map(key => `${at}/${key}`)),
    any(`${at}/inputs`, `${at}/outputs`, `${at}/error`, `${at}/status`),
  );
}

/** A patch at a place: its place in the trace, and what came out. */
function isUpdate(at: string): Condition {
  return all(`${at}/dotted_order`, any(`${at}/trace_id`, `${at}/id`), any(`${at}/end_time`, `${at}/outputs`));
}
