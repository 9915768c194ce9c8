import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { CORE, ROOMS } from '../tools/lint/layers.mjs';
import { importGraph, shape } from '../tools/shape.mjs';
import { projectRoot } from './kit/corpus';
import { lintFiles } from './kit/lintFiles';

const OUTSIDE = [
  ...['vscode', 'vscode-languageserver/node', 'node:fs', 'node:http', '../connection'],
  '../workspace/nodeDisk',
];

describe('the linter keeps the layers apart', () => {
  const planted = CORE.map((layer, at) => ({
    file: `server/src/${layer}/planted.ts`,
    allowed: CORE.slice(0, at).flatMap(waysInto),
    forbidden: [...CORE.slice(at + 1).flatMap(waysInto), ...OUTSIDE],
  }));
  planted.push({
    file: 'client/src/planted.ts',
    allowed: ['../../server/src/shared/lspExtensions', 'vscode'],
    forbidden: ['../../server/src/analysis/analyse', '../../server/src/model/text'],
  });
  const refused = refusedIn(
    planted.map(({ file, allowed, forbidden }) => ({ file, imports: [...allowed, ...forbidden] })),
  );

  test.each(planted)('$file', ({ file, forbidden }) => {
    expect(refused.get(file)).toEqual(forbidden);
  });
});

test('few and large rooms: run "node tools/shape.mjs" to see which are not', () => {
  const { files, median, longerThan500, smallWithOneImporter, smallFolders, deeperThanFive, codeLines } = shape();
  // Raise these two where a feature needs the room; the others are what a newcomer walks through.
  expect(files).toBeLessThanOrEqual(855);
  expect(median).toBeGreaterThanOrEqual(120);
  expect(longerThan500).toEqual([]);
  expect(smallWithOneImporter.length).toBeLessThanOrEqual(9);
  expect(smallFolders).toEqual([]);
  expect(deeperThanFive).toEqual([]);
  expect(codeLines).toBeLessThanOrEqual(95_260);
});

describe('the import graph', () => {
  const graph = importGraph(['server/src', 'client']);

  test('has no circles, types included', () => {
    expect(circlesIn(graph)).toEqual([]);
  });

  test.each(Object.entries(ROOMS))('each room of %s imports only rooms before it', (folder, rooms) => {
    const roomOf = (file: string) => {
      if (!file.startsWith(`${folder}/`)) return undefined;
      const [, name = '', slash] = /^([^/.]+)(\/)?/.exec(file.slice(folder.length + 1)) ?? [];
      return slash || rooms.includes(name) ? name : undefined;
    };
    const found = [...graph].flatMap(([file, imported]) => {
      const room = roomOf(file);
      if (!file.startsWith(`${folder}/`)) return [];
      return imported.flatMap(target => {
        const other = roomOf(target);
        if (other === undefined || other === room) return [];
        return room !== undefined && rooms.indexOf(other) < rooms.indexOf(room) ? [] : [`${file} imports ${target}`];
      });
    });
    expect(found).toEqual([]);
    const existing = new Set([...graph.keys()].flatMap(file => roomOf(file) ?? []));
    expect([...existing].sort()).toEqual([...rooms].sort());
  });
});

// What a module keeps that is no cache: what was provided to it, what is shown or under way.
const STATE: Record<string, readonly string[]> = {
  'server/src/shared/eventLoop.ts': ['channel', 'waiting'],
  'server/src/shared/l10n.ts': ['isEnglish'],
  'server/src/text/parseJsonOrYaml.ts': ['load'],
  'server/src/text/sha256.ts': ['hash'],
  'server/src/features/replay/runOverview.ts': ['revisions'],
  'client/src/commands/openSample.ts': ['fixed'],
  'client/src/commands/previewRepair.ts': ['shown', 'previews'],
  'client/src/editors/openLocation.ts': ['highlight'],
  'client/webview/runs/index.tsx': ['opened', 'looking'],
};

describe('caches that are none of memoize.ts', () => {
  const [, section = ''] = /\n### One cache mechanism\n([\s\S]*?)\n##/.exec(read('docs/decisions.md')) ?? [];
  const [caches = [], facts = []] = section.split('\nA weak map').map(table =>
    [...table.matchAll(/^\| `(.+?)` \| (.+?) \|/gm)].map(([, file = '', names = '']) => ({
      file,
      names: names.replaceAll('`', '').split(', '),
    })),
  );
  const listed = [...caches, ...facts].flatMap(({ file, names }) => names.map(name => `${file} ${name}`));

  test('are few, and exist', () => {
    expect(caches.length).toBeLessThanOrEqual(30);
    expect(listed.length).toBeGreaterThan(30);
    const gone = listed.filter(one => {
      const [file = '', name = ''] = one.split(' ');
      return !new RegExp(`\\b(?:const|let) ${name}\\b|\\b${name}: .* = new WeakMap`).test(read(file));
    });
    expect(gone).toEqual([]);
  });

  test('have their reasons in docs/decisions.md', () => {
    const state = Object.entries(STATE).flatMap(([file, names]) => names.map(name => `${file} ${name}`));
    const known = new Set([...listed, ...state]);
    const found = sourceFiles()
      .filter(file => file !== 'server/src/text/memoize.ts' && !file.includes('/generated/'))
      .flatMap(file => keptIn(read(file)).map(name => `${file} ${name}`));
    expect(state.filter(one => !found.includes(one))).toEqual([]);
    expect(found.filter(one => !known.has(one))).toEqual([]);
  });

  test('are found', () => {
    const text =
      'let last = 0;\nconst a: Map<string, B> = new Map();\n  const b = new WeakMap<A, B>();\nconst NONE = new Map();';
    expect(keptIn(text)).toEqual(['last', 'a', 'b']);
  });
});

