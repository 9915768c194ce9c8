import { describe, expect, test } from 'vitest';
import type { CodeAction } from 'vscode-languageserver-types';
import { analyse } from '../../../server/src/analysis/analyse';
import { suppressActions } from '../../../server/src/features/fixes/suppressActions';
import { rangeOf } from '../../../server/src/parts/positions';
import { parseJson } from '../../../server/src/text/json/parseJson';
import { analyseText, memoryFile, problemsIn } from '../../kit/analyseText';
import { applyEdits } from '../../kit/applyEdits';
import { inEachFileKind } from '../../kit/inEachFileKind';
import { memoryWorkspace } from '../../kit/memoryWorkspace';
import { testContext } from '../../kit/testContext';

const SETTINGS = 'file:///work/.agent-envelopes.json';

function actionsFor(name: string, text: string, rule: string, files: Record<string, string> = {}, createsFiles = true) {
  const analysis = analyseText(name, text);
  const problem = problemsIn(analysis).find(one => one.rule === rule);
  if (!problem) throw new Error(`${rule} is not found in ${text}`);
  const around = { workspace: memoryWorkspace(files), client: { opensDocs: false, createsFiles } };
  const actions = suppressActions(analysis, rangeOf(problem.part, problem.span), around);
  return actions.filter(({ title }) => title.includes(` ${rule} `));
}

function rulesIn(name: string, text: string): string[] {
  const { analysis } = analyse(memoryFile(name, text), testContext());
  return problemsIn(analysis).map(({ rule }) => rule);
}

function done(text: string, action: CodeAction | undefined): string {
  const [[, edits = []] = []] = Object.entries(action?.edit?.changes ?? {});
  return applyEdits(text, edits);
}

const message = '{\n  "from": "build",\n  "to": "build",\n  "payload": { "confidence": 2 }\n}';

describe('a problem is silenced where it stands', () => {
  test.each(inEachFileKind(`|${message}`))('in $name, and no other with it', ({ name, text }) => {
    for (const rule of ['agent-message/to-itself', 'schema/maximum']) {
      const [here] = actionsFor(name, text, rule);
      expect(here?.title).toBe(`Suppress ${rule} here`);
      expect(here?.isPreferred).toBe(false);
      const changed = done(text, here);
      const wanted = [...rulesIn(name, text)];
      wanted.splice(wanted.indexOf(rule), 1);
      // In a document the whole block is meant.
      expect(rulesIn(name, changed)).toEqual(wanted.filter(one => one !== rule));
      expect(changed.split('\n').length - text.split('\n').length).toBeLessThan(3);
    }
  });

  test.each<[string, string, string]>([
    [
      'in the innermost object',
      message,
      '{\n  "from": "build",\n  "to": "build",\n  "payload": { "confidence": 2, "$ignore": ["schema/maximum"] }\n}',
    ],
    [
      'added to the list that is there',
      '{"from": "build", "to": "fix", "payload": {"$ignore": ["schema/minimum"], "confidence": 2}}',
      '{"from": "build", "to": "fix", "payload": {"$ignore": ["schema/minimum", "schema/maximum"], "confidence": 2}}',
    ],
  ])('%s', (_, before, after) => {
    const [here] = actionsFor('a.json', before, 'schema/maximum');
    expect(done(before, here).replaceAll(/\s+/g, ' ')).toBe(after.replaceAll(/\s+/g, ' '));
  });

  test('by a comment where comments may stand, once for several rules', () => {
    const text = '{\n  "from": "build",\n  "to": "build",\n  "payload": { "confidence": 2 }\n}';
    const once = done(text, actionsFor('a.jsonc', text, 'agent-message/to-itself')[0]);
    expect(once).toContain('  // agent-envelopes-disable-next-line agent-message/to-itself\n  "to": "build"');
    const both = text
      .replace('"from": "build",\n  "to"', '"from": "build", "to"')
      .replace('build",\n  "payload"', 'build", "payload"');
    const first = done(both, actionsFor('a.jsonc', both, 'agent-message/to-itself')[0]);
    const second = done(first, actionsFor('a.jsonc', first, 'schema/maximum')[0]);
    expect(second).toContain('// agent-envelopes-disable-next-line agent-message/to-itself, schema/maximum\n');
  });

  test.each<[string, string]>([
    ['on the line of a bullet', '- ```json\n  JSON\n  ```'],
    ['on the line of the second bullet', '- one\n- ```json\n  JSON\n  ```\n- three'],
    ['on the line of a number', '10. ```json\n    JSON\n    ```'],
    ['on the line of the second number', '1. one\n2.  ```json\n    JSON\n    ```'],
    ['in an item', '- one\n\n  ```json\n  JSON\n  ```'],
    ['in a numbered item', '1.  one\n\n    ```json\n    JSON\n    ```'],
    ['in an item of an item', '- one\n  - two\n    - ```json\n      JSON\n      ```'],
    ['in bullets of one line', '- - 1. ```json\n       JSON\n       ```'],
    ['in a quote', '> - ```json\n>   JSON\n>   ```'],
    ['in a quote in an item', '- > ```json\n  > JSON\n  > ```'],
  ])('before a block %s', (_, markdown) => {
    const json = message.replaceAll('\n', ' ');
    for (const indent of ['', ' ', '  ', '   ']) {
      const text = `# Notes\n\n${markdown.replace('JSON', json)}\n`.replace(/^(?=.)/gm, indent);
      const changed = done(text, actionsFor('a.md', text, 'schema/maximum')[0]);
      const others = rulesIn('a.md', text).filter(rule => rule !== 'schema/maximum');
      expect(rulesIn('a.md', changed), changed).toEqual(others);
    }
  });

  test('in front matter by a comment of YAML', () => {
    const text = '---\nfrom: build\nto: build\nintent: bug\npayload:\n  confidence: 2\n---\n\n# Notes\n';
    const changed = done(text, actionsFor('a.md', text, 'schema/maximum')[0]);
    expect(changed).toContain('payload:\n  # agent-envelopes-disable-next-line schema/maximum\n  confidence: 2');
    expect(rulesIn('a.md', changed)).toEqual(rulesIn('a.md', text).filter(rule => rule !== 'schema/maximum'));
    const broken = text.replace('2\n', '[2\n');
    expect(actionsFor('a.md', broken, 'syntax')).toEqual([]);
  });

  test('before the table of a registry', () => {
    const text =
      '# Feature Index: 005-a\n\n## Gap Priority Queue\n\n| Priority | Gap ID | Status |\n|---|---|---|\n| Urgent | G-001 | pending |\n';
    const [here] = actionsFor('index.md', text, 'workflow-primitives/unknown-word');
    const changed = done(text, here);
    expect(changed).toContain(
      '\n\n<!-- agent-envelopes-disable-next-line workflow-primitives/unknown-word -->\n| Priority',
    );
    expect(rulesIn('index.md', changed)).toEqual(
      rulesIn('index.md', text).filter(rule => !rule.endsWith('unknown-word')),
    );
  });

  test("but not where the contract allows no list, and not what can't be read", () => {
    const result = '{"call_id": "t_0123456789", "ok": true, "result": {}, "error": null, "latency_ms": -1}';
    expect(actionsFor('a.json', result, 'schema/minimum').map(({ title }) => title)).toEqual([
      'Switch off schema/minimum in this folder',
    ]);
    expect(actionsFor('a.jsonl', `${message.replaceAll('\n', '')}\n{"from": `, 'syntax')).toEqual([]);
  });
});

