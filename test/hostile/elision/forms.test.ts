import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { type Artifact, checkedContents } from './checkedContents';

/** A wording in one of twelve languages or a form, the ending of its file, and where in it. */
type Form = readonly [
  ending: string,
  place: 'whole' | 'first' | 'middle' | 'last' | 'key' | 'trail' | 'diff',
  text: string,
];

const folder = dirname(fileURLToPath(import.meta.url));
const read = <T>(name: string) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as readonly T[];

/** Some lines of each language. */
const BLOCKS: Readonly<Record<string, (n: number) => string>> = {
  ts: n => `export function load${n}(path: string) {\n  const text = read(path, ${n});\n  return parse${n}(text);\n}\n`,
  tsx: n => `export const Row${n} = () => (\n  <li key="${n}">\n    <Cell at={${n}} />\n  </li>\n);\n`,
  py: n => `def load_${n}(path):\n    with open(path) as file:\n        return parse(file.read(), ${n})\n\n`,
  go: n => `func Load${n}(path string) string {\n\ttext := read(path, ${n})\n\treturn parse(text)\n}\n`,
  rs: n => `fn load${n}(path: &str) -> u32 {\n    let text = read(path, ${n});\n    parse(text)\n}\n`,
  java: n => `  int load${n}(String path) {\n    var text = read(path, ${n});\n    return parse(text);\n  }\n`,
  css: n => `.row-${n} {\n  width: ${n}px;\n  color: red;\n}\n`,
  html: n => `<section id="s${n}">\n  <p class="a">${n}</p>\n</section>\n`,
  sql: n => `INSERT INTO t VALUES (${n}, 'name ${n}');`,
  yaml: n => `job${n}:\n  run: make ${n}\n  needs: [job${n - 1}]`,
  json: n => `  "package-${n}": { "version": "${n}.0.0" },`,
  csv: n => `${n},name ${n},${n * 3}`,
  sh: n => `run_step ${n} --out "build/${n}"\ncheck "build/${n}"`,
  md: n => `## ${n}. Goal\n\nA user exports invoice ${n} as CSV, and sees what was left out in row ${n}.\n`,
  txt: n => `Row ${n} of the ledger holds invoice ${n}.`,
};
const blocks = (ending: string, from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => (BLOCKS[ending] as (n: number) => string)(from + index));

const around = (ending: string, lines: readonly string[]) =>
  ending === 'json' ? `{\n${lines.join('\n')}\n  "end": 1\n}\n` : `${lines.join('\n')}\n`;
const list = (lines: readonly string[]) => `export const all = [\n${lines.join('\n')}\n];\n`;

function onDisk([ending, place]: Form): string {
  if (place === 'trail') return list(Array.from({ length: 200 }, (_, n) => `  route${n},`));
  return around(ending, blocks(ending, 0, 120));
}

function contentOf([ending, place, text]: Form): string {
  if (place === 'whole') return `${text}\n`;
  if (place === 'trail') return list([`  route0, ${text}`, '  route199,']);
  if (place === 'diff') {
    const lines = blocks(ending, 0, 3).join('\n').split('\n').filter(Boolean);
    return lines.map((line, index) => (index === 4 ? `-${line}\n+${line} ` : ` ${line}`)).join('\n');
  }
  const [start, end] = [blocks(ending, 0, 3), blocks(ending, 119, 120)];
  if (place === 'first') return around(ending, [text, '', ...start]);
  if (place === 'last') return around(ending, [...start, text]);
  return around(ending, [...start, place === 'key' ? `  ${text},` : text, ...end]);
}

const artifactsOf = (forms: readonly Form[], operation: string): Artifact[] =>
  forms.map((form, index) => ({ path: `w/${index}/a.${form[0]}`, operation, content: contentOf(form) }));

/** Names those that are wrong where there are too many of them. */
function expectAtMost(wrong: readonly string[], of: number, share: number): void {
  if (wrong.length > of * share) expect(wrong).toEqual([]);
}

