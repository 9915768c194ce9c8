import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { projectRoot } from './corpus';

/**
 * Plants files in an empty project that is linted as this one is; for each the numbers of the lines in which the linter finds errors.
 *
 * @param files their texts, by path
 * @param options of `biome lint`
 */
export function lintFiles(
  files: ReadonlyMap<string, string>,
  options: readonly string[] = [],
): Map<string, readonly number[]> {
  const folder = mkdtempSync(join(tmpdir(), 'planted-'));
  try {
    const configuration = JSON.parse(readFileSync(join(projectRoot, 'biome.json'), 'utf8'));
    const { $schema: _, vcs: __, ...rest } = configuration;
    writeFileSync(join(folder, 'biome.json'), JSON.stringify(rest));
    cpSync(join(projectRoot, 'tools/lint'), join(folder, 'tools/lint'), { recursive: true });
    for (const [file, text] of files) {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      writeFileSync(join(folder, file), text);
    }
    const biome = join(projectRoot, 'node_modules/@biomejs/biome/bin/biome');
    const args = ['lint', ...options, '--max-diagnostics=none', '--reporter=github', '.'];
    const { stdout } = spawnSync(process.execPath, [biome, ...args], { cwd: folder, encoding: 'utf8' });
    const found = [...stdout.matchAll(/^::error [^\n]*?file=([^,\n]+),line=(\d+)/gm)];
    return new Map(
      [...files.keys()].map(file => [
        file,
        found.flatMap(([, name, line]) => (name === file || name?.endsWith(`/${file}`) ? [Number(line)] : [])),
      ]),
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}
