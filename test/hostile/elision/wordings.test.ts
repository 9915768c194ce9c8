import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { type Artifact, checkedContents } from './checkedContents';

/** A wording, the ending of the file that it stands in, and where in it. */
type Wording = readonly [ending: string, place: 'whole' | 'first' | 'middle' | 'last', text: string];

const folder = dirname(fileURLToPath(import.meta.url));
const wordings = (name: string) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as Wording[];

/** A file of plain lines around a wording. */
function contentWith([, place, text]: Wording): string {
  const lines = ['first', '', 'second'];
  if (place === 'whole') return text;
  if (place === 'first') return [text, '', ...lines, ''].join('\n');
  if (place === 'last') return [...lines, '', text, ''].join('\n');
  return [...lines, '', text, '', ...lines, ''].join('\n');
}

function artifactOf(wording: Wording, index: number): Artifact {
  return { path: `w/${index}/a.${wording[0]}`, operation: 'create', content: contentWith(wording) };
}

describe('a file that is left out, in part or in whole', () => {
  // The second file was written with the first, and looked at when all was done.
  test.each(['tuning.json', 'final.json'])('in the wordings of %s', async name => {
    const all = wordings(name);
    expect(all.length).toBeGreaterThan(150);
    const found = await checkedContents(all.map(artifactOf));
    expect(all.filter((_, index) => found[index] === undefined)).toEqual([]);
  });
});

/** Some code, and a document, of the length of real ones. */
const CODE = Array.from(
  { length: 300 },
  (_, index) => `export const value${index} = compute(${index}, options);\n`,
).join('');
const SPEC = `# Spec\n\n${Array.from({ length: 200 }, (_, index) => `- **FR-${index}**: A user exports invoice ${index} as CSV.\n`).join('')}`;

test('a file on disk tells what its content leaves out, with the figures', async () => {
  const shrunk: Record<string, string> = {
    'empty.ts': '',
    'blank.ts': ' \n\n',
    'summary.ts': 'Updated the values to use the new options.',
    'summary.md': 'The spec was extended by two requirements, as the review asked.',
    'ambiguous.md': '# Spec\n\n- **FR-0**: A user exports invoice 0 as PDF.\n\nThe rest is unchanged.\n',
    'other.ts': 'export const value0 = compute(1, options);\n\n// other functions\n',
    'dots.ts': 'export const value0 = compute(1, options);\n// ...\nexport const value299 = 1;\n',
    'snip.ts': 'export const value0 = compute(1, options);\n// --snip--\nexport const value299 = 1;\n',
    'certain.ts': '// ... existing code ...\nexport const more = 1;\n',
  };
  const fine: Record<string, string> = {
    'moved.ts': "export * from './new';\n",
    'whole.ts': CODE.replace('compute(0', 'compute(1'),
    'whole.md': `${SPEC}\nThe rest is unchanged.\n`,
  };
  const files = { ...shrunk, ...fine };
  const disk = Object.fromEntries(Object.keys(files).map(name => [name, name.endsWith('.md') ? SPEC : CODE]));
  // What stands in the file already is no elision of the agent's.
  const listed = `${CODE}// ... existing code ...\n${CODE}`;
  const found = await checkedContents(
    [...Object.entries(files), ['listed.ts', listed.replace('compute(0', 'compute(1')]].map(([path, content]) => ({
      path: path as string,
      operation: 'update',
      content: content as string,
    })),
    { ...disk, 'listed.ts': listed },
  );
  const names = [...Object.keys(files), 'listed.ts'];
  expect(names.filter((_, index) => found[index] !== undefined)).toEqual(Object.keys(shrunk));
  expect(found[0]).toContain(
    `the content is 0 characters; the file on disk has ${CODE.length.toLocaleString('en-US')}`,
  );
  for (const [index, name] of Object.keys(shrunk).entries())
    expect(found[index], name).toContain('the file on disk has');
});