// The final halves were written with the others, and looked at when all was done; `languages` has some phrases of 45.
describe.each(['tuning', 'final', 'languages'])('of %s', half => {
  const forms = read<Form>(`forms-${half}.json`);
  test('a content that is left out is found by its form and wording', async () => {
    expect(forms.length).toBeGreaterThan(75);
    const found = await checkedContents(artifactsOf(forms, 'create'));
    const missed = forms.filter((_, index) => found[index] === undefined).map(form => form.join(' | '));
    // Complete files have some of the wordings above code, too: "the rest follows the same pattern", "trimmed".
    expectAtMost(missed, forms.length, half === 'languages' ? 0.12 : 0.1);
  });
  test('beside the file on disk, whatever it says', async () => {
    const artifacts = artifactsOf(forms, 'update');
    // Of one envelope, so many files are read.
    const found: (string | undefined)[] = [];
    for (let from = 0; from < artifacts.length; from += 200) {
      const some = artifacts.slice(from, from + 200);
      const disk = some.map(({ path }, index) => [path, onDisk(forms[from + index] as Form)]);
      found.push(...(await checkedContents(some, Object.fromEntries(disk))));
    }
    const missed = forms.filter((_, index) => found[index] === undefined).map(form => form.join(' | '));
    expectAtMost(missed, forms.length, 0.02);
  });
});

describe.each(['tuning', 'final'])('of %s', half => {
  test('an honest content is not', async () => {
    const honest = read<readonly [path: string, content: string]>(`honest-${half}.json`);
    expect(honest.length).toBeGreaterThan(75);
    const found = await checkedContents(
      honest.map(([path, content], index) => ({ path: `h/${index}/${path}`, operation: 'create', content })),
    );
    expectAtMost(
      honest.flatMap(([path], index) => (found[index] ? [`${path}: ${found[index]}`] : [])),
      honest.length,
      0.01,
    );
  });
});

/** What an honest edit makes of a file; none of them leaves anything out. */
const EDITS: Readonly<Record<string, (before: string, ending: string) => string>> = {
  'blocks are deleted': (_, ending) => around(ending, [...blocks(ending, 0, 5), ...blocks(ending, 70, 120)]),
  'the end is deleted': (_, ending) => around(ending, blocks(ending, 0, 10)),
  'the start is deleted': before => before.split('\n').slice(-60).join('\n'),
  'a line is changed': before => before.replace('3', '3000'),
  'each line is changed': before => before.replaceAll('0', '1'),
  'every second line is deleted': before =>
    before
      .split('\n')
      .filter((_, index) => index % 2 === 0)
      .join('\n'),
};
const CODE_EDITS: Readonly<Record<string, (before: string) => string>> = {
  'a comment is added': before => `// Reads files of all versions.\n${before}`,
  'comments are added everywhere': before => before.replaceAll('  return', '  // Nothing else is read.\n  return'),
  'functions become one': before =>
    replaced(before, [
      '// One for all versions.',
      'export function load(path: string, version: number) {',
      '  return parse(read(path, version), version);',
      '}',
    ]),
  'functions become a line with a comment': before =>
    replaced(before, ['// All versions are read alike.', "export { load, parse } from './load';"]),
  'functions become a line': before => replaced(before, ["export * from './loadAll';"]),
  'a function is documented anew': before =>
    before.replace(
      'export function load7(',
      '/**\n * Loads a file.\n * The rest is read on demand.\n */\nexport function load7(',
    ),
  'a banner is cut to a line': before =>
    `// MIT\n${before}`.replace('export function load1(', '// See LICENSE.\nexport function load1('),
  'a few lines become a comment': before => before.split('\n').toSpliced(20, 9, '// Version 4 is gone.').join('\n'),
};
const PROSE_EDITS: Readonly<Record<string, (before: string) => string>> = {
  'sections become a sentence': before =>
    before.split('\n').toSpliced(20, 16, 'Invoices 5 to 8 are exported together, in one file.').join('\n'),
  'sections become a link': before =>
    before.split('\n').toSpliced(20, 120, 'Moved to [exports](exports.md).').join('\n'),
  'sections become a list': before => before.split('\n').toSpliced(20, 120, '- CSV', '- PDF').join('\n'),
  'sections become a heading and a sentence': before =>
    before.split('\n').toSpliced(20, 24, '## 5. All other goals', '', 'They follow the first.').join('\n'),
};

function replaced(before: string, lines: readonly string[]): string {
  return before
    .split('\n')
    .toSpliced(20, 100, ...lines)
    .join('\n');
}

