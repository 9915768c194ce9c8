import { describe, expect, test } from 'vitest';
import { lintPlanted } from './kit/lintPlanted';

// In the order of ARCHITECTURE.md: each may import only what stands before it.
const LAYERS = ['model', 'text', 'parts', 'slots', 'registry', 'rules', 'families', 'analysis', 'runs', 'features'];
const OUTSIDE = ['vscode', 'vscode-languageserver/node', 'node:fs', '../connection', '../workspace/nodeDisk'];

describe('the linter keeps the layers apart', () => {
  const planted = LAYERS.map((layer, at) => ({
    file: `server/src/${layer}/planted.ts`,
    allowed: LAYERS.slice(0, at).flatMap(waysInto),
    forbidden: [...LAYERS.slice(at + 1).flatMap(waysInto), ...OUTSIDE],
  }));
  planted.push({
    file: 'client/src/planted.ts',
    allowed: ['../../server/src/protocol', 'vscode'],
    forbidden: ['../../server/src/analysis/analyse', '../../server/src/model/text'],
  });
  const refused = refusedIn(
    planted.map(({ file, allowed, forbidden }) => ({ file, imports: [...allowed, ...forbidden] })),
  );

  test.each(planted)('$file', ({ file, forbidden }) => {
    expect(refused.get(file)).toEqual(forbidden);
  });
});

/** A file of a folder, and the folder by its index. */
function waysInto(layer: string): string[] {
  return [`../${layer}/x`, `../${layer}`];
}

/** Plants files with these imports; for each those that the linter refuses. */
function refusedIn(files: readonly { file: string; imports: readonly string[] }[]): Map<string, string[]> {
  const texts = files.map(({ file, imports }): [string, string] => [
    file,
    imports.map((one, i) => `import * as i${i} from '${one}';\n`).join(''),
  ]);
  const lines = lintPlanted(new Map(texts), ['--only=style/noRestrictedImports']);
  return new Map(
    files.map(({ file, imports }) => [file, imports.filter((_, index) => lines.get(file)?.includes(index + 1))]),
  );
}
