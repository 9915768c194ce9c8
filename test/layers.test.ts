import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { projectRoot } from './kit/corpus';

// In the order of ARCHITECTURE.md: each may import only what stands before it.
const LAYERS = ['model', 'text', 'parts', 'slots', 'registry', 'rules', 'families', 'analysis', 'runs', 'features'];
const OUTSIDE = ['vscode', 'vscode-languageserver/node', 'node:fs', '../connection', '../workspace/nodeDisk'];

const folder = mkdtempSync(join(tmpdir(), 'layers-'));
afterAll(() => rmSync(folder, { recursive: true }));

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

/** Plants files with these imports in a project of the same configuration; for each those that the linter refuses. */
function refusedIn(files: readonly { file: string; imports: readonly string[] }[]): Map<string, string[]> {
  const configuration = JSON.parse(readFileSync(join(projectRoot, 'biome.json'), 'utf8'));
  const { $schema: _, vcs: __, ...rest } = configuration;
  writeFileSync(join(folder, 'biome.json'), JSON.stringify(rest));
  for (const { file, imports } of files) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), imports.map((one, i) => `import * as i${i} from '${one}';\n`).join(''));
  }
  const biome = join(projectRoot, 'node_modules/@biomejs/biome/bin/biome');
  const options = ['lint', '--only=style/noRestrictedImports', '--max-diagnostics=none', '--reporter=github', '.'];
  const { stdout } = spawnSync(process.execPath, [biome, ...options], { cwd: folder, encoding: 'utf8' });
  return new Map(
    files.map(({ file, imports }) => {
      const lines = [...stdout.matchAll(/file=([^,]+),line=(\d+)/g)].flatMap(([, name, line]) =>
        name?.endsWith(`/${file}`) ? [Number(line)] : [],
      );
      return [file, imports.filter((_, index) => lines.includes(index + 1))];
    }),
  );
}
