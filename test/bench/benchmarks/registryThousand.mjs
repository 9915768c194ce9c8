import { createRequire } from 'node:module';
import { bundle } from '../bundle.mjs';
import { pairs, timed } from '../pairs.mjs';
import { registryText } from '../registries.mjs';

export const about = '1,000 registries of 300 lines parsed and checked, in rounds of fifty';
export const anchor = 'mdast with GFM tables parsing the same texts';
export const limit = 1 / 3;

export async function run() {
  const { analyse, families, diagnostics, parseWithMdast, textFile } = createRequire(import.meta.url)(
    await bundle('test/bench/core.ts'),
  );
  const context = { families, facts: { agents: [], intents: [] }, association: () => undefined };
  const client = { hasJsonService: true, opensDocs: true };
  const rounds = Array.from({ length: 20 }, (_, round) =>
    Array.from({ length: 50 }, (_, n) => registryText(round * 50 + n)),
  );
  let ours = 0;
  let theirs = 0;
  const check = () => {
    for (const text of rounds[ours++ % rounds.length]) {
      diagnostics(analyse(textFile('file:///work/index.md', 'markdown', text), context).analysis, client);
    }
  };
  const parse = () => {
    for (const text of rounds[theirs++ % rounds.length]) parseWithMdast(text);
  };
  return pairs(
    () => timed(check),
    () => timed(parse),
    rounds.length,
  );
}
