import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { bundle } from './bundle.mjs';
import { startEditor } from './editor.mjs';
import { jsonServerCommand, startJsonServer } from './jsonServer.mjs';
import { pairs } from './pairs.mjs';

/** @typedef {import('./corpora.mjs').Corpus} Corpus */
/** @typedef {Awaited<ReturnType<typeof startEditor>>} Editor */
/** @typedef {(editor: Editor, places: import('./corpora.mjs').Places) => Promise<number>} Measure gives milliseconds */
/** @typedef {{ places: import('./corpora.mjs').Places, start(): Promise<Editor>, corpus: Corpus }} Side */

/**
 * Measures our server with a corpus open, in turns with VS Code's JSON server with the same.
 * @param {Corpus} corpus
 * @param {Measure} measure
 * @param {number} count of pairs
 */
export function compareOpened(corpus, measure, count) {
  return compareSides([ourSide(corpus), jsonServerSide(corpus)], measure, count);
}

/**
 * Measures our server with a corpus open, in turns with another of our servers with another corpus.
 * @param {Corpus} corpus
 * @param {Corpus} anchor
 * @param {Measure} measure
 * @param {number} count of pairs
 */
export function compareCorpora(corpus, anchor, measure, count) {
  return compareSides([ourSide(corpus), ourSide(anchor)], measure, count);
}

/**
 * Measures a new server in each run, ours in turns with VS Code's JSON server. It has loaded its code, but the corpus is not
 * open yet.
 * @param {Corpus} corpus
 * @param {Measure} measure
 * @param {number} count of pairs
 */
export async function compareStarted(corpus, measure, count) {
  const sides = [ourSide(corpus), jsonServerSide(corpus)];
  for (const side of sides) await (await openChecked(side)).stop();
  const [own, anchor] = sides.map(side => () => measureStarted(side, measure));
  return pairs(own, anchor, count);
}

/**
 * Measures two things of our server with a corpus open, in turns.
 * @param {Corpus} corpus
 * @param {Measure} own
 * @param {Measure} anchor
 * @param {number} count of pairs
 */
export async function compareMeasures(corpus, own, anchor, count) {
  const side = ourSide(corpus);
  const editor = await openChecked(side);
  try {
    return await pairs(
      () => own(editor, side.places),
      () => anchor(editor, side.places),
      count,
    );
  } finally {
    await editor.stop();
  }
}

async function compareSides(sides, measure, count) {
  /** @type {Editor[]} */
  const editors = [];
  try {
    for (const side of sides) editors.push(await openChecked(side));
    const [own, anchor] = editors.map((editor, index) => () => measure(editor, sides[index].places));
    return await pairs(own, anchor, count);
  } finally {
    await Promise.all(editors.map(editor => editor.stop()));
  }
}

async function measureStarted(side, measure) {
  const editor = await side.start();
  try {
    // Any answer says that the server has loaded its code.
    await editor.ask('textDocument/hover', { line: 0, character: 0 });
    return await measure(editor, side.places);
  } finally {
    await editor.stop();
  }
}

/** Opens a corpus; fails unless its seeded faults are found, and there is something to complete where it is measured. */
async function openChecked({ start, places, corpus, name }) {
  const editor = await start();
  await editor.open();
  const late = setTimeout(() => {
    throw new Error(`${name} does not find all ${corpus.faults} faults.`);
  }, A_MINUTE);
  await editor.diagnosticsOnce(list => hasFaults(list, corpus));
  clearTimeout(late);
  if (places.asked) {
    const completion = await editor.ask('textDocument/completion', places.asked);
    if ((completion.items ?? completion).length === 0) throw new Error(`${name} completes nothing.`);
    if (!(await editor.ask('textDocument/hover', places.asked))) throw new Error(`${name} has no hover.`);
  }
  return editor;
}

const A_MINUTE = 60_000;

/** Whether all seeded faults are listed, or counted. @param {Corpus} corpus */
export function hasFaults(diagnostics, { faults, fault }) {
  const listed = diagnostics.filter(({ severity, message }) => severity <= 2 && fault.test(message)).length;
  return listed + unlisted(diagnostics) >= faults;
}

/** How many problems are found and not listed, as the first diagnostic says. */
function unlisted([first]) {
  const [count] = /^[\d,]+(?= more problems in this file are not listed)/.exec(first?.message ?? '') ?? ['0'];
  return Number(count.replaceAll(',', ''));
}

/** @param {Corpus} corpus */
function ourSide(corpus) {
  const { file, languageId, text } = corpus;
  const start = async () => {
    const server = await bundle('server/src/entries/server.ts');
    // An editor runs both with the same Node.
    const { node } = await jsonServerCommand();
    return inFolder(file, text, uri => startEditor([node, server, '--stdio'], { uri, languageId, text }));
  };
  return { name: 'Our server', places: corpus, start, corpus };
}

/** @param {Corpus} corpus */
function jsonServerSide(corpus) {
  const { kind, array, isArray = array !== undefined } = corpus;
  const { text } = array ?? corpus;
  const start = () => inFolder('peer.json', text, uri => startJsonServer({ uri, text, kind, isArray }));
  return { name: "VS Code's JSON server", places: array ?? corpus, start, corpus };
}

/** Writes a file to a folder of its own, which is removed when the editor stops. */
async function inFolder(file, text, start) {
  const folder = mkdtempSync(path.join(tmpdir(), 'agent-envelopes-bench-'));
  writeFileSync(path.join(folder, file), text);
  const editor = await start(`file://${folder}/${file}`);
  const stop = async () => {
    await editor.stop();
    rmSync(folder, { recursive: true });
  };
  return { ...editor, stop };
}
