import { describe, expect, onTestFinished, test } from 'vitest';
import { Document } from 'yaml';
import { analyse } from '../../server/src/analysis/analyse';
import { hasEnvelopeWords } from '../../server/src/analysis/hasEnvelopeWords';
import { scanForEnvelopes } from '../../server/src/analysis/scanForEnvelopes';
import { comments, parse } from '../../server/src/entries/parseYaml';
import { rangeOf } from '../../server/src/parts/positions';
import { renderRegistry } from '../../server/src/registry/registryTemplate';
import { textFile } from '../../server/src/text/lines';
import { parseJsonOrYaml, provideYaml, textTree } from '../../server/src/text/parseJsonOrYaml';
import { analyseText, problemsIn } from '../kit/analyseText';
import { parseFixture } from '../kit/drawnFixture';
import { message } from '../kit/runsClient';
import { testContext } from '../kit/testContext';
import { inMegabytesParsed } from '../kit/timing';

const OUTPUT = 'success: true\nsummary: Done.\nartifacts: []\nrecommendation: proceed\n';

function partsOf(text: string, name = 'a.yaml') {
  const lang = name.endsWith('.md') ? 'markdown' : 'yaml';
  return analyse(textFile(`file:///w/${name}`, lang, text), testContext()).analysis.parts;
}

function problemsOf(text: string) {
  return partsOf(text).flatMap(({ part, problems }) =>
    problems.map(({ rule, message, span }) => ({ rule, message, at: part.text.slice(span.start, span.end) })),
  );
}

describe('problems are at their place', () => {
  test.each([
    `
  # A value.
  success: true
  summary: Done.
  artifacts: []
  recommendation: "proced"   # The word.
//                ^^^^^^^^ schema/enum error: did you mean "proceed"
`,
    `
  success: true
//^^^^^^^ schema/required error: summary
  artifacts: []
  recommendation: proceed
`,
    `
  { "success": true, summary: Done., artifacts: [], recommendation: proced }
//                                                                  ^^^^^^ schema/enum error: recommendation
`,
    `
  success: yes
//         ^^^ schema/type error: success
  summary: 2024-01-01
  artifacts: []
  recommendation: proceed
`,
    `
  success: true
  summary: One.
//^^^^^^^ envelope/duplicate-key warning: appears again
  summary: >-
    Folded
    text.
  artifacts: []
  recommendation: proceed
`,
    `
  success: true
  summary: Done.
  artifacts:
    - path: a.ts
      operation: make
//               ^^^^ schema/enum error: operation
      content: |
        export {};
  recommendation: proceed
`,
    `
  success: true
  summary: &text Done.
  artifacts: []
  recommendation: *text
//                ^^^^^ schema/enum error: recommendation
`,
    `
  success: true
  summary: Done.
  artifacts: []
  recommendation: *none
//                ^^^^^ syntax error: No anchor "&none"
`,
    `
  success: true
  summary: Done.
  artifacts: []
  # agent-envelopes-disable-next-line schema/enum
  recommendation: proced
`,
    `
  success: true
  summary: Done.
  artifacts: []
  # agent-envelopes-disable-next-lin schema/enum
//  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ envelope/unknown-suppression warning: is not a directive
  recommendation: proceed
`,
    `
  success: true
  summary: Done.
  artifacts: []
  	recommendation: proceed
//^ syntax error: indented with spaces
`,
    `
  success: true
  summary: Fixed: all.
//         ^^^^^^^^^^^ syntax error: needs quotes
  artifacts: []
  recommendation: proceed
`,
  ])('%s', drawing => {
    const { text, drawn } = parseFixture(drawing);
    const own = text.replaceAll(/^ {2}/gm, '');
    const found = partsOf(own).flatMap(({ part, problems }) =>
      problems.map(({ rule, severity, message, span }) => {
        const line = part.text.slice(0, span.start).split('\n').length - 1;
        const start = span.start - (part.text.lastIndexOf('\n', span.start - 1) + 1) + 2;
        return { line, start, end: start + span.end - span.start, rule, severity, message };
      }),
    );
    expect(found).toEqual(
      drawn.map(({ says, ...one }) => expect.objectContaining({ ...one, message: expect.stringContaining(says) })),
    );
  });
});

