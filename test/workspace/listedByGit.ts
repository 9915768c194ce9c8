import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect } from 'vitest';
import type { FindOptions } from '../../server/src/workspace/fileFilter';
import { findFiles, wouldFind } from '../../server/src/workspace/findFiles';
import { folder } from '../cli/run';
import { filesBelow } from '../kit/corpus';

export function found(root: string, options: Partial<FindOptions> = {}): string[] {
  const all = { useIgnoreFiles: true, ...options };
  const files = [...findFiles(root, all)];
  // The same is said of each file that lies in the folder when it is asked about by itself.
  const paths = new Set(files.map(({ path }) => path));
  for (const path of filesBelow(root)) expect([path, wouldFind(root, path, all)]).toEqual([path, paths.has(path)]);
  return files.map(file => file.path.slice(root.length + 1) + ('fault' in file ? ` ${file.fault}` : '')).sort();
}

export function repository(paths: string[]): string {
  const root = folder(Object.fromEntries(paths.map(path => [path, ''])));
  execFileSync('git', ['init', '-q', '--template=', root]);
  return root;
}

export function write(root: string, files: Record<string, string>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
}

export function listedByGit(root: string): string[] {
  const args = ['-c', 'core.excludesFile=', 'ls-files', '-z', '-co', '--exclude-standard'];
  const out = execFileSync('git', args, { cwd: root, encoding: 'utf8' });
  return out
    .split('\0')
    .filter(path => /\.(json|md)$/.test(path))
    .sort();
}
