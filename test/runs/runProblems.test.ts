import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { analyse } from '../../server/src/analysis/analyse';
import { families } from '../../server/src/families';
import type { Analysis } from '../../server/src/model/analysis';
import type { Disk } from '../../server/src/model/disk';
import type { Severity } from '../../server/src/model/rule';
import { withRunProblems } from '../../server/src/runs/runProblems';
import { analysed, analysedInRun, fileOf, problemsIn } from '../kit/analysed';
import { nearlyEnvelope } from '../kit/arbitraries';
import { contextOf } from '../kit/context';
import { corpusFiles, corpusMissing, corpusText } from '../kit/corpus';
import { memoryWorkspace } from '../kit/memoryWorkspace';

const ids = new Set(families.flatMap(({ runRules }) => runRules.map(({ id }) => id)));

/** What the rules over runs say: of which part, and what. */
function said(analysis: Analysis): string[] {
  return problemsIn(analysis)
    .filter(({ rule }) => ids.has(rule))
    .map(({ part, rule }) => `${part.id} ${rule}`);
}

const CALL = '{"call_id": "t_aaaaaaaaaa", "agent": "x", "tool": "y", "args": {}, "ts": "2026-06-01T10:00:00Z"}';
const STRAY = '{"call_id": "t_zzzzzzzzzz", "ok": true, "result": {}, "error": null, "latency_ms": 1}';

