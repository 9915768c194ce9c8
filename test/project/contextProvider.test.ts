import { describe, expect, test } from 'vitest';
import { analyse } from '../../server/src/analysis/analyse';
import type { Workspace } from '../../server/src/model/disk';
import { contextProvider } from '../../server/src/project/contextProvider';
import { DEFAULT_SETTINGS, readSettings } from '../../server/src/project/readSettings';
import { PROJECT_FILE } from '../../server/src/text/fileLanguage';
import { memoryFile, problemsIn } from '../kit/analyseText';
import { memoryWorkspace } from '../kit/memoryWorkspace';

const uri = 'file:///work/a.json';
const message = '{"from": "mine", "to": "mine", "intent": "task", "payload": {"confidence": 0.95}}';

/** Contexts over files that a test may change. */
function over(files: Record<string, string>) {
  const unread = new Set<string>();
  let here: Workspace = memoryWorkspace(files);
  const warnings: string[] = [];
  const text = (file: string) => (unread.has(file) ? undefined : memoryWorkspace(files).disk.text(file));
  const disk = { ...here.disk, text };
  here = { ...here, disk };
  const compile = () => ({ fault: 'not asked for' });
  const contextOf = contextProvider({ workspace: () => here, compile, warn: text => warnings.push(text) });
  return {
    files,
    /** URIs of files that are still being read. */
    unread,
    warnings,
    contextOf: (settings = DEFAULT_SETTINGS, file = uri) => contextOf(settings, file),
    rules(settings = DEFAULT_SETTINGS) {
      const { analysis } = analyse(memoryFile('a.json', message), contextOf(settings, uri).context);
      return [...new Set(problemsIn(analysis).map(({ rule, severity }) => `${rule} ${severity}`))];
    },
  };
}

test.each([
  ...[
    '//server/share/x.json',
    '\\\\server\\share\\x.json',
    '///x.json',
    '/\\x.json',
    '\ud800',
    'a/\udfff/x.json',
    '/\ud800',
  ],
  ...[
    '',
    '/',
    '..',
    '../../../..//x',
    '%',
    '100%.json',
    '?',
    '#',
    ':',
    'c:\\x.json',
    'file:///x.json',
    'a\0b',
    '\n',
    '~/x',
  ],
])('a file named %j, whatever that is, keeps no other from being understood', path => {
  const own = JSON.stringify({ agents: ['mine'], toolCatalogues: [path], protocols: [path] });
  const protocol = JSON.stringify({ id: 'a', kinds: { k: { schema: path } } });
  const { contextOf } = over({ [PROJECT_FILE]: own, 'a.agent-protocol.json': protocol });
  const settings = readSettings({ protocols: ['a.agent-protocol.json'] });
  expect(contextOf(settings).context.facts.agents).toEqual(['mine']);
});

