import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = 'client/webview';
const files = readdirSync(ROOT, { recursive: true, encoding: 'utf8' }).map(name => join(ROOT, name));
const components = files.filter(name => /\.tsx?$/.test(name)).map(name => ({ name, text: readFileSync(name, 'utf8') }));
const sheets = files.filter(name => name.endsWith('.css') && dirname(name) !== join(ROOT, 'styles'));
// Includes classes that are built from a value: `change-${row.is}`.
const everything =
  components.map(({ text }) => text).join('\n') + readFileSync('server/src/shared/replay/index.ts', 'utf8');

test.each(sheets)('%s: its components import it and use each of its classes', sheet => {
  const users = components.filter(component => importsOf(component).includes(sheet));
  expect(users).not.toEqual([]);
  const nearby = components.filter(({ name }) => dirname(name) === dirname(sheet)).concat(users);
  const [owned, modifiers] = classesIn(readFileSync(sheet, 'utf8'));
  const unused = owned.filter(name => !nearby.some(({ text }) => says(text, name)));
  expect(unused.filter(name => !isBorrowed(name, sheet))).toEqual([]);
  expect(modifiers.filter(name => !says(everything, name))).toEqual([]);
});

function importsOf({ name, text }: { name: string; text: string }): string[] {
  return [...text.matchAll(/^import '(.+\.css)';$/gm)].map(([, path = '']) => normalize(join(dirname(name), path)));
}

/** The first class of a compound selector names the styled element; classes after it or after a tag are modifiers: `.tab.chosen`, `tr.added`. */
function classesIn(css: string): [string[], string[]] {
  const selectors = css.replace(/\/\*[\s\S]*?\*\//g, '').match(/[^{}]+(?=\{)/g) ?? [];
  const parts = selectors.filter(one => !one.trim().startsWith('@')).flatMap(one => one.split(/[\s>+~,]+/));
  const classes = parts.map(part => {
    const names = [...part.matchAll(/\.([a-z][\w-]*)/g)].map(([, name = '']) => name);
    return /^[a-z]/.test(part) ? ['', ...names] : names;
  });
  return [unique(classes.flatMap(([first = '']) => first)), unique(classes.flatMap(([, ...more]) => more))];
}

function unique(names: readonly string[]): string[] {
  return [...new Set(names.filter(Boolean))];
}

/** Returns whether a string contains the word, or its beginning if the rest is a value. */
function says(text: string, name: string): boolean {
  if (new RegExp(`(?<![\\w-])${name}(?![\\w-])`).test(text)) return true;
  const stem = name.replace(/-[a-z]+$/, '-');
  return stem !== name && text.includes(`${stem}\${`);
}

/** A component may adjust a nested component: a button of the page, a list, an icon. */
function isBorrowed(name: string, sheet: string): boolean {
  return sheets
    .concat(files.filter(file => /styles[\\/]base\.css$/.test(file)))
    .some(
      other =>
        other !== sheet &&
        existsSync(other) &&
        new RegExp(`^\\.${name}(?![\\w-])`, 'm').test(readFileSync(other, 'utf8')),
    );
}
