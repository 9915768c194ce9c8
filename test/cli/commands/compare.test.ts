import { describe, expect, test } from 'vitest';
import { compareCommand } from '../../../server/src/cli/commands/compare';
import { replayCommand } from '../../../server/src/cli/commands/replay';
import { noRequest } from '../noRequest';
import { folder, run } from '../run';
import { message } from './runsCommands';

const payload = (output: string, confidence = 0.95) => ({
  payload: { input: 'Invites', output, confidence, needsReview: false },
});
const base = [
  message('wf_a.1', 'vision', 'build', payload('Plan')),
  message('wf_a.2', 'build', 'audit', payload('Code')),
  message('wf_a.3', 'audit', 'vision', payload('Fine')),
].join('');
/** The same work, later and under other ids. */
const same = base.replaceAll('wf_a', 'wf_b').replaceAll('T10:', 'T11:');
/** One step more, one less sure, and slower. */
const changed =
  [
    message('wf_c.1', 'vision', 'build', payload('Plan')),
    message('wf_c.2', 'build', 'audit', payload('Code', 0.4)),
    message('wf_c.3', 'audit', 'vision', payload('Fine')),
  ].join('') + message('wf_c.9', 'vision', 'release', payload('Ship it'));

const compare = (args: string[], files: Record<string, string>, more = {}) =>
  run(['compare', ...args], { cwd: folder(files), commands: [compareCommand()], ...more });
const runs = { 'old/run.jsonl': base, 'new/run.jsonl': same, 'other.jsonl': changed };

describe('two runs', () => {
  test('that did the same do not differ, whatever their ids and times', async () => {
    const { code, out, err } = await compare(['old/run.jsonl', 'new'], runs);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toMatch(/^A wf_a /);
    expect(out).toMatch(/\nB wf_b /);
    expect(out).toMatch(/\nNo difference that counts in 3 steps\.\n$/);
  });

  describe.each(['otlp', 'atif'])('of which one was exported as %s', format => {
    const page = { script: '', style: '' } as never;
    const exported = async (text: string) => {
      const replay = replayCommand({ page, request: noRequest, sendRun: async () => 0 });
      const { out } = await run(['replay', 'run.jsonl', '--format', format], {
        cwd: folder({ 'run.jsonl': text }),
        commands: [replay],
      });
      return { 'run.jsonl': text, 'exported.json': out };
    };
    const both = ['run.jsonl', 'exported.json'];
    /** A needless property and a confidence that is none are problems. */
    const faulty = base.replace('"needsReview":false', '"needsReview":"no"');
    const said = 'Not compared: problems of 3 steps, which an export does not have.';

    test('do not differ in what the export does not have, which every format says', async () => {
      const files = await exported(faulty);
      const { out, code } = await compare(both, files);
      expect(out).not.toMatch(/^Problems/m);
      expect(out).toMatch(new RegExp(`\nNo difference that counts in 3 steps\\.\n${said}\n$`));
      expect(code).toBe(0);
      expect((await compare(both.toReversed(), files)).out).toContain(said);
      expect((await compare([...both, '--format', 'markdown'], files)).out).toContain(said.replace(/[:.]/g, '\\$&'));
      const json = JSON.parse((await compare([...both, '--format', 'json'], files)).out);
      expect(json).toMatchObject({ different: [], uncompared: [{ field: 'problems', steps: 3 }] });
    });

    test('differ in their envelopes, which the export has', async () => {
      const files = { ...(await exported(base)), 'run.jsonl': base.replace('Invites', 'Tickets') };
      const { out, code } = await compare(both, files);
      expect(out).toContain('\nDifferent: envelope; 1 of 3 steps differ.\n');
      expect(code).toBe(1);
    });

    test('differ in a field that is named and not in the export', async () => {
      const files = await exported(base.replace('Plan', 'Plan'.repeat(10_000)));
      const { out, code } = await compare(both, files);
      expect(out).toContain('\nNot compared: problems of 3 steps, envelope of 1 step, which');
      expect(code).toBe(0);
      expect((await compare([...both, '--fields', 'outcome'], files)).out).not.toContain('Not compared');
      expect((await compare([...both, '--fields', 'envelope'], files)).code).toBe(1);
      expect((await compare([...both, '--fields', 'problems'], files)).code).toBe(1);
    });
  });

  test('are named by id, too, and what differs is listed', async () => {
    const { code, out } = await compare(['wf_a', 'wf_c'], runs);
    expect(code).toBe(1);
    const lines = out.split('\n');
    expect(lines).toContainEqual(expect.stringMatching(/^Steps +3 +4$/));
    expect(lines).toContainEqual(expect.stringMatching(/^~ 2 {2}build → audit .*confidence/));
    expect(lines).toContainEqual(expect.stringMatching(/^\+ 4 {2}vision → release .*added$/));
    expect(lines.at(-2)).toBe('Different: added, confidence, envelope; 2 of 4 steps differ.');
  });

  test('by their ids in one file, or in other paths', async () => {
    const files = { 'all/both.jsonl': base + changed };
    expect(await compare(['wf_a', 'wf_a', 'all'], files)).toMatchObject({
      code: 2,
      err: expect.stringContaining('"wf_a" and "wf_a" are the same run; name two.'),
    });
    expect((await compare(['wf_a', 'wf_c', 'all/both.jsonl'], files)).code).toBe(1);
    const { code, err } = await compare(['all/both.jsonl', 'wf_c'], files);
    expect(code).toBe(2);
    expect(err).toContain('all/both.jsonl contains 2 runs; choose one by "agent-envelopes compare A B all/both.jsonl"');
  });

  test('of one id in two files are two runs', async () => {
    const { code, out } = await compare(['a.jsonl', 'b.jsonl'], {
      'a.jsonl': base,
      'b.jsonl': changed.replaceAll('wf_c', 'wf_a'),
    });
    expect(code).toBe(1);
    expect(out).toContain('+ 4');
  });
});

