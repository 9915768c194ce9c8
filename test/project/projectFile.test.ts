import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DEFAULT_SETTINGS } from '../../server/src/project/readSettings';
import { isProjectFile, mergeProjectFile, withProjectFile } from '../../server/src/project/resolveProject';
import { PROJECT_FILE } from '../../server/src/text/fileLanguage';
import { json } from '../kit/arbitraries';

const settings = {
  ...DEFAULT_SETTINGS,
  rules: { 'schema/enum': 'warning', 'schema/*': 'info' } as const,
  associations: { '*.json': 'none', 'logs/*': 'toolcall/call' },
  agents: ['mine', 'ours'],
  intents: ['triage'],
  toolCatalogues: ['a.json'],
  protocols: ['p.json'],
  include: ['logs/**'],
};

describe('the file of a folder', () => {
  test('joins its lists with those of the editor, each once, its own last', () => {
    const own = { agents: ['ours', 'new'], intents: [], toolCatalogues: ['b.json'], protocols: ['p.json', 'q.json'] };
    expect(mergeProjectFile(settings, JSON.stringify(own))).toMatchObject({
      agents: ['mine', 'ours', 'new'],
      intents: ['triage'],
      toolCatalogues: ['a.json', 'b.json'],
      protocols: ['p.json', 'q.json'],
    });
  });

  test('has the last word on what has a name, and on which files are meant', () => {
    const own = {
      rules: { 'schema/enum': 'off' },
      associations: { '*.json': 'agent-io/event' },
      include: [],
      exclude: ['x'],
    };
    expect(mergeProjectFile(settings, JSON.stringify(own))).toEqual({
      ...settings,
      rules: { 'schema/enum': 'off', 'schema/*': 'info' },
      associations: { '*.json': 'agent-io/event', 'logs/*': 'toolcall/call' },
      include: [],
      exclude: ['**/node_modules', '**/.git', 'x'],
    });
  });

  test('leaves alone what it does not speak of, and what it may not set', () => {
    expect(mergeProjectFile(settings, '{"useIgnoreFiles": false, "codeLens": {"enabled": false}}')).toEqual(settings);
  });

  test('may have comments and a comma too many, and counts as far as it can be read', () => {
    expect(mergeProjectFile(settings, '{ // of ours\n "agents": ["new",], }').agents).toEqual(['mine', 'ours', 'new']);
    expect(mergeProjectFile(settings, '{"agents": ["new"], "rules": {"schema/enum": "error"').rules).toMatchObject({
      'schema/enum': 'error',
    });
  });

  test.each(['', 'null', '[]', '7', '"x"', '{', '{"rules": 7, "agents": "x", "include": {}, "associations": [1]}'])(
    'that says %s says nothing',
    text => expect(mergeProjectFile(settings, text)).toEqual(settings),
  );

  test('does no harm by its names', () => {
    const { rules, associations } = mergeProjectFile(
      settings,
      '{"rules": {"__proto__": "off", "constructor": "off"}, "associations": {"__proto__": "none"}}',
    );
    expect(Object.getPrototypeOf(rules)).toBe(Object.prototype);
    expect(Object.keys(rules)).toContain('__proto__');
    expect(Object.getPrototypeOf(associations)).toBe(Object.prototype);
    expect(Object.hasOwn({}, 'off')).toBe(false);
  });

  test('of any shape gives settings of the right types', () => {
    const keys = fc.constantFrom(...Object.keys(settings));
    fc.assert(
      fc.property(fc.dictionary(keys, json), value => {
        const all = mergeProjectFile({ ...settings }, JSON.stringify(value));
        for (const list of [all.agents, all.intents, all.toolCatalogues, all.protocols, all.include, all.exclude])
          expect(list.every(one => typeof one === 'string')).toBe(true);
        expect(Object.values(all.rules).every(one => ['error', 'warning', 'info', 'off'].includes(one))).toBe(true);
      }),
    );
  });

  test('gives the same object for the same text, and another for another', () => {
    const one = mergeProjectFile(settings, '{"agents": ["new"]}');
    expect(mergeProjectFile(settings, '{"agents": ["new"]}')).toBe(one);
    expect(mergeProjectFile(settings, '{"agents": ["another"]}')).not.toBe(one);
  });

  test('that is not there leaves the settings what they are', () => {
    const disk = (text: string | null | undefined) => ({ text: () => text });
    expect(withProjectFile(settings, 'file:///work', disk(null))).toBe(settings);
    expect(withProjectFile(settings, 'file:///work', disk(undefined))).toBe(settings);
    expect(withProjectFile(settings, 'file:///work', disk('{"agents": ["new"]}')).agents).toContain('new');
  });

  test('goes by its name alone', () => {
    expect(isProjectFile(`file:///work/${PROJECT_FILE}`)).toBe(true);
    expect(isProjectFile(`file:///work/a${PROJECT_FILE}`)).toBe(false);
  });
});
