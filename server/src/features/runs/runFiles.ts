import type { RunIndex } from '../../runs/index/runIndex';

/** The files that tell of runs, the JSON files among them; at most so many. */
export function runFiles({ runs }: Pick<RunIndex, 'runs'>): string[] {
  const files = new Set<string>();
  for (const run of runs()) {
    for (const file of run.files) if (/\.json$/i.test(file)) files.add(file);
    if (files.size >= MOST) break;
  }
  return [...files].slice(0, MOST);
}

// All of them go into a condition of the editor's menus.
const MOST = 2000;
