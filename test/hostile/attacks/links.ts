import { execFileSync } from 'node:child_process';
import { mkdirSync, truncateSync } from 'node:fs';
import { dirname } from 'node:path';
import { everyFourth } from '../../kit/amount';
import { REVIEWS } from '../../kit/declaredProtocols';
import type { AttackedFolder, FolderAttack } from '../folderAttack';

/** Places where a file is looked for by its name, or because another one names it. */
const PLACES: { file: string; isAlone?: true; names?(folder: AttackedFolder): void }[] = [
  { file: '.agent-envelopes.json', isAlone: true },
  { file: '.git' },
  { file: '.gitignore' },
  { file: '.git/info/exclude' },
  { file: '.git/info' },
  {
    file: '.git/worktrees/w/commondir',
    names: folder => folder.write('sub/.git', 'gitdir: ../.git/worktrees/w\n'),
  },
  { file: 'z/.git' },
  { file: 'z/y/.gitignore' },
  { file: 'x.json' },
  { file: 'x.jsonl' },
  { file: 'x.md' },
  { file: 'healthy/beside.jsonl' },
  { file: 'specs/index.md' },
  { file: 'specs' },
  { file: 'tool_catalog.json' },
  { file: 'reviews.agent-protocol.json' },
  {
    file: 'review.schema.json',
    names: folder =>
      folder.write(
        'own.agent-protocol.json',
        JSON.stringify({ ...REVIEWS, kinds: [{ id: 'review', title: 'A review', schema: 'review.schema.json' }] }),
      ),
  },
  {
    file: 'src/a.ts',
    names: folder =>
      folder.write(
        'output.json',
        '{"success": true, "summary": "s", "artifacts": [{"path": "src/a.ts", "operation": "update"}]}',
      ),
  },
];

/** What is put there in place of a file. */
const TRAPS: Record<string, (folder: AttackedFolder, file: string) => void> = {
  'a link to /dev/zero': (folder, file) => folder.link(file, '/dev/zero'),
  'a link to /proc': (folder, file) => folder.link(file, '/proc'),
  'a link to itself': (folder, file) => folder.link(file, folder.pathOf(file)),
  'a link to nowhere': (folder, file) => folder.link(file, 'not/there'),
  'a link to the terminal': (folder, file) => folder.link(file, '/dev/tty'),
  'a link upwards': (folder, file) => folder.link(file, '../..'),
  'a pipe': (folder, file) => {
    parentOf(folder, file);
    execFileSync('mkfifo', [folder.pathOf(file)]);
  },
  'a folder': (folder, file) => void mkdirSync(folder.pathOf(`${file}/deeper`), { recursive: true }),
  'a hole of 600 MB': (folder, file) => {
    folder.write(file, '{"id": 1}\n');
    truncateSync(folder.pathOf(file), 600_000_000);
  },
};

function parentOf(folder: AttackedFolder, file: string): void {
  mkdirSync(dirname(folder.pathOf(file)), { recursive: true });
}

const TRAP_LIST = Object.entries(TRAPS);

/** Each trap in each place, and in the places that a settings file may name. */
export const linkAttacks: FolderAttack[] = everyFourth(
  // Nine traps: each fourth of them is, from place to place, another one.
  (process.platform === 'win32' ? [] : PLACES).flatMap(({ file, isAlone, names }) =>
    TRAP_LIST.map(([trap, set]) => ({
      name: `${file} is ${trap}`,
      ...(isAlone && { isAlone }),
      plant(folder: AttackedFolder) {
        set(folder, file);
        names?.(folder);
      },
    })),
  ),
).slice();
if (process.platform !== 'win32') {
  linkAttacks.push({
    name: 'the settings name traps',
    isAlone: true,
    plant(folder) {
      const files = TRAP_LIST.map((_, at) => `named/${at}.json`);
      for (const [at, [, set]] of TRAP_LIST.entries()) set(folder, files[at] ?? '');
      folder.write('.agent-envelopes.json', JSON.stringify({ toolCatalogues: files, protocols: files }));
    },
  });
}
