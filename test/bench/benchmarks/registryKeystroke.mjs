import { createRequire } from 'node:module';
import { bundle } from '../bundle.mjs';
import { pairs, timed } from '../pairs.mjs';
import { registryText } from '../registries.mjs';

export const about = 'a character typed into a registry of 300 lines, to its diagnostics';
export const anchor = 'one parse of that text by mdast with GFM tables';
export const limit = 0.1;

export async function run() {
  const { analyse, families, applyChange, diagnostics, parseWithMdast, textFile } = createRequire(import.meta.url)(
    await bundle('test/bench/core.ts'),
  );
  const text = registryText(1);
  const context = { families, facts: { agents: [], intents: [] }, association: () => undefined };
  const client = { hasJsonService: true, opensDocs: true };
  let file = textFile('file:///work/index.md', 'markdown', text);
  let { cache } = analyse(file, context);
  const line = file.lines.findIndex(one => one.includes('case 45?'));
  const character = file.lines[line].indexOf('case');

  const keystroke = () => {
    file = applyChange(file, { range: { start: { line, character }, end: { line, character } }, text: 'x' });
    const made = analyse(file, context, cache);
    cache = made.cache;
    diagnostics(made.analysis, client);
  };
  return pairs(
    () => timed(keystroke),
    () => timed(() => parseWithMdast(text)),
    200,
  );
}
