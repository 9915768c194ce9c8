import { createRequire } from 'node:module';
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import { projectRoot } from './corpus';

/** The exports of a module of the extension in an editor that a test makes: of VS Code's API it has what the module uses. */
export function loadWithVscode<Exports>(path: string, vscode: object): Exports {
  const { outputFiles } = buildSync({
    entryPoints: [join(projectRoot, path)],
    bundle: true,
    external: ['vscode'],
    format: 'cjs',
    platform: 'node',
    write: false,
  });
  const module: { exports: unknown } = { exports: {} };
  const load = createRequire(import.meta.url);
  new Function('require', 'module', 'exports', outputFiles[0]?.text ?? '')(
    (name: string) => (name === 'vscode' ? vscode : load(name)),
    module,
    module.exports,
  );
  return module.exports as Exports;
}
