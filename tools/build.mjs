// node tools/build.mjs [--production] [--watch]
// Generates files, then bundles the extension, the language server and the command line into dist/.
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Refusal, root, runAsScript, runScript } from './command.mjs';
import { bundledPackages, notices } from './notices.mjs';
import { ensureDependencies } from './setup.mjs';

/**
 * Modules that are loaded when one of their exports is first used, each alone in a bundle. The rest of the code imports them as any other
 * module (`deferImports`); none of it uses an export while it is loaded itself.
 */
const deferred = [
  ...checkedFamilies().map(family => ({
    entry: `server/src/generated/${family}.contract.ts`,
    out: `dist/contract-${family}.js`,
  })),
  { entry: 'server/src/generated/readOnlyContracts.ts', out: 'dist/contracts.js' },
  { entry: 'server/src/generated/ruleDocs.ts', out: 'dist/ruleDocs.js' },
].map(bundle => ({ ...bundle, isOfCli: true, isDeferred: true }));

/**
 * The bundles, one for each entry. Entries of one `group` share code, which is bundled once, in separate files;
 * `isOfCli` marks the files of the npm package, `isOfPage` the code in an exported page, `isOfRunsPage` that in a page of many runs,
 * `isModule` what programs import.
 */
export const bundles = [
  ...deferred,
  { entry: 'client/src/extension.ts', out: 'dist/extension.js', group: 'editor', options: { external: ['vscode'] } },
  // A browser's: what it shares with the one for Node is linked by the loader, which has to be one script.
  {
    entry: 'client/src/webExtension.ts',
    out: 'dist/webExtension.js',
    group: 'editor',
    options: { external: ['vscode'] },
  },
  {
    entry: 'client/src/webLoader.ts',
    out: 'dist/webLoader.js',
    options: { platform: 'browser', external: ['vscode'] },
  },
  // An editor waits for the server's first answer. Code that this answer does not need is in a separate file, loaded
  // afterwards, synchronously by `require`: with a true `import()` messages that arrive meanwhile would be lost.
  {
    entry: 'server/src/entries/server.ts',
    out: 'dist/server.js',
    group: 'editor',
    isOfCli: true,
    options: { external: ['./candidates.js', './serveInNode.js'], supported: { 'dynamic-import': false } },
  },
  // The server of a browser, which is linked with all that it may need into one script: `linkBundles`.
  {
    entry: 'server/src/entries/webServer.ts',
    out: 'dist/webServer.js',
    group: 'editor',
    options: { external: ['./serveInBrowser.js'], supported: { 'dynamic-import': false } },
  },
  {
    entry: 'server/src/entries/serveInBrowser.ts',
    out: 'dist/serveInBrowser.js',
    group: 'core',
    // Not for itself: it determines what the others share, and the npm package has the same files as the `.vsix`.
    isOfCli: true,
    options: { external: ['./compileSchema.js', './parseYaml.js', './shippedProtocols.js'] },
  },
  // Loaded by a server that may never load the next ones.
  { entry: 'server/src/entries/candidates.ts', out: 'dist/candidates.js', group: 'core', isOfCli: true },
  { entry: 'server/src/entries/serveInNode.ts', out: 'dist/serveInNode.js', group: 'core', isOfCli: true },
  // Large, and loaded only where a workspace has schemas of its own.
  { entry: 'server/src/entries/compileSchema.ts', out: 'dist/compileSchema.js', group: 'core', isOfCli: true },
  // Alone: it shares nothing, and is loaded only where YAML may hold an envelope.
  { entry: 'server/src/entries/parseYaml.ts', out: 'dist/parseYaml.js', isOfCli: true },
  // Alone: it shares nothing, and is loaded only where a value proves that one of these protocols is used.
  { entry: 'server/src/entries/shippedProtocols.ts', out: 'dist/shippedProtocols.js', isOfCli: true },
  {
    entry: 'server/src/entries/thread.ts',
    out: 'dist/thread.js',
    isOfCli: true,
    options: { external: ['./check.js', './serveInNode.js'], supported: { 'dynamic-import': false } },
  },
  // Alone: it loads nothing of the core, and no other thread needs it.
  { entry: 'server/src/entries/receiver.ts', out: 'dist/receiver.js', isOfCli: true },
  // Alone and small: it keeps the compiled code of what it loads.
  {
    entry: 'server/src/entries/cli.ts',
    out: 'dist/cli.js',
    isOfCli: true,
    options: {
      external: ['./check.js', './commands.js', './server.js'],
      // Any Node that may still be in use parses it, and is told that it is too old.
      target: 'es2015',
      banner: { js: `#!/usr/bin/env node\n${refuseOldNode()}` },
    },
  },
  // What programs import; `moduleWrapper` adds the ES module.
  { entry: 'server/src/entries/api.ts', out: 'dist/api.js', group: 'core', isOfCli: true, isModule: true },
  { entry: 'server/src/entries/commands.ts', out: 'dist/commands.js', group: 'core', isOfCli: true },
  { entry: 'server/src/entries/check.ts', out: 'dist/check.js', group: 'core', isOfCli: true },
  // Alone: the Model Context Protocol, loaded by the command that speaks it. It validates no answers of people, so it needs no compiler.
  {
    entry: 'server/src/entries/mcp.ts',
    out: 'dist/mcp.js',
    isOfCli: true,
    options: { alias: { ajv: './tools/notNeeded.cjs', 'ajv-formats': './tools/notNeeded.cjs' } },
  },
  // Answers the replay page in a file that contains its run; `linkBundles` combines it with the shared code.
  { entry: 'server/src/entries/offline.ts', out: 'dist/offline.js', group: 'core', isOfCli: true, isOfPage: true },
  // The replay page. It contains its icons, so it needs no font.
  {
    entry: 'client/webview/index.tsx',
    out: 'dist/replay.js',
    isOfCli: true,
    isOfPage: true,
    isOfRunsPage: true,
    options: { platform: 'browser', format: 'iife', loader: { '.svg': 'text' } },
  },
  // The list of runs around the replay page, in a browser. The two share no code: an editor and an exported page need no list.
  {
    entry: 'client/webview/runs/index.tsx',
    out: 'dist/runsPage.js',
    isOfCli: true,
    isOfRunsPage: true,
    options: { platform: 'browser', format: 'iife', loader: { '.svg': 'text' } },
  },
  // What answers a page of dropped files, alone: in a browser nothing is shared with the command line.
  {
    entry: 'server/src/entries/droppedRuns.ts',
    out: 'dist/droppedRuns.js',
    isOfCli: true,
    isOfRunsPage: true,
    options: {
      platform: 'browser',
      format: 'iife',
    },
  },
  { entry: 'client/webview/styles/offlineTheme.css', out: 'dist/offline.css', isOfCli: true },
];

