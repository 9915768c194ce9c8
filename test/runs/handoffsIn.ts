import { type Handoffs, handoffsOf } from '../../server/src/runs/handoffs';
import { runColumns } from '../../server/src/runs/runColumns';
import { recordOf, type Told } from '../kit/records';
import { indexOf, runOf } from './indexOf';

export const SECOND = 1_000_000_000n;

export function handoffsIn(told: readonly Omit<Told, 'title'>[]): Handoffs {
  const steps = told.map(one => ({ title: 'work', run: 'r', ...one }));
  const run = runOf(indexOf(recordOf('a.jsonl', steps)), 'r');
  return handoffsOf(run, runColumns(run, 'Nobody'));
}
