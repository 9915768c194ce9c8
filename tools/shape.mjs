// node tools/shape.mjs
// Prints statistics on the product's source: the number and length of its files, small files that only one file imports, folders with few files,
// and deep folders.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root, runAsScript, say } from './command.mjs';

/** The folders of the source that is shipped. */
export const PRODUCT = ['server/src', 'client/src', 'client/webview'];

/** Members of a set, each a file whatever its size: rules, commands, tabs, and what a family consists of. */
const OF_A_SET =
  /\/(?:rules|runRules|registryRules|commands|formats|tabs)\/[^/]+$|\/rules\/|\/families\/[^/]+\/(?:kinds|checks|conversions)\.ts$/;

/**
 * The source files below some folders of the repository, each with the source files that it imports, types included.
 * @param {readonly string[]} folders
 * @returns {Map<string, string[]>}
 */
export function importGraph(folders) {
  const files = folders.flatMap(folder =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }).map(
      name => `${folder}/${name.replaceAll('\\', '/')}`,
    ),
  );
  const sources = new Set(files.filter(name => /\.tsx?$/.test(name)));
  const imports = /(?:from|import)\s*\(?\s*'(\.[^']*)'/g;
  return new Map(
    [...sources].map(file => [
      file,
      [...readFileSync(path.join(root, file), 'utf8').matchAll(imports)].flatMap(([, target = '']) => {
        const base = path.posix.join(path.posix.dirname(file), target);
        return ['.ts', '.tsx', '/index.ts'].map(end => base + end).filter(name => sources.has(name));
      }),
    ]),
  );
}

/** The shape of the product; generated files are not part of it. */
export function shape() {
  const graph = new Map([...importGraph(PRODUCT)].filter(([file]) => !file.includes('/generated/')));
  const lengths = new Map();
  let codeLines = 0;
  for (const file of graph.keys()) {
    const text = readFileSync(path.join(root, file), 'utf8');
    lengths.set(file, text.trimEnd().split('\n').length);
    codeLines += countCodeLines(text);
  }
  const importers = new Map();
  for (const [file, imported] of graph)
    for (const target of new Set(imported)) importers.set(target, [...(importers.get(target) ?? []), file]);
  const sorted = [...lengths.values()].sort((one, two) => one - two);
  return {
    files: graph.size,
    median: sorted[Math.floor(sorted.length / 2)],
    longerThan500: [...lengths].filter(([, lines]) => lines > 500).map(([file]) => file),
    smallWithOneImporter: [...lengths]
      .filter(([file, lines]) => lines < 40 && importers.get(file)?.length === 1 && !OF_A_SET.test(file))
      .map(([file]) => file)
      .sort(),
    smallFolders: smallFolders([...lengths.keys()]),
    deeperThanFive: [...lengths.keys()]
      .filter(file => file.split('/').length > 5 && !/\/(?:rules|runRules|registryRules)\//.test(file))
      .sort(),
    codeLines,
  };
}

/** Folders of source files with fewer than four files, those below included; a family has as many rules as it needs. */
function smallFolders(sources) {
  const folders = new Set(sources.map(file => path.posix.dirname(file)));
  const countFiles = folder =>
    readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true }).filter(entry => entry.isFile())
      .length;
  return [...folders].filter(folder => !/\/(?:rules|runRules)$/.test(folder) && countFiles(folder) < 4).sort();
}

/** Lines that are neither blank, nor a comment, nor part of an import. */
function countCodeLines(text) {
  const code = text
    .replace(/^\s*\/\*[\s\S]*?\*\/\s*$/gm, '')
    .replace(/^import [^;]*;$/gm, '')
    .split('\n');
  return code.filter(line => line.trim() !== '' && !/^\s*\/\//.test(line)).length;
}

await runAsScript(import.meta.url, () => {
  for (const [name, value] of Object.entries(shape()))
    say(
      Array.isArray(value)
        ? `${name}: ${value.length}${value.map(file => `\n  ${file}`).join('')}`
        : `${name}: ${value}`,
    );
});
