import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { bundle } from '../bundle.mjs';
import { openEditor } from '../editor.mjs';
import { openInJsonServer } from '../jsonServer.mjs';
import { artifactLog } from '../logs.mjs';
import { pairs } from '../pairs.mjs';

export const about = 'a character typed into an 11 MB log of 13,000 messages with artifacts, to its diagnostics';
export const anchor = "VS Code's JSON server, the same messages as an array";
/** The goal is 0.005; see docs/performance.md. */
export const limit = 0.15;

const FAULTS = 10;

export async function run() {
  const folder = mkdtempSync(path.join(tmpdir(), 'agent-envelopes-bench-log-'));
  const lines = artifactLog(13_000, { faults: FAULTS });
  const text = lines.join('\n');
  writeFileSync(path.join(folder, 'log.jsonl'), text);
  const document = { uri: `file://${folder}/log.jsonl`, languageId: 'jsonl', text };
  const own = await openEditor([process.execPath, await bundle('server/src/main.ts'), '--stdio'], document);
  const peer = await openInJsonServer(folder, lines);
  try {
    for (const [editor, found] of [
      [own, await missing(own)],
      [peer, await missing(peer)],
    ])
      if (found !== FAULTS) throw new Error(`${editor === own ? 'We find' : 'It finds'} ${found} of ${FAULTS} faults.`);
    const line = lines.length >> 1;
    const character = lines[line].indexOf('Step') + 4;
    return await pairs(
      () => keystroke(own, { line, character }),
      () => keystroke(peer, { line: line + 1, character }),
      15,
    );
  } finally {
    await Promise.all([own.stop(), peer.stop()]);
    rmSync(folder, { recursive: true });
  }
}

/** How many messages are said to lack their confidence. */
async function missing(editor) {
  const diagnostics = await editor.diagnostics();
  return diagnostics.filter(({ severity, message }) => severity <= 2 && /["`“]?confidence/.test(message)).length;
}

async function keystroke(editor, position) {
  const start = performance.now();
  await editor.type(position, 'x');
  await editor.diagnostics();
  return performance.now() - start;
}
