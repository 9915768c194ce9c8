import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { everyFourth, runsEverything } from '../kit/amount';
import { examples } from '../kit/examples';
import { serverPath } from '../kit/lspClient';
import { message } from '../kit/runsClient';
import { folderAttacks } from './attacks';
import { type PlantedFolder, plantedFolders } from './folderAttack';

const cli = join(dirname(serverPath), 'cli.js');
const TRACE = fileURLToPath(new URL('../kit/tracedBundles.cjs', import.meta.url));
const END_THREADS = fileURLToPath(new URL('../kit/endThreads.cjs', import.meta.url));
const SLOW = 240_000;

const [{ folder }] = plantedFolders(folderAttacks.filter(({ isAlone, isForServer }) => !isAlone && !isForServer)) as [
  PlantedFolder,
];
writeOrdinaryFiles();
afterAll(folder.dispose);

/** Files as agents leave them, some faulty: a file of each kind, runs over several files, a folder with more files than are compared, logs. */
function writeOrdinaryFiles(): void {
  for (const [index, { value }] of examples.filter((_, at) => at % 4 === 0).entries()) {
    folder.write(`kinds/${index}/whole.json`, JSON.stringify(value, undefined, 2));
    const [first, ...rest] = Object.entries(value);
    folder.write(`kinds/${index}/less.json`, JSON.stringify(Object.fromEntries(rest)));
    folder.write(`kinds/${index}/torn.json`, JSON.stringify(value).slice(0, -2));
    folder.write(`kinds/${index}/note.md`, `# Note\n\n\`\`\`json\n${JSON.stringify([first])}\n\`\`\`\n`);
  }
  const faulty = (id: number, run: string) => message(id, { run }).replace('"confidence"', '"confidense"');
  for (let id = 0; id < 500; id++) {
    const text = id % 9 === 0 ? faulty(id, 'wf_many') : message(id, { run: 'wf_many' });
    folder.write(`many/${String(id).padStart(3, '0')}.json`, text);
    folder.write(`runs/${id % 12}/${id}.json`, message(id % 7, { run: `wf_${id % 12}` }));
  }
  const lines = Array.from({ length: 400 }, (_, id) => (id % 50 === 9 ? faulty(id, 'wf_log') : message(id)));
  folder.write('logs/one.jsonl', lines.join('\n'));
  folder.write('logs/two.jsonl', `${lines.join('\n')}\n{"torn`);
  folder.write('bytes/utf16.json', Buffer.from('\ufeff{"id": 1}', 'utf16le'));
  folder.write('bytes/mark.json', `\ufeff${message(1)}`);
  folder.write('bytes/zeros.json', Buffer.alloc(64));
  folder.write('bytes/wrong.json', Buffer.from([0x7b, 0xff, 0x7d]));
}

function check(args: readonly string[], flags: readonly string[] = []) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--require', TRACE, ...flags, cli, 'check', ...args],
    { cwd: folder.path, encoding: 'utf8', maxBuffer: 1 << 28 },
  );
  const traced = stderr.split('\n');
  const isTraced = (line: string) => line === 'starts a thread' || line.startsWith('loads ');
  return {
    printed: { status, stdout, stderr: traced.filter(line => !isTraced(line)).join('\n') },
    threads: traced.filter(line => line === 'starts a thread').length,
  };
}

/** What one thread prints of the whole folder, by format. */
const printedAlone = new Map<string, ReturnType<typeof check>['printed']>();

function checkAlone(format: string) {
  const known = printedAlone.get(format);
  if (known) return known;
  const { printed, threads } = check(['--format', format, '--threads', '1', '.']);
  expect(threads).toBe(0);
  printedAlone.set(format, printed);
  return printed;
}

describe('a check in threads prints what a check in one prints', () => {
  test.each(everyFourth(['pretty', 'sarif']))(
    '--format %s',
    format => {
      const alone = checkAlone(format);
      expect(alone.status).toBeOneOf([1, 2]);
      expect(alone.stdout.length).toBeGreaterThan(10_000);
      const { printed, threads } = check(['--format', format, '--threads', '4', '.']);
      expect(printed).toEqual(alone);
      expect(threads).toBeGreaterThan(0);
    },
    SLOW,
  );

  test.runIf(runsEverything)(
    'of named paths, of which one is in another',
    () => {
      const args = ['many', 'runs/3', 'kinds', 'absent.json', 'runs', 'many/001.json'];
      const alone = check(['--threads', '1', ...args]).printed;
      expect(alone.stderr).toContain('absent.json');
      expect(check(['--threads', '3', ...args]).printed).toEqual(alone);
    },
    SLOW,
  );

  test(
    'where threads end in the middle of a unit',
    () => {
      const ended = check(['--format', 'pretty', '--threads', '4', '.'], ['--require', END_THREADS]);
      expect(ended.printed).toEqual(checkAlone('pretty'));
    },
    SLOW,
  );
});

test(
  'no thread is started for few files',
  () => {
    expect(check(['--threads', '4', 'runs/1', 'many/001.json']).threads).toBe(0);
    expect(check(['many/001.json']).threads).toBe(0);
  },
  SLOW,
);
