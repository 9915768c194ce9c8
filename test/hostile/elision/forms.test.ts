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

describe.each(['tuning', 'final'])('of %s', half => {
  const forms = read<Form>(`forms-${half}.json`);
  test('a content that is left out is found by its form and wording', () => {
    expect(forms.length).toBeGreaterThan(75);
    const found = checkedContents(artifactsOf(forms, 'create'));
    const missed = forms.filter((_, index) => found[index] === undefined);
    console.log(half, 'without', missed.length, forms.length, missed.map(one => one.join('|')).join('\n'));
    expect(missed.length / forms.length).toBeLessThanOrEqual(0.1);
  });
  test('beside the file on disk, whatever it says', () => {
    const disk = Object.fromEntries(forms.map((form, index) => [`w/${index}/a.${form[0]}`, onDisk(form)]));
    const found = checkedContents(artifactsOf(forms, 'update'), disk);
    const missed = forms.filter((_, index) => found[index] === undefined);
    console.log(half, 'with', missed.length, forms.length, missed.map(one => one.join('|')).join('\n'));
    expect(missed.length / forms.length).toBeLessThanOrEqual(0.02);
  });
  test('an honest content is not', () => {
    const honest = read<readonly [path: string, content: string]>(`honest-${half}.json`);
    expect(honest.length).toBeGreaterThan(75);
    const found = checkedContents(
      honest.map(([path, content], index) => ({ path: `h/${index}/${path}`, operation: 'create', content })),
    );
    console.log(
      half,
      'honest',
      honest.flatMap((one, index) => (found[index] ? [`${one[0]}: ${found[index]}`] : [])).join('\n'),
    );
    expect(found.filter(Boolean).length / honest.length).toBeLessThanOrEqual(0.01);
  });
});
