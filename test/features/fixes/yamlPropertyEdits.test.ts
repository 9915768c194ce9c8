import { describe, expect, test } from 'vitest';
import { analyse } from '../../../server/src/analysis/analyse';
import { codeActions } from '../../../server/src/features/fixes/codeActions';
import { fixAll } from '../../../server/src/features/fixes/fixAll';
import { suppressActions } from '../../../server/src/features/fixes/suppressActions';
import { yamlPropertyEdits } from '../../../server/src/features/fixes/yamlPropertyEdits';
import { rootPart } from '../../../server/src/parts/rootPart';
import { memoryFile } from '../../kit/analyseText';
import { applyEdits } from '../../kit/applyEdits';
import { memoryWorkspace } from '../../kit/memoryWorkspace';
import { testContext } from '../../kit/testContext';

type Plan = Parameters<typeof yamlPropertyEdits>[1];

/** The text after a plan; undefined where it is not carried out. */
function after(text: string, plan: Plan): string | undefined {
  const edits = yamlPropertyEdits(rootPart(memoryFile('a.yaml', text), 'yaml'), plan);
  if (edits.length === 0) return undefined;
  return edits
    .toSorted((one, two) => two.at.start - one.at.start)
    .reduce((done, { at, text: own }) => done.slice(0, at.start) + own + done.slice(at.end), text);
}

const set = (path: (string | number)[], value: unknown): Plan => ({ do: 'set', path, value });
const add = (path: (string | number)[], members: [string, unknown][], order: string[] = []): Plan => ({
  do: 'add',
  path,
  members,
  order,
});

test.each<[text: string, plan: Plan, result: string | undefined]>([
  ['a: x # why\nb: 1\n', set(['a'], 'y z'), 'a: y z # why\nb: 1\n'],
  ['a: "x"\n', set(['a'], 'y'), 'a: "y"\n'],
  ["a: 'x'\n", set(['a'], 'z'), "a: 'z'\n"],
  ['a: x\n', set(['a'], 'yes'), 'a: "yes"\n'],
  ['a:\nb: 1\n', set(['a'], 2), 'a: 2\nb: 1\n'],
  ['a: |\n  x\n  y\nb: 1\n', set(['a'], 'z'), 'a: z\nb: 1\n'],
  ['a:\n  b: 1\n  c: 2\nd: 3\n', set(['a'], ['x']), 'a: [x]\nd: 3\n'],
  ['a:\n  b: 1 # why\nd: 3\n', set(['a'], 1), undefined],
  ['a: &x 1\nb: *x\n', set(['a'], 2), undefined],
  ['a: &x 1\nb: *x\n', set(['b'], 2), 'a: &x 1\nb: 2\n'],
  ['a: &x { c: 1 }\nb: { <<: *x }\n', set(['b', 'c'], 2), undefined],
  ['a: 1 # c\n"b": 2\n', { do: 'rename', path: ['a'], to: 'c d' }, 'c d: 1 # c\n"b": 2\n'],
  ['a: 1\n"b": 2\n', { do: 'rename', path: ['b'], to: 'c' }, 'a: 1\n"c": 2\n'],
  ['a: 1\nb: 2\n', { do: 'rename', path: ['b'], to: 'a' }, undefined],
  ['a: 0x1F\n', { do: 'quote', path: ['a'] }, 'a: "0x1F"\n'],
  ['a: 1\nb:\n  - x\n# c\nd: 2\n', { do: 'remove', path: ['b'] }, 'a: 1\n# c\nd: 2\n'],
  ['a: 1\nb: 2', { do: 'remove', path: ['b'] }, 'a: 1'],
  ['a: 1\nb: 2 # c\n', { do: 'remove', path: ['b'] }, undefined],
  ['a:\n  - b: 1\n    c: 2\n', { do: 'remove', path: ['a', 0, 'b'] }, 'a:\n  - c: 2\n'],
  ['a:\n  - b\n  - c\n', { do: 'remove', path: ['a', 0] }, 'a:\n  - c\n'],
  ['a: { b: 1, c: 2 }\n', { do: 'remove', path: ['a', 'b'] }, 'a: { c: 2 }\n'],
  ['a: [1, 2]\n', { do: 'remove', path: ['a', 1] }, 'a: [1]\n'],
  ['a:\n  b: 1\n', { do: 'remove', path: ['a', 'b'] }, undefined],
  ['a: 1 # c\nd: 2\n', add([], [['b', 'x']], ['a', 'b', 'd']), 'a: 1 # c\nb: x\nd: 2\n'],
  [
    'd: 2\n',
    add(
      [],
      [
        ['a', { x: [1, { z: 2 }] }],
        ['b', []],
      ],
      ['a', 'b', 'd'],
    ),
    'a:\n  x:\n    - 1\n    - z: 2\nb: []\nd: 2\n',
  ],
  ['a:\n  - b: |\n      text\n', add(['a', 0], [['c', 1]]), 'a:\n  - b: |\n      text\n    c: 1\n'],
  ['a: { b: 1 }\n', add(['a'], [['c', 'x']], ['b', 'c']), 'a: { b: 1, c: x }\n'],
  ['a: {}\n', add(['a'], [['c', 'x']]), 'a: { c: x }\n'],
  ['{\n  "a": 1\n}\n', add([], [['b', 'x']]), '{\n  "a": 1,\n  b: x\n}\n'],
  ['a: 1\n---\n', { do: 'move', path: ['a'], to: ['b', 'a'] }, undefined],
])('%j, %j', (text, plan, result) => expect(after(text, plan)).toBe(result));

