import { expect, test } from 'vitest';
import { compileSchema } from '../../server/src/entries/compileSchema';
import type { Workspace } from '../../server/src/model/disk';
import { contextProvider } from '../../server/src/project/contextProvider';
import { DEFAULT_SETTINGS, readSettings } from '../../server/src/project/readSettings';
import { resolveProject } from '../../server/src/project/resolveProject';
import { PROJECT_FILE } from '../../server/src/text/fileLanguage';
import { CATALOGUE } from '../kit/catalogue';
import { REVIEWS } from '../kit/declaredProtocols';
import { memoryWorkspace } from '../kit/memoryWorkspace';

const ROOT = 'file:///work';
const PROTOCOL = 'ours.agent-protocol.json';
const files = {
  [PROJECT_FILE]: '{"agents": ["mine"], "associations": {"*.json": "none"}, "toolCatalogues": ["named.json"]}',
  [PROTOCOL]: JSON.stringify(REVIEWS),
  'catalogue.json': CATALOGUE,
  'named.json': CATALOGUE,
};

/** The workspace, and a file of the user's beside it; says which files were read. */
function around() {
  const memory = memoryWorkspace(files);
  const read: string[] = [];
  const text = (uri: string) => {
    read.push(uri);
    return uri === 'file:///home/tools.json' ? CATALOGUE : memory.disk.text(uri);
  };
  const declaringFiles = () => [`${ROOT}/${PROTOCOL}`, `${ROOT}/catalogue.json`];
  const workspace: Workspace = { ...memory, disk: { ...memory.disk, text }, declaringFiles };
  return { workspace, read };
}

const ofUser = readSettings({
  agents: ['ada'],
  protocols: [PROTOCOL],
  toolCatalogues: ['named.json', '/home/tools.json', '../work/catalogue.json'],
});

test('files of a workspace that is not trusted set and declare nothing, and are not read for it', () => {
  const { workspace, read } = around();
  const settings = { ...ofUser, trusted: false };
  const project = resolveProject(settings, ROOT, workspace);
  expect(project).toMatchObject({ settings, protocols: [], isComplete: true });
  expect(project.catalogues.map(({ uri }) => uri)).toEqual(['file:///home/tools.json']);
  expect(read).toEqual(['file:///home/tools.json']);
});

test('nor do those of another folder of it', () => {
  const { workspace, read } = around();
  const folders = [ROOT, 'file:///home'];
  expect(resolveProject({ ...ofUser, trusted: false }, ROOT, { ...workspace, folders }).catalogues).toEqual([]);
  expect(read).toEqual([]);
});

test.each([{ trusted: true }, {}])('where it is trusted, or nothing is said of that, they do: %j', trust => {
  const { settings, catalogues, protocols } = resolveProject({ ...ofUser, ...trust }, ROOT, around().workspace);
  expect(settings.agents).toEqual(['ada', 'mine']);
  expect(protocols.map(({ uri }) => uri)).toEqual([`${ROOT}/${PROTOCOL}`]);
  expect(catalogues.map(({ uri }) => uri)).toEqual([
    `${ROOT}/named.json`,
    'file:///home/tools.json',
    `${ROOT}/catalogue.json`,
  ]);
});

test('a context is another once the workspace is trusted; before, no schema in an open file becomes code', () => {
  const { workspace } = around();
  const contextOf = contextProvider({ workspace: () => workspace, compile: compileSchema, warn: () => {} });
  const under = (trusted: boolean) => contextOf({ ...DEFAULT_SETTINGS, trusted }, `${ROOT}/a.json`).context;
  const before = under(false);
  expect(before.facts).toMatchObject({ agents: [] });
  expect(before.facts.compile).toBeUndefined();
  expect(before.facts.catalogue).toBeUndefined();
  expect(before.families.map(({ id }) => id)).not.toContain('review-queue');
  expect(before.association(`${ROOT}/a.json`)).toBeUndefined();
  const after = under(true);
  expect(after.facts.agents).toEqual(['mine']);
  expect(after.facts.compile).toBeDefined();
  expect(after.families.map(({ id }) => id)).toContain('review-queue');
  expect(after.association(`${ROOT}/a.json`)).toBe('none');
});
