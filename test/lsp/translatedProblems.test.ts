import { mkdirSync, symlinkSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { CodeAction, Diagnostic } from 'vscode-languageserver-types';
import { fileRules } from '../../server/src/features/rulePages';
import { runsEverything } from '../kit/amount';
import { CATALOGUE } from '../kit/catalogue';
import { edgeFixtures } from '../kit/drawnFixtures';
import { withoutProblems } from '../kit/drawnPage';
import { startServer } from '../kit/lspClient';
import { isBlock, type PageBlock } from '../kit/pageSections';
import { leftInEnglish, pseudoTranslation } from '../kit/pseudoLocale.mjs';
import { type RulePage, rulePages } from '../kit/rulePages';
import { temporaryFolder } from '../kit/temporaryFolder';

type Files = Record<string, string>;

const withCatalogue = (catalogue: string): Files => ({
  '.agent-envelopes.json': '{"toolCatalogues": ["tools.json"]}',
  'tools.json': catalogue,
});

/** The files of a page's bad examples, and what is on the disk around them. */
function pageFiles({ sections, files }: RulePage): Files {
  const blocks = sections.filter(isBlock);
  const labelled = (label: PageBlock['label']) => blocks.filter(one => one.label === label);
  const [catalogue, protocol] = [labelled('Catalogue')[0], labelled('Protocol')[0]];
  return {
    ...files,
    ...(catalogue && withCatalogue(catalogue.content)),
    ...(protocol && { 'page.agent-protocol.json': protocol.content }),
    ...Object.fromEntries(labelled('Bad').map(({ name, content }) => [name, withoutProblems(content)])),
  };
}

/** Envelopes that are no JSON, or no YAML, each in its own way. */
const BROKEN = [
  ...[
    '}',
    ', "id": }',
    ', "id": 01}',
    ', "id": "\\x"}',
    ', "id": "\\u12"}',
    ', "id" "x"}',
    ' "id": "x"}',
    ', id: "x"}',
  ],
  ...[', "id": ["x"}', ', "id": "x"}}', ', "id": "x" /* }', ', "id": "x}', ', "id": "a\tb"}', ', // x\n"id": 1}', ',}'],
  ...[', "id": True}', ", 'id': 1}", ', "id": {"a": [', ', "id": “x”}', ', "id": [1 2]}', ', "id": .5}', '\u00a0}'],
].map(end => `{"from": "build", "to": "fix", "payload": {}, "issues": []${end}`);
const BROKEN_YAML = [
  ...['id: a: b', 'id: "\\q"', '\tid: 1', 'id: [1, 2', 'id: &', 'id: *gone', 'id: @x', '- a', 'id: "a" b', 'to: x'],
  ...[
    'id: !!gone x',
    'id: |x\n  a',
    'id: {a: 1',
    'id: %a',
    '"a\n b": 1',
    'id: [\n1\n]',
    'id: - a',
    'id: "a',
    '? a\n: b: c',
  ],
].map(line => `from: build\nto: fix\npayload: {}\nissues: []\n${line}\n`);

/** Contents that are no whole files, each by its form. */
const ELIDED = [
  ['a.ts', 'See the attached file.'],
  ['a.ts', '```ts\nconst a = 1;\n```'],
  ['a.ts', "cat > a.ts <<'EOF'\nconst a = 1;\nEOF"],
  ['a.ts', '@@ -1,2 +1,2 @@\n-const a = 1;\n+const a = 2;'],
  ['a.ts', 'Here is the updated file:\nconst a = 1;'],
  ['a.ts', 'const a = 1;\n// ... rest of the file unchanged ...\nconst b = 2;'],
  ['a.ts', 'const a = 1;\n// ... rest of the file unchanged ...'],
  ['a.md', '# A\n\nText.\n\nWould you like me to continue with the rest?'],
].map(([path, content]) => ({
  success: true,
  summary: 'Done.',
  artifacts: [{ path, operation: 'create', content }],
  recommendation: 'proceed',
}));

const KEYWORDS: readonly (readonly [schema: object | boolean, value: unknown])[] = [
  [false, 1],
  [{ type: 'string' }, 1],
  [{ type: ['object', 'array', 'boolean'] }, 'x'],
  [{ type: ['integer', 'null'], enum: [1, null] }, 'x'],
  [{ enum: ['alpha', 'beta'] }, 'alpa'],
  [{ enum: ['alpha', 'beta'] }, ''],
  [{ const: 2 }, ' '],
  [{ multipleOf: 2 }, 1],
  [{ maximum: 0 }, 1],
  [{ exclusiveMaximum: 1 }, 1],
  [{ minimum: 2 }, 1],
  [{ minimum: 2, maximum: 3 }, 1],
  [{ exclusiveMinimum: 1 }, 1],
  [{ maxLength: 1 }, 'ab'],
  [{ minLength: 3 }, 'a'],
  [{ pattern: '^x' }, 'ab'],
  [{ format: 'date-time' }, 'ab'],
  [{ format: 'date-time' }, '2026-02-31T09:30:00Z'],
  [{ format: 'email' }, 'ab'],
  [{ items: [{}], additionalItems: false }, [1, 2]],
  [{ maxItems: 1 }, [1, 2]],
  [{ minItems: 3 }, [1, 2]],
  [{ minItems: 1 }, []],
  [{ uniqueItems: true }, [1, 1]],
  [{ contains: { const: 3 } }, [1, 2]],
  [{ maxProperties: 1 }, { a: 1, b: 2 }],
  [{ minProperties: 3 }, { a: 1, b: 2 }],
  [{ required: ['c'], properties: { c: { title: 'Sea' } } }, { a: 1 }],
  [{ required: ['colour'], properties: { colour: {} } }, { color: 1 }],
  [{ additionalProperties: false }, { a: 1 }],
  [{ additionalProperties: false, properties: { alpha: {} } }, { alpa: 1 }],
  [{ dependencies: { a: ['b'] } }, { a: 1 }],
  [{ propertyNames: { maxLength: 1 } }, { ab: 1 }],
  [{ not: {} }, 1],
  [{ oneOf: [{}, {}] }, 1],
  [{ oneOf: [false, false] }, 1],
];
const named = (values: readonly unknown[]) => Object.fromEntries(values.map((one, at) => [`v${at}`, one]));
const STRICT = {
  id: 'strict',
  kinds: {
    all: {
      signature: { proof: ['/all'] },
      schema: {
        required: ['all', 'one', 'two'],
        properties: { all: {}, one: {}, two: {}, ...named(KEYWORDS.map(([schema]) => schema)) },
        if: { properties: { one: { const: 1 }, two: { const: 2 } } },
        // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
        then: { required: ['three'], properties: { v0: { type: 'null' } } },
      },
    },
  },
};
const BREAKING = {
  $schema: 'agent-envelopes:/strict/all.schema.json',
  all: 1,
  one: 1,
  two: 2,
  alll: 3,
  ...named(KEYWORDS.map(([, value]) => value)),
};

const JOBS = {
  id: 'jobs',
  tellBy: '/type',
  kinds: Object.fromEntries(
    ['BEGUN', 'DONE', 'OUTPUT', 'CLOSED'].map(type => [
      type.toLowerCase(),
      {
        schema: {
          required: ['type', 'job'],
          properties: { type: { const: type }, job: {}, at: {}, after: {}, way: {} },
        },
        tells: { run: '/run', id: '/job', at: '/at' },
      },
    ]),
  ),
  order: [
    {
      of: ['begun', 'output', 'done'],
      by: '/job',
      name: 'job',
      begins: ['begun'],
      next: { begun: ['output', 'done'], output: ['output', 'done'], done: [] },
      ends: ['done'],
      closedBy: ['closed'],
    },
  ],
  rules: {
    once: { of: ['begun'], unique: '/job' },
    known: { refers: '/after', to: { begun: '/job' } },
    later: { advances: '/at' },
    word: { nearly: ['fast', 'slow'], at: '/way' },
    own: {
      when: '/own',
      at: '/own',
      message: '⟦{/own}⟧',
      fix: [{ remove: '/own' }, { rename: '/own', to: 'way' }],
    },
    set: {
      when: '/own',
      at: '/own',
      message: '⟦as written⟧',
      fix: [
        { set: '/way', value: 1 },
        { set: '/job', valueAt: '/own' },
      ],
    },
  },
};
const JOB_LINES = [
  { type: 'OUTPUT', job: 'a', at: '2026-01-02T00:00:00Z', way: 'fasst' },
  { type: 'BEGUN', job: 'b', at: '2026-01-01T00:00:00Z', own: 'x' },
  { type: 'BEGUN', job: 'b', after: 'zz' },
  { type: 'DONE', job: 'b' },
  { type: 'DONE', job: 'b' },
  { type: 'BEGUN', job: 'c' },
  { type: 'CLOSED', job: 'c' },
].map(line => JSON.stringify({ run: 'r', ...line }));

/** Declarations of which much can't be used. */
const kindOf = (parts: object) => ({
  schema: { required: ['one', 'two', 'three'], properties: { one: {} } },
  ...parts,
});
const FAULTY = [
  { id: '../a', kinds: {} },
  { id: 'toolcall', kinds: {} },
  {
    id: 'a',
    kinds: {
      '1 ': kindOf({}),
      a: kindOf({ tells: { run: 'run', id: 7 }, in: ['/a*', '/a/*/b', '/turs/*', '/*', '/onne/*'] }),
      b: kindOf({ signature: { keys: { '/a': 100 }, proof: [{ some: [] }, { at: '/a', type: 'x' }, { not: '/b' }] } }),
      c: kindOf({ variants: { v: { definition: 'no' } }, schema: './gone.json' }),
      d: { schema: { allOf: [{ $ref: '#' }] } },
      e: { schema: { required: ['a'] } },
      f: { schema: { properties: { a: { type: 'texst' }, b: { pattern: '(' } } } },
      g: { schema: { $ref: '#/gone' } },
      h: { schema: { $ref: 'https://example.com/x' } },
      i: { schema: { $schema: 'http://json-schema.org/draft-04/schema#' } },
      j: { schema: { properties: { b: { pattern: '(' } } }, signature: {} },
      k: { schema: { properties: { b: { pattern: '(a+)+$' } } }, signature: {} },
      l: { schema: { $ref: '#/properties/alpa', properties: { alpha: {} } } },
      m: {},
      n: kindOf({ in: [{ at: '/one/*', when: { at: '/x', same: '/y' } }] }),
    },
    tellBy: 'type',
    order: [{ of: ['a', 'aa'], by: { zzz: '/job' } }],
    rules: {
      'Own Check': {},
      a: { when: { at: 7 }, message: 'x' },
      b: { when: '/x' },
      c: { refers: '/after' },
      d: { when: '/x', message: 'x', fix: [{ set: '/y' }, { rename: '/a' }] },
      e: { when: '/a', message: 'x', claims: ['schema/enun', 'work/a'] },
      f: { each: '/steps', when: '/a', message: 'x' },
      g: { when: '/a', message: 'x', cases: [] },
      h: { nearly: ['x'] },
      i: { answers: '/x' },
      j: {},
      k: { of: ['a'], when: { at: '/onne', is: ['x'] }, message: 'x' },
      l: { of: ['a'], unique: '/one/*/x', when: '/one/*' },
    },
  },
  {
    id: 'reads',
    readOnly: true,
    kinds: {
      line: {
        signature: { proof: ['/own'] },
        steps: [
          ...['text', '={/a~} x', { off: 1 }, { at: '/t', befor: 'x' }, { at: '/t', replace: 'x' }, '$where/name'],
          ...['={type}: done', { member: '/a', in: '/b', by: 'id' }],
        ]
          .map((title): object => ({ title }))
          .concat(
            { when: { at: '/x', iss: [1] } },
            { when: { at: '/x', is: 'text' } },
            { each: '^/x/*' },
            { use: 'none' },
            { outcome: 'good' },
            { outcome: { ok: [1] } },
            { outcome: { at: '/x', error: ['e'] } },
            { outcome: 7 },
            { duration: { at: '/d', unit: 'sec' } },
            { messages: { role: 'asistant', text: '/x' } },
            { let: { 'a-b': '/x' } },
            { title: '=x', repeats: 'part' },
            { title: '=x', tree: true },
            { effects: [{ do: 'question', id: '/x' }] },
          ),
      },
    },
    stepLists: { round: [{ use: 'round' }] },
    rules: { a: { when: '/a', message: 'x' } },
  },
];

const SETTINGS = {
  agentEnvelopes: { maxProblems: 'x', associations: { '../a': 'none', '*.x': 'gone', '*.y': 'toolcall/cal' } },
};

/** What is opened, by its workspace folder. What stands below one folder of it has other files around it than what stands below another. */
function workspaceFolders(): Record<string, Files> {
  const folders: Record<string, Files> = { strict: {}, plain: {}, tools: withCatalogue(CATALOGUE) };
  const put = (folder: string, below: string, files: Files) => {
    for (const [name, text] of Object.entries(files))
      Object.assign(folders[folder] ?? {}, { [`${below}/${name}`]: text });
  };
  for (const page of rulePages()) {
    const files = pageFiles(page);
    const isAlone = 'tools.json' in files || 'page.agent-protocol.json' in files;
    if (isAlone) folders[page.rule.replace('/', ' ')] = files;
    else put('plain', page.rule.replace('/', ' '), files);
  }
  // Of what has a page, the examples are there.
  const paged = new Set(rulePages().map(({ rule }) => rule));
  const drawn = edgeFixtures().filter(({ rule }) => !paged.has(rule) || rule.startsWith('schema/'));
  drawn.forEach(({ rule, fires, files }) =>
    fires.forEach(({ name, text }, at) =>
      put(rule.startsWith('toolcall/') ? 'tools' : 'plain', `${rule.replace('/', ' ')} ${at}`, {
        ...files,
        [name]: text,
      }),
    ),
  );
  const json = (value: unknown) => JSON.stringify(value, undefined, 1);
  folders['strict'] = {
    'strict.agent-protocol.json': json(STRICT),
    'jobs.agent-protocol.json': json(JOBS),
    'all.json': json(BREAKING),
    'jobs.jsonl': `${JOB_LINES.join('\n')}\n`,
    ...Object.fromEntries(FAULTY.map((one, at) => [`faulty${at}.agent-protocol.json`, json(one)])),
    ...Object.fromEntries(BROKEN.map((text, at) => [`broken/${at}.json`, text])),
    ...Object.fromEntries(BROKEN_YAML.map((text, at) => [`broken/${at}.yaml`, text])),
    ...Object.fromEntries(ELIDED.map((one, at) => [`elided/${at}.json`, json(one)])),
  };
  return folders;
}

test.runIf(runsEverything)('in another language nothing of a problem or of a code action is English', async () => {
  const folders = Object.entries(workspaceFolders());
  const folder = temporaryFolder();
  onTestFinished(folder.dispose);
  const files = folders.flatMap(([name, texts]) =>
    Object.entries(texts).map(([path, text]) => ({ path: `${name}/${path}`, text })),
  );
  for (const { path, text } of files) {
    if (!text.startsWith('-> ')) folder.write(path, text);
    else {
      mkdirSync(dirname(folder.pathOf(path)), { recursive: true });
      symlinkSync(text.slice(3), folder.pathOf(path));
    }
  }
  const server = await startServer({
    capabilities: {
      textDocument: { diagnostic: {}, codeAction: { dataSupport: true, resolveSupport: { properties: ['edit'] } } },
      workspace: { configuration: true, workspaceFolders: true },
    },
    settings: SETTINGS.agentEnvelopes,
    folders: folders.map(([name]) => folder.uriOf(name)),
    initializationOptions: { translation: pseudoTranslation() },
  });
  // By what is shown: where it was shown first.
  const shown = new Map<string, string>();
  const rules = new Set<string>();
  const everything = { start: { line: 0, character: 0 }, end: { line: 10_000, character: 0 } };
  const atStart = { start: { line: 0, character: 1 }, end: { line: 0, character: 1 } };
  const look = async ({ path, text }: { path: string; text: string }) => {
    const textDocument = { uri: folder.uriOf(path) };
    const actions = (range: object, context: object) =>
      server.ask<CodeAction[]>('textDocument/codeAction', { textDocument, range, context });
    await server.open(textDocument.uri, text);
    const { items } = await server.ask<{ items: Diagnostic[] }>('textDocument/diagnostic', { textDocument });
    const found = [await actions(everything, { diagnostics: items })];
    if (items.length < 2) found.push(await actions(atStart, { diagnostics: [], only: ['refactor'] }));
    for (const { message, code } of items) {
      rules.add(String(code));
      shown.set(String(message), `${path}: ${code}`);
    }
    for (const { title, command } of found.flat()) {
      shown.set(title, `an action for ${path}`);
      for (const { said = '' } of command?.arguments ?? []) shown.set(said, `the result of "${title}" in ${path}`);
    }
  };
  const texts = files.filter(({ text }) => !text.startsWith('-> '));
  // What declarations say of envelopes is known once they are read.
  const strict = folder.uriOf('strict/all.json');
  await server.open(strict, JSON.stringify(BREAKING));
  await server.told<{ uri: string; kinds: { id: string }[] }>(
    'agentEnvelopes/recognised',
    ({ uri, kinds }) => uri === strict && kinds[0]?.id === 'strict/all',
  );
  await server.close(strict);
  await Promise.all(texts.map(look));
  for (let left = 4; left > 0; left--) {
    const { message } = await server.told<{ message: string }>('window/showMessage');
    shown.set(message, 'the settings');
  }

  const ids = fileRules().map(({ id }) => id);
  const english = [...shown].flatMap(([text, at]) => {
    const words = leftInEnglish(text, [...ids, ...VALUES]);
    return words.length > 0 ? [`${at}: ${text} (${words.join(', ')})`] : [];
  });
  expect(english).toEqual([]);
  expect(ids.filter(id => !rules.has(id))).toEqual([]);
  // What a user's own rule says stays as it is written.
  expect([...shown.keys()].filter(text => /^⟦(x|as written)⟧$/.test(text))).toHaveLength(2);
  expect(shown.size).toBeGreaterThan(450);
  expect(await server.stop()).toBe(0);
  expect(server.errors).toEqual([]);
});

/** What files say, and the words of a list of properties. */
const VALUES = ['args do not match', 'must be >= 5', ' in, after, afterLast', 'not_started, in_progress'];
