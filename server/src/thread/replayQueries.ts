import type { ReplayContext } from '../features/replay/context/replayContext';
import { type SourceReader, sourceReader } from '../features/replay/envelope/sourceReader';
import { replayQuestions } from '../features/replay/replayQuestions';
import { runBrief } from '../features/replay/runBrief';
import { stepsAt } from '../features/runs/tree/runPath';
import type { Place, ReplayAt, ReplayAtParams, ReplayLocationParams, ReplayParams } from '../shared/protocol';
import { memoizeByObject } from '../text/memoize';
import { type QueryContext, relativePathOf, viewContext } from './queryContext';

/** Something of a run that is replayed; null where the run is gone. Throws where there is no such question or step. */
export function queryReplay(world: QueryContext, { run: key, question, params }: ReplayParams): unknown {
  if (!Object.hasOwn(replayQuestions, question)) throw new Error(`no question "${question}" of a replay`);
  const asked = openReplay(world, key);
  if (!asked) return null;
  const answer = replayQuestions[question] as (replay: ReplayContext, params: unknown) => unknown;
  return answer(asked, params ?? {});
}

/**
 * The runs that a file tells of, and which of them has the step at a place in it; without a place the first step that the
 * file tells of. Where no step stands at the place there is none.
 */
export function findReplay(world: QueryContext, { uri, position }: ReplayAtParams): ReplayAt {
  const { index } = world;
  const told = index.stepsIn(uri);
  const keys = new Set(told.map(({ run }) => run));
  const summaries = index.runs().filter(({ key, registry }) => keys.has(key) || registry === uri);
  const order = [...keys];
  const place = (key: string) => (keys.has(key) ? order.indexOf(key) : order.length);
  const runs = summaries.toSorted((one, other) => place(one.key) - place(other.key));
  const [at] = position ? stepsAt(index, uri, sourceReaderIn(world).placeAt(uri, position)) : told;
  const run = at?.run ?? runs[0]?.key;
  return {
    runs: runs.map(summary => runBrief(summary, { fileOf: relativePathOf(world) }, Date.now())),
    ...(run !== undefined && { run }),
    ...(at && { step: at.index }),
  };
}

/** Where a step's envelope, or a value in it, stands in its file; null where that is gone. */
export function replayLocation(
  world: QueryContext,
  { run: key, step, source, path }: ReplayLocationParams,
): Place | null {
  const asked = openReplay(world, key);
  if (!asked || !(step >= 0 && step < asked.run.summary.steps)) return null;
  const { sources, copies = [] } = asked.run.step(step);
  const found = [...sources, ...copies][source];
  const inside = Array.isArray(path) ? path : [];
  const range = found && asked.reader.range({ ...found, path: [...found.path, ...inside] });
  return range ? { uri: found.uri, range } : null;
}

function openReplay(world: QueryContext, key: string): ReplayContext | undefined {
  const { index } = world;
  const run = index.run(key);
  if (!run) return undefined;
  return {
    run,
    reader: { ...sourceReaderIn(world), ...(world.page && { page: world.page }) },
    others: {
      revision: () => index.revision(),
      summaries: () => index.runs().filter(other => other.key !== key),
      run: other => index.run(other),
    },
    now: Date.now(),
  };
}

// What was read is remembered from one question to the next.
const sourceReaderIn = memoizeByObject((world: QueryContext): SourceReader => {
  const { access, opened, contextOf } = world;
  const record = (uri: string) => world.index.record(uri);
  const fileAt = (path: string, from: string) => viewContext(world).fileAt(path, from) ?? undefined;
  return sourceReader({ access, opened, record, contextOf, fileOf: relativePathOf(world), fileAt });
});
