import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { cliProject } from '../../../server/src/cli/cliProject';
import { indexRunFiles } from '../../../server/src/cli/indexRunFiles';
import { droppedRuns } from '../../../server/src/entries/droppedRuns';
import { answerRunsPage } from '../../../server/src/features/replay/answerRunsPage';
import { saidRuns } from '../../../server/src/features/runs/searchMessages';
import type { ReplayParams, ReplayQuestion, SaidAnswer } from '../../../server/src/shared/lspExtensions';
import type { RunList, RunsState } from '../../../server/src/shared/runsPageQuestions';
import { REVIEWS } from '../../kit/declaredProtocols';

const SAMPLE = path.join(import.meta.dirname, '..', '..', 'sample');
const LOG = readFileSync(path.join(SAMPLE, 'messages', 'wf_team_invites.jsonl'), 'utf8');
/** The families whose envelopes are checked by schemas of the sample's files, too. */
const WITH_SCHEMAS = ['Review Queue', 'Typed Tool Calls'];
type Runs = ReturnType<typeof droppedRuns>;

let clock = 0;
const given = (name: string, text: string | Buffer, size = text.length, item = 0) => {
  const bytes = async () => new Uint8Array(Buffer.from(text)).buffer;
  return {
    path: name,
    item,
    file: {
      size,
      lastModified: ++clock,
      arrayBuffer: bytes,
      slice: (start: number, end: number) => ({ arrayBuffer: async () => (await bytes()).slice(start, end) }),
    },
  };
};
const list = (runs: Runs, filter = '') => runs.answer('runs', { filter, sort: 'name' }) as RunList;

