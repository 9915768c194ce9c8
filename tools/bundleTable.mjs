// node tools/bundleTable.mjs
// Writes the table in CONTRIBUTING.md that lists the built bundles with their contents and sizes. A test fails when it is stale.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { bundleFiles, bundles } from './build.mjs';
import { root, runAsScript } from './command.mjs';

export const CONTRIBUTING = path.join(root, 'CONTRIBUTING.md');

const CONTENT = {
  'api.js': 'what programs import; not in the `.vsix`',
  'api.mjs': 'the same as an ES module; not in the `.vsix`',
  'browserLsp.js': 'the protocol over the messages of a worker, for the extension and the server in a browser',
  'candidates.js': 'looks for a file that the rest of the server is needed for',
  'check.js': 'begins a check of files, and nothing else',
  'checking.js': 'checks files for the command line and for programs',
  'client.js': 'the extension, with the library of the language client, for Node and for browsers',
  'cli.js': 'begins the command line and keeps its compiled code',
  'commands.js': 'the other commands; in the `.vsix` for the tools of agents',
  'compileSchema.js': 'ajv: compiles the schemas that a workspace brings, read only then',
  'parseYaml.js': 'parses YAML, read only where a text may be an envelope',
  'shippedProtocols.js': 'the declarations of protocols of others, read only where one is used',
  'serveInNode.js': "the server's features for an editor that need Node: receiving, sending, stores, sessions",
  'contract-agent-envelopes.js': 'schemas, validators and declared rules of a family, read with its first envelope',
  'contract-agent-io.js': 'the same',
  'contract-agent-message.js': 'the same',
  'contract-agent-protocol.js': 'the same',
  'contract-toolcall.js': 'the same',
  'contract-workflow-primitives.js': 'the same',
  'contracts.js': 'schemas of all families that are only read',
  'core.js': 'what checks: rules, recognition of parts, positions',
  'disk.js': 'reads logs, documents and declarations from the disk',
  'editing.js': "the server's features for an editor, and what authors: snippets, conversions, refactorings, repairs",
  'droppedRuns.js': 'the core of a page that reads dropped files; not in the `.vsix`',
  'errors.js': 'errors of stores',
  'extension.js': 'begins the extension in Node: starts the server, receives, asks stores',
  'features.js': 'what only some commands need, and the server: search, exports, redaction, inference',
  'files.js': 'finds and reads files, by globs and ignore rules',
  'lsp.js': 'the language server protocol, for the extension and the server',
  'lspServer.js': "the server's library of the protocol",
  'mcp.js': 'the Model Context Protocol, loaded by the command `mcp` alone',
  'measures.js': 'the figures of a run, and two runs aligned',
  'nodeLsp.js': 'the protocol over pipes and sockets, for the extension and the server in Node',
  'offline.css': 'the colours of an exported page',
  'offline.js': 'begins the core in an exported page',
  'paths.js': 'URIs and globs',
  'patterns.js': 'reads regular expressions, to bound how long they may take',
  'program.js': 'arguments, help and output of the command line',
  'reading.js': 'what recognises and reads: the families, JSON, times',
  'receiver.js': 'the thread that receives traces',
  'replay.css': 'the styles of the replay page',
  'replay.js': 'the replay page',
  'runIndex.js': 'the index of runs',
  'ruleDocs.js': 'the pages of the rules',
  'runLists.js': 'reads and lists the runs of paths',
  'runs.js': 'the steps of runs and their words',
  'runsPage.css': 'the styles of the list of runs; not in the `.vsix`',
  'runsPage.js': 'the list of runs in a browser; not in the `.vsix`',
  'runtime.js': 'helpers of the bundler',
  'server.js': 'answers `initialize`, then waits until the rest is needed',
  'stores.js': 'stores of traces, and what is sent to collectors',
  'texts.js': 'globs, names and settings, which readers use, too',
  'thread.js': 'begins a thread of the server',
  'serveInBrowser.js': 'begins the core in a browser: its disk is the editor of the client',
  'webExtension.js': 'begins the extension in a browser: its server is a worker',
  'webLoader.js': 'links the scripts of a browser',
  'webServer.js': 'begins the worker of the server, and that of the index',
  'words.js': 'characters, pointers and caches',
};

/**
 * The sizes of bundled files in bytes, minified and compressed.
 * @param {ReadonlyMap<string, string>} files by their names, bundled for production
 */
export function bundleSizes(files) {
  return [...files]
    .map(([name, text]) => ({ name, minified: Buffer.byteLength(text), compressed: deflateRawSync(text).length }))
    .sort((one, other) => (one.name < other.name ? -1 : 1));
}

/** The table of bundles, as Markdown. */
export function bundleTable(sizes) {
  const kilobytes = bytes => (bytes / 1024).toFixed(1);
  const rows = sizes.map(
    ({ name, minified, compressed }) =>
      `| \`${name}\` | ${kilobytes(minified)} | ${kilobytes(compressed)} | ${CONTENT[name] ?? ''} |`,
  );
  return ['| bundle | minified, KB | compressed, KB | what is in it |', '| --- | ---: | ---: | --- |', ...rows].join(
    '\n',
  );
}

await runAsScript(import.meta.url, async () => {
  const text = readFileSync(CONTRIBUTING, 'utf8');
  const { files } = await bundleFiles(bundles, 'production');
  writeFileSync(CONTRIBUTING, text.replace(/\| bundle \|[\s\S]*?\n(?!\|)/, `${bundleTable(bundleSizes(files))}\n`));
});