describe('--fields', () => {
  test.each([
    ['status', 0, []],
    ['order,outcome', 0, []],
    ['confidence', 1, ['confidence']],
    ['added,missing', 1, ['added']],
    ['duration', 1, ['duration']],
    ['steps', 1, ['added', 'confidence', 'envelope']],
  ])('%s decides alone', async (fields, code, different) => {
    const answer = await compare(['wf_a', 'wf_c', '--fields', fields, '--format', 'json'], runs);
    expect(answer.code).toBe(code);
    expect(JSON.parse(answer.out).different).toEqual(different);
  });

  test('has known names', async () => {
    const { code, err } = await compare(['wf_a', 'wf_c', '--fields', 'anwser'], runs);
    expect(code).toBe(2);
    expect(err).toContain('did you mean "answer"?');
  });
});

describe('--fail-over', () => {
  test.each([
    ['duration=1m', 0],
    ['duration=1s', 1],
    ['duration=+500%', 0],
    ['duration=+20%', 1],
    ['steps=3', 1],
    ['steps=4,failed=0', 0],
  ])('%s', async (limit, code) => {
    const answer = await compare(['wf_a', 'wf_c', '--fields', 'status', '--fail-over', limit], runs);
    expect(answer.code).toBe(code);
    if (code === 1) expect(answer.out).toMatch(/^(duration|steps): .+ is more than .+\.$/m);
  });

  test('of what no run tells is not passed over', async () => {
    const { code, out } = await compare(['wf_a', 'wf_b', '--fail-over', 'cost=1'], runs);
    expect(code).toBe(2);
    expect(out).toContain('cost: no run tells it, so "1" can\'t be held.');
  });

  test.each(['cost', 'cost=', 'cost=a', 'duration=10', 'confidence=1', 'tokens=-1', 'duration=+x%'])(
    'refuses %s',
    async limit => {
      const { code, err } = await compare(['wf_a', 'wf_b', '--fail-over', limit], runs);
      expect(code).toBe(2);
      expect(err).toContain(`"--fail-over ${limit}"`);
    },
  );
});

test('as JSON for programs', async () => {
  const { out } = await compare(['wf_a', 'wf_c', '--format', 'json', '--fail-over', 'steps=3'], runs);
  expect(JSON.parse(out)).toEqual({
    version: 1,
    one: expect.objectContaining({ id: 'wf_a', status: 'succeeded', files: ['old/run.jsonl'] }),
    other: expect.objectContaining({ id: 'wf_c', files: ['other.jsonl'] }),
    metrics: expect.arrayContaining([
      { metric: 'duration', one: 2000, other: 8000 },
      { metric: 'cost', one: null, other: null },
    ]),
    counts: { same: 2, changed: 1, added: 1, missing: 0 },
    different: ['added', 'confidence', 'envelope'],
    uncompared: [],
    steps: [
      expect.objectContaining({ is: 'changed', one: expect.objectContaining({ index: 1, agent: 'build' }) }),
      expect.objectContaining({ is: 'added', one: null, other: expect.objectContaining({ index: 3 }) }),
    ],
    limits: [{ metric: 'steps', value: 4, most: 3, isOver: true }],
  });
});

test('as Markdown for a comment, in which names of agents are no markup and no mention', async () => {
  const evil = changed.replaceAll('release', '@all|<b>`x`');
  const { out } = await compare(['wf_a', 'wf_c', '--format', 'markdown'], { ...runs, 'other.jsonl': evil });
  expect(out).toContain('| metric | A | B |\n| --- | ---: | ---: |\n| Status | succeeded, 2 s |');
  expect(out).toContain('| added | 4 | vision |');
  expect(out).not.toMatch(/(?<!\\)[@<`]/);
});

test('needs two runs that are there', async () => {
  expect(await compare(['wf_a'], runs)).toMatchObject({ code: 2, err: expect.stringContaining('needs two runs') });
  expect(await compare(['wf_a', 'wf_x'], runs)).toMatchObject({
    code: 2,
    err: expect.stringContaining('there is no run "wf_x"'),
  });
  const { code, err } = await compare(['wf_a', 'empty.json'], { ...runs, 'empty.json': '{}' });
  expect({ code, err }).toEqual({ code: 2, err: 'agent-envelopes: empty.json: contains no workflow run.\n' });
});

test('the envelopes of long runs are compared, too', async () => {
  const long = (output: string) =>
    Array.from({ length: 320 }, (_, at) =>
      message('wf_l.1', 'vision', 'build', {
        id: `wf_l.${at}`,
        payload: { input: at === 310 ? output : 'x', output: 'y', confidence: 0.9, needsReview: false },
      }),
    ).join('');
  const { code, out } = await compare(['a.jsonl', 'b.jsonl'], { 'a.jsonl': long('p'), 'b.jsonl': long('q') });
  expect(out).toContain('1 of 320 steps differ');
  expect(code).toBe(1);
});