test('an honest edit of a file on disk is none', async () => {
  const cases = Object.keys(BLOCKS).flatMap(ending => {
    const own = ending === 'ts' ? CODE_EDITS : ending === 'md' || ending === 'txt' ? PROSE_EDITS : {};
    const before = onDisk([ending, 'middle', '']);
    return Object.entries({ ...EDITS, ...own }).map(([name, edit]) => ({
      name,
      ending,
      before,
      content: edit(before, ending),
    }));
  });
  expect(cases.length).toBeGreaterThan(100);
  const pathOf = (index: number, ending: string) => `e/${index}/a.${ending}`;
  const found = await checkedContents(
    cases.map(({ ending, content }, index) => ({ path: pathOf(index, ending), operation: 'update', content })),
    Object.fromEntries(cases.map(({ ending, before }, index) => [pathOf(index, ending), before])),
  );
  const wrong = cases.flatMap(({ name, ending }, index) =>
    found[index] ? [`${ending}: ${name}: ${found[index]}`] : [],
  );
  expectAtMost(wrong, cases.length, 0.01);
});

/** Where a content breaks off, from a file of some blocks; nothing says so. */
const BREAKS: Readonly<Record<string, (before: string) => string>> = {
  'within a word': before => before.slice(0, before.indexOf('40') + 1),
  'within a word, with a remark': before => `${before.slice(0, before.indexOf('40') + 1)}\n\nThat is all for now.\n`,
  'behind an edit, within a word': before => `${before.replace('3', '5').slice(0, before.indexOf('60') + 1)}\n`,
};
/** Where a block breaks off behind its first line, and can't end there. */
const OPEN_ENDINGS = ['ts', 'tsx', 'py', 'go', 'rs', 'java', 'css', 'html', 'yaml', 'json', 'md'];

test('a content that breaks off is found beside the file on disk, without any mark', async () => {
  const cases = Object.keys(BLOCKS).flatMap(ending => {
    const before = onDisk([ending, 'middle', '']);
    const whole = around(ending, blocks(ending, 0, 41));
    const [opening = ''] = (BLOCKS[ending] as (n: number) => string)(41).split('\n');
    const breaks = Object.entries(BREAKS).map(([name, cut]) => ({ name, ending, before, content: cut(before) }));
    if (!OPEN_ENDINGS.includes(ending)) return breaks;
    const content = `${ending === 'json' ? whole.replace(/\n {2}"end": 1\n\}\n$/, '') : whole}${ending === 'json' ? '' : opening}\n`;
    return [...breaks, { name: 'before the body', ending, before, content }];
  });
  expect(cases.length).toBeGreaterThan(50);
  const pathOf = (index: number, ending: string) => `b/${index}/a.${ending}`;
  const found = await checkedContents(
    cases.map(({ ending, content }, index) => ({ path: pathOf(index, ending), operation: 'update', content })),
    Object.fromEntries(cases.map(({ ending, before }, index) => [pathOf(index, ending), before])),
  );
  const missed = cases.flatMap(({ name, ending }, index) => (found[index] ? [] : [`${ending}: ${name}`]));
  expectAtMost(missed, cases.length, 0.02);
});

/** What stands above and below a wording, so that it seems to be part of an explanation. */
const NEIGHBOURS: Readonly<Record<string, (text: string) => readonly string[]>> = {
  'a comment above': text => ['// Loaders.', text],
  'a comment below': text => [text, '// The last one.'],
  'documentation below': text => [text, '/** Loads the last one. */'],
  'lines around': text => ['// ----------', text, '// ----------'],
  'a block of its own': text => ['/*', text.replace('//', ' *'), ' */'],
  'a blank before it': text => [`    ${text}`, '/** Loads the last one. */'],
};

test('other comments beside a wording hide nothing, on disk and without', async () => {
  const before = onDisk(['ts', 'middle', '']);
  const texts = [
    '// rest of the code unchanged',
    '// the remaining functions are unchanged',
    '// Rest of the file omitted',
  ];
  const cases = Object.entries(NEIGHBOURS).flatMap(([name, around]) =>
    texts.map(text => ({
      name: `${name}: ${text}`,
      content: [...blocks('ts', 0, 9), ...around(text), ...blocks('ts', 118, 120)].join('\n'),
    })),
  );
  for (const operation of ['create', 'update']) {
    const disk = Object.fromEntries(cases.map((_, index) => [`n/${index}/a.ts`, before]));
    const found = await checkedContents(
      cases.map(({ content }, index) => ({ path: `n/${index}/a.ts`, operation, content })),
      operation === 'update' ? disk : {},
    );
    expect(cases.filter((_, index) => found[index] === undefined).map(({ name }) => name)).toEqual([]);
  }
});