/** The families whose envelopes are checked, not only read. */
function checkedFamilies() {
  const folder = path.join(root, 'server', 'src', 'families');
  return readdirSync(folder).filter(family => existsSync(path.join(folder, family, 'checks.ts')));
}

/** Ends a Node that is too old with one sentence. In the oldest syntax: it is parsed by that Node. */
function refuseOldNode() {
  const { name, engines } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  const least = /\d+/.exec(engines.node)[0];
  return [
    `if (parseInt(process.versions.node, 10) < ${least}) {`,
    `  console.error('${name} needs Node ${least} or newer; this is Node ' + process.versions.node + '. Install a newer one.');`,
    '  process.exit(2);',
    '}',
  ].join('\n');
}

/**
 * Builds everything into dist/, which is emptied first.
 * @param {'development' | 'production'} mode production minifies, development has source maps
 * @param {object} [options]
 * @param {boolean} [options.isGenerated] whether tools/generate.mjs has just run
 */
export async function build(mode = 'development', { isGenerated = false } = {}) {
  await prepare(isGenerated);
  await bundleAll(bundles, mode);
}

/**
 * Bundles into dist/, and writes the licences of the bundled packages.
 * @throws {Refusal} where a package has no redistributable licence
 */
export async function bundleAll(chosen, mode) {
  const { files, metafiles } = await bundleFiles(chosen, mode);
  for (const [name, text] of files) writeFileSync(path.join(root, 'dist', name), text);
  writeFileSync(path.join(root, 'dist', 'notices.txt'), notices(bundledPackages(metafiles)));
  const pages = /** @type {const} */ ({ 'pageNotices.txt': 'isOfPage', 'runsPageNotices.txt': 'isOfRunsPage' });
  for (const [name, isOf] of Object.entries(pages)) {
    const inPage = chosen.filter(bundle => bundle[isOf]);
    const parts = metafiles.map(metafile => metafilePart(metafile, inPage));
    writeFileSync(path.join(root, 'dist', name), notices(bundledPackages(parts)));
  }
}

