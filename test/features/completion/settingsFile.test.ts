import { describe, expect, test } from 'vitest';
import schema from '../../../schemas/agent-envelopes/settings.schema.json';
import { PROJECT_FILE } from '../../../server/src/text/fileLanguage';
import { acceptCompletion } from '../../kit/applyEdits';
import { fileWithCursor, inEachFileKind } from '../../kit/inEachFileKind';
import { memoryWorkspace } from '../../kit/memoryWorkspace';
import { allKinds } from '../../kit/testContext';
import { itemsAt, labelsAt, saidAt } from '../askAt';

const settings = (text: string) => fileWithCursor(PROJECT_FILE, text);

describe('in a settings file are completed', () => {
  test('settings, with a value to fill in', () => {
    const file = settings('{ "agents": [], | }');
    const names = Object.keys(schema.properties).filter(name => name !== 'agents');
    expect(labelsAt(file)).toEqual([...names, '$schema']);
  });

  test('rules that are not named yet, and families, each with what it is for', () => {
    const file = settings('{ "rules": { "schema/enum": "off", "|": "off" } }');
    const items = itemsAt(file);
    const labels = items.map(({ label }) => label);
    expect(labels).toContain('agent-io/zone-not-utc');
    expect(labels).toContain('agent-message/*');
    expect(labels).not.toContain('schema/enum');
    expect(items.find(({ label }) => label === 'agent-message/to-itself')?.documentation).toMatchObject({
      value: expect.stringMatching(/^warning: A message is addressed to its own sender/),
    });
    const item = items.find(({ label }) => label === 'syntax/*');
    expect(item && acceptCompletion(file.text, item, file.position)).toBe(
      '{ "rules": { "schema/enum": "off", "syntax/*": "off" } }',
    );
  });

  test('a rule with its severity', () => {
    const file = settings('{ "rules": { | } }');
    const item = itemsAt(file).find(({ label }) => label === 'schema/enum');
    const changed = item && acceptCompletion(file.text, item, file.position);
    expect(JSON.parse(changed ?? '')).toEqual({ rules: { 'schema/enum': 'error' } });
  });

  test('severities', () => {
    expect(labelsAt(settings('{ "rules": { "schema/enum": "|" } }'))).toEqual(['error', 'warning', 'info', 'off']);
  });

  test('kinds of envelope', () => {
    const labels = labelsAt(settings('{ "associations": { "*.json": "|" } }'));
    expect(labels).toEqual([...allKinds.filter(({ fileNames }) => !fileNames).map(({ id }) => id), 'none']);
  });

  test('paths', () => {
    const workspace = memoryWorkspace(['tools/catalogue.json', 'tools/b.json']);
    expect(labelsAt(settings('{ "toolCatalogues": ["tools/|"] }'), { workspace })).toEqual([
      'b.json',
      'catalogue.json',
    ]);
  });
});

describe('in a settings file is told', () => {
  test('what a setting is for', () => expect(saidAt(settings('{ "ru|les": {} }'))).toContain('Severities of rules'));
  test('what a rule is for', () => {
    expect(saidAt(settings('{ "rules": { "agent-message/|to-itself": "off" } }'))).toContain(
      'A message is addressed to its own sender',
    );
  });
  test('what a severity means', () => {
    expect(saidAt(settings('{ "rules": { "schema/enum": "o|ff" } }'))).toContain('is not looked for');
  });
});

describe('in an envelope', () => {
  const message = (list: string) =>
    `{"from": "build", "to": "fix", "$ignore": [${list}], "payload": {"confidence": 2}}`;

  test.each(inEachFileKind(message('"sch|"')))('rules are completed in $ignore, in $name', file => {
    const item = itemsAt(file).find(({ label }) => label === 'schema/maximum');
    expect(item && acceptCompletion(file.text, item, file.position)).toBe(
      file.text.replace('"sch"', '"schema/maximum"'),
    );
  });

  test('and a further one behind the first', () => {
    const file = fileWithCursor('a.json', message('"schema/enum", |'));
    const item = itemsAt(file).find(({ label }) => label === 'schema/maximum');
    expect(item && acceptCompletion(file.text, item, file.position)).toContain('["schema/enum", "schema/maximum"]');
  });
});
