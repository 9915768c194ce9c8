import { describe, expect, test } from 'vitest';
import { readIgnoreLists } from '../../server/src/analysis/ignoreProperty';
import { isIgnored, isSuppressed } from '../../server/src/analysis/suppressions';
import type { Problem } from '../../server/src/model/analysis';
import type { Kind } from '../../server/src/model/kind';
import type { Schema } from '../../server/src/model/schema';
import type { Span } from '../../server/src/model/text';
import { analyseText, problemsIn } from '../kit/analyseText';
import { examples } from '../kit/examples';
import { expectDrawnProblems } from '../kit/expectDrawnProblems';

const message = '"from": "build", "to": "build", "payload": {"confidence": 2}';

describe('$ignore', () => {
  test('silences its rules in its object, and is no unknown property', () => {
    expect(rulesIn('a.json', `{${message}}`)).toEqual(['agent-message/to-itself', 'schema/maximum']);
    expectDrawnProblems('a.json', `  {"$ignore": ["agent-message/to-itself", "schema/*"], ${message}}`);
    expect(rulesIn('a.json', `{"$ignore": ["agent-message/to-itself"], ${message}}`)).toEqual(['schema/maximum']);
  });

  test.each([
    ['the rule', '["schema/maximum"]', 'payload', ['agent-message/to-itself']],
    ['its family', '["schema/*"]', 'payload', ['agent-message/to-itself']],
    ['another rule', '["schema/minimum"]', 'payload', ['agent-message/to-itself', 'schema/maximum']],
    ['no rule', '[]', 'payload', ['agent-message/to-itself', 'schema/maximum']],
  ])('of an object holds in it alone: %s', (_, list, __, rules) => {
    const text = `{"from": "build", "to": "build", "payload": {"$ignore": ${list}, "confidence": 2}}`;
    expect(rulesIn('a.json', text)).toEqual(rules);
  });

  test('of an object holds for what it lacks', () => {
    const lacks = (list: string) =>
      problemsIn(analyseText('a.json', `{"from": "build", "to": "fix", "payload": {${list}"needsReview": true}}`))
        .filter(({ part, span }) => part.text.slice(span.start, span.end) === '"payload"')
        .map(({ rule }) => rule);
    expect(new Set(lacks(''))).toEqual(new Set(['schema/required']));
    expect(lacks('"$ignore": ["schema/required"], ')).toEqual([]);
  });

  test('is one property too many where the contract allows no others', () => {
    const result = { call_id: 't_0123456789', ok: true, result: {}, error: null, latency_ms: 1 };
    const list = { $ignore: ['schema/additionalProperties'] };
    expect(rulesIn('a.json', JSON.stringify(result))).toEqual([]);
    expect(rulesIn('a.json', JSON.stringify({ ...result, ...list }))).toEqual(['schema/additionalProperties']);
  });

  test('holds in its line of a log, and in its block', () => {
    const silent = `{"$ignore": ["agent-message/*", "schema/*"], ${message}}`;
    const two = ['agent-message/to-itself', 'schema/maximum'];
    expect(rulesIn('a.jsonl', `${silent}\n{${message}}`)).toEqual(two);
    expect(rulesIn('a.md', `\`\`\`json\n${silent}\n\`\`\`\n\n\`\`\`json\n{${message}}\n\`\`\`\n`)).toEqual(two);
  });

  test('that is no list of rules is a problem', () => {
    expectDrawnProblems(
      'a.json',
      `
      {
        "$ignore": true,
    //             ^^^^ envelope/unknown-suppression warning: must be a list of rules
        "from": "build", "to": "fix",
        "payload": {
          "confidence": 0.95,
          "$ignore": [7, "agent-message/to-itslef", "agent-message/*", "to-itself"]
    //                ^ envelope/unknown-suppression warning: this is not a rule id
    //                   ^^^^^^^^^^^^^^^^^^^^^^^^^ envelope/unknown-suppression did you mean "agent-message/to-itself"?
    //                                                                 ^^^^^^^^^^^ envelope/unknown-suppression did you mean "agent-message/to-itself"?
        }
      }
    `,
      {},
      ['envelope/unknown-suppression'],
    );
  });

  test('changes nothing of what an envelope is known by', () => {
    for (const { kind, value } of examples) {
      const [plain] = analyseText('a.json', JSON.stringify(value)).parts;
      const [listed] = analyseText('a.json', JSON.stringify({ ...value, $ignore: ['schema/enum'] })).parts;
      // A catalogue's properties are agents, each with its tools.
      if (kind.id !== 'toolcall/catalogue') expect(listed?.recognition).toEqual(plain?.recognition);
    }
  });

  test('is data where nothing is an envelope', () => {
    expect(rulesIn('a.json', '{"$ignore": 7, "a": {"$ignore": "x"}}')).toEqual([]);
  });

  test.each(['__proto__', 'constructor'])('leaves a key %s what it is', key => {
    const text = `{"$ignore": ["schema/maximum"], "from": "build", "to": "fix", "payload": {"confidence": 2}, "${key}": {"$ignore": []}}`;
    expect(rulesIn('a.json', text)).toEqual(['schema/unknown-property']);
  });

  test('in what is nested too deeply never throws', () => {
    const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
    expect(() =>
      rulesIn('a.json', `{"$ignore": ["x"], "from": "build", "to": "fix", "payload": {"output": ${deep}}}`),
    ).not.toThrow();
  });
});