/** The bundled files by their names in dist/, and esbuild's metafiles. */
export async function bundleFiles(chosen, mode) {
  const esbuild = await import('esbuild');
  const built = await Promise.all(
    groupBundles(chosen).map(async bundlesOfGroup => {
      const result = await esbuild.build(groupSettings(bundlesOfGroup, mode));
      return { metafile: result.metafile, files: await finishGroup(result, bundlesOfGroup, mode) };
    }),
  ).catch(error => {
    if (error instanceof Refusal) throw error;
    throw new Refusal('The build stopped: esbuild reports the errors above.');
  });
  const metafiles = built.map(({ metafile }) => metafile);
  const wrappers = chosen.filter(({ isModule }) => isModule).map(bundle => moduleWrapper(bundle, metafiles));
  return { files: new Map([...built.flatMap(({ files }) => files), ...wrappers]), metafiles };
}

/** An ES module with the exports of a bundle, so that both kinds of modules share one copy. */
function moduleWrapper({ out }, metafiles) {
  const { exports } = metafiles.flatMap(({ outputs }) => outputs[out] ?? [])[0];
  const name = nameOfEntry(out);
  return [`${name}.mjs`, `import bundle from './${name}.js';\nexport const { ${exports.join(', ')} } = bundle;\n`];
}

/** Builds, and rebuilds what a change affects, until the process ends. Generates schemas only at the start. */
async function watch() {
  await prepare();
  const esbuild = await import('esbuild');
  for (const bundlesOfGroup of groupBundles(bundles)) {
    const write = {
      name: 'write',
      setup: build =>
        build.onEnd(async result => {
          if (result.errors.length > 0) return;
          for (const [name, text] of await finishGroup(result, bundlesOfGroup, 'development')) {
            writeFileSync(path.join(root, 'dist', name), text);
          }
        }),
    };
    // At the level "info" esbuild prints the lines by which the watch task in .vscode/tasks.json detects the start and
    // end of a build.
    const ofGroup = groupSettings(bundlesOfGroup, 'development');
    const settings = { ...ofGroup, logLevel: 'info', plugins: [...(ofGroup.plugins ?? []), write] };
    const context = await esbuild.context(settings);
    await context.watch();
  }
}

async function prepare(isGenerated = false) {
  await ensureDependencies();
  if (!isGenerated && (await runScript('tools/generate.mjs')) !== 0)
    throw new Refusal('The build stopped: tools/generate.mjs failed.');
  rmSync(path.join(root, 'dist'), { recursive: true, force: true });
  mkdirSync(path.join(root, 'dist'));
  // "Open Sample…" copies it from there.
  cpSync(path.join(root, 'test', 'sample'), path.join(root, 'dist', 'sample'), { recursive: true });
}

/** Groups of bundles that share code; all others alone. */
function groupBundles(chosen) {
  const groups = new Map();
  for (const bundle of chosen) {
    const key = bundle.group ?? bundle.out;
    groups.set(key, [...(groups.get(key) ?? []), bundle]);
  }
  return [...groups.values()];
}

// Only ES modules can share files. They are converted for `require` afterwards.
function groupSettings(bundlesOfGroup, mode) {
  const [first] = bundlesOfGroup;
  if (first.group === undefined) return { ...settings(first, mode), metafile: true, write: false };
  const { outfile: _, entryPoints: __, ...common } = settings({ entry: '', out: '' }, mode);
  return {
    ...common,
    entryPoints: bundlesOfGroup.map(({ entry, out }) => ({ in: entry, out: nameOfEntry(out) })),
    external: bundlesOfGroup.flatMap(({ options }) => options?.external ?? []),
    outdir: 'dist',
    format: 'esm',
    splitting: true,
    plugins: [deferImports],
    sourcemap: mode === 'production' ? false : 'inline',
    metafile: true,
    write: false,
  };
}