test('a folder has the runs, the texts and the answers that it has on disk', async () => {
  const runs = droppedRuns(() => undefined);
  const files = readdirSync(SAMPLE, { recursive: true, withFileTypes: true }).filter(entry => entry.isFile());
  await runs.add(
    files.map(({ parentPath, name }) => {
      const file = path.join(parentPath, name);
      return given(`sample/${path.relative(SAMPLE, file).replaceAll('\\', '/')}`, readFileSync(file));
    }),
  );
  const io = { cwd: path.dirname(SAMPLE) };
  const project = cliProject({ options: new Map(), operands: [] }, io, ['sample']);
  const disk = indexRunFiles(['sample'], { ...io, project, onFile: () => {} });
  disk.read();
  const search = () => disk.searchContext();
  const shown = {
    index: disk.index,
    reader: disk.reader(),
    search,
    said: saidRuns(search),
    isReading: () => false,
    places: [],
    faults: () => [],
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

  const asked: { [Q in ReplayQuestion]?: ReplayParams<Q> } = {
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
  const refuse = { arrayBuffer: () => Promise.reject(new Error('NotReadableError')) };
  const locked = { ...refuse, size: 400_000_000, lastModified: 1, slice: () => refuse };
  await expect(
    runs.add([given('logs/a.jsonl', LOG), { path: 'logs/b.jsonl', file: locked }, given('logs/c\uD800.jsonl', LOG)]),
  ).rejects.toThrow("The browser can't read logs/b.jsonl: locked, moved or deleted since.");
  expect(list(runs).total).toBe(1);
  expect(runs.answer('state', {}) as RunsState).toMatchObject({ isReading: false, places: ['logs'] });
  // What was not read takes no room.
  await runs.add([given('logs/d.jsonl', LOG, 200_000_000)]);
});

const WF = (id: string) => LOG.replaceAll('wf_team_invites', id);
const named = (runs: Runs) =>
  list(runs)
    .runs.map(({ id, steps, files }) => `${files[0]}: ${id} ${steps}`)
    .sort();

test('two folders of one name are both there, whether they are dropped together or one after the other', async () => {
  const runs = droppedRuns(() => undefined);
  await runs.add([given('logs/a.jsonl', WF('wf_1')), given('logs/a.jsonl', WF('wf_2'), undefined, 1)]);
  expect(named(runs)).toEqual(['logs (2)/a.jsonl: wf_2 15', 'logs/a.jsonl: wf_1 15']);
  await runs.add([given('logs/a.jsonl', WF('wf_3'))]);
  expect(named(runs)).toEqual(['logs (2)/a.jsonl: wf_2 15', 'logs (3)/a.jsonl: wf_3 15', 'logs/a.jsonl: wf_1 15']);
  expect((runs.answer('state', {}) as RunsState).places).toEqual(['logs', 'logs (2)', 'logs (3)']);
});

test('a folder that is dropped again is the same, if a file in it is unchanged or a log goes on', async () => {
  const runs = droppedRuns(() => undefined);
  const kept = given('logs/kept.json', '{}');
  await runs.add([given('logs/a.jsonl', WF('wf_1')), kept]);
  await runs.add([given('logs/a.jsonl', WF('wf_other')), given('logs/kept.json', '[]')]);
  // The second of them goes on.
  const more = JSON.stringify({ ...JSON.parse(WF('wf_other').split('\n')[0] ?? ''), id: 'msg_more' });
  await runs.add([given('logs/a.jsonl', `${WF('wf_other')}${more}\n`)]);
  expect(named(runs)).toEqual(['logs (2)/a.jsonl: wf_other 16', 'logs/a.jsonl: wf_1 15']);
  await runs.add([given('logs/a.jsonl', WF('wf_again')), kept]);
  expect(named(runs)).toEqual(['logs (2)/a.jsonl: wf_other 16', 'logs/a.jsonl: wf_again 15']);
  // Other files of the folder come to those that are there.
  await runs.add([given('logs/b.jsonl', WF('wf_b'))]);
  expect(named(runs)).toContain('logs/b.jsonl: wf_b 15');
});

test('files that can not be read are listed, with the reason, until they can', async () => {
  const runs = droppedRuns(() => undefined);
  const refuse = { arrayBuffer: () => Promise.reject(new Error('NotReadableError')) };
  const locked = { path: 'l/locked.json', file: { ...refuse, size: 1, lastModified: 1, slice: () => refuse } };
  const archive = given('l/x.eval', Buffer.from('PK\x03\x04 and more', 'latin1'));
  const unread = () => {
    const { unread: files, unreadFiles } = runs.answer('state', {}) as RunsState;
    expect(unreadFiles).toBe(files.length);
    return files.map(({ path: name, fault }) => `${name} ${fault}`).sort();
  };
  await expect(
    runs.add([
      { path: 'l/shut' },
      given('l/a.jsonl', LOG),
      locked,
      archive,
      given('l/b.json', Buffer.from([0x7b, 0, 0])),
      given('l/bytes.jsonl', Buffer.from([0x7b, 0, 0xff, 0x0a, 0x92])),
    ]),
  ).rejects.toThrow("can't read l/shut and 1 more");
  expect(unread()).toEqual([
    expect.stringMatching(/^l\/b\.json is not UTF-8 text/),
    expect.stringMatching(/^l\/bytes\.jsonl is not UTF-8 text/),
    expect.stringMatching(/^l\/locked\.json can't be read by the browser: locked/),
    expect.stringMatching(/^l\/shut can't be read by the browser/),
    expect.stringMatching(/^l\/x\.eval is packed, which is not read in a browser; write it as JSON/),
  ]);
  await runs.add([
    given('l/shut/c.json', '{}'),
    given('l/locked.json', '{}'),
    given('l/b.json', '{}'),
    given('l/bytes.jsonl', '{}'),
    given('l/a.jsonl', `${LOG}\n`),
  ]);
  expect(unread()).toEqual([expect.stringMatching(/^l\/x\.eval/)]);
});

test('a declaration among single files reads the logs beside it', async () => {
  const request = { review_id: 'R-1', change: 'C-1', asked_by: 'ada', summary: 'See', reviewer: 'lin' };
  const log = given('log.jsonl', `${JSON.stringify(request)}\n`);
  const declared = given('reviews.agent-protocol.json', JSON.stringify(REVIEWS));
  for (const files of [
    [log, declared],
    [declared, log],
  ]) {
    const runs = droppedRuns(() => undefined);
    await runs.add(files);
    expect(list(runs)).toMatchObject({ total: 1 });
  }
});