describe('a list of mappings is a list of envelopes', () => {
  const list = `# All.\n-   ${OUTPUT.trimEnd().replaceAll('\n', '\n    ')}\n\n# Next.\n- { success: true, summary: a, artifacts: [],\n    recommendation: proced }\n`;

  test.each([
    ['a file', 'a.yaml', list, ['0', '1'], 8],
    ['a document', 'a.yaml', `a: 1\n---\n${list}`, ['0', '1.0', '1.1'], 10],
    [
      'a block',
      'a.md',
      `> \`\`\`yaml\n${list.replaceAll(/^/gm, '> ')}\`\`\`\n`,
      ['block 1 element 1', 'block 1 element 2'],
      9,
    ],
  ])('in %s', (_, name, text, ids, line) => {
    const parts = partsOf(text, name);
    expect(parts.map(({ part }) => part.id)).toEqual(ids);
    const [problem, ...others] = parts.flatMap(({ problems }) => problems);
    expect([problem && rangeOf(problem.part, problem.span).start.line, others]).toEqual([line, []]);
  });

  test.each(['- a\n- b\n', '- a: &x 1\n- a: *x\n', '- a: 1\nb: 2\n', '- a: 1\n b: 2\n', '-\n', '- - a: 1\n'])(
    '%j is none',
    text => expect(partsOf(text).map(({ part }) => part.id)).toEqual(['root']),
  );
});

test('a registry that an envelope carries is checked at its lines', () => {
  const registry = renderRegistry({
    ...{ workflow: 'specify', now: '2026-07-01T09:00:00Z', style: 'bullets', extensions: [] },
    ...{ featureId: 'One', branch: 'Two' },
  } as const);
  const envelope = JSON.parse(message(1));
  const artifacts = [
    {
      type: 'document',
      path: 'specs/1/.workflow/index.md',
      content: registry.replaceAll(/2026-07-01T[\d:]+Z/g, 'yesterday'),
    },
  ];
  const value = { ...envelope, payload: { ...envelope.payload, artifacts } };
  const carriedIn = (text: string, lang: 'json' | 'yaml') =>
    analyse(textFile(`file:///w/a.${lang}`, lang, text), testContext())
      .analysis.parts.filter(({ document }) => document)
      .flatMap(({ problems }) => problems);
  const shown = (problems: ReturnType<typeof carriedIn>) => problems.map(({ rule, message: says }) => [rule, says]);
  const inJson = carriedIn(JSON.stringify(value), 'json');
  expect(inJson.length).toBeGreaterThan(0);
  for (const style of ['BLOCK_LITERAL', 'JSON']) {
    const text = style === 'BLOCK_LITERAL' ? new Document(value).toString({ lineWidth: 0 }) : JSON.stringify(value);
    const found = carriedIn(text, 'yaml');
    expect(shown(found)).toEqual(shown(inJson));
    for (const { part, span } of style === 'BLOCK_LITERAL' ? found : []) {
      const { start, end } = rangeOf(part, span);
      if (start.line !== end.line) continue;
      const line = text.split('\n')[start.line] ?? '';
      expect(line.slice(start.character, end.character)).toBe(part.text.slice(span.start, span.end));
    }
  }
});

test('an anchor of what is merged in place is one for later aliases, and an alias sets none again', () => {
  const text = 'a:\n  <<: &x { one: &y 1 }\nb: *x\nc: *y\nd: { <<: [&z { two: 2 }] }\ne: *z\nf: &y 3\ng: *x\nh: *y\n';
  expect(parseJsonOrYaml(text, 'yaml')).toEqual({
    value: { a: { one: 1 }, b: { one: 1 }, c: 1, d: { two: 2 }, e: { two: 2 }, f: 3, g: { one: 1 }, h: 3 },
  });
});

test('merged mappings give what the own one lacks', () => {
  const text = 'a: &a { one: 1, two: 2 }\nb: &b { two: 3, three: 3 }\nc:\n  <<: [*a, *b]\n  one: own\n"<<": text\n';
  expect(parseJsonOrYaml(text, 'yaml')).toEqual({
    value: {
      a: { one: 1, two: 2 },
      b: { two: 3, three: 3 },
      c: { two: 2, three: 3, one: 'own' },
      '<<': 'text',
    },
  });
});

test('values are those of YAML 1.2, and dates are texts', () => {
  const text = '%YAML 1.1\n---\n[yes, on, 1:20, 2024-01-01, 0o17, 017, ~, null, True, 1_000, .5, =, "<<"]\n';
  expect(parseJsonOrYaml(text, 'yaml').value).toEqual([
    'yes',
    'on',
    '1:20',
    '2024-01-01',
    15,
    17,
    null,
    null,
    true,
    '1_000',
    0.5,
    '=',
    '<<',
  ]);
});