const context = testContext();

function actions(name: string, text: string) {
  const { analysis } = analyse(memoryFile(name, text), context);
  const line = text.split('\n').length - 1;
  const range = { start: { line: 0, character: 0 }, end: { line, character: 0 } };
  const client = { opensDocs: false, takesSnippets: true, resolves: false, now: () => 0 };
  const found = [
    ...codeActions(analysis, range, { context, client, asked: { diagnostics: [] } }),
    ...suppressActions(analysis, range, {
      workspace: memoryWorkspace(),
      client: { opensDocs: false, createsFiles: false },
    }),
  ];
  return found.map(({ title, edit }) => {
    const edits = Object.values(edit?.changes ?? {})[0];
    return [title, edits && applyEdits(text, edits)] as const;
  });
}

describe('fixes of an envelope', () => {
  const text =
    '# Why.\nsuccess: true # yes\nsummary: Done.\nartifacts:\n  - path: src/a.ts\n    operaton: create # new\n    content: a\n  - path: src/b.ts\nrecommendation: proced\n';
  const fixed =
    '# Why.\nsuccess: true # yes\nsummary: Done.\nartifacts:\n  - path: src/a.ts\n    operation: create # new\n    content: a\n  - path: src/b.ts\nrecommendation: proceed\n';

  test('put a number in quotes where a text or null is wanted', () => {
    const input =
      'context: { feature_id: 5, workflow: plan, iteration: 2 } # 5\npaths: {}\ntask: { action: plan, params: {} }\n';
    expect(actions('a.yaml', input)[0]).toEqual(['Change to "5"', input.replace('_id: 5', '_id: "5"')]);
  });

  test('are offered as edits of YAML', () => {
    expect(actions('a.yaml', text)).toMatchInlineSnapshot(`
      [
        [
          "Add both missing properties",
          "# Why.
      success: true # yes
      summary: Done.
      artifacts:
        - path: src/a.ts
          operaton: create # new
          content: a
        - path: src/b.ts
          operation: create
          content: ""
      recommendation: proced
      ",
        ],
        [
          "Rename to "operation"",
          "# Why.
      success: true # yes
      summary: Done.
      artifacts:
        - path: src/a.ts
          operation: create # new
          content: a
        - path: src/b.ts
      recommendation: proced
      ",
        ],
        [
          "Add "operation"",
          "# Why.
      success: true # yes
      summary: Done.
      artifacts:
        - path: src/a.ts
          operaton: create # new
          content: a
        - path: src/b.ts
          operation: create
      recommendation: proced
      ",
        ],
        [
          "Add "content"",
          "# Why.
      success: true # yes
      summary: Done.
      artifacts:
        - path: src/a.ts
          operaton: create # new
          content: a
        - path: src/b.ts
          content: ""
      recommendation: proced
      ",
        ],
        [
          "Change to "proceed"",
          "# Why.
      success: true # yes
      summary: Done.
      artifacts:
        - path: src/a.ts
          operaton: create # new
          content: a
        - path: src/b.ts
      recommendation: proceed
      ",
        ],
        [
          "Suppress schema/required here",
          "# Why.
      success: true # yes
      summary: Done.
      artifacts:
        - path: src/a.ts
          # agent-envelopes-disable-next-line schema/required
          operaton: create # new
          content: a
        - path: src/b.ts
      recommendation: proced
      ",
        ],
        [
          "Suppress schema/required here",
          "# Why.
      success: true # yes
      summary: Done.
      artifacts:
        - path: src/a.ts
          operaton: create # new
          content: a
        # agent-envelopes-disable-next-line schema/required
        - path: src/b.ts
      recommendation: proced
      ",
        ],
        [
          "Suppress schema/enum here",
          "# Why.
      success: true # yes
      summary: Done.
      artifacts:
        - path: src/a.ts
          operaton: create # new
          content: a
        - path: src/b.ts
      # agent-envelopes-disable-next-line schema/enum
      recommendation: proced
      ",
        ],
      ]
    `);
  });

  test('put quotes around a text with a colon', () => {
    const broken = 'success: true\nsummary: Fixed: all. # so\nartifacts: []\nrecommendation: proceed\n';
    const [, result] = actions('a.yaml', broken).find(([title]) => title === 'Put the text in quotes') ?? [];
    expect(result).toBe(broken.replace('Fixed: all.', '"Fixed: all."'));
  });

  test('in a block keep its prefix', () => {
    const block = `> \`\`\`yaml\n${text.replaceAll(/^(?=.)/gm, '> ')}> \`\`\`\n`;
    const [, result] = actions('a.md', block).find(([title]) => title.startsWith('Add')) ?? [];
    expect(result).toBe(block.replace('src/b.ts\n', 'src/b.ts\n>     operation: create\n>     content: ""\n'));
  });

  test('that are certain are applied to the whole file', () => {
    const { changes } = fixAll(memoryFile('a.yaml', text), context);
    expect(
      applyEdits(
        text,
        changes.map(({ range, text: newText }) => ({ range, newText })),
      ),
    ).toBe(fixed);
  });
});
