import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import picomatch from 'picomatch';
import { describe, expect, test } from 'vitest';
import { families } from '../server/src/families';
import { documentText } from '../server/src/features/associationEdit';
import { withTexts } from '../tools/manifestTexts.mjs';
import { corpusFiles, corpusMissing } from './kit/corpus';
import { allKinds } from './kit/testContext';

interface Item {
  command: string;
  submenu?: string;
  when?: string;
  group?: string;
}
interface Step {
  id: string;
  description: string;
  media: { svg: string };
  completionEvents: string[];
}
interface Manifest {
  icon: string;
  galleryBanner: { color: string; theme: string };
  activationEvents: string[];
  capabilities: { untrustedWorkspaces: { supported: string; restrictedConfigurations: string[] } };
  contributes: {
    commands: { command: string; title: string; category?: string; icon?: string }[];
    menus: Record<string, Item[]>;
    submenus: { id: string; label: string }[];
    jsonValidation: { fileMatch: string[]; url: string }[];
    keybindings: Item[];
    customEditors: {
      viewType: string;
      displayName: string;
      selector: { filenamePattern: string }[];
      priority: string;
    }[];
    views: Record<string, { id: string; name: string; icon: string }[]>;
    viewsContainers: { activitybar: { id: string; title: string; icon: string }[] };
    viewsWelcome: { view: string; contents: string; when: string }[];
    walkthroughs: { id: string; steps: Step[] }[];
    configuration: { title: string; order: number; properties: Record<string, { order: number }> }[];
    configurationDefaults: Record<string, unknown>;
  };
}

