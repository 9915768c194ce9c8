import type { RunSummary } from '../../model/run';
import { UsageError } from '../args';
import { suggestion } from '../suggestion';
import { counted } from '../summary';

/**
 * The run that a word identifies: by id; by `family/id` or a file if several runs have that id; by its key in the index; or by
 * an unambiguous prefix of one of these. Throws UsageError if no run or several match.
 */
export function selectRun(word: string, runs: readonly RunSummary[], fileOf: (uri: string) => string): RunSummary {
  if (runs.length === 0) throw new UsageError(`there is no run "${word}": no run was found at all.`);
  const named = runs.map(run => ({ run, names: namesOf(run, fileOf) }));
  const ways = [
    named.filter(({ names }) => names.includes(word)),
    named.filter(({ names }) => word !== '' && names.some(name => name.startsWith(word))),
  ];
  const found = ways.find(some => some.length > 0)?.map(({ run }) => run) ?? [];
  const [only] = found;
  if (!only) {
    const ids = [...new Set(runs.map(({ id }) => id))];
    throw new UsageError(`there is no run "${word}"${suggestion(word, ids)}`);
  }
  if (found.length === 1) return only;
  throw new UsageError(`"${word}" is ${counted(found.length, 'run')}: ${distinctNames(found, runs, fileOf)}.`);
}

/** Lists a few runs by names that no other run has. */
export function distinctNames(
  some: readonly RunSummary[],
  all: readonly RunSummary[],
  fileOf: (uri: string) => string,
): string {
  const count = new Map<string, number>();
  for (const run of all) for (const name of namesOf(run, fileOf)) count.set(name, (count.get(name) ?? 0) + 1);
  const names = some.map(run => {
    const name = namesOf(run, fileOf).find(name => count.get(name) === 1) ?? run.key;
    // As a shell takes it.
    return name.includes(' ') ? `"${name}"` : name;
  });
  const more = names.length > MOST ? `, and ${names.length - MOST} more` : '';
  return names.slice(0, MOST).join(', ') + more;
}

const MOST = 8;

/** The names of a run, the shortest first. */
function namesOf({ id, family, files, key }: RunSummary, fileOf: (uri: string) => string): string[] {
  const [file] = files;
  return [...new Set([id, `${family}/${id}`, ...(file === undefined ? [] : [fileOf(file)]), key])];
}
