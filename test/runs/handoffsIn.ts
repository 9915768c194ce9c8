import { columnarSteps } from '../../server/src/runs/columnarSteps';
import { type Handoffs, handoffsOf } from '../../server/src/runs/handoffs';
import { type EntryFields, fileRecordOf } from '../kit/fileRecordOf';
import { indexOf, runOf } from './index/indexOf';

export const SECOND = 1_000_000_000n;

export function handoffsIn(told: readonly Omit<EntryFields, 'title'>[]): Handoffs {
  const steps = told.map(one => ({ title: 'work', run: 'r', ...one }));
  const run = runOf(indexOf(fileRecordOf('a.jsonl', steps)), 'r');
  return handoffsOf(columnarSteps(run, 'Nobody'));
}
