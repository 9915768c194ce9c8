import { hasFaults } from './compareEditors.mjs';
import { processMemory, threadTimes } from './processStatus.mjs';

/** @typedef {import('./compareEditors.mjs').Measure} Measure */

/** From a character typed to the diagnostics of the whole document. @type {Measure} */
export async function keystroke(editor, { typed }) {
  return elapsed(async () => {
    await editor.type(typed, 'x');
    await editor.diagnostics();
  });
}

/** A document that is opened, to its first diagnostics. @type {Measure} */
export async function opening(editor) {
  return elapsed(async () => {
    await editor.open();
    await editor.diagnostics();
  });
}

/** The same, to diagnostics that list all seeded faults. @param {import('./corpora.mjs').Corpus} corpus @returns {Measure} */
export function openingWhole(corpus) {
  return editor =>
    elapsed(async () => {
      await editor.open();
      await editor.diagnosticsOnce(list => hasFaults(list, corpus));
    });
}

/**
 * The longest that an answer about another document takes while one is opened, until all seeded faults are listed.
 * @param {import('./corpora.mjs').Corpus} corpus
 * @returns {Measure}
 */
export function waitElsewhere(corpus) {
  return async editor => {
    await editor.openSecond();
    await editor.open();
    let isOpened = false;
    const opened = editor
      .diagnosticsOnce(list => hasFaults(list, corpus))
      .then(() => {
        isOpened = true;
      });
    let longest = 0;
    while (!isOpened) longest = Math.max(longest, await elapsed(() => editor.askSecond('textDocument/hover')));
    await opened;
    return longest;
  };
}

/** @type {Measure} */
export function hover(editor, { asked }) {
  return elapsed(() => editor.ask('textDocument/hover', asked));
}

/** @type {Measure} */
export function completion(editor, { asked }) {
  return elapsed(() => editor.ask('textDocument/completion', asked));
}

/** The outline, and what can be folded: what VS Code asks for after each edit. @type {Measure} */
export function outline(editor) {
  return elapsed(async () => {
    await editor.ask('textDocument/documentSymbol');
    await editor.ask('textDocument/foldingRange');
  });
}

/**
 * A measure taken once the diagnostics of a character typed in that line have come.
 * @param {Measure} measure
 * @returns {Measure}
 */
export function afterEdit(measure) {
  return async (editor, places) => {
    await keystroke(editor, places);
    return measure(editor, places);
  };
}

/**
 * A measure taken right behind a character typed in that line, whose diagnostics nobody waits for.
 * @param {Measure} measure
 * @returns {Measure}
 */
export function behindEdit(measure) {
  return async (editor, places) => {
    await editor.type(places.typed, 'x');
    const time = await measure(editor, places);
    // What the edit left to do must not fall into the next measurement.
    await editor.diagnostics();
    return time;
  };
}

/** The most megabytes that a server takes with the document open, after a character was typed. @type {Measure} */
export async function peakMemory(editor, places) {
  await opening(editor);
  await keystroke(editor, places);
  return processMemory(editor.pid).most;
}

const KEYS = 5;

/**
 * Milliseconds of CPU that one character typed costs a server's main thread, or those in the background.
 * @param {'main' | 'background'} threads
 * @returns {Measure}
 */
export function cpuOfKey(threads) {
  return async (editor, places) => {
    const before = await quietTimes(editor);
    for (let key = 0; key < KEYS; key++) {
      await keystroke(editor, places);
      await quietTimes(editor);
    }
    return ((await quietTimes(editor))[threads] - before[threads]) / KEYS;
  };
}

/** The times of a server's threads once they have been idle for half a second. */
async function quietTimes({ pid }) {
  for (let before = threadTimes(pid); ; ) {
    await new Promise(resolve => setTimeout(resolve, 500));
    const times = threadTimes(pid);
    if (times.main + times.background - before.main - before.background < 2) return times;
    before = times;
  }
}

async function elapsed(run) {
  const start = performance.now();
  await run();
  return performance.now() - start;
}
