import type { Context } from '../analysis/analyse';
import { families as checkingFamilies } from '../families';
import { declaredFamilies, type ProtocolFile } from '../families/declared/declaredFamilies';
import type { Workspace } from '../model/disk';
import type { Family } from '../model/family';
import type { Compile } from '../model/schema';
import { memoizeCompile } from './memoizeCompile';
import { parseAssociations } from './parseAssociations';
import { pathProtection } from './pathProtection';
import type { ProjectSettings } from './projectFile';
import { readCatalogue } from './readCatalogue';
import { type DeclarationFile, type Project, resolveProject, resolveUri } from './resolveProject';

interface ContextProviderOptions {
  /** The families that are built in: those that check envelopes, or those that help to write them, too. */
  builtIn?: readonly Family[];
  /** The open folders and their disk; another object where the folders are others. */
  workspace(): Workspace;
  /** Compiles the schemas that users bring. */
  compile: Compile;
  warn(message: string): void;
  /** Takes the URIs of the files that contexts rest on. */
  asked?: Set<string>;
}

/** What an analysis of a file rests on, and whether all of it is known yet. */
export interface KnownContext {
  context: Context;
  isComplete: boolean;
}

/**
 * What the analysis of a file rests on under given settings. Settings and files that say the same of it give the same object,
 * so that what was analysed stays good.
 */
export function contextProvider({
  builtIn = checkingFamilies,
  workspace,
  compile,
  warn,
  asked,
}: ContextProviderOptions): (settings: ProjectSettings, uri: string) => KnownContext {
  const byKey = new Map<string, CachedContext>();
  // The same object again and again: it is asked for each file of a workspace.
  const bySettings = new WeakMap<ProjectSettings, CachedContext>();
  const warned = new Set<string>();

  const compileOnce = memoizeCompile(compile);

  function make({ settings, catalogues, protocols, isComplete }: Project, folder: string | undefined): Context {
    const { associations, agents, intents, rules, toolCatalogues, protectedPaths, trusted = true } = settings;
    const declared = declaredFamilies(protocols, builtIn, compileOnce);
    // The same list where there are none: what is worked out of it is kept with it.
    const families = declared.families.length === 0 ? builtIn : [...builtIn, ...declared.families];
    const { kindOf, faults } = parseAssociations(associations, families, workspace().folders);
    // What a protocol that is still being read declares is no fault.
    for (const fault of isComplete ? faults : []) {
      if (!warned.has(fault)) warn(fault);
      warned.add(fault);
    }
    const named = folder === undefined ? [] : toolCatalogues.flatMap(path => resolveUri(folder, path) ?? []);
    // What the settings name as a catalogue is one outright, also while it is half written.
    const listing = families.flatMap(({ kinds }) => kinds).find(({ listedAgents }) => listedAgents);
    const association = (uri: string) => kindOf(uri) ?? (named.includes(uri) ? listing : undefined);
    const catalogue = readCatalogue(catalogues, { families, association, named });
    return {
      families,
      facts: {
        agents,
        intents,
        declarationFaults: declared.faultsIn,
        ...(Object.keys(protectedPaths).length > 0 && { isProtected: pathProtection(protectedPaths) }),
        // A schema becomes code. One in an open file is compiled only where the user trusts who wrote it.
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
    const folder = innermost(uri, here.folders);
    const project = resolveProject(settings, folder, here, asked);
    let made = bySettings.get(project.settings);
    // What is half read is no other project: what was made of it before is still good.
    if (!project.isComplete) {
      const known = made && made.folder === folder && made.workspace === here ? made.context : undefined;
      return { context: known ?? make(project, folder), isComplete: false };
    }
    if (!made || made.folder !== folder || !isStillSo(made, project, here)) {
      const key = `${folder}\0${keyOf(project.settings)}`;
      made = byKey.get(key);
      if (!made || !isStillSo(made, project, here)) {
        made = { folder, workspace: here, project, context: make(project, folder) };
        // The oldest goes first: settings that were typed are not asked for again.
        byKey.delete(key);
        byKey.set(key, made);
        for (const oldest of byKey.keys()) {
          if (byKey.size <= MOST_KNOWN) break;
          byKey.delete(oldest);
        }
      }
      bySettings.set(project.settings, made);
    }
    return { context: made.context, isComplete: true };
  };
}

const MOST_KNOWN = 50;

/** A context, and what it was made of. */
interface CachedContext {
  folder: string | undefined;
  workspace: Workspace;
  project: Project;
  context: Context;
}

function isStillSo({ workspace, project }: CachedContext, now: Project, here: Workspace): boolean {
  return (
    workspace === here &&
    sameFiles(project.catalogues, now.catalogues) &&
    sameFiles(project.protocols, now.protocols) &&
    project.protocols.every((one, at) => sameSchemas(one, now.protocols[at]))
  );
}

function keyOf({
  associations,
  agents,
  intents,
  rules,
  toolCatalogues,
  protectedPaths,
  trusted,
}: ProjectSettings): string {
  return JSON.stringify([associations, agents, intents, rules, toolCatalogues, protectedPaths, trusted]);
}

function sameFiles(one: readonly DeclarationFile[], other: readonly DeclarationFile[]): boolean {
  return (
    one.length === other.length && one.every(({ uri, text }, at) => uri === other[at]?.uri && text === other[at]?.text)
  );
}

function sameSchemas({ schemas }: ProtocolFile, other: ProtocolFile | undefined): boolean {
  return [...schemas].every(([path, text]) => other?.schemas.get(path) === text);
}

function innermost(uri: string, folders: readonly string[]): string | undefined {
  let best: string | undefined;
  for (const folder of folders) {
    if (uri.startsWith(`${folder}/`) && folder.length > (best?.length ?? -1)) best = folder;
  }
  return best;
}