describe('problems of runs', () => {
  test('stand among the others of their part, in its order', () => {
    const broken = CALL.replace('"ts": "2026-06-01T10:00:00Z"', '"ts": 1');
    const rules = problemsIn(analysedInRun('a.jsonl', `${CALL}\n${broken}`)).map(
      ({ part, rule }) => `${part.id} ${rule}`,
    );
    const [duplicate, time] = ['line 2 toolcall/duplicate-call', 'line 2 schema/type'].map(one => rules.indexOf(one));
    expect(duplicate).toBeGreaterThanOrEqual(0);
    expect(time).toBeGreaterThan(duplicate as number);
  });

  test('are none of a part that can not be read to its end', () => {
    expect(said(analysedInRun('a.jsonl', `${CALL}\n${CALL.slice(0, -2)}`))).toEqual([]);
    expect(said(analysedInRun('a.jsonl', `${CALL}\n${CALL}`))).toEqual(['line 2 toolcall/duplicate-call']);
  });

  test('are remembered, for as long as the files beside are the same', () => {
    const analysis = analysed('results.jsonl', `${STRAY}\n${STRAY.replace('zz"', 'aa"')}`);
    const beside = (texts: Record<string, string>) => withRunProblems(analysis, contextOf({ files: texts }));
    const first = beside({ 'calls.jsonl': CALL.replaceAll('aaaaaaaaaa', 'zzzzzzzzzz') });
    expect(said(first)).toEqual(['line 2 toolcall/result-without-call']);
    expect(beside({ 'calls.jsonl': CALL.replaceAll('aaaaaaaaaa', 'zzzzzzzzzz') })).toBe(first);
    expect(said(beside({ 'calls.jsonl': CALL }))).toEqual([]);
  });

  test('are silenced in the file that they stand in', () => {
    const told = (list: string) =>
      `{"id": "msg_1", ${list}"from": "build", "to": "fix", "payload": {"confidence": 0.95}}`;
    const twice = (list = '') => said(analysedInRun('a.jsonl', `${told('')}\n${told(list)}`));
    expect(twice()).toEqual(['line 2 agent-message/duplicate-id']);
    expect(twice('"$ignore": ["agent-message/duplicate-id"], ')).toEqual([]);
    expect(twice('"$ignore": ["schema/enum"], ')).toEqual(['line 2 agent-message/duplicate-id']);
    const commented = `[\n${told('')},\n// agent-envelopes-disable-next-line agent-message/*\n${told('')}]`;
    expect(said(analysedInRun('a.jsonc', commented))).toEqual([]);
  });

  test('are as severe as the settings say', () => {
    const said = (severity: Severity | 'off') => {
      const context = { ...contextOf(), severities: new Map([['toolcall/duplicate-call', severity]]) };
      const { analysis } = analyse(fileOf('a.jsonl', `${CALL}\n${CALL}`), context);
      const found = problemsIn(withRunProblems(analysis, context));
      return found.filter(({ rule }) => rule === 'toolcall/duplicate-call').map(one => one.severity);
    };
    expect(said('error')).toEqual(['error']);
    expect(said('off')).toEqual([]);
  });

  test('wait for the disk', () => {
    const { disk, folders } = memoryWorkspace({ 'calls.jsonl': CALL });
    const asked: string[] = [];
    const unread: Disk = {
      ...disk,
      text(uri) {
        asked.push(uri);
        return undefined;
      },
    };
    const analysis = analysed('results.jsonl', `${STRAY}\n${STRAY}`);
    expect(withRunProblems(analysis, { ...contextOf(), workspace: { folders, disk: unread } })).toBe(analysis);
    expect(asked).toEqual(['file:///work/calls.jsonl']);
  });

  test('ask for no file where there is no envelope', () => {
    const { folders } = memoryWorkspace();
    const never: Disk = {
      list: () => expect.unreachable(),
      text: () => expect.unreachable(),
      settled: () => undefined,
    };
    const context = { ...contextOf(), workspace: { folders, disk: never } };
    const texts = { 'a.json': '{"a": 1}', 'a.jsonl': '{"a": 1}\n2', 'a.md': `\`\`\`jsonl\n${CALL}\n${CALL}\n\`\`\`` };
    for (const [name, text] of Object.entries(texts)) {
      const { analysis } = analyse(fileOf(name, text), context);
      expect(withRunProblems(analysis, context)).toBe(analysis);
    }
  });

  test('a log beside that has grown', () => {
    const results = `${STRAY.replace('zzzzzzzzzz', 'aaaaaaaaaa')}\n${STRAY}`;
    const seen = (calls: string) => said(analysedInRun('results.jsonl', results, { files: { 'grown.jsonl': calls } }));
    const before = `${CALL}\n`;
    expect(seen(before)).toEqual(['line 2 toolcall/result-without-call']);
    expect(seen(`${before}${CALL.replace('aaaaaaaaaa', 'zzzzzzzzzz')}\n`)).toEqual([]);
    expect(seen(before)).toEqual(['line 2 toolcall/result-without-call']);
  });

  test.each(['calls.ndjson', 'calls.NDJSON', 'calls.jsonl'])('a call may be told in %s', name => {
    const calls = CALL.replaceAll('aaaaaaaaaa', 'zzzzzzzzzz');
    const seen = (texts: Record<string, string>) =>
      said(analysedInRun('a.jsonl', `${CALL}\n${STRAY}`, { files: texts }));
    expect(seen({ [name]: calls })).toEqual([]);
    expect(seen({ [`${name}.txt`]: calls })).toEqual(['line 2 toolcall/result-without-call']);
  });

  test('say nothing of what is missing where not all files beside can be read', () => {
    const many = Object.fromEntries(Array.from({ length: 150 }, (_, index) => [`z${index}.json`, '{}']));
    const log = `${CALL}\n${STRAY}`;
    expect(said(analysedInRun('a.jsonl', log, { files: {} }))).toEqual(['line 2 toolcall/result-without-call']);
    expect(said(analysedInRun('a.jsonl', log, { files: many }))).toEqual([]);
  });

  describe('of much', () => {
    const large = (id: string, size: number) =>
      `${CALL.replace('aaaaaaaaaa', id).replace('{}', `{"x": "${'word '.repeat(size / 5)}"}`)}\n`;

    test('a file that holds more than may be judged at a keystroke has none, and nothing beside it is read', () => {
      const own = (size: number) => `${large('bbbbbbbbbb', size)}${CALL}\n${CALL}`;
      expect(said(analysedInRun('a.jsonl', own(1e6), { files: {} }))).toEqual(['line 3 toolcall/duplicate-call']);
      const never = { list: () => expect.unreachable(), text: () => expect.unreachable(), settled: () => undefined };
      const context = { ...contextOf(), workspace: { folders: ['file:///work'], disk: never } };
      const { analysis } = analyse(fileOf('a.jsonl', own(8e6)), { ...contextOf(), families: context.families });
      expect(withRunProblems(analysis, context)).toBe(analysis);
    });

    test('one that holds more together with those beside it has those that it tells itself', () => {
      const files = (size: number) => ({ 'calls.jsonl': `${CALL}\n${large('bbbbbbbbbb', size)}` });
      const own = `${large('cccccccccc', 3e6)}${CALL}\n${CALL}\n${STRAY}`;
      const seen = (size: number) => said(analysedInRun('a.jsonl', own, { files: files(size) }));
      const stray = 'line 4 toolcall/result-without-call';
      const duplicate = 'line 3 toolcall/duplicate-call';
      expect(seen(1e6)).toEqual([duplicate, stray]);
      // The call may be in what is left out.
      expect(seen(6e6)).toEqual([duplicate]);
    });

    test('no more files beside are read than may be judged', () => {
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
      const context = { ...contextOf(), workspace: { folders, disk: slow } };
      const { analysis } = analyse(fileOf('a.jsonl', `${CALL}\n${CALL}`), context);
      while (withRunProblems(analysis, context) === analysis) {
        expect(waiting.size).toBeGreaterThan(0);
        for (const uri of waiting) known.add(uri);
        waiting.clear();
      }
      expect(known.size).toBeGreaterThanOrEqual(8);
      expect(known.size).toBeLessThan(20);
    });
  });

  test('of many files those of the same stem come first', () => {
    const many = Object.fromEntries(Array.from({ length: 150 }, (_, index) => [`a${index}.json`, '{}']));
    const request = '{"goal": "g", "task": "Find it", "metadata": {"trace_id": "a"}}';
    const response = '{"status": "success", "result": 1, "metadata": {"trace_id": "b"}, "trace": []}';
    const files = { ...many, 'z.request.json': request };
    expect(said(analysedInRun('z.response.json', response, { files }))).toEqual([
      'root agent-io/response-of-another-trace',
    ]);
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
  test('is the same in one log and in the files of one folder', () => {
    fc.assert(
      fc.property(anyRun, fc.integer({ min: 1, max: 6 }), (steps, files) => {
        const lines = steps.map(step => JSON.stringify(step));
        const inLog = said(analysedInRun('log.jsonl', lines.join('\n'))).filter(one => !ofPlace(one));
        // Dealt out to so many logs, each in the order of the run.
        const names = Array.from({ length: files }, (_, index) => `log${index}.jsonl`);
        const dealt = names.map((_, index) => lines.filter((__, at) => at % files === index));
        const texts = Object.fromEntries(names.map((name, index) => [name, (dealt[index] ?? []).join('\n')]));
        const found = names.flatMap((name, index) => {
          const { [name]: own = '', ...rest } = texts;
          return said(analysedInRun(name, own, { files: rest }))
            .filter(one => !ofPlace(one))
            .map(one => one.replace(/\d+/, line => String((Number(line) - 1) * files + index + 1)));
        });
        expect(found.sort()).toEqual(inLog.sort());
      }),
    );
  });

  test('is judged the same when what is known of its lines is used again', () => {
    fc.assert(
      fc.property(anyRun, fc.array(nearlyEnvelope, { maxLength: 3 }), fc.nat(6), (steps, strange, removed) => {
        const lines = [...steps, ...strange].map(step => JSON.stringify(step));
        const context = contextOf({ files: {} });
        const { cache } = analyse(fileOf('a.jsonl', lines.join('\n')), context);
        const edited = fileOf('a.jsonl', lines.filter((_, index) => index !== removed).join('\n'));
        const again = withRunProblems(analyse(edited, context, cache).analysis, context);
        expect(said(again)).toEqual(said(withRunProblems(analyse(edited, contextOf()).analysis, contextOf())));
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
      return said(analysedInRun(path, corpusText(path), { files })).map(one => `${path} ${one}`);
    });
  expect(found).toEqual([
    'cuga/structured_events.jsonl line 4 agent-io/tool-end-without-start',
    'cuga/structured_events.jsonl line 8 agent-io/second-plan',
  ]);
});
