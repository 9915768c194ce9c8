import type { ReplayContext } from '../features/replay/context/replayContext';
import { type SourceReader, sourceReader } from '../features/replay/envelope/sourceReader';
import { replayQuestions } from '../features/replay/replayQuestions';
import { runBrief } from '../features/replay/runBrief';
import { stepsAt } from '../features/runs/tree/runPath';
import type {
  FileLocation,
  PrepareSendingParams,
  ReplayAt,
  ReplayAtParams,
  ReplayLocationParams,
  ReplayParams,
  Settings,
} from '../shared/protocol';
import { type PreparedSending, prepareSending } from '../sources/send/prepareSending';
import { memoizeByObject } from '../text/memoize';
import { settingsLookup } from './folderSettings';
import { type QueryContext, relativePathOf, viewContext } from './queryContext';

/** Answers a question about a replayed run; null where the run is gone. Throws where there is no such question or step. */
export function queryReplay(context: QueryContext, { run: key, question, params }: ReplayParams): unknown {
  if (!Object.hasOwn(replayQuestions, question)) throw new Error(`no question "${question}" of a replay`);
  const asked = openReplay(context, key);
  if (!asked) return null;
  const answer = replayQuestions[question] as (replay: ReplayContext, params: unknown) => unknown;
  return answer(asked, params ?? {});
}

/**
 * The runs of a file, and the run and step at a position in it; without a position the first step of the file. Where there is no
 * step at the position, none is returned.
 */
export function findReplay(context: QueryContext, { uri, position }: ReplayAtParams): ReplayAt {
  const { index } = context;
  const steps = index.stepsIn(uri);
  const keys = new Set(steps.map(({ run }) => run));
  const summaries = index.runs().filter(({ key, registry }) => keys.has(key) || registry === uri);
  const order = [...keys];
  const place = (key: string) => (keys.has(key) ? order.indexOf(key) : order.length);
  const runs = summaries.toSorted((one, other) => place(one.key) - place(other.key));
  const [at] = position ? stepsAt(index, uri, sourceReaderIn(context).placeAt(uri, position)) : steps;
  const run = at?.run ?? runs[0]?.key;
  return {
    runs: runs.map(summary => runBrief(summary, { fileOf: relativePathOf(context) }, Date.now())),
    ...(run !== undefined && { run }),
    ...(at && { step: at.index }),
  };
}

/** The location of a step's envelope, or of a value in it; null where that is gone. */
export function replayLocation(
  context: QueryContext,
  { run: key, step, source, path }: ReplayLocationParams,
): FileLocation | null {
  const asked = openReplay(context, key);
  if (!asked || !(step >= 0 && step < asked.run.summary.steps)) return null;
  const { sources, copies = [] } = asked.run.step(step);
  const found = [...sources, ...copies][source];
  const inside = Array.isArray(path) ? path : [];
  const range = found && asked.reader.range({ ...found, path: [...found.path, ...inside] });
  return range ? { uri: found.uri, range } : null;
}

/** A run as it is sent to a collector; null where it is gone. */
export function prepareRun(
  context: QueryContext,
  { run: key, redaction }: PrepareSendingParams,
): PreparedSending | null {
  const replay = openReplay(context, key);
  return replay ? prepareSending(replay, redaction) : null;
}

function openReplay(context: QueryContext, key: string): ReplayContext | undefined {
  const { index } = context;
  const run = index.run(key);
  if (!run) return undefined;
  return {
    run,
    reader: { ...sourceReaderIn(context), ...(context.page && { page: context.page }) },
    others: {
      revision: () => index.revision(),
      summaries: () => index.runs().filter(other => other.key !== key),
      run: other => index.run(other),
    },
    now: Date.now(),
    prices: pricesFor(context, run.summary.files[0]),
  };
}

/** The prices for a run, which may be of a file outside all folders. */
function pricesFor(context: QueryContext, uri = ''): Settings['prices'] {
  const folders = context.folders();
  const { prices } = settingsLookup(folders, context.sourceFolders())(uri);
  return Object.keys(prices).length > 0 ? prices : (folders[0]?.settings.prices ?? {});
}

// What was read is remembered from one question to the next.
const sourceReaderIn = memoizeByObject((context: QueryContext): SourceReader => {
  const { access, opened, contextOf } = context;
  const record = (uri: string) => context.index.record(uri);
  const fileAt = (path: string, from: string) => viewContext(context).fileAt(path, from) ?? undefined;
  return sourceReader({ access, opened, record, contextOf, fileOf: relativePathOf(context), fileAt });
});
