import type { Draft } from '../../model/run';
import { addToList } from '../../shared/arrays';
import { memoizeByObject } from '../../text/memoize';
import { type Entry, type FileRecord, familyOf, sureEntries } from '../reading/fileRecord';

/** Assigns the envelopes of one log to workflow runs, one envelope after the other. */
export interface LogRuns<Run> {
  /**
   * Returns the run of the next envelope of the log. Returns `again` if a run that begins here also has earlier envelopes: the caller starts
   * over with the hints found so far. Returns undefined if only the whole log decides: `folderRuns` does.
   */
  next(draft: Draft): Run | 'again' | undefined;
}

/** Facts in later lines that assign earlier lines to runs: by family, the first run that is named, and the first one that a line opens. */
export interface LogRunHints {
  named: Map<string, string>;
  opened: Map<string, string>;
}

/**
 * Assigns the envelopes of one log to runs, line by line, with the same result as `folderRuns`. Needs little memory: remembers only
 * requests without an answer so far, and answers without a request.
 *
 * @param createRun makes the object that stands for a run
 */
export function assignEnvelopesToRuns<Run>(
  createRun: (id: string | undefined) => Run,
  hints: LogRunHints,
): LogRuns<Run> {
  const bySpace = new Map<string, Map<string | undefined, Run>>();
  const named = new Map<string, string>();
  const opened = new Map<string, string>();
  /** The families with envelopes that would be in a named run, or one that a line opens, if there was one. */
  const unnamed = new Set<string>();
  const unopened = new Set<string>();
  /** The runs of the questions without an answer so far: by pair, then by the run that they name. */
  const asks = new Map<string, Map<string | undefined, Run[]>>();
  /** Pairs of which a later question may have an earlier answer. */
  const strays = new Set<string>();
  let last: { space: string; id: string | undefined; run: Run } | undefined;

  function runOf(space: string, id: string | undefined): Run {
    if (last && last.id === id && last.space === space) return last.run;
    let ofSpace = bySpace.get(space);
    if (!ofSpace) {
      ofSpace = new Map();
      bySpace.set(space, ofSpace);
    }
    let run = ofSpace.get(id);
    if (!run) {
      run = createRun(id);
      ofSpace.set(id, run);
    }
    last = { space, id, run };
    return run;
  }

  /** Notes what a line says of its neighbours. Returns whether earlier lines are in its run. */
  function noteRun(family: string, id: string, opensRun: boolean): boolean {
    named.set(family, id);
    if (opensRun) opened.set(family, id);
    let isAgain = false;
    if (unnamed.size > 0 && unnamed.has(family) && !hints.named.has(family)) {
      hints.named.set(family, id);
      isAgain = true;
    }
    if (opensRun && unopened.size > 0 && unopened.has(family) && !hints.opened.has(family)) {
      hints.opened.set(family, id);
      isAgain = true;
    }
    return isAgain;
  }

  function neighbouringRun(family: string, isPaired: boolean): string | undefined {
    const found = isPaired
      ? (opened.get(family) ?? hints.opened.get(family))
      : (named.get(family) ?? hints.named.get(family));
    if (found === undefined) (isPaired ? unopened : unnamed).add(family);
    return found;
  }

  return {
    next(draft) {
      const { run: own, side, pair, opensRun, links, parent, repeats } = draft;
      if (links || repeats || (parent !== undefined && own === undefined)) return undefined;
      if (side !== undefined && pair === undefined) return undefined;
      const family = familyOf(draft);
      if (own !== undefined && noteRun(family, own, opensRun === true)) return 'again';
      const space = draft.space ?? family;
      if (side === undefined) return runOf(space, own ?? neighbouringRun(family, pair !== undefined));
      const key = `${family}\0${pair}`;
      if (side === 'ask') {
        // An earlier answer without a question of its run belongs to this one.
        if (strays.has(key) || strays.has(`${key}\0${own}`)) return undefined;
        const run = runOf(space, own ?? neighbouringRun(family, true));
        const ofRun = asks.get(key) ?? new Map<string | undefined, Run[]>();
        addToList(ofRun, own, run);
        asks.set(key, ofRun);
        return run;
      }
      const ofRun = asks.get(key) ?? new Map<string | undefined, Run[]>();
      if (own === undefined && ofRun.size > 1) return undefined;
      // A question of another run is none of this answer.
      const name = own === undefined || ofRun.has(own) ? (own ?? ofRun.keys().next().value) : undefined;
      const waiting = ofRun.get(name);
      const ask = waiting?.shift();
      if (ask === undefined) {
        strays.add(key);
        return runOf(space, own ?? neighbouringRun(family, true));
      }
      if (name !== own) strays.add(`${key}\0${own}`);
      if (waiting?.length === 0) ofRun.delete(name);
      if (ofRun.size === 0) asks.delete(key);
      // The answer may name the run of both.
      return name === undefined && own !== undefined && ask !== runOf(space, own) ? undefined : ask;
    },
  };
}

/** A log with the ids of the families of its envelopes. */
interface LogApart {
  record: FileRecord;
  ids: ReadonlySet<string>;
}

/**
 * Returns the logs among the files of a folder of which no envelope belongs to a run in another of the files, nor answers an envelope
 * there.
 *
 * @param of the URI of the only log that is asked for
 */
export function logsApart(records: readonly FileRecord[], of?: string): LogApart[] {
  const wanted = records.filter(record => (of === undefined || record.uri === of) && tiesOf(record.entries).isLog);
  if (wanted.length === 0) return [];
  const files = new Map<string, number>();
  const linked = new Map<string, number>();
  for (const { entries } of records) {
    const ties = tiesOf(entries);
    for (const name of ties.names) files.set(name, (files.get(name) ?? 0) + 1);
    for (const space of ties.linked) linked.set(space, (linked.get(space) ?? 0) + 1);
  }
  return wanted.flatMap(record => {
    const { ids, names, spaces, linked: own } = tiesOf(record.entries);
    const isTied =
      names.some(name => files.get(name) !== 1) ||
      [...spaces].some(space => (linked.get(space) ?? 0) > (own.has(space) ? 1 : 0));
    return isTied ? [] : [{ record, ids }];
  });
}

/** Facts that connect the envelopes of a file with those of other files. */
interface Ties {
  /** The file has several envelopes. */
  isLog: boolean;
  /** The ids of the families. */
  ids: ReadonlySet<string>;
  spaces: ReadonlySet<string>;
  /** The spaces in which it has envelopes that may be copied from other runs, or that go on there. */
  linked: ReadonlySet<string>;
  /** Each run that is named, and each pair of a request and its answer. */
  names: readonly string[];
}

// Called for all files of a folder when one of them changes.
const tiesOf = memoizeByObject((all: readonly Entry[]): Ties => {
  const entries = sureEntries({ entries: all });
  const ids = new Set<string>();
  const spaces = new Set<string>();
  const linked = new Set<string>();
  const names = new Set<string>();
  for (const entry of entries) {
    const { run, pair, side, links, repeats } = entry;
    const id = familyOf(entry);
    const space = entry.space ?? id;
    ids.add(id);
    spaces.add(space);
    if (links || repeats) linked.add(space);
    if (run !== undefined) names.add(`${space}\0run\0${run}`);
    if (side !== undefined && pair !== undefined) names.add(`${id}\0pair\0${pair}`);
  }
  const isLog = entries.some(({ part }) => part !== entries[0]?.part);
  return { isLog, ids, spaces, linked, names: [...names] };
});