describe('the YAML of the world is left alone', () => {
  test.each([
    [
      'a workflow',
      'name: CI\non: [push]\njobs:\n  build:\n    runs-on: ubuntu-latest\n    outputs: { result: ok }\n    steps:\n      - uses: actions/checkout@v4\n        with: { path: . }\n      - run: |\n          echo "status" \\\n            done\n',
    ],
    [
      'compose',
      'services:\n  agent:\n    image: x\n    environment: [MODE=a]\n    depends_on: [tool]\n  tool:\n    image: y\nvolumes: {}\n',
    ],
    [
      'Kubernetes',
      'apiVersion: v1\nkind: Pod\nmetadata: { name: a, labels: { app: agent } }\nspec:\n  containers: [{ name: a, image: b, args: ["--input", "x"] }]\nstatus: { phase: Running }\n',
    ],
    [
      'OpenAPI',
      'openapi: 3.1.0\ninfo: { title: Agents, version: "1" }\npaths:\n  /tasks:\n    post:\n      parameters: []\n      requestBody: { content: {} }\n      responses: { "200": { description: result } }\ncomponents:\n  schemas:\n    Message: { type: object, required: [from, to, intent], properties: { from: {}, to: {}, intent: {} } }\n',
    ],
    ['a playbook', '- hosts: all\n  tasks:\n    - name: a\n      command: x\n      register: result\n'],
    ['a chart', 'replicaCount: 1\nimage: { repository: {{ .Values.image }} }\nargs: []\n'],
    ['a list of tools', 'tools:\n  - name: a\n    description: b\n    parameters: { type: object }\n'],
    ['front matter', '---\ntitle: A\nstatus: complete\nsummary: b\ntags: [agent]\n---\n# Text\n'],
  ])('%s', (_, text) => {
    for (const { recognition, problems } of [...partsOf(text), ...partsOf(text, 'a.md')])
      expect([recognition?.sure ?? false, problems]).toEqual([false, []]);
  });

  test('mostly without being parsed', () => {
    const { families } = testContext();
    expect(hasEnvelopeWords('services:\n  web: { image: x, ports: [80:80] }\nvolumes: {}\n', families)).toBe(false);
    expect(hasEnvelopeWords(OUTPUT, families)).toBe(true);
  });
});

describe('candidates', () => {
  const passes = (lang: 'yaml' | 'markdown', text: string) => scanForEnvelopes(lang).every(scan => scan(text));

  test.each([
    ['yaml', OUTPUT],
    ['yaml', JSON.stringify({ success: true, summary: '', artifacts: [], recommendation: 'proceed' })],
    ['yaml', '"$schema": agent-envelopes:/agent-protocol/output.schema.json\n'],
    ['markdown', `# A\n\n- ~~~yaml\n${OUTPUT.replaceAll(/^/gm, '  ')}~~~\n`],
    ['markdown', `---\n${OUTPUT}---\n`],
  ] as const)('%s: %s', (lang, text) => expect(passes(lang, text)).toBe(true));

  test.each([
    ['yaml', 'name: CI\non: push\njobs: { a: { steps: [] } }\n'],
    ['markdown', `# A\n\nsuccess, summary, artifacts, recommendation\n`],
    ['markdown', `---\ntitle: a\n---\nsuccess, summary, artifacts, recommendation\n`],
  ] as const)('%s, not: %s', (lang, text) => expect(passes(lang, text)).toBe(false));
});