describe('comments in jsonc', () => {
  test('silence the next line, or all until they are ended', () => {
    expectDrawnProblems(
      'a.jsonc',
      `
      [
        // agent-envelopes-disable-next-line agent-message/to-itself -- as a test
        { "from": "build", "to": "build", "payload": { "confidence": 0.95 } },
        { "from": "build", "to": "build", "payload": { "confidence": 0.95 } },
    //                           ^^^^^^^ agent-message/to-itself
        /* agent-envelopes-disable schema/maximum, agent-message/to-itself */
        { "from": "build", "to": "build", "payload": { "confidence": 2 } },
        // agent-envelopes-enable agent-message/to-itself
        { "from": "build", "to": "build", "payload": { "confidence": 2 } },
    //                           ^^^^^^^ agent-message/to-itself
        // agent-envelopes-disable
        { "from": "build", "to": "build", "payload": { "confidence": 2 } },
        // agent-envelopes-enable
        { "from": "build", "to": "build", "payload": { "confidence": 2 } }
    //                           ^^^^^^^ agent-message/to-itself
    //                                                               ^ schema/maximum
      ]
    `,
      {},
      ['agent-message/to-itself', 'schema/maximum'],
    );
  });

  test('that name no rule are a problem, which a fix mends', () => {
    const analysis = analyseText('a.jsonc', `// agent-envelopes-disable schema/maximun\n{${message}}`);
    const [first] = problemsIn(analysis).filter(({ rule }) => rule === 'envelope/unknown-suppression');
    expect(first).toMatchObject({
      rule: 'envelope/unknown-suppression',
      fixes: [{ title: 'Change to "schema/maximum"' }],
    });
  });

  test('in JSON hold for the next line, also where it is blank', () => {
    expect(rulesIn('a.jsonc', `// agent-envelopes-disable-next-line\n\n{${message}}`)).toContain('schema/maximum');
  });

  test.each([
    ['disable: schema/maximum', 'disable', 'disable schema/maximum'],
    ['disable:schema/maximum', 'disable', 'disable schema/maximum'],
    ['disabel schema/maximum', 'disable', 'disable schema/maximum'],
    ['Disable schema/maximum', 'disable', 'disable schema/maximum'],
    ['disable-file', 'disable', 'disable'],
    ['disable-nextline a/b', 'disable-next-line', 'disable-next-line a/b'],
    ['disable-line', 'disable-next-line', 'disable-next-line'],
    ['next-line', 'disable-next-line', 'disable-next-line'],
    ['enabel', 'enable', 'enable'],
    ['enabled', 'enable', 'enable'],
  ])('that say %s silence nothing, and are a problem that a fix mends', (says, meant, fixed) => {
    const text = (word: string) => `// agent-envelopes-${word}\n{${message}}`;
    expect(rulesIn('a.jsonc', text(says))).toContain('schema/maximum');
    const [problem] = unknownIn('a.jsonc', text(says));
    expect(problem?.message).toContain(`did you mean "agent-envelopes-${meant}"?`);
    const [fix] = problem?.fixes ?? [];
    if (fix?.do !== 'replace') return expect.fail('no fix');
    expect(replacedIn(text(says), fix.changes)).toBe(text(fixed));
  });

  test.each(['', 'vscode', '__proto__', '-'.repeat(5000)])('that say %j are told which words there are', says => {
    const [problem, ...more] = unknownIn('a.jsonc', `// agent-envelopes-${says}\n{${message}}`);
    expect(more).toEqual([]);
    expect(problem).toMatchObject({
      message: expect.stringMatching(/use one of .*"agent-envelopes-enable"\.$/),
      fixes: [],
    });
  });

  test('that only speak of the word are fine', () => {
    expect(unknownIn('a.md', '<!-- See agent-envelopes-disabel -->\n\nagent-envelopes-disabel\n')).toEqual([]);
  });

  test('that mistype the end of a silence are told so in it', () => {
    const text = `// agent-envelopes-disable\n{${message},\n// agent-envelopes-enabel\n"issues": 7}`;
    expect(rulesIn('a.jsonc', text)).toEqual(['envelope/unknown-suppression']);
  });

  test('are none in a text, and in another file none at all', () => {
    const text = `{"note": "// agent-envelopes-disable schema/maximum", ${message}}`;
    expect(rulesIn('a.jsonc', text)).toContain('schema/maximum');
    expect(rulesIn('a.jsonl', `{${message}}`)).toContain('schema/maximum');
  });

  test('never hide that a text is broken', () => {
    expect(rulesIn('a.jsonc', `// agent-envelopes-disable\n{${message}, }}`)).toEqual(['syntax']);
  });
});

