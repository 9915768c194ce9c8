import { createRequire } from 'node:module';
import { bundle } from '../bundle.mjs';
import { messageLog } from '../logs.mjs';
import { pairs, timed } from '../pairs.mjs';

export const about = 'a character typed into a line of a 10 MB log, to the diagnostics of the whole log';
export const anchor = 'reading that log anew';

export async function run() {
  const { analyse, families, applyChange, diagnostics, textFile } = createRequire(import.meta.url)(
    await bundle('test/bench/core.ts'),
  );
  const lines = messageLog(10);
  const text = lines.join('\n');
  const context = { families, facts: { agents: [], intents: [] }, association: () => undefined };
  const client = { hasJsonService: true, opensDocs: true };
  let file = textFile('file:///work/log.jsonl', 'jsonl', text);
  let { cache } = analyse(file, context);
  const line = lines.length >> 1;
  const character = lines[line].indexOf('Step') + 4;

  const keystroke = () => {
    file = applyChange(file, { range: { start: { line, character }, end: { line, character } }, text: 'x' });
    const made = analyse(file, context, cache);
    cache = made.cache;
    diagnostics(made.analysis, client);
  };
  const anew = () => diagnostics(analyse(textFile('file:///work/log.jsonl', 'jsonl', text), context).analysis, client);
  return pairs(
    () => timed(keystroke),
    () => timed(anew),
    15,
  );
}