describe('hostile texts are read within bounds', () => {
  const bomb = ['a: &a [x, x, x, x, x, x, x, x, x]'];
  for (const [one, two] of ['ab', 'bc', 'cd', 'de', 'ef', 'fg', 'gh', 'hi'])
    bomb.push(`${two}: &${two} [${`*${one}, `.repeat(9)}]`);
  const merges = ['m0: &m0 { k: 1 }'];
  for (let at = 1; at < 40; at++) merges.push(`m${at}: &m${at} { <<: [*m${at - 1}, *m${at - 1}], k${at}: 1 }`);

  test.each([
    ['an alias bomb', `${OUTPUT}bomb:\n  ${bomb.join('\n  ')}\n`, 'Aliases repeat'],
    ['a bomb of merges', `${OUTPUT}${merges.join('\n')}\n`, ''],
    ['an alias of itself', `${OUTPUT}a: &a [*a]\n`, 'contains it'],
    ['a merge of itself', `${OUTPUT}a: &a { <<: *a }\n`, 'contains it'],
    ['deep lists', `${OUTPUT}a: ${'['.repeat(20_000)}`, ''],
    ['deep mappings', `${OUTPUT}a: ${'{a: '.repeat(20_000)}`, ''],
    [
      'a deep block',
      `${OUTPUT}${Array.from({ length: 600 }, (_, at) => `${' '.repeat(at)}a:\n`).join('')}`,
      'too deeply',
    ],
    ['many dashes', `${OUTPUT}a:\n${'- '.repeat(5000)}x\n`, 'too deeply'],
    ['many question marks', `${OUTPUT}${'? '.repeat(5000)}x\n`, ''],
    ['a huge text', `${OUTPUT}a: |\n${'  x\n'.repeat(200_000)}`, ''],
    ['a huge quoted text', `${OUTPUT}a: "${'x\\n\n\n '.repeat(50_000)}"\n`, ''],
    ['many dashes that the library reads', `${OUTPUT}a:\n${'  - '.repeat(1)}${'- '.repeat(90)}x\n`, ''],
    ['many anchors', `${OUTPUT}a: [${Array.from({ length: 20_000 }, (_, at) => `&a${at} x`).join(', ')}]\n`, ''],
    ['tabs', `${OUTPUT}\t\t\ta:\t\tb\n`, ''],
    ['code', `${OUTPUT}a: !!js/function "function () { throw 1 }"\nb: !!python/object/apply:os.system [x]\n`, ''],
    ['zeros', `${OUTPUT}a\0b: "\0"\n`, ''],
    ['halves of characters', `${OUTPUT}"\ud800": \udc00\n`, ''],
    ['a prototype', `${OUTPUT}__proto__: { a: 1 }\nconstructor: { prototype: { a: 1 } }\n`, ''],
    ['directives', `%TAG ! tag:x,2000:\n%YAML 9.9\n---\n${OUTPUT}...\n...\n---\n---\n`, ''],
    ['many documents', `${OUTPUT}${'---\n'.repeat(20_000)}`, ''],
    ['many keys', `${OUTPUT}${Array.from({ length: 20_000 }, (_, at) => `k${at}: ${at}\n`).join('')}`, ''],
    ['the same keys', `${OUTPUT}${'summary: a\n'.repeat(20_000)}`, 'appears again'],
  ])('%s', (_, text, says) => {
    let found: ReturnType<typeof problemsOf> = [];
    const took = inMegabytesParsed(1, () => {
      found = problemsOf(text);
    });
    expect(found.some(({ message }) => message.includes(says)) || says === '').toBe(true);
    expect(took).toBeLessThan(1000);
  });

  test('line ends of Windows', () => {
    expect(problemsOf(OUTPUT.replace('proceed', 'proced').replaceAll('\n', '\r\n'))).toEqual([
      { rule: 'schema/enum', at: 'proced', message: expect.stringContaining('did you mean') },
    ]);
  });

  test('every beginning of a text', () => {
    const text = `%YAML 1.2\n---\n${OUTPUT}a: &a\n  - { b: "c\\x41", d: 'e' }\n  - ? |\n      f\n    : *a\n<<: *a\ng: !!str 1 # h\n`;
    for (let end = 0; end <= text.length; end++) expect(() => textTree(text.slice(0, end), 'yaml')).not.toThrow();
  });
});

test('each document is parsed once, though all are read before the first is checked', () => {
  const text = Array.from({ length: 5 }, (_, index) => OUTPUT.replace('Done.', `Done ${index}.`)).join('---\n');
  const parsed: string[] = [];
  provideYaml(() => ({
    comments,
    parse(own) {
      parsed.push(own);
      return parse(own);
    },
  }));
  onTestFinished(() => provideYaml(() => ({ comments, parse })));
  expect(problemsOf(text)).toEqual([]);
  expect(parsed).toHaveLength(5);
  expect(problemsOf(`${text}success: true\n`).map(({ rule }) => rule)).toEqual(['envelope/duplicate-key']);
});

test.each(['.nan', '.inf', '-.inf'])('%s is no finite number, and meets no bound', written => {
  const values = JSON.parse(message(1));
  const text = new Document({ ...values, payload: { ...values.payload, confidence: 0.5, needsReview: false } })
    .toString()
    .replace('confidence: 0.5', `confidence: ${written}`);
  const problems = problemsIn(analyseText('a.yaml', text)).map(({ rule, message: said }) => `${rule}: ${said}`);
  expect(problems).toEqual([`schema/type: "confidence" is ${written}, a number; it must be a finite number.`]);
});
