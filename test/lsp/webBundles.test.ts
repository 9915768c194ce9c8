import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { requiredBundles } from '../../server/src/shared/linkBundles';

const dist = path.join(import.meta.dirname, '../../dist');

/** The bundles that a browser links, by their names. */
function linked(...entries: string[]): Map<string, string> {
  const texts = new Map<string, string>();
  const pending = [...entries];
  for (let name = pending.pop(); name !== undefined; name = pending.pop()) {
    if (texts.has(name)) continue;
    const text = readFileSync(path.join(dist, name), 'utf8');
    texts.set(name, text);
    pending.push(...requiredBundles(text));
  }
  return texts;
}

/** What the bundles require besides each other. */
function required(texts: ReadonlyMap<string, string>): string[] {
  return [...texts].flatMap(([name, text]) =>
    [...text.matchAll(/\b(?:require|import)\("(?!\.\/)([^"]+)"\)|\b__dirname\b/g)]
      .map(([found, module]) => `${name}: ${module ?? found}`)
      // In the texts of code that ajv would generate for Node.
      .filter(one => !/: ajv(?:-formats)?\/dist\//.test(one)),
  );
}

test('what a browser runs needs no module of Node', () => {
  const server = linked('webServer.js', 'compileSchema.js', 'parseYaml.js', 'shippedProtocols.js');
  expect([...server.keys()]).toContain('core.js');
  expect(required(server)).toEqual([]);
  expect(new Set(required(linked('webExtension.js')).map(one => one.split(': ')[1]))).toEqual(new Set(['vscode']));
  // An editor loads it alone, and gives it one module.
  const loader = linked('webLoader.js');
  expect([...loader.keys()]).toEqual(['webLoader.js']);
  expect(required(loader)).toEqual(['webLoader.js: vscode']);
});

test('what Node alone runs would be noticed', () => {
  expect(required(linked('serveInNode.js')).some(one => one.endsWith(': node:fs'))).toBe(true);
});
