import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { analyse } from '../../../server/src/analysis/analyse';
import type { Analysis } from '../../../server/src/model/analysis';
import type { Disk } from '../../../server/src/model/disk';
import { withRunProblems } from '../../../server/src/runs/runRules/withRunProblems';
import { analyseWithRunRules, memoryFile } from '../../kit/analyseText';
import { nearlyEnvelope } from '../../kit/arbitraries';
import { corpusFiles, corpusMissing, corpusText } from '../../kit/corpus';
import { memoryWorkspace } from '../../kit/memoryWorkspace';
import { testContext } from '../../kit/testContext';
import { CALL, STRAY, said } from './runFindingsIn';

describe('problems of runs', () => {
  describe('of large files', () => {
    const large = (id: string, size: number) =>
      `${CALL.replace('aaaaaaaaaa', id).replace('{}', `{"x": "${'word '.repeat(size / 5)}"}`)}\n`;

    test('a file above the limit has none, and no siblings are read', () => {
      const own = (size: number) => `${large('bbbbbbbbbb', size)}${CALL}\n${CALL}`;
      expect(said(analyseWithRunRules('a.jsonl', own(1e6), { files: {} }))).toEqual(['line 3 toolcall/duplicate-call']);
      const never = { list: () => expect.unreachable(), text: () => expect.unreachable(), whenLoaded: () => undefined };
      const context = { ...testContext(), workspace: { folders: ['file:///work'], disk: never } };
      const { analysis } = analyse(memoryFile('a.jsonl', own(8e6)), { ...testContext(), families: context.families });
      expect(withRunProblems(analysis, context)).toBe(analysis);
    });

    test('a file that exceeds the limit only together with its siblings has its own ones', () => {
      const files = (size: number) => ({ 'calls.jsonl': `${CALL}\n${large('bbbbbbbbbb', size)}` });
      const own = `${large('cccccccccc', 3e6)}${CALL}\n${CALL}\n${STRAY}`;
      const seen = (size: number) => said(analyseWithRunRules('a.jsonl', own, { files: files(size) }));
      const stray = 'line 4 toolcall/result-without-call';
      const duplicate = 'line 3 toolcall/duplicate-call';
      expect(seen(1e6)).toEqual([duplicate, stray]);
      // The call may be in what is left out.
      expect(seen(6e6)).toEqual([duplicate]);
    });

    test('no more siblings are read than may be judged', () => {
      const files = Object.fromEntries(Array.from({ length: 90 }, (_, at) => [`z${at}.jsonl`, ' '.repeat(1e6)]));
      const { disk, folders } = memoryWorkspace(files);
      const known = new Set<string>();
      const waiting = new Set<string>();
      const slow: Disk = {
        ...disk,
        text(uri) {
          if (known.has(uri)) return disk.text(uri);
          waiting.add(uri);
          return undefined;
        },
      };
      const context = { ...testContext(), workspace: { folders, disk: slow } };
      const { analysis } = analyse(memoryFile('a.jsonl', `${CALL}\n${CALL}`), context);
      while (withRunProblems(analysis, context) === analysis) {
        expect(waiting.size).toBeGreaterThan(0);
        for (const uri of waiting) known.add(uri);
        waiting.clear();
      }
      expect(known.size).toBeGreaterThanOrEqual(8);
      expect(known.size).toBeLessThan(20);
    });
  });
});

const AGENTS = ['vision', 'build', 'review', 'conductor'];
const EVENTS = ['plan_created', 'tool_call_start', 'tool_call_complete', 'route_decision'];

