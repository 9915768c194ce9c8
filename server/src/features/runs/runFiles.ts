import type { RunIndex } from '../../runs/index/runIndex';

/** The JSON files that contain runs, up to a limit. */
export function runFiles({ runs }: Pick<RunIndex, 'runs'>): string[] {
  const files = new Set<string>();
  for (const run of runs()) {
    for (const file of run.files) if (/\.json$/i.test(file)) files.add(file);
    if (files.size >= MOST) break;
  }
  return [...files].slice(0, MOST);
}

// The list becomes part of a `when` clause of the editor's menus.
const MOST = 2000;
