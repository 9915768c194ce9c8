import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { cliProject } from '../../../server/src/cli/cliProject';
import { readIndex } from '../../../server/src/cli/readIndex';
import { droppedRuns } from '../../../server/src/droppedRuns';
import { answerRunsPage } from '../../../server/src/features/replay/answerRunsPage';
import { saidRuns } from '../../../server/src/features/runs/searchSaid';
import type { ReplayQuestion, ReplayQuestions, SaidAnswer } from '../../../server/src/shared/protocol';
import type { RunList, RunsState } from '../../../server/src/shared/runsPage';

const SAMPLE = path.join(import.meta.dirname, '..', '..', 'sample');
const LOG = readFileSync(path.join(SAMPLE, 'messages', 'wf_team_invites.jsonl'), 'utf8');
/** The families whose envelopes are checked by schemas of the sample's files, too. */
const WITH_SCHEMAS = ['Review Queue', 'Typed Tool Calls'];
type Runs = ReturnType<typeof droppedRuns>;

let clock = 0;
const given = (name: string, text: string, size = text.length) => ({
  path: name,
  file: { size, lastModified: ++clock, text: async () => text },
});
const list = (runs: Runs, filter = '') => runs.answer('runs', { filter, sort: 'name' }) as RunList;

test('a folder has the runs, the texts and the answers that it has on disk', async () => {
  const runs = droppedRuns(() => undefined);
  const files = readdirSync(SAMPLE, { recursive: true, withFileTypes: true }).filter(entry => entry.isFile());
  await runs.add(
    files.map(({ parentPath, name }) => {
      const file = path.join(parentPath, name);
      return given(`sample/${path.relative(SAMPLE, file).replaceAll('\\', '/')}`, readFileSync(file, 'utf8'));
    }),
  );
  const io = { cwd: path.dirname(SAMPLE) };
  const project = cliProject({ options: new Map(), operands: [] }, io, ['sample']);
  const disk = readIndex(['sample'], { ...io, project, onFile: () => {} });
  disk.read();
  const search = () => disk.searchContext();
  const shown = {
    index: disk.index,
    reader: disk.reader(),
    search,
    said: saidRuns(search),
    isReading: () => false,
    places: [],
  };
  const onDisk = (question: string, params: object) => answerRunsPage(shown, question, params, Date.now());

  // Keys have the folder; the files are as old as their copies; schemas that a file declares are checked on disk alone.
  const facts = ({ runs }: RunList) =>
    runs.map(({ key: _, isLive: __, status: ___, problems, family, ...run }) => ({
      ...run,
      family,
      ...(!WITH_SCHEMAS.includes(family) && { problems }),
    }));
  const wanted = onDisk('runs', { filter: '', sort: 'name' }) as RunList;
  const read = list(runs);
  expect(read.total).toBeGreaterThan(10);
  expect(facts(read)).toEqual(facts(wanted));
  const found = (ask: (question: string, params: object) => unknown) => {
    const matches: unknown[] = [];
    for (let cursor: string | undefined; ; ) {
      const page = ask('said', { words: 'invite', ...(cursor !== undefined && { cursor }) }) as SaidAnswer;
      matches.push(...page.matches.map(({ run, text, opens }) => `${run} ${opens?.step} ${text}`));
      cursor = page.next;
      if (cursor === undefined) return matches.sort();
    }
  };
  expect(found((question, params) => runs.answer(question, params))).toEqual(found(onDisk));

  const asked: { [Q in ReplayQuestion]?: ReplayQuestions[Q]['params'] } = {
    outline: { folded: { all: false, but: [] } },
    step: { step: 0 },
    envelope: { step: 0, envelope: 0 },
    state: { step: 0 },
    conversation: {},
    metrics: {},
    graph: {},
  };
  const title = (run: RunList['runs'][number]) => `${run.id} ${run.files[0]}`;
  const keys = new Map(wanted.runs.map(run => [title(run), run.key]));
  for (const run of read.runs.filter(({ family }) => !WITH_SCHEMAS.includes(family))) {
    for (const [question, params] of Object.entries(asked)) {
      const here = runs.answer('replay', { run: run.key, question, params });
      const there = onDisk('replay', { run: keys.get(title(run)), question, params });
      expect([run.id, question, here]).toEqual([run.id, question, there]);
    }
  }
});

