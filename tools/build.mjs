// node tools/build.mjs [--production] [--watch]
// Generates what is generated, then bundles the extension, the language server and the command line into dist/.
import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Refusal, root, runAsScript, runScript } from './command.mjs';
import { bundledPackages, notices } from './notices.mjs';
import { ensureDependencies } from './setup.mjs';

/** `isOfCli` is what the packed command line consists of, `isOfPage` what code stands in a page that was exported. */
export const bundles = [
  { entry: 'client/src/extension.ts', out: 'dist/extension.js', options: { external: ['vscode'] } },
  // An editor waits for the server's first answer. What that answer does without is a file of its own, read after it.
  // It is read by `require`, at once: a true `import()` lets the messages pass by that come meanwhile.
  {
    entry: 'server/src/main.ts',
    out: 'dist/server.js',
    options: { external: ['./connection.js'], supported: { 'dynamic-import': false } },
  },
  { entry: 'server/src/connection.ts', out: 'dist/connection.js' },
  // Large, and read only where a workspace brings schemas of its own.
  { entry: 'server/src/compileSchema.ts', out: 'dist/compileSchema.js', isOfCli: true },
  {
    entry: 'server/src/thread.ts',
    out: 'dist/thread.js',
    options: { external: ['./connection.js'], supported: { 'dynamic-import': false } },
  },
  // The replay page. Its pictures are part of it, so that it needs no font.
  {
    entry: 'client/webview/index.tsx',
    out: 'dist/replay.js',
    isOfCli: true,
    isOfPage: true,
    options: { platform: 'browser', format: 'iife', target: 'es2022', loader: { '.svg': 'text' } },
  },
  // What answers that page in a file that carries its run.
  {
    entry: 'server/src/offline.ts',
    out: 'dist/offline.js',
    isOfCli: true,
    isOfPage: true,
    options: {
      platform: 'browser',
      format: 'iife',
      target: 'es2022',
    },
  },
  { entry: 'client/webview/styles/offlineTheme.css', out: 'dist/offline.css', isOfCli: true },
  {
    entry: 'server/src/cli.ts',
    out: 'dist/cli.js',
    isOfCli: true,
    options: {
      banner: { js: '#!/usr/bin/env node' },
    },
  },
];

/**
 * Builds everything into dist/, which is emptied before.
 * @param {'development' | 'production'} mode production minifies, development has source maps
 */
export async function build(mode = 'development') {
  await prepare();
  await bundleAll(bundles, mode);
}

/**
 * Bundles into dist/, and writes beside them the licences of the packages in them.
 * @throws {Refusal} where one has no licence that can be passed on
 */
export async function bundleAll(chosen, mode) {
  const esbuild = await import('esbuild');
  const built = await Promise.all(
    chosen.map(async bundle => {
      const { metafile } = await esbuild.build({ ...settings(bundle, mode), metafile: true });
      return { bundle, metafile };
    }),
  ).catch(() => {
    throw new Refusal('The build stopped: esbuild reports the errors above.');
  });
  const noticesOf = some => notices(bundledPackages(some.map(({ metafile }) => metafile)));
  writeFileSync(path.join(root, 'dist', 'notices.txt'), noticesOf(built));
  const page = built.filter(({ bundle }) => bundle.isOfPage);
  writeFileSync(path.join(root, 'dist', 'pageNotices.txt'), noticesOf(page));
}

/** Builds, and builds again what a change touches, until the process ends. Schemas are generated only at the start. */
async function watch() {
  await prepare();
  const esbuild = await import('esbuild');
  for (const bundle of bundles) {
    // The level "info" prints the lines by which the watch task in .vscode/tasks.json knows that a build began or ended.
    const context = await esbuild.context({ ...settings(bundle, 'development'), logLevel: 'info' });
    await context.watch();
  }
}

async function prepare() {
  await ensureDependencies();
  if ((await runScript('tools/generate.mjs')) !== 0) throw new Refusal('The build stopped: tools/generate.mjs failed.');
  rmSync(path.join(root, 'dist'), { recursive: true, force: true });
}

/** What esbuild is told of one of the bundles. */
export function settings(bundle, mode) {
  const production = mode === 'production';
  /** @type {import('esbuild').BuildOptions} */
  const settings = {
    absWorkingDir: root,
    entryPoints: [bundle.entry],
    outfile: bundle.out,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    // For Node esbuild prefers `main`; jsonc-parser's is a UMD file that bundles without complaint and fails at start.
    mainFields: ['module', 'main'],
    minify: production,
    sourcemap: !production,
    legalComments: 'none',
    ...bundle.options,
  };
  return settings;
}

await runAsScript(import.meta.url, () => {
  if (process.argv.includes('--watch')) return watch();
  return build(process.argv.includes('--production') ? 'production' : 'development');
});
