import {
  chmodSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../kit/temporaryFolder';
import { commandInProcess } from './commandInProcess';

const run = commandInProcess();

const LOG = ['build', 'audit']
  .map((to, at) =>
    JSON.stringify({
      id: `wf_1.${at}`,
      timestamp: `2026-06-01T10:00:0${at}Z`,
      from: 'plan',
      to,
      intent: 'idea',
      context: { project: 'boats', domain: 'feature', priority: 1, workflowId: 'wf_1' },
      payload: { input: 'Invites', output: 'Done', confidence: 0.95, needsReview: false },
    }),
  )
  .join('\n');

/** The same with problems that have a certain fix. */
const FIXABLE = LOG.replaceAll('0.95', '"0.95"');

const SECRET = 'export PATH=/bin\n';

interface Attack {
  about: string;
  /** What is planted in the folder, by the paths there: links by where they lead, beginning with "-> ". */
  planted: Record<string, string>;
  args: string[];
  /** Where it is run; in the clone, where nothing else is said. */
  cwd?: string;
  /** Part of what is said; the exit code is 2 then. Without it all goes well. */
  refused?: string;
  /** The file that is made, or the one that is replaced. */
  made?: string;
}

const IS_LINK = 'is a link, and nothing is written through one';
const IS_THERE = 'is there already and was left as it is; add --force to replace it';
const LEADS_OUT = 'a link in its path leads out of the folder';

const attacks: Attack[] = [
  { about: 'nothing planted', planted: {}, args: [], made: 'clone/wf_1.replay.html' },
  {
    about: 'a link by the name that the page gets',
    planted: { 'clone/wf_1.replay.html': '-> ../home/.bashrc' },
    args: [],
    refused: IS_LINK,
  },
  {
    about: 'the same with --force',
    planted: { 'clone/wf_1.replay.html': '-> ../home/.bashrc' },
    args: ['--force'],
    refused: IS_LINK,
  },
  {
    about: 'a link to nothing yet',
    planted: { 'clone/wf_1.replay.html': '-> ../home/.profile' },
    args: [],
    refused: IS_LINK,
  },
  {
    about: 'a link to nothing yet, with --force',
    planted: { 'clone/wf_1.replay.html': '-> ../home/.profile' },
    args: ['--force'],
    refused: IS_LINK,
  },
  {
    about: 'a link to a file beside it',
    planted: { 'clone/x.html': '-> log.jsonl' },
    args: ['--out', 'x.html', '--force'],
    refused: IS_LINK,
  },
  {
    about: 'a link to itself',
    planted: { 'clone/x.html': '-> x.html' },
    args: ['--out', 'x.html', '--force'],
    refused: IS_LINK,
  },
  {
    about: 'a link to a device',
    planted: { 'clone/x.html': '-> /dev/null' },
    args: ['--out', 'x.html', '--force'],
    refused: IS_LINK,
  },
  {
    about: 'a device',
    planted: {},
    args: ['--out', '/dev/null', '--force'],
    refused: 'is a device, a pipe or a socket',
  },
  {
    about: 'a linked folder that leads out',
    planted: { 'clone/exports': '-> ../home' },
    args: ['--out', 'exports/x.html'],
    refused: LEADS_OUT,
  },
  {
    about: 'a linked folder that leads out, deeper',
    planted: { 'clone/exports/of/last': '-> ../../../home' },
    args: ['--out', 'exports/of/last/.bashrc', '--force'],
    refused: LEADS_OUT,
  },
  {
    about: 'a linked folder that leads out, by its whole path',
    planted: { 'clone/exports': '-> ../home' },
    args: ['--out', '<clone>/exports/x.html'],
    refused: LEADS_OUT,
  },
  {
    about: 'a linked folder that leads out of the folder named, and stays in that where it is run',
    planted: { 'clone/exports': '-> ../home' },
    cwd: '.',
    args: ['--out', 'clone/exports/x.html'],
    refused: LEADS_OUT,
  },
  {
    about: 'a linked folder that stays inside',
    planted: { 'clone/exports': '-> out', 'clone/out/.keep': '' },
    args: ['--out', 'exports/x.html'],
    made: 'clone/out/x.html',
  },
  {
    about: 'a folder outside that the user names',
    planted: { 'else/.keep': '' },
    args: ['--out', '../else/x.html'],
    made: 'else/x.html',
  },
  {
    about: 'a file that is there',
    planted: { 'clone/wf_1.replay.html': SECRET },
    args: [],
    refused: IS_THERE,
  },
  {
    about: 'a file that is there and may be replaced',
    planted: { 'clone/wf_1.replay.html': SECRET },
    args: ['--force'],
    made: 'clone/wf_1.replay.html',
  },
  {
    about: 'a file of the user that is there',
    planted: {},
    args: ['--out', '../home/.bashrc'],
    refused: IS_THERE,
  },
  {
    about: 'a folder',
    planted: { 'clone/x.html/.keep': '' },
    args: ['--out', 'x.html', '--force'],
    refused: 'it is a folder',
  },
  {
    about: 'the log itself',
    planted: {},
    args: ['--out', 'log.jsonl', '--force'],
    refused: 'is a file that contains the run',
  },
];

// To plant a link takes rights on Windows.
const plantable = test.skipIf(process.platform === 'win32');

plantable.each(attacks)('replay, and $about', async ({ planted, args, cwd = 'clone', refused, made }) => {
  const folder = plant(planted);
  const before = snapshot(folder.path);
  const { code, err } = await agentEnvelopes(
    folder.path,
    ['replay', cwd === 'clone' ? 'log.jsonl' : 'clone/log.jsonl', ...args],
    cwd,
  );
  const after = snapshot(folder.path);
  expect({ code, err }).toEqual({
    code: refused === undefined ? 0 : 2,
    err: expect.stringContaining(refused ?? 'Written to '),
  });
  if (made !== undefined) {
    expect(after.get(made)).toMatch(/^<!doctype html>/);
    after.delete(made);
    before.delete(made);
  }
  // Nothing else was made, changed or left behind.
  expect(after).toEqual(before);
});

plantable('a page is readable as far as the shell says, and one that is replaced keeps its rights', async () => {
  const folder = plant({ 'clone/x.html': SECRET });
  chmodSync(folder.pathOf('clone/x.html'), 0o640);
  expect((await agentEnvelopes(folder.path, ['replay', 'log.jsonl', '--out', 'x.html', '--force'])).code).toBe(0);
  expect(statSync(folder.pathOf('clone/x.html')).mode & 0o777).toBe(0o640);
  chmodSync(folder.pathOf('clone/x.html'), 0o440);
  expect(await agentEnvelopes(folder.path, ['replay', 'log.jsonl', '--out', 'x.html', '--force'])).toMatchObject({
    code: 2,
    err: expect.stringContaining('permission denied'),
  });
});

plantable('who has another name of a file that is replaced keeps it as it was', async () => {
  const folder = plant({ 'clone/.keep': '' });
  linkSync(folder.pathOf('home/.bashrc'), folder.pathOf('clone/wf_1.replay.html'));
  linkSync(folder.pathOf('home/fixable.jsonl'), folder.pathOf('clone/fixable.jsonl'));
  expect((await agentEnvelopes(folder.path, ['replay', 'log.jsonl', '--force'])).code).toBe(0);
  expect((await agentEnvelopes(folder.path, ['check', '--fix', 'fixable.jsonl'])).err).toContain(
    '2 problems fixed in 1 file',
  );
  expect(readFileSync(folder.pathOf('home/.bashrc'), 'utf8')).toBe(SECRET);
  expect(readFileSync(folder.pathOf('home/fixable.jsonl'), 'utf8')).toBe(FIXABLE);
});

plantable('check --fix writes nothing through links that lead out, and takes the longest names', async () => {
  const long = `clone/${'n'.repeat(249)}.jsonl`;
  const folder = plant({ 'clone/a.jsonl': '-> ../home/fixable.jsonl', 'clone/logs': '-> ../home', [long]: FIXABLE });
  chmodSync(folder.pathOf(long), 0o640);
  const before = snapshot(folder.path);
  const { err } = await agentEnvelopes(folder.path, ['check', '--fix', '.']);
  expect(err).toContain('2 problems fixed in 1 file');
  const after = snapshot(folder.path);
  expect(after.get(long)).toBe(LOG);
  expect(statSync(folder.pathOf(long)).mode & 0o777).toBe(0o640);
  expect(after).toEqual(before.set(long, LOG));
});

/** A folder with a clone in it, the user's home beside it, and what is planted. */
function plant(files: Record<string, string>) {
  const folder = temporaryFolder({ 'clone/log.jsonl': LOG, 'home/.bashrc': SECRET, 'home/fixable.jsonl': FIXABLE });
  onTestFinished(folder.dispose);
  for (const [path, content] of Object.entries(files)) {
    const [, target] = /^-> (.*)/.exec(content) ?? [];
    mkdirSync(dirname(folder.pathOf(path)), { recursive: true });
    if (target === undefined) folder.write(path, content);
    else symlinkSync(target, folder.pathOf(path));
  }
  return folder;
}

function agentEnvelopes(folder: string, args: readonly string[], cwd = 'clone') {
  const all = args.map(one => one.replace('<clone>', join(folder, 'clone')));
  return run(all, { cwd: join(folder, cwd) });
}

/** All that lies below a folder: the content of files, and of links where they lead. */
function snapshot(folder: string, below = '', found = new Map<string, string>()): Map<string, string> {
  for (const entry of readdirSync(join(folder, below), { withFileTypes: true })) {
    const path = `${below}${entry.name}`;
    if (entry.isDirectory()) snapshot(folder, `${path}/`, found);
    else {
      const full = join(folder, path);
      found.set(path, entry.isSymbolicLink() ? `-> ${readlinkSync(full)}` : readFileSync(full, 'utf8'));
    }
  }
  return found;
}
