// node test/bench/checkRatios.mjs [--results=file]
// A small run of the benchmarks that compare editors: fails where a ratio is more than twice its recorded value. A ratio
// that is too high is measured once more, since other work of the machine may have met one side alone. `npm test -- all` runs those
// of `nightly`, too.
import { writeFileSync } from 'node:fs';
import { keysWhileBusy } from './busyEditor.mjs';
import { compareCommand } from './compareCommand.mjs';
import { compareOpened, compareStarted } from './compareEditors.mjs';
import { arrayCorpus, logCorpus, messageCorpus, responseCorpus, smallCorpus } from './corpora.mjs';
import { behindEdit, completion, hover, keystroke, opening } from './measures.mjs';

/** How many times its recorded value a ratio may be. */
const TOLERANCE = 2;
const runsEverything = process.env.AGENT_ENVELOPES_TESTS === 'all';
/** How often a command is timed, an odd number, whose median is one of them. */
const COMMANDS = runsEverything ? 21 : 5;
/** The rounds of a figure; the usual run makes four of ten. @param {number} count */
const rounds = count => (runsEverything ? count : Math.ceil(count * 0.4));

/**
 * Ratios to VS Code's JSON server, where nothing else is said, of corpora a tenth as long as those in `benchmarks/`. Whoever makes the product faster
 * records the ratio anew: this script prints it.
 * @type {Figure[]}
 *
 * @typedef {{ name: string, recorded: number, nightly?: boolean, run: () => ReturnType<typeof compareOpened> }} Figure
 */
const figures = [
  { name: 'log: key', recorded: 0.12, run: () => compareOpened(logCorpus({ count: 1300 }), keystroke, rounds(15)) },
  { name: 'array: key', recorded: 0.12, run: () => compareOpened(arrayCorpus(1300), keystroke, rounds(15)) },
  {
    name: 'array: first',
    nightly: true,
    recorded: 2.5,
    run: () => compareStarted(arrayCorpus(1300), opening, rounds(5)),
  },
  {
    name: 'log with 600 problems: key',
    nightly: true,
    recorded: 0.15,
    run: () => compareOpened(logCorpus({ count: 1300, faults: 600 }), keystroke, rounds(15)),
  },
  {
    name: 'response: key',
    nightly: true,
    recorded: 0.3,
    run: () => compareOpened(responseCorpus(6650), keystroke, rounds(15)),
  },
  { name: 'response: first', recorded: 1.9, run: () => compareStarted(responseCorpus(6650), opening, rounds(5)) },
  {
    name: 'response: hover behind an edit',
    nightly: true,
    recorded: 0.25,
    run: () => compareOpened(responseCorpus(6650), behindEdit(hover), rounds(15)),
  },
  {
    name: 'message: key',
    nightly: true,
    recorded: 0.55,
    run: () => compareOpened(messageCorpus(300), keystroke, rounds(15)),
  },
  {
    name: 'message: completion behind an edit',
    recorded: 0.25,
    run: () => compareOpened(messageCorpus(300), behindEdit(completion), rounds(15)),
  },
  { name: '2 KB: first', recorded: 2.5, run: () => compareStarted(smallCorpus(), opening, rounds(9)) },
  { name: '2 KB: key', nightly: true, recorded: 1.9, run: () => compareOpened(smallCorpus(), keystroke, rounds(60)) },
  {
    name: '2 KB: completion behind an edit',
    nightly: true,
    recorded: 1.9,
    run: () => compareOpened(smallCorpus(), behindEdit(completion), rounds(60)),
  },
  // The slowest of a hundred keys, to those of a server that does nothing.
  {
    name: '2 KB: key while files are indexed and a store is searched',
    nightly: true,
    recorded: 4,
    run: () => keysWhileBusy(smallCorpus(), { keys: 200, envelopes: 1000 }),
  },
  // To a start of Node that does nothing, alone and beside two busy processes: what a hook pays for each file. The goal is 2.5.
  ...[0, 2].flatMap(busy => [
    {
      name: `check of a file of 2 KB${busy ? ', busy' : ''}`,
      nightly: busy > 0,
      recorded: 2.2,
      run: () => compareCommand(['check', 'a.json'], { busy, count: COMMANDS }),
    },
    {
      name: `--version${busy ? ', busy' : ''}`,
      nightly: busy > 0,
      recorded: 1.1,
      run: () => compareCommand(['--version'], { busy, count: COMMANDS }),
    },
  ]),
];

const chosen = figures.filter(({ nightly }) => !nightly || runsEverything);
const failures = [];
for (const figure of chosen) {
  const failure = await check(figure);
  if (failure) failures.push({ name: figure.name, reason: failure });
}
const results = { passed: chosen.length - failures.length, failed: failures.length, skipped: 0, failures };
const file = process.argv.find(argument => argument.startsWith('--results='))?.slice('--results='.length);
if (file) writeFileSync(file, JSON.stringify(results));
process.exitCode = failures.length > 0 ? 1 : 0;

/** Why a figure fails; undefined for one that passes. */
async function check({ name, recorded, run }) {
  const limit = recorded * TOLERANCE;
  let reason;
  for (let attempt = 0; attempt < 2; attempt++) {
    try {
      const { own, anchor, ratio } = await run();
      const shown = `ratio ${ratio.toFixed(3)} (${own.toFixed(1)} to ${anchor.toFixed(1)} ms), recorded ${recorded}`;
      console.log(`${ratio <= limit ? '✓' : '✗'} ${name}: ${shown}`);
      if (ratio <= limit) return undefined;
      reason = shown;
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  }
  return reason;
}
