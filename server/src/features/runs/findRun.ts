import type { RunSummary } from '../../model/run';
import { t } from '../../shared/l10n';
import { nearestWord } from '../../text/similarNames';

/**
 * Finds the workflow run that a user names. The user may write the id of the run, `family/id`, the path of the run's file, the run's key in
 * our index of all runs, or the beginning of one of these. Returns `fault`, a sentence for the user, if no run or several runs match.
 */
export function findRun(
  word: string,
  runs: readonly RunSummary[],
  fileOf: (uri: string) => string,
): { run: RunSummary } | { fault: string } {
  if (runs.length === 0) return { fault: t`there is no run "${word}": no run was found at all.` };
  const named = runs.map(run => ({ run, names: runNames(run, fileOf) }));
  const ways = [
    named.filter(({ names }) => names.includes(word)),
    named.filter(({ names }) => word !== '' && names.some(name => name.startsWith(word))),
  ];
  const found = ways.find(some => some.length > 0)?.map(({ run }) => run) ?? [];
  const [only] = found;
  if (!only) {
    const meant = nearestWord(word, new Set(runs.map(({ id }) => id)));
    return {
      fault:
        meant === undefined ? t`there is no run "${word}".` : t`there is no run "${word}"; did you mean "${meant}"?`,
    };
  }
  if (found.length === 1) return { run: only };
  return { fault: t`"${word}" is ${found.length} runs: ${distinctNames(found, runs, fileOf)}.` };
}

/** Lists a few of the runs, each by a name that no other run has, in quotes if it has spaces. */
export function distinctNames(
  some: readonly RunSummary[],
  all: readonly RunSummary[],
  fileOf: (uri: string) => string,
): string {
  const nameOf = distinctName(all, fileOf);
  const names = some.slice(0, MOST).map(run => {
    const name = nameOf(run);
    // Quotes it for a shell.
    return name.includes(' ') ? `"${name}"` : name;
  });
  const list = names.join(', ');
  return some.length > MOST ? t`${list}, and ${some.length - MOST} more` : list;
}

const MOST = 8;

/** Returns a function that returns the shortest name of a run that no other of these runs has. */
export function distinctName(all: readonly RunSummary[], fileOf: (uri: string) => string): (run: RunSummary) => string {
  const count = new Map<string, number>();
  for (const run of all) for (const name of runNames(run, fileOf)) count.set(name, (count.get(name) ?? 0) + 1);
  return run => runNames(run, fileOf).find(name => count.get(name) === 1) ?? run.key;
}

/** Returns the names of a run, the shortest first. */
function runNames({ id, family, files, key }: RunSummary, fileOf: (uri: string) => string): string[] {
  const [file] = files;
  return [...new Set([id, `${family}/${id}`, ...(file === undefined ? [] : [fileOf(file)]), key])];
}