/** A run of messages, or of events, in which each says its time, and none has the time of another. */
const anyRun = fc.oneof(
  fc
    .array(
      fc.record({
        id: fc.integer({ min: 0, max: 9 }).map(id => `m${id}`),
        from: fc.constantFrom(...AGENTS),
        handoff: fc.option(
          fc.constantFrom(...AGENTS).map(nextAgent => ({ nextAgent })),
          { nil: undefined },
        ),
        applied: fc.boolean(),
      }),
      { minLength: 2, maxLength: 7 },
    )
    .map(messages =>
      messages.map(({ applied, ...message }, index) => ({
        ...message,
        to: 'conductor',
        timestamp: timeAt(index),
        context: { workflowId: 'w', project: 'p' },
        payload: {
          confidence: 1,
          ...(applied && { artifacts: [{ type: 'code', path: 'a', status: 'applied' }] }),
        },
      })),
    ),
  fc.array(fc.constantFrom(...EVENTS), { minLength: 2, maxLength: 7 }).map(events =>
    events.map((event, index) => ({
      event,
      trace_id: 't',
      timestamp: timeAt(index),
      details: { tool: 'a', call_id: String(index >> 1) },
      status: 'success',
    })),
  ),
);

function timeAt(index: number): string {
  return `2026-06-01T10:0${index}:00Z`;
}

// In a log an end stands behind its start; what stands in files of their own has no order but that of their times.
const ofPlace = (rule: string) => rule.endsWith('/tool-end-without-start');

describe('a run', () => {
  test('is the same in one log and in files of one folder', () => {
    fc.assert(
      fc.property(anyRun, fc.integer({ min: 1, max: 6 }), (steps, files) => {
        const lines = steps.map(step => JSON.stringify(step));
        const inLog = said(analyseWithRunRules('log.jsonl', lines.join('\n'))).filter(one => !ofPlace(one));
        // Dealt out to so many logs, each in the order of the run.
        const names = Array.from({ length: files }, (_, index) => `log${index}.jsonl`);
        const dealt = names.map((_, index) => lines.filter((__, at) => at % files === index));
        const texts = Object.fromEntries(names.map((name, index) => [name, (dealt[index] ?? []).join('\n')]));
        const found = names.flatMap((name, index) => {
          const { [name]: own = '', ...rest } = texts;
          return said(analyseWithRunRules(name, own, { files: rest }))
            .filter(one => !ofPlace(one))
            .map(one => one.replace(/\d+/, line => String((Number(line) - 1) * files + index + 1)));
        });
        expect(found.sort()).toEqual(inLog.sort());
      }),
    );
  });

  test('is judged after an edit as from scratch', () => {
    const anyLines = fc
      .tuple(anyRun, fc.array(nearlyEnvelope, { maxLength: 3 }))
      .map(all => all.flat().map(step => JSON.stringify(step)));
    // A line is replaced by one of another run, or removed.
    const anyEdits = fc.array(fc.tuple(fc.nat(), fc.nat(), fc.boolean()), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(anyLines, anyLines, anyEdits, (lines, others, edits) => {
        const context = testContext({ files: {} });
        const judged = (made: { analysis: Analysis }) => said(withRunProblems(made.analysis, context));
        let last = analyse(memoryFile('a.jsonl', lines.join('\n')), context);
        judged(last);
        for (const [at, other, isRemoved] of edits) {
          const replacement = isRemoved ? [] : [others[other % others.length] ?? ''];
          lines.splice(at % (lines.length + 1), 1, ...replacement);
          const edited = memoryFile('a.jsonl', lines.join('\n'));
          last = analyse(edited, context, last.cache);
          const fromScratch = withRunProblems(analyse(edited, testContext()).analysis, testContext());
          expect(judged(last)).toEqual(said(fromScratch));
        }
      }),
    );
  });
});

test.skipIf(corpusMissing)('of the real files two lines are at fault, and no other', () => {
  const found = corpusFiles()
    .filter(path => /\.jsonl?$/.test(path))
    .flatMap(path => {
      const folder = path.slice(0, path.lastIndexOf('/'));
      const beside = corpusFiles(folder).filter(one => one !== path && /\.jsonl?$/.test(one));
      const files = Object.fromEntries(beside.map(one => [one, corpusText(one)]));
      return said(analyseWithRunRules(path, corpusText(path), { files })).map(one => `${path} ${one}`);
    });
  expect(found).toEqual([
    'cuga/structured_events.jsonl line 4 agent-io/tool-end-without-start',
    'cuga/structured_events.jsonl line 8 agent-io/second-plan',
  ]);
});
