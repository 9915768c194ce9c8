import type { FolderAttack } from '../folderAttack';

/** Where a file is looked for by its name. */
const NAMED = ['specs/index.md', 'tool_catalog.json', 'x.jsonl', 'x.json'];

/** Links to what has no end, in place of a file that is read. */
export const linkAttacks: FolderAttack[] = NAMED.map(file => ({
  name: `${file} -> /dev/zero`,
  plant: folder => folder.link(file, '/dev/zero'),
}));
