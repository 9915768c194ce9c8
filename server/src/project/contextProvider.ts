import type { Context } from '../analysis/analyse';
import { type Association, recognise } from '../analysis/recognise';
import { folderOf } from '../analysis/ruleFileAccess';
import { declaredFamilies, type ProtocolFile } from '../families/declared/declaredFamilies';
import { type ReadDeclaration, withShippedFamilies } from '../families/declared/shippedFamilies';
import { families as checkingFamilies } from '../families/index';
import { isOpenApi, readToolList, TOOL_LIST } from '../families/toolcall/readToolList';
import type { Catalogue, CataloguedAgent, CataloguedTool, ListedAgent } from '../model/catalogue';
import type { Workspace } from '../model/disk';
import type { Family } from '../model/family';
import type { Compile } from '../model/schema';
import { stripByteOrderMark } from '../parts/positions';
import { parseJson } from '../text/json/parseJson';
import { isObject } from '../text/jsonPointer';
import { lruCache, memoizeByObject, memoizeByVersion } from '../text/memoize';
import { resolveUri } from '../text/normalizeUri';
import { parseAssociations, pathProtection } from './readSettings';
import { type DeclarationFile, type Project, type ProjectSettings, resolveProject } from './resolveProject';

/** The inputs from which the context of analysing a file is made, such as the known protocols and the workspace folders. */
interface ContextProviderOptions {
  /** The built-in families: composed for checking, or also for writing envelopes. */
  builtIn?: readonly Family[];
  /** The workspace folders and their disk: a new object whenever the folders change. */
  workspace(): Workspace;
  /** Compiles schemas that users wrote. */
  compile: Compile;
  /** Reads the declarations of protocols that are loaded on demand. Without it, these protocols are not recognised. */
  declarationOf?: ReadDeclaration | undefined;
  warn(message: string): void;
  /** Collects the URIs of the files that contexts depend on. */
  asked?: Set<string>;
}

/** The context of a document, as far as it is known. Says whether all files that the context depends on have been loaded. */
export interface KnownContext {
  context: Context;
  isComplete: boolean;
}

/**
 * Creates the function that returns the context for analysing a file.
 * Invariant: equal settings and files give the same object, so that cached analyses stay valid.
 */
export function contextProvider({
  builtIn = checkingFamilies,
  workspace,
  compile,
  declarationOf = nothingShipped,
  warn,
  asked,
}: ContextProviderOptions): (settings: ProjectSettings, uri: string) => KnownContext {
  // Settings that were half typed are not used again.
  const byKey = lruCache<string, CachedContext>({ max: MAX_CACHED });
  // Avoids comparing settings: this is called for each file of a workspace.
  const bySettings = new WeakMap<ProjectSettings, CachedContext>();
  const warned = new Set<string>();

  const compileOnce = memoizeCompile(compile);

  function make({ settings, catalogues, protocols, isComplete }: Project, folder: string | undefined): Context {
    const {
      associations,
      agents,
      intents,
      rules,
      toolCatalogues,
      protectedPaths,
      protocols: names,
      trusted = true,
    } = settings;
    const declared = declaredFamilies(protocols, builtIn, compileOnce);
    const families = withShippedFamilies(names, { builtIn, declared: declared.families, declarationOf, compile });
    const { kindOf, faults } = parseAssociations(associations, families, workspace().folders);
    // Kinds of a protocol that is not loaded yet must not be reported as unknown.
    for (const fault of isComplete ? faults : []) {
      if (!warned.has(fault)) warn(fault);
      warned.add(fault);
    }
    const named = folder === undefined ? [] : toolCatalogues.flatMap(path => resolveUri(folder, path) ?? []);
    // A file that the settings name as a catalogue counts as one even while it is half written.
    const listing = families.flatMap(({ kinds }) => kinds).find(({ listedAgents }) => listedAgents);
    const namedAs = (uri: string) => kindOf(uri) ?? (named.includes(uri) ? listing : undefined);
    const catalogue = readCatalogue(catalogues, {
      families,
      association: namedAs,
      isChosen: uri => !!kindOf(uri),
      named,
    });
    const association = (uri: string) => (catalogue?.files.get(uri)?.isForeign ? TOOL_LIST : namedAs(uri));
    return {
      families,
      facts: {
        agents,
        intents,
        declarationFaults: declared.faultsIn,
        declaredFamily: declared.familyIn,
        declaringFile: declared.fileOf,
        ...(Object.keys(protectedPaths).length > 0 && { isProtected: pathProtection(protectedPaths) }),
        // A schema becomes code: it is compiled only in a trusted workspace.
        ...(trusted && { compile: compileOnce }),
        ...(catalogue && { catalogue }),
      },
      severities: new Map(Object.entries(rules)),
      association,
      workspace: workspace(),
    };
  }

  return (settings, uri) => {
    const here = workspace();
    const folder = folderOf(uri, here.folders);
    const project = resolveProject(settings, folder, here, asked);
    let made = bySettings.get(project.settings);
    // Until the project is loaded, the previous context stays in use.
    if (!project.isComplete) {
      const known = made && made.folder === folder && made.workspace === here ? made.context : undefined;
      return { context: known ?? make(project, folder), isComplete: false };
    }
    if (!made || made.folder !== folder || !isUpToDate(made, project, here)) {
      const key = `${folder}\0${contextKey(project.settings)}`;
      made = byKey.get(key);
      if (!made || !isUpToDate(made, project, here)) {
        made = { folder, workspace: here, project, context: make(project, folder) };
        byKey.set(key, made);
      }
      bySettings.set(project.settings, made);
    }
    return { context: made.context, isComplete: true };
  };
}