/** The files of a group; shared ones are named by their contents. */
async function finishGroup({ outputFiles, metafile }, bundlesOfGroup, mode) {
  const names = new Map(outputFiles.map(({ path: file }) => [path.basename(file), path.basename(file)]));
  if (bundlesOfGroup[0].group === undefined) return outputFiles.map(file => [path.basename(file.path), file.text]);
  for (const name of names.keys()) {
    if (metafile.outputs[`dist/${name}`].entryPoint === undefined) names.set(name, sharedName(name, metafile));
  }
  const { transform } = await import('esbuild');
  const files = await Promise.all(
    outputFiles.map(async ({ path: file, text }) => {
      const name = names.get(path.basename(file));
      const banner = bundlesOfGroup.find(({ out }) => out === `dist/${name}`)?.options?.banner?.js;
      const renamed = [...names].reduce((code, [from, to]) => code.replaceAll(`"./${from}"`, `"./${to}"`), text);
      const { code, map } = await transform(await withDeferredImports(withPlainExports(renamed)), {
        ...pickKeys(settings({ entry: '', out: '' }, mode), [
          'target',
          'platform',
          'minify',
          'legalComments',
          'charset',
        ]),
        format: 'cjs',
        supported: { 'dynamic-import': false },
        sourcefile: name,
        sourcemap: mode === 'production' ? false : 'external',
        ...(banner !== undefined && { banner }),
      });
      return mode === 'production'
        ? [[name, code]]
        : [
            [name, `${code}//# sourceMappingURL=${name}.map\n`],
            [`${name}.map`, map],
          ];
    }),
  );
  return files.flat();
}

/** Leaves the imports of deferred modules to `withDeferredImports`. */
const deferImports = {
  name: 'defer imports',
  setup({ onResolve }) {
    const outs = new Map(deferred.map(({ entry, out }) => [path.join(root, entry), out]));
    onResolve({ filter: /^\.\.?\// }, ({ path: imported, resolveDir }) => {
      const out = outs.get(`${path.join(resolveDir, imported)}.ts`);
      return out && { path: `./${path.basename(out)}`, external: true, sideEffects: false };
    });
  },
};

/** Modules of Node that take milliseconds to load, and that few commands use. */
const DEFERRED_OF_NODE = [
  'node:child_process',
  'node:crypto',
  'node:fs/promises',
  'node:http',
  'node:worker_threads',
  'node:zlib',
];

/** Makes each use of a deferred import into a call that loads its file, the first time. */
async function withDeferredImports(code) {
  const files = [...deferred.map(({ out }) => `./${path.basename(out)}`), ...DEFERRED_OF_NODE];
  if (!files.some(file => code.includes(`"${file}"`))) return code;
  const { transform } = await import('esbuild');
  const { code: required } = await transform(code, { format: 'cjs', target: 'es2022', sourcemap: 'inline' });
  const loaded = [];
  const calls = required.replaceAll(/^var (\w+) = (require\("([^"]+)"\));$/gm, (whole, name, load, file) => {
    if (!files.includes(file)) return whole;
    loaded.push(name);
    return `let ${name}Loaded; const ${name} = () => ${name}Loaded ??= ${load};`;
  });
  // In brackets: a class may be made anew of what the call returns.
  return loaded.reduce((text, name) => text.replaceAll(`${name}.`, `(${name}()).`), calls);
}

/**
 * Exports values, and reads those of other files once, into constants. By default exports are getters, and each use calls
 * one. No file exports what changes later.
 */
function withPlainExports(code) {
  return `"use strict";${code
    .replaceAll(/\bimport\s*\{([^{}]*)\}\s*from\s*("\.\/[\w-]+\.js")/g, (whole, names, file) =>
      isDeferred(file) ? whole : `const {${names.replaceAll(' as ', ': ')}} = require(${file})`,
    )
    .replace(
      /\bexport\s*\{([^{}]*)\}(?=;?\s*(?:\/\/.*\s*)?$)/,
      (_, names) => `module.exports = {${names.replaceAll(/([\w$]+) as ([\w$]+)/g, '$2: $1')}, __esModule: true}`,
    )}`;
}

function isDeferred(file) {
  return deferred.some(({ out }) => JSON.stringify(`./${path.basename(out)}`) === file);
}

