import { columnarSteps } from '../../server/src/runs/columnarSteps';
import { detectPatterns } from '../../server/src/runs/detectPatterns';
import { handoffsOf } from '../../server/src/runs/handoffs';
import type { Pattern } from '../../server/src/shared/replay';
import { type EntryFields, fileRecordOf } from '../kit/fileRecordOf';
import { indexOf, runOf } from './index/indexOf';

export function patternsIn(told: readonly Omit<EntryFields, 'title'>[]): Pattern[] {
  const steps = told.map(one => ({ title: 'work', run: 'r', ...one }));
  const run = runOf(indexOf(fileRecordOf('a.jsonl', steps)), 'r');
  const columns = columnarSteps(run, 'Nobody');
  const handoffs = handoffsOf(columns);
  return detectPatterns(handoffs, columns, node => handoffs.nodes[node]?.name ?? '?');
}

/** `a>b` is a step of a that is for b, `a>b+c` one for two; `a` a step that is for nobody. */
export function steps(text: string): Omit<EntryFields, 'title'>[] {
  return text.split(' ').map(one => {
    const [agent = '', to] = one.split('>');
    return { agent, ...(to && { effects: to.split('+').map(name => ({ do: 'handoff' as const, to: name })) }) };
  });
}
