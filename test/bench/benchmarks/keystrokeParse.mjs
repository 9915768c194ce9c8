import { createRequire } from 'node:module';
import { bundle } from '../bundle.mjs';
import { messageLog } from '../logs.mjs';
import { pairs, timed } from '../pairs.mjs';

export const about = 'recognising and checking one line of a log, without what surrounds it';
export const anchor = 'JSON.parse of that line';

export async function run() {
  const { analyse, families, textFile } = createRequire(import.meta.url)(await bundle('test/bench/core.ts'));
  const lines = messageLog(1);
  const context = { families, facts: { agents: [], intents: [] }, association: () => undefined };
  // Once for each line: one alone is over before a clock can tell.
  const check = () => {
    for (const line of lines) analyse(textFile('file:///work/log.jsonl', 'jsonl', line), context);
  };
  const parse = () => {
    for (const line of lines) JSON.parse(line);
  };
  return pairs(
    () => timed(check),
    () => timed(parse),
    30,
  );
}