/** The names of what a file holds weakly, and of what may change in its module. */
function keptIn(text: string): string[] {
  const kept =
    /(\w+)(?:: [^=,\n]*)? = new Weak(?:Map|Ref)\b|^(?:export )?let (\w+)|^(?:export )?const ([a-z]\w*)[^=\n]* = new (?:Map|Set)(?:<[^;]*>)?\(\);/gm;
  const found = [...text.matchAll(kept)].map(([, weak, variable, map]) => weak ?? variable ?? map ?? '');
  return [...new Set(found)];
}

// What follows links, waits for a pipe or reads without an end; and where it is made sure that nothing of a stranger's is meant.
const RISKY =
  /^(open|openSync|readFile|readFileSync|createReadStream|openAsBlob|cp|cpSync|stat|statSync|realpath|realpathSync|exists|existsSync|access|accessSync|opendir|opendirSync|glob|globSync|watch|watchFile)$/;
const ALLOWED: Record<string, readonly string[]> = {
  // The one that opens what it reads.
  'server/src/workspace/openRegularFile.ts': ['openSync', 'open'],
  // Its own code and what it compiled of it, in a folder that is known to be private.
  'server/src/workspace/cacheCompiledCode.ts': ['openSync', 'readFileSync', 'realpathSync'],
  // The index's own store, and new files.
  'server/src/workspace/indexStore.ts': ['openSync'],
  // Where something is written, as somebody named it.
  'server/src/workspace/writeTextFile.ts': ['openSync', 'realpathSync', 'statSync', 'existsSync'],
  // A folder of the user's choice may be a link to one.
  'server/src/workspace/appendLine.ts': ['openSync', 'statSync'],
  // Links are followed by what they say before they are.
  'server/src/workspace/confinedPath.ts': ['realpathSync'],
  'server/src/workspace/resolveUserPath.ts': ['realpathSync', 'statSync'],
  // What git says of its own repository.
  'server/src/workspace/filesChangedSince.ts': ['existsSync', 'realpathSync'],
};

test('one file opens what is read, and few follow links', () => {
  const found = sourceFiles()
    .map(name => [name, riskyNames(read(name))] as const)
    .filter(([, names]) => names.length > 0);
  const sorted = (of: Record<string, readonly string[]>) =>
    Object.fromEntries(Object.entries(of).map(([name, names]) => [name, names.toSorted()]));
  expect(sorted(Object.fromEntries(found))).toEqual(sorted(ALLOWED));
});

function sourceFiles(): string[] {
  return ['server/src', 'client']
    .flatMap(folder =>
      readdirSync(join(projectRoot, folder), { recursive: true, encoding: 'utf8' }).map(name => `${folder}/${name}`),
    )
    .filter(name => /\.tsx?$/.test(name));
}

function read(name: string): string {
  return readFileSync(join(projectRoot, name), 'utf8');
}

/** Of what is imported from the disk, by whatever way. */
function riskyNames(text: string): string[] {
  const imports = [...text.matchAll(/import\s+([^;'"]*?)\s+from\s+'(?:node:)?fs(?:\/promises)?'/g)];
  const others = text.match(/(require|import)\(\s*['"](node:)?fs|from '(?:node:)?fs(\/promises)?\W/g) ?? [];
  const names = imports.flatMap(([, clause = '']) =>
    clause.startsWith('{')
      ? clause
          .replace(/[{}]/g, '')
          .split(',')
          .map(name => name.trim().split(' ')[0] ?? '')
      : ['*'],
  );
  if (others.length > imports.length) names.push('*');
  return names.filter(name => name === '*' || RISKY.test(name));
}

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
  const lines = lintFiles(new Map(texts), ['--only=style/noRestrictedImports']);
  return new Map(
    files.map(({ file, imports }) => [file, imports.filter((_, index) => lines.get(file)?.includes(index + 1))]),
  );
}

/** Groups of files that import each other, directly or by way of others: each file that reaches itself, with all it shares a circle with. */
function circlesIn(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const order: string[] = [];
  const visited = new Set<string>();
  const visit = (edges: ReadonlyMap<string, readonly string[]>, start: string, leave: (file: string) => void) => {
    const stack: [string, number][] = [[start, 0]];
    visited.add(start);
    for (let top = stack.at(-1); top; top = stack.at(-1)) {
      const next = edges.get(top[0])?.[top[1]++];
      if (next === undefined) leave((stack.pop() as [string, number])[0]);
      else if (!visited.has(next)) stack.push([next, 0]) && visited.add(next);
    }
  };
  // Kosaraju: in the reverse order of leaving, what reaches a file backwards forms one circle with it.
  for (const file of graph.keys()) if (!visited.has(file)) visit(graph, file, left => order.push(left));
  const backwards = new Map<string, string[]>();
  for (const [file, imported] of graph)
    for (const target of imported) backwards.set(target, [...(backwards.get(target) ?? []), file]);
  visited.clear();
  return order.reverse().flatMap(file => {
    if (visited.has(file)) return [];
    const group: string[] = [];
    visit(backwards, file, left => group.push(left));
    return group.length > 1 ? [group.sort()] : [];
  });
}