/** File names for the code that several entries share. */
const SHARED = {
  'extension+server': 'nodeLsp',
  'extension+webExtension': 'client',
  'extension+server+webExtension+webServer': 'lsp',
  'server+webServer': 'lspServer',
  'webExtension+webServer': 'browserLsp',
  'check+commands': 'program',
  'check+commands+serveInNode': 'errors',
  'api+check+commands': 'checking',
  'api+check+commands+serveInNode': 'disk',
  'api+check+commands+serveInBrowser+serveInNode': 'core',
  'api+commands': 'runLists',
  'api+commands+serveInBrowser+serveInNode': 'runIndex',
  'api+commands+offline+serveInBrowser+serveInNode': 'runs',
  'commands+serveInNode': 'stores',
  'commands+serveInBrowser+serveInNode': 'features',
  'commands+offline+serveInBrowser+serveInNode': 'measures',
  'serveInBrowser+serveInNode': 'editing',
  'api+candidates+check+commands+serveInNode': 'files',
  'api+candidates+check+commands+serveInBrowser+serveInNode': 'paths',
  'api+check+commands+compileSchema+serveInBrowser+serveInNode': 'patterns',
  'api+check+commands+offline+serveInBrowser+serveInNode': 'reading',
  'api+candidates+check+commands+offline+serveInBrowser+serveInNode': 'texts',
  'api+check+commands+compileSchema+offline+serveInBrowser+serveInNode': 'words',
  'api+candidates+check+commands+compileSchema+offline+serveInBrowser+serveInNode': 'runtime',
};

function sharedName(file, metafile) {
  const users = Object.entries(metafile.outputs)
    .filter(
      ([output, { entryPoint }]) => entryPoint !== undefined && reachableOutputs(metafile, output).has(`dist/${file}`),
    )
    .map(([output]) => nameOfEntry(output))
    .sort()
    .join('+');
  if (!(users in SHARED)) throw new Refusal(`The build stopped: tools/build.mjs has no name for what ${users} share.`);
  return `${SHARED[users]}.js`;
}

/** An output and its static imports, recursively. */
function reachableOutputs(metafile, output, found = new Set()) {
  if (found.has(output)) return found;
  found.add(output);
  for (const { path: imported, kind, external } of metafile.outputs[output]?.imports ?? []) {
    if (!external && kind === 'import-statement') reachableOutputs(metafile, imported, found);
  }
  return found;
}

/** The part of a metafile for some bundles and their shared code. */
function metafilePart(metafile, chosen) {
  const outputs = new Set(
    chosen.flatMap(({ out }) => (metafile.outputs[out] ? [...reachableOutputs(metafile, out)] : [])),
  );
  return { outputs: pickKeys(metafile.outputs, [...outputs]) };
}

function nameOfEntry(out) {
  return path.basename(out, '.js');
}

function pickKeys(object, keys) {
  return Object.fromEntries(keys.filter(key => key in object).map(key => [key, object[key]]));
}

// The language client and the server's library each bundle a copy of the protocol; one serves both.
const PROTOCOL = ['vscode-jsonrpc', 'vscode-languageserver-protocol', 'vscode-languageserver-types'];
// The language client checks VS Code's version, which the manifest requires already, and matches globs of file
// operations, which the server does not handle.
const NOT_NEEDED = ['semver/functions/parse', 'semver/functions/satisfies', 'minimatch'];

function aliases() {
  // Where the client's library is not installed, the only copy lies within the server's.
  const shared = PROTOCOL.filter(name => existsSync(path.join(root, 'node_modules', name)));
  return Object.fromEntries([
    ...shared.map(name => [name, name]),
    ...ENTRIES_OF_BROWSERS.map(([name, file]) => [`${name}/browser`, `./node_modules/${name}/${file}`]),
    ...NOT_NEEDED.map(name => [name, './tools/notNeeded.cjs']),
    // The modules, of which only the parser is bundled; for Node there is only one whole.
    ['yaml', './node_modules/yaml/browser/index.js'],
    // Reads no files; for Node there is only one that could.
    ['@vscode/l10n', './node_modules/@vscode/l10n/dist/browser.js'],
  ]);
}

// Their packages name these entries for bundles for browsers alone; here they are built together with those for Node.
const ENTRIES_OF_BROWSERS = [
  ['vscode-jsonrpc', 'lib/browser/main.js'],
  ['vscode-languageclient', 'lib/browser/main.js'],
  ['vscode-languageserver', 'lib/browser/main.js'],
  ['vscode-languageserver-protocol', 'lib/browser/main.js'],
];

/** The esbuild options of a bundle. */
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
    // Browsers also read the code in an exported page.
    target: 'es2022',
    // For Node esbuild prefers `main`; jsonc-parser's is a UMD file that bundles without an error and fails at start.
    mainFields: ['module', 'main'],
    minify: production,
    sourcemap: !production,
    legalComments: 'none',
    ...bundle.options,
    alias: { ...aliases(), ...bundle.options?.alias },
  };
  return settings;
}

await runAsScript(import.meta.url, () => {
  if (process.argv.includes('--watch')) return watch();
  return build(process.argv.includes('--production') ? 'production' : 'development');
});