describe('the context of a file', () => {
  test('is the same object for settings that say the same, whatever object they are', () => {
    const { contextOf, files } = over({ [PROJECT_FILE]: '{"agents": ["mine"]}' });
    const { context } = contextOf();
    expect(contextOf().context).toBe(context);
    expect(contextOf(readSettings({})).context).toBe(context);
    expect(contextOf(DEFAULT_SETTINGS, 'file:///work/deep/b.json').context).toBe(context);
    files[PROJECT_FILE] = '{ "agents": ["mine"] } // laid out otherwise';
    expect(contextOf().context).toBe(context);
  });

  test('is another when the folder has another file, and where there is no folder', () => {
    const { contextOf, files } = over({ [PROJECT_FILE]: '{"agents": ["mine"]}' });
    const { context } = contextOf();
    expect(context.facts.agents).toEqual(['mine']);
    expect(contextOf(DEFAULT_SETTINGS, 'file:///elsewhere/a.json').context.facts.agents).toEqual([]);
    files[PROJECT_FILE] = '{"agents": ["ours"]}';
    expect(contextOf().context.facts.agents).toEqual(['ours']);
    delete files[PROJECT_FILE];
    expect(contextOf().context.facts.agents).toEqual([]);
    files[PROJECT_FILE] = '{"agents": ["mine"]}';
    expect(contextOf().context).toEqual(context);
  });

  test('says so while the file is not known yet', () => {
    const here = memoryWorkspace();
    const unknown = { ...here, disk: { ...here.disk, text: () => undefined } };
    const contextOf = contextProvider({ workspace: () => unknown, compile: () => ({ fault: '' }), warn: () => {} });
    expect(contextOf(DEFAULT_SETTINGS, uri).isComplete).toBe(false);
    expect(over({}).contextOf().isComplete).toBe(true);
  });

  test('stays the same while its files are read anew', () => {
    const own = JSON.stringify({ protocols: ['one.json'], associations: { '*.json': 'acme/order' } });
    const acme = { id: 'acme', kinds: { order: { schema: { type: 'object' }, keys: ['order_number', 'lines'] } } };
    const { contextOf, unread, warnings } = over({ [PROJECT_FILE]: own, 'one.json': JSON.stringify(acme) });
    const uris = [PROJECT_FILE, 'one.json'].map(name => `file:///work/${name}`);
    for (const file of uris) unread.add(file);
    expect(contextOf()).toMatchObject({ isComplete: false });
    unread.clear();
    const { context } = contextOf();
    expect(context.families.map(({ id }) => id)).toContain('acme');
    for (const file of uris) {
      unread.add(file);
      expect(contextOf()).toMatchObject({ isComplete: false });
      unread.clear();
      expect(contextOf().context).toBe(context);
    }
    expect(warnings).toEqual([]);
  });

  test("warns once of what an editor's setting names that is not", () => {
    const { contextOf, warnings } = over({});
    const settings = readSettings({ associations: { '*.json': 'toolcall/cal', '+(a+(b))': 'none' } });
    contextOf(settings);
    contextOf({ ...settings, agents: ['x'] });
    expect(warnings).toEqual([
      'agentEnvelopes.associations: "toolcall/cal" for "*.json" is not a kind of envelope; did you mean "toolcall/call"?',
      'agentEnvelopes.associations: "+(a+(b))" has a group in parentheses; write "{a,b}" for what may stand there.',
    ]);
  });
});

describe('what the file says', () => {
  test('is what findings are shown as', () => {
    const before = over({}).rules();
    expect(before).toContain('agent-message/to-itself warning');
    const under = (rules: object) => over({ [PROJECT_FILE]: JSON.stringify({ rules }) }).rules();
    expect(under({ 'agent-message/to-itself': 'error' })).toContain('agent-message/to-itself error');
    expect(under({ 'agent-message/*': 'off' }).filter(one => one.startsWith('agent-message/'))).toEqual([]);
    expect(under({ 'agent-message/*': 'off', 'agent-message/to-itself': 'info' })).toContain(
      'agent-message/to-itself info',
    );
    expect(under({ 'agent-messag/*': 'off' })).toEqual(before);
  });

  test('wins over the editor', () => {
    const editor = readSettings({ rules: { 'agent-message/to-itself': 'off' } });
    expect(over({}).rules(editor)).not.toContain('agent-message/to-itself warning');
    const own = JSON.stringify({ rules: { 'agent-message/to-itself': 'error' } });
    expect(over({ [PROJECT_FILE]: own }).rules(editor)).toContain('agent-message/to-itself error');
  });

  test('declares agents, and what files hold', () => {
    const own = { agents: ['mine'], associations: { '*.json': 'agent-io/event' } };
    expect(over({}).rules()).toContain('agent-message/unknown-agent warning');
    expect(over({ [PROJECT_FILE]: JSON.stringify({ agents: ['mine'] }) }).rules()).not.toContain(
      'agent-message/unknown-agent warning',
    );
    const { context } = over({ [PROJECT_FILE]: JSON.stringify(own) }).contextOf();
    expect(context.association(uri)).toMatchObject({ id: 'agent-io/event' });
  });
});

test('a rule that is off claims no fault of the schema', () => {
  const artifact = { path: 'a.md', operation: 'create|update', content: 'x' };
  const found = (rules: object) => {
    const own = { rules, associations: { '*.json': 'agent-protocol/output' } };
    const { context } = over({ [PROJECT_FILE]: JSON.stringify(own) }).contextOf();
    const { analysis } = analyse(
      memoryFile('a.json', JSON.stringify({ success: true, artifacts: [artifact] })),
      context,
    );
    return problemsIn(analysis).filter(({ part, span }) => part.text.slice(span.start, span.end) === '"create|update"');
  };
  expect(found({}).map(({ rule }) => rule)).toEqual(['envelope/placeholder']);
  expect(found({ 'envelope/placeholder': 'off' }).map(({ rule }) => rule)).toEqual(['schema/enum']);
});