describe('comments in Markdown', () => {
  const block = `\`\`\`json\n{${message}}\n\`\`\`\n`;
  const two = ['agent-message/to-itself', 'schema/maximum'];

  test.each<[string, string, string[]]>([
    [
      'all that follows',
      `<!-- agent-envelopes-disable schema/maximum -->\n\n${block}\n${block}`,
      [two[0], two[0]] as string[],
    ],
    [
      'until the end',
      `<!-- agent-envelopes-disable agent-message/* schema/* -->\n${block}<!-- agent-envelopes-enable -->\n${block}`,
      two,
    ],
    [
      'a whole block',
      `<!-- agent-envelopes-disable-next-line agent-message/to-itself, schema/maximum -->\n${block}\n${block}`,
      two,
    ],
    [
      'a block that follows after blank lines',
      `<!-- agent-envelopes-disable-next-line -->\n\n \n${block}\n${block}`,
      two,
    ],
    [
      'such a block in a quote',
      `> <!-- agent-envelopes-disable-next-line -->\n>\n> ${block.replaceAll('\n', '\n> ')}`,
      [],
    ],
    ['no block behind a paragraph', `<!-- agent-envelopes-disable-next-line -->\n\nThis:\n\n${block}`, two],
    ['within a paragraph', `See <!-- agent-envelopes-disable --> this:\n\n${block}`, []],
    ['in a quote', `> <!-- agent-envelopes-disable -->\n> ${block.replaceAll('\n', '\n> ')}`, []],
    ['nothing in a fence', `\`\`\`html\n<!-- agent-envelopes-disable -->\n\`\`\`\n${block}`, two],
    ['nothing in code', `Write \`<!-- agent-envelopes-disable -->\`.\n\n${block}`, two],
    ['nothing without a mark of its own', `agent-envelopes-disable\n\n${block}`, two],
    ['nothing that is cut off', `${block}\n<!-- agent-envelopes-disable`, two],
  ])('silence %s', (_, text, rules) => {
    expect(rulesIn('a.md', text)).toEqual(rules);
  });

  test('hold for the rules of a registry', () => {
    const registry = (before: string) =>
      `# Feature Index: 005-a\n\n## Gap Priority Queue\n\n${before}| Priority | Gap ID | Status |\n|---|---|---|\n| Urgent | G-001 | pending |\n`;
    const word = 'workflow-primitives/unknown-word';
    expect(rulesIn('index.md', registry(''))).toContain(word);
    for (const says of [`disable ${word}`, `disable-next-line ${word}`]) {
      expect(rulesIn('index.md', registry(`<!-- agent-envelopes-${says} -->\n`))).not.toContain(word);
      expect(rulesIn('index.md', `${registry(`<!-- agent-envelopes-${says} -->\n`)}`).length).toBeGreaterThan(0);
    }
  });

  test('that name no rule are a problem, in a file that has no other, too', () => {
    expectDrawnProblems(
      'a.md',
      '  <!-- agent-envelopes-disable schema/maximun -->\n//                             ^^^^^^^^^^^^^^ envelope/unknown-suppression warning: did you mean "schema/maximum"?',
    );
  });
});

