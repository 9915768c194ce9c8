import type { RedactedKind, Redactions, ReplayQuestions } from '../../../shared/replay';
import { truncate } from '../../../shared/truncate';
import type { ReplayContext } from '../context/replayContext';
import { redactedReplay } from './redactedReplay';

/** What a redaction would change: counts and a few samples of each kind. Of a very long run only the beginning is examined. */
export function redactions(
  replay: ReplayContext,
  { redaction }: ReplayQuestions['redactions']['params'],
): ReplayQuestions['redactions']['answer'] {
  const counts = new Map<RedactedKind, number>(KINDS.map(what => [what, 0]));
  const samples = new Map<RedactedKind, Redactions['samples']>(KINDS.map(what => [what, []]));
  const sampled = new Set<string>();
  let step = 0;
  const { run, reader } = redactedReplay(replay, redaction, (what, before, after) => {
    counts.set(what, (counts.get(what) ?? 0) + 1);
    const some = samples.get(what);
    if (!some || some.length >= (what === 'word' ? MOST_WORDS : MOST_SAMPLES) || sampled.has(`${what} ${before}`))
      return;
    sampled.add(`${what} ${before}`);
    some.push({ what, before: cut(before), after: cut(after), step });
  });
  const end = performance.now() + TIME;
  const { steps } = replay.run.summary;
  const most = Math.min(steps, MOST_STEPS);
  let read = 0;
  for (; step < most && (step < FEWEST_STEPS || read < LEAST_READ || performance.now() < end); step++) {
    for (const source of run.step(step).sources) reader.fileOf(source.uri);
    for (const source of replay.run.step(step).sources) {
      const found = reader.text(source);
      if ('text' in found) read += found.text.length;
    }
  }
  return {
    counts: KINDS.map(what => ({ what, count: counts.get(what) ?? 0 })).filter(({ count }) => count > 0),
    samples: KINDS.flatMap(what => samples.get(what) ?? []),
    ...(step < steps && { looked: step }),
  };
}

const KINDS: readonly RedactedKind[] = ['path', 'email', 'secret', 'word', 'personal', 'field'];
/** Per kind. */
const MOST_SAMPLES = 10;
/** Nothing says what these are: whoever exports looks at each. */
const MOST_WORDS = 200;
const LONGEST = 120;
const FEWEST_STEPS = 10;
const MOST_STEPS = 2000;
/** The characters that are examined however long it takes: all of most runs. */
const LEAST_READ = 500_000;
/** Milliseconds. */
const TIME = 150;

function cut(text: string): string {
  return truncate(text, LONGEST);
}