const root = path.join(import.meta.dirname, '..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const manifest = JSON.parse(read('package.json'));
/** As VS Code shows it in English. */
const { contributes, activationEvents, capabilities, icon, galleryBanner }: Manifest = withTexts(
  manifest,
  JSON.parse(read('package.nls.json')),
);
const { commands, menus, keybindings, views, viewsContainers, viewsWelcome } = contributes;
const source = readdirSync(path.join(root, 'client/src'), { recursive: true, encoding: 'utf8' })
  .filter(name => name.endsWith('.ts'))
  .map(name => read(`client/src/${name}`))
  .join('\n');
const ids = commands.map(({ command }) => command);
const items = [...Object.values(menus).flat(), ...keybindings].filter(item => item.command !== undefined);
const allViews = Object.values(views).flat();

test('no command or title is there twice', () => {
  expect(repeated(ids)).toEqual([]);
  expect(repeated(commands.map(({ title }) => title))).toEqual([]);
});

test('commands have the category that they are searched by, and titles in title case', () => {
  expect(commands.filter(({ category }) => category !== 'Agent Envelopes')).toEqual([]);
  expect(commands.map(({ title }) => title).filter(title => !isTitleCase(title))).toEqual([]);
});

test('a title begins with the verb that says what the command does', () => {
  const verbs =
    'Add Append Apply Clear Compare Convert Copy Create Export Extract Filter Group Infer Insert Mark Open Recognise Refresh Repair Restart Reveal Search Send Set Show Sort Start Stop';
  expect(
    commands.map(({ title }) => title).filter(title => !verbs.split(' ').includes(title.split(' ')[0] ?? '')),
  ).toEqual([]);
});

test('each command is registered', () => {
  const names = ids.map(id => id.replace('agentEnvelopes.', ''));
  const isRegistered = (name: string) =>
    new RegExp(`\\(\\s*'(agentEnvelopes\\.)?${name.replaceAll('.', '\\.')}',`).test(source);
  expect(names.filter(name => !isRegistered(name))).toEqual([]);
});

test('menus, keys and welcomes name commands that there are', () => {
  const linked = viewsWelcome.flatMap(({ contents }) => [...contents.matchAll(/\(command:([\w.]+)\)/g)]);
  const used = [...items.map(({ command }) => command), ...linked.map(([, id = '']) => id)];
  expect(used.filter(id => id.startsWith('agentEnvelopes.') && !ids.includes(id))).toEqual([]);
});

test('what an editor with nothing open can begin with is offered there', () => {
  const conditions = menus['commandPalette']?.filter(({ command }) => command === 'agentEnvelopes.insertEnvelope');
  expect(conditions).toEqual([]);
});

test('the palette has a command only where it can act', () => {
  // These act in any window: they begin something, or concern the extension itself.
  const everywhere = [
    'openSample',
    'insertEnvelope',
    'inferProtocol',
    'openSession',
    'sources.add',
    'copySendingEnvironment',
    'restartServer',
    'showLog',
  ].map(name => `agentEnvelopes.${name}`);
  const conditions = new Map((menus['commandPalette'] ?? []).map(({ command, when }) => [command, when]));
  const actsEverywhere = (when = '') => when === '' || when === '!agentEnvelopes.inBrowser';
  expect(ids.filter(id => actsEverywhere(conditions.get(id))).sort()).toEqual(everywhere.sort());
  expect([...conditions.keys()].filter(id => !ids.includes(id))).toEqual([]);
});

test('what can act only on some envelopes is offered for these', () => {
  for (const [command, key] of [
    ['convertEnvelope', 'canConvert'],
    ['extractEnvelope', 'canExtract'],
    ['convertToJsonl', 'canConvertToLog'],
    ['convertFromJsonl', 'canConvertToArray'],
    ['appendToLog', 'canAppend'],
  ]) {
    const places = Object.values(menus)
      .flat()
      .filter(item => item.command === `agentEnvelopes.${command}`);
    expect(places.length).toBeGreaterThan(1);
    for (const { when = '' } of places) expect(when).toContain(`agentEnvelopes.${key}`);
  }
  const replays = ['editor/title', 'editor/context', 'explorer/context'].flatMap(name =>
    (menus[name] ?? []).filter(({ command }) => command === 'agentEnvelopes.openReplay'),
  );
  expect(replays.map(({ when = '' }) => /agentEnvelopes\.(canReplay|runFiles)/.test(when))).toEqual([true, true, true]);
});

test('files without envelopes have no entry of ours in their menus, and folders only beside runs', () => {
  const places = [
    'editor/context',
    'editor/title',
    'editor/title/context',
    'explorer/context',
    'scm/resourceState/context',
  ];
  const conditions = places.flatMap(place => (menus[place] ?? []).map(({ when = '' }) => when));
  const known = /agentEnvelopes\.(recognised|canReplay|runFiles|runs\.some)\b|agent-envelopes-repair/;
  expect(conditions.filter(when => !known.test(when))).toEqual([]);
});

test('nothing is set for languages of others', () => {
  expect(Object.keys(contributes.configurationDefaults).filter(name => name.startsWith('['))).toEqual(['[jsonl]']);
});

test('settings are in groups with titles, in order', () => {
  const { configuration } = contributes;
  expect(configuration.length).toBeGreaterThan(4);
  expect(configuration.map(({ order }) => order)).toEqual(configuration.map((_, index) => index));
  for (const { title, properties } of configuration) {
    expect(title).not.toBe('');
    expect(Object.values(properties).map(({ order }) => order)).toEqual(Object.keys(properties).map((_, at) => at));
  }
});

test('each step of the walkthrough has a picture, a command that is there, and an event that ends it', () => {
  const steps = contributes.walkthroughs.flatMap(one => one.steps);
  expect(steps.map(({ id }) => id)).toEqual(['sample', 'fix', 'replay', 'declare']);
  const registered = [...ids, 'agentEnvelopes.try'];
  for (const { description, media, completionEvents } of steps) {
    const used = [...description.matchAll(/\]\(command:([\w.]+)/g)].map(([, id = '']) => id);
    expect(used.length).toBeGreaterThan(0);
    expect(used.filter(id => !registered.includes(id))).toEqual([]);
    expect(existsSync(path.join(root, media.svg))).toBe(true);
    const keys = completionEvents.flatMap(event => /^onContext:agentEnvelopes\.(.*)/.exec(event)?.[1] ?? []);
    expect(keys).toHaveLength(1);
    expect(keys.filter(key => !source.includes(`setContext('${key}'`))).toEqual([]);
  }
  expect(activationEvents).toContain(`onWalkthrough:${contributes.walkthroughs[0]?.id}`);
});

test('the icon is a PNG of 128 pixels, as galleries want it, and the banner has a colour', () => {
  const png = readFileSync(path.join(root, icon));
  expect(png.subarray(1, 4).toString()).toBe('PNG');
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([128, 128]);
  expect(existsSync(path.join(root, 'docs/images/icon.svg'))).toBe(true);
  expect(galleryBanner).toEqual({ color: expect.stringMatching(/^#[\da-f]{6}$/), theme: 'dark' });
});

test('each submenu is shown somewhere, and has something in it', () => {
  const shown = Object.values(menus).flatMap(all => all.flatMap(({ submenu }) => submenu ?? []));
  expect(contributes.submenus.map(({ id }) => id)).toEqual([...new Set(shown)]);
  expect(contributes.submenus.filter(({ id }) => !menus[id]?.length)).toEqual([]);
});

test('JSON files of our own names have a schema of ours, which leaves the checks to us', () => {
  const named = allKinds.flatMap(({ id, fileNames = [] }) =>
    fileNames.filter(name => name.endsWith('.json')).map(name => [name, `agent-envelopes:/${id}.schema.json`]),
  );
  expect(contributes.jsonValidation.map(({ fileMatch, url }) => [...fileMatch, url]).sort()).toEqual(named.sort());
  for (const { url } of contributes.jsonValidation) {
    expect(Object.keys(JSON.parse(documentText(url, families) ?? ''))).toEqual([
      '$comment',
      'title',
      'markdownDescription',
    ]);
  }
});

test('what is drawn as a button has an icon', () => {
  const buttons = items.filter(({ group }) => /^(navigation|inline)/.test(group ?? '')).filter(isInView);
  const withIcon = commands.filter(({ icon }) => icon).map(({ command }) => command);
  expect(buttons.filter(({ command }) => !withIcon.includes(command))).toEqual([]);
});

test('a command of the palette that needs a node is hidden there', () => {
  // Without a node these ask which run or source is meant, or concern all of them.
  const alsoAlone = ['openReplay', 'replay.compare', 'runs.refresh', 'sendRun', 'sources.setCredential'].map(
    name => `agentEnvelopes.${name}`,
  );
  const all = menus['view/item/context']?.map(({ command }) => command) ?? [];
  const forNodes = all.filter(command => !alsoAlone.includes(command));
  const hidden = menus['commandPalette']?.filter(({ when }) => when === 'false').map(({ command }) => command) ?? [];
  expect(hidden.sort()).toEqual([...new Set(forNodes)].sort());
});

test('conditions ask only for what the client says', () => {
  const conditions = [...items, ...viewsWelcome].map(({ when = '' }) => when).join('\n');
  const keys = [...conditions.matchAll(/(?<!== )\bagentEnvelopes\.([\w.]+)/g)].map(([, key = '']) => key);
  expect([...new Set(keys)].filter(key => !source.includes(`setContext('${key}'`))).toEqual([]);
});

test('conditions and welcomes ask only for views that there are', () => {
  const known = allViews.map(({ id }) => id);
  const asked = items.flatMap(({ when = '' }) => [...when.matchAll(/\b(?:view|focusedView) == ([\w.]+)/g)]);
  const named = [...asked.map(([, id = '']) => id), ...viewsWelcome.map(({ view }) => view)];
  expect(named.filter(id => !known.includes(id))).toEqual([]);
});

test('a file is opened in a replay only by who asks for it, and each such editor is registered', () => {
  expect(contributes.customEditors.map(({ priority }) => priority)).toEqual(['option']);
  const types = contributes.customEditors.map(({ viewType }) => viewType);
  expect(types.filter(type => !source.includes(`registerCustomEditorProvider('${type}',`))).toEqual([]);
});

test('each panel that comes back after a reload wakes the extension', () => {
  const types = [...source.matchAll(/createWebviewPanel\(([\w.]+|'[^']*'),/g)].map(([, type = '']) => type);
  expect(types).toEqual(['REPLAY_PANEL']);
  const [, type] = /REPLAY_PANEL = '(.*)'/.exec(source) ?? [];
  expect(activationEvents).toContain(`onWebviewPanel:${type}`);
});

test('icons are there, and go into the package', () => {
  const icons = [...viewsContainers.activitybar, ...allViews].map(({ icon }) => icon);
  expect(icons.filter(icon => !existsSync(path.join(root, icon)))).toEqual([]);
  const packed = read('.vscodeignore').split('\n');
  expect(icons.filter(icon => !packed.includes(`!${path.posix.dirname(icon)}/*.svg`))).toEqual([]);
});

test("of a workspace that is not trusted, settings that say what files are, which are read and what is found in them are the user's own", () => {
  const { supported, restrictedConfigurations } = capabilities.untrustedWorkspaces;
  expect(supported).toBe('limited');
  const read = [
    'associations',
    'exclude',
    'include',
    'protectedPaths',
    'protocols',
    'rules',
    'sources',
    'toolCatalogues',
  ];
  expect(restrictedConfigurations).toEqual(expect.arrayContaining(read.map(name => `agentEnvelopes.${name}`)));
});

function repeated(values: readonly string[]): string[] {
  return values.filter((value, at) => values.indexOf(value) !== at);
}

// Small words stay small, but for the first.
function isTitleCase(title: string): boolean {
  return title
    .split(/[ /]/)
    .every((word, at) => /^[A-Z]/.test(word) || (at > 0 && /^(a|an|as|at|for|in|of|the|to)…?$/.test(word)));
}

function isInView({ when }: Item): boolean {
  return /\bview (==|=~) /.test(when ?? '');
}

describe('a folder is checked before a file of it is opened', () => {
  const globs = activationEvents.flatMap(event => /^workspaceContains:(.*)/.exec(event)?.[1] ?? []);
  const isFound = picomatch(globs, { dot: true });
  const found = (folder: string) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(file => isFound(file));

  test('where the sample is', () => expect(found(path.join(root, 'test/sample')).length).toBeGreaterThan(3));

  test.skipIf(corpusMissing).each(['aura', 'cuga', 'humaninloop', 'traces'])('where %s is', project => {
    const files = corpusFiles(project).map(file => file.slice(project.length + 1));
    expect(files.filter(file => isFound(file)).length).toBeGreaterThan(0);
  });

  test('where settings or a protocol are', () => {
    expect(
      ['.agent-envelopes.json', 'a/b/own.agent-protocol.json', 'logs/x.jsonl'].filter(file => isFound(file)),
    ).toHaveLength(3);
  });

  test('and not where there are but the files of any project', () => {
    const plain = [
      'package.json',
      'tsconfig.json',
      'README.md',
      'src/index.ts',
      '.vscode/settings.json',
      'data/users.json',
    ];
    expect(plain.filter(file => isFound(file))).toEqual([]);
  });
});