test('what is silent is told to who finds problems elsewhere', () => {
  const { suppressions = [], parts } = analyseText('a.jsonl', `{"$ignore": ["of-runs/*"], ${message}}\n{${message}}`);
  const span = { start: 5, end: 6 };
  const silent = parts.map(({ part }) => isSuppressed({ rule: 'of-runs/late', part, span }, suppressions));
  expect(silent).toEqual([true, false]);
});

function unknownIn(name: string, text: string): Problem[] {
  return problemsIn(analyseText(name, text)).filter(({ rule }) => rule === 'envelope/unknown-suppression');
}

function replacedIn(text: string, changes: readonly { at: Span; text: string }[]): string {
  const [change] = changes;
  return change ? `${text.slice(0, change.at.start)}${change.text}${text.slice(change.at.end)}` : text;
}

function rulesIn(name: string, text: string): string[] {
  return problemsIn(analyseText(name, text))
    .map(({ rule }) => rule)
    .filter(rule => rule !== 'schema/required');
}

test.each<[object, (string | number)[], boolean]>([
  [{ $ignore: ['a/b'] }, ['x', 0], true],
  [{ $ignore: ['a/*'], x: 1 }, ['x'], true],
  [{ x: { $ignore: ['a/b'] } }, ['x', 'y'], true],
  [{ x: [{ $ignore: ['a/b'] }, {}] }, ['x', 1], false],
  [{ x: [{ $ignore: ['a/b'] }, {}] }, ['x', 0], true],
  [{ x: { $ignore: ['a/b'] }, y: 1 }, ['y'], false],
  [{ $ignore: 'a/b' }, [], false],
  [{}, ['__proto__', 'constructor'], false],
])('in %j a rule is silent on the way to %j: %s', (value, path, silent) => {
  expect(isIgnored(value, kindOf({}), path, 'a/b')).toBe(silent);
});

test.each<[string, Schema, object, (string | number)[]]>([
  ['a closed object', { additionalProperties: false }, { $ignore: ['a/b'] }, []],
  ['one that has the name', { properties: { $ignore: {} } }, { $ignore: ['a/b'] }, []],
  ['one with values of a kind', { additionalProperties: { type: 'array' } }, { $ignore: ['a/b'] }, []],
  ['a closed one inside', { properties: { x: { additionalProperties: false } } }, { x: { $ignore: ['a/b'] } }, ['x']],
  [
    'a closed item',
    { items: {}, properties: { x: { items: { additionalProperties: false } } } },
    { x: [{ $ignore: ['a/b'] }] },
    ['x', 0],
  ],
  ['an open one', { additionalProperties: true }, { $ignore: ['a/b'] }, []],
  [
    'an open one inside',
    { properties: { x: { properties: { y: {} } } } },
    { x: { $ignore: ['a/b'], y: 1 } },
    ['x', 'y'],
  ],
])('whether %s may have a list is one question', (_, schema, value, path) => {
  const known = { rules: new Map() } as Parameters<typeof readIgnoreLists>[2];
  const { lists } = readIgnoreLists(value, schema, known);
  expect(isIgnored(value, kindOf(schema), path, 'a/b')).toBe(lists.length > 0);
});

test('a value of any depth is looked through', () => {
  const value = JSON.parse(`${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`);
  const { lists } = readIgnoreLists({ b: value, $ignore: ['a/b'] }, {}, { rules: new Map() });
  expect(lists).toEqual([{ path: [], rules: ['a/b'] }]);
});

function kindOf(schema: Schema): Kind {
  return { id: 'a/k', schema } as Kind;
}