test('a file that is added again replaces what it was, and others stay', async () => {
  const runs = droppedRuns(() => undefined);
  await runs.add([given('one.jsonl', LOG)]);
  await runs.add([given('other/two.jsonl', LOG.replaceAll('wf_team_invites', 'wf_two'))]);
  const steps = () =>
    list(runs)
      .runs.map(({ id, steps }) => `${id} ${steps}`)
      .sort();
  expect(steps()).toEqual(['wf_team_invites 15', 'wf_two 15']);
  const more = JSON.stringify({ ...JSON.parse(LOG.split('\n')[0] ?? ''), id: 'msg_more' });
  await runs.add([given('one.jsonl', `${LOG}${more}\n`)]);
  expect(steps()).toEqual(['wf_team_invites 16', 'wf_two 15']);
  await runs.add([given('one.jsonl', LOG.split('\n').slice(0, 3).join('\n'))]);
  expect(steps()).toEqual(['wf_team_invites 3', 'wf_two 15']);
  expect((runs.answer('state', {}) as RunsState).places).toEqual(['one.jsonl', 'other']);
  // What is replaced takes no room any more.
  for (let time = 0; time < 3; time++) await runs.add([given('one.jsonl', LOG, 300_000_000)]);
});

test.each([
  [[], 'There is no file in it.'],
  [[given('a.txt', ''), given('b', '')], 'None of these files is read'],
  [[given('node_modules/a.json', LOG), given('a/.git/b.jsonl', LOG)], 'None of these files is read'],
  [[given('a.jsonl', LOG, 600_000_000)], 'larger than 500 MB together'],
])('%j is refused', async (files, fault) => {
  const runs = droppedRuns(() => undefined);
  await expect(runs.add(files)).rejects.toThrow(fault);
  expect((runs.answer('state', {}) as RunsState).isReading).toBe(false);
});

test('names of files lead nowhere', async () => {
  const runs = droppedRuns(() => undefined);
  const names = [
    '../../x.jsonl',
    '/etc/y.jsonl',
    '__proto__/z.jsonl',
    'a%2Fb/%c.jsonl',
    'file:///w.jsonl',
    '....//v.jsonl',
  ];
  await runs.add(names.map(name => given(name, LOG.replaceAll('wf_team_invites', `wf ${name}`))));
  expect(list(runs).total).toBe(names.length);
  const files = list(runs).runs.flatMap(run => run.files);
  expect(files.sort()).toEqual(
    ['x.jsonl', 'etc/y.jsonl', '__proto__/z.jsonl', 'a%2Fb/%c.jsonl', 'file:/w.jsonl', '..../v.jsonl'].sort(),
  );
});

test('a file that can not be read is told, and the others are read', async () => {
  const runs = droppedRuns(() => undefined);
  const locked = { size: 400_000_000, lastModified: 1, text: () => Promise.reject(new Error('NotReadableError')) };
  await expect(
    runs.add([given('logs/a.jsonl', LOG), { path: 'logs/b.jsonl', file: locked }, given('logs/c\uD800.jsonl', LOG)]),
  ).rejects.toThrow("The browser can't read logs/b.jsonl: locked, moved or deleted since.");
  expect(list(runs).total).toBe(1);
  expect(runs.answer('state', {}) as RunsState).toMatchObject({ isReading: false, places: ['logs'] });
  // What was not read takes no room.
  await runs.add([given('logs/d.jsonl', LOG, 200_000_000)]);
});