function nothingShipped(): undefined {
  return undefined;
}

const MAX_CACHED = 50;

/** A context, with the inputs that it was created from. */
interface CachedContext {
  folder: string | undefined;
  workspace: Workspace;
  project: Project;
  context: Context;
}

function isUpToDate({ workspace, project }: CachedContext, now: Project, here: Workspace): boolean {
  return (
    workspace === here &&
    sameFiles(project.catalogues, now.catalogues) &&
    sameFiles(project.protocols, now.protocols) &&
    project.protocols.every((one, at) => sameSchemas(one, now.protocols[at]))
  );
}

/** The settings that a context depends on. */
const CONTEXT_SETTINGS = [
  ...(['associations', 'agents', 'intents', 'rules'] as const),
  ...(['toolCatalogues', 'protectedPaths', 'protocols', 'trusted'] as const),
];

function contextKey(settings: ProjectSettings): string {
  return JSON.stringify(CONTEXT_SETTINGS.map(name => settings[name]));
}

function sameFiles(one: readonly DeclarationFile[], other: readonly DeclarationFile[]): boolean {
  return (
    one.length === other.length && one.every(({ uri, text }, at) => uri === other[at]?.uri && text === other[at]?.text)
  );
}

function sameSchemas({ schemas }: ProtocolFile, other: ProtocolFile | undefined): boolean {
  return [...schemas].every(([path, text]) => other?.schemas.get(path) === text);
}

interface ReadCatalogueOptions {
  families: readonly Family[];
  association(uri: string): Association;
  /** Returns whether the settings give the kind of a file, other than by naming it as a catalogue. */
  isChosen?(uri: string): boolean;
  /** The URIs that the settings name. A URI that `files` lacks could not be read. */
  named: readonly string[];
}

/**
 * Reads the tools in the files that are recognised as catalogues. If a tool is listed twice, the first entry counts.
 * Undefined if no file is a catalogue.
 */
export function readCatalogue(
  files: readonly DeclarationFile[],
  { families, association, isChosen, named }: ReadCatalogueOptions,
): Catalogue | undefined {
  const read = files.flatMap((file): ReadFile[] => {
    const { uri } = file;
    const { value, fault } = parseJson(stripByteOrderMark(file.text).text, 'json');
    const foreign =
      isChosen?.(uri) || (isOpenApi(value) && !named.includes(uri)) ? undefined : readToolList(value, uri);
    if (foreign) {
      const { agents, isPartial } = foreign;
      return [{ ...file, agents, isWhole: !fault, isForeign: true, isClosed: named.includes(uri) && !isPartial }];
    }
    const recognition = recognise(value, families, association(uri));
    const lists = recognition?.sure ? recognition.kind.listedAgents : undefined;
    return lists ? [{ ...file, agents: lists(value, uri), isWhole: !fault && isObject(value), isClosed: true }] : [];
  });
  if (read.length === 0) return undefined;
  return {
    agents: mergeAgents(read),
    files: new Map(
      read.map(({ uri, text, isWhole, isForeign }) => [uri, { text, isWhole, ...(isForeign && { isForeign }) }]),
    ),
    isWhole: read.every(one => one.isWhole) && named.every(uri => read.some(one => one.uri === uri)),
    isClosed: read.some(({ isClosed }) => isClosed),
  };
}

interface ReadFile extends DeclarationFile {
  agents: readonly ListedAgent[];
  isWhole: boolean;
  isForeign?: true;
  /** The file lists all existing tools. */
  isClosed: boolean;
}

function mergeAgents(files: readonly ReadFile[]): Catalogue['agents'] {
  const all = new Map<string, CataloguedAgent & { tools: Map<string, CataloguedTool> }>();
  for (const { uri, agents } of files) {
    for (const { name: written, path, tools, isServer } of agents) {
      const name = isServer ? nameOfServer(written, uri, all) : written;
      const agent = all.get(name) ?? {
        ...{ name, uri, path, tools: new Map<string, CataloguedTool>() },
        ...(isServer && { isServer }),
      };
      all.set(name, agent);
      for (const tool of tools) {
        if (agent.tools.has(tool.name)) continue;
        agent.tools.set(tool.name, { ...tool, agent: name, uri, ...(isServer && { isOpen: true as const }) });
      }
    }
  }
  return all;
}

/** Returns the name of a server, with the folders of its file if another file lists a server of the same name. */
function nameOfServer(name: string, uri: string, known: ReadonlyMap<string, unknown>): string {
  const folders = uri.split('/').slice(3, -1);
  let unique = name;
  while (known.has(unique) && folders.length > 0) unique = `${folders.pop()}/${unique}`;
  return known.has(unique) ? uri : unique;
}

type Compiled = ReturnType<Compile>;

// A catalogue has some dozens of schemas, and each keystroke in it makes a new text of one.
const MOST = 500;

/** Returns a function that compiles each schema once; recognises the same schema by identity and by text. */
export function memoizeCompile(compile: Compile): Compile {
  const byText = memoizeByVersion<Compiled>(MOST);
  const compileOnce = memoizeByObject((schema: object) =>
    byText(serializeSchema(schema), undefined, () => compile(schema)),
  );
  return schema => (typeof schema === 'object' && schema !== null ? compileOnce(schema) : compile(schema));
}

function serializeSchema(schema: object): string {
  try {
    return JSON.stringify(schema);
  } catch {
    // Nested too deeply to be serialized or compiled: all such schemas share one entry.
    return '';
  }
}
