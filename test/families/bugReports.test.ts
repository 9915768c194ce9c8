// Public reports of bugs in readers of traces and logs, rebuilt as small inputs: each is read right.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Effect, Step } from '../../server/src/model/run';
import type { IndexedRun } from '../../server/src/runs/assembly/indexedRun';
import { formatInstant } from '../../server/src/text/parseTime';
import { projectRoot } from '../kit/corpus';
import { indexFiles } from '../kit/indexFiles';

interface ReportCase {
  /** The report, `owner/name#number` at github.com. */
  report: string;
  about: string;
  /** By path: a text, a value, or for a log the values or texts of its lines. */
  files: Record<string, unknown>;
  /** What must be found in each run, by their starts. */
  runs?: object[];
  /** What must be found in all runs together. */
  total?: object;
}

function textOf(path: string, content: unknown): string {
  if (typeof content === 'string') return content;
  if (!path.endsWith('.jsonl')) return JSON.stringify(content);
  return (content as unknown[]).map(line => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`).join('');
}

function sumOf(steps: readonly Step[], name: 'tokens' | 'input' | 'output' | 'cached' | 'written' | 'cost'): number {
  const used = steps
    .flatMap(({ effects }) => effects)
    .filter((effect): effect is Effect & { do: 'usage' } => effect.do === 'usage');
  return Number(used.reduce((sum, effect) => sum + (effect[name] ?? 0), 0).toPrecision(12));
}

function figuresOf(steps: readonly Step[]) {
  const sum = (name: Parameters<typeof sumOf>[1]) => sumOf(steps, name);
  return {
    ...{ tokens: sum('tokens'), input: sum('input'), output: sum('output') },
    ...{ cached: sum('cached'), written: sum('written'), cost: sum('cost') },
  };
}

function stepsOf(run: IndexedRun): Step[] {
  return Array.from({ length: run.summary.steps }, (_, index) => run.step(index));
}

function foundIn(run: IndexedRun) {
  const steps = stepsOf(run);
  const { id, status, startedAt, endedAt, conversation, unknown } = run.summary;
  return {
    ...{ id, status, conversation, unknown, steps: steps.length, ...figuresOf(steps) },
    startedAt: startedAt && formatInstant(startedAt),
    took: String((endedAt ?? 0n) - (startedAt ?? 0n)),
    titles: steps.map(({ title }) => title),
    roots: steps.flatMap(({ title, parent }) => (parent === undefined ? [title] : [])),
    tools: steps.flatMap(({ effects }) => effects.flatMap(effect => (effect.do === 'call' ? [effect.tool] : []))),
    outcomes: steps.map(({ outcome }) => outcome),
    starts: steps.map(({ at }) => (at === undefined || startedAt === undefined ? null : String(at - startedAt))),
    durations: steps.map(({ duration }) => duration?.toString() ?? null),
  };
}

describe.each(['usage', 'time', 'structure', 'files'])('reports about %s', name => {
  const path = join(projectRoot, 'test/families/reports', `${name}.json`);
  const cases = JSON.parse(readFileSync(path, 'utf8')) as ReportCase[];

  test.each(cases.map(one => [one.report, one.about, one] as const))(
    '%s: %s',
    (_report, _about, { files, runs, total }) => {
      const index = indexFiles(
        Object.fromEntries(Object.entries(files).map(([at, content]) => [at, textOf(at, content)])),
      );
      const found = index
        .runs()
        .toSorted((one, other) => Number((one.startedAt ?? 0n) - (other.startedAt ?? 0n)))
        .flatMap(({ key }) => index.run(key) ?? []);
      if (runs) expect(found.map(foundIn)).toMatchObject(runs);
      if (total) expect(figuresOf(found.flatMap(stepsOf))).toMatchObject(total);
      expect(runs ?? total).toBeDefined();
    },
  );
});