describe('a rule is switched off in the folder', () => {
  const rule = 'agent-message/to-itself';
  const off = (files: Record<string, string>, createsFiles = true) =>
    actionsFor('a.json', message, rule, files, createsFiles).find(
      ({ title }) => title === `Switch off ${rule} in this folder`,
    );

  test('by a settings file that is made', () => {
    expect(off({})?.edit).toEqual({
      documentChanges: [
        { kind: 'create', uri: SETTINGS, options: { ignoreIfExists: true } },
        {
          textDocument: { uri: SETTINGS, version: null },
          edits: [
            {
              range: { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } },
              newText: `{\n  "rules": {\n    "${rule}": "off"\n  }\n}\n`,
            },
          ],
        },
      ],
    });
    expect(off({}, false)).toBeUndefined();
  });

  test.each([
    ['{}'],
    [''],
    ['{ "agents": ["mine"] } // ours'],
    ['{\n  // of ours\n  "rules": {\n    "schema/enum": "off", // so\n  },\n}\n'],
    [`{"rules": {"${rule}": "error"}}`],
  ])('by what is added to %j', text => {
    const changed = done(text, off({ '.agent-envelopes.json': text }));
    const { value, fault } = parseJson(changed, 'jsonc');
    expect(fault).toBeUndefined();
    const before = parseJson(text, 'jsonc').value as { rules?: object };
    expect(value).toEqual({ ...before, rules: { ...before?.rules, [rule]: 'off' } });
    for (const comment of text.match(/\/\/.*/g) ?? []) expect(changed).toContain(comment);
  });

  test.each(['{"rules": [', '[]', '{"rules": 7}'])('unless %s stands there, which nobody can add to', text => {
    expect(off({ '.agent-envelopes.json': text })).toBeUndefined();
  });

  test('once for all of its problems, and in no folder not at all', () => {
    const two = `[${message}, ${message}]`;
    const analysis = analyseText('a.json', two);
    const all = { start: { line: 0, character: 0 }, end: { line: 99, character: 0 } };
    const client = { opensDocs: false, createsFiles: true };
    const actions = suppressActions(analysis, all, { workspace: memoryWorkspace(), client });
    const titles = actions.map(({ title }) => title);
    expect(titles.filter(title => title === `Switch off ${rule} in this folder`)).toHaveLength(1);
    expect(titles.findIndex(title => title.startsWith('Switch'))).toBeGreaterThan(
      titles.findLastIndex(title => title.startsWith('Suppress')),
    );
    const nowhere = { ...memoryWorkspace(), folders: [] };
    expect(
      suppressActions(analysis, all, { workspace: nowhere, client }).filter(({ title }) => title.startsWith('Switch')),
    ).toEqual([]);
  });
});
