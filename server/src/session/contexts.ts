import type { Context } from '../analysis/analyse';
import { families } from '../families';
import type { Workspace } from '../model/disk';
import type { Compile } from '../model/schema';
import { associationsOf } from './associations';
import { type NamedFile, type Project, projectOf } from './project';
import type { ProjectSettings } from './projectFile';

interface Needs {
  /** The open folders and their disk; another object where the folders are others. */
  workspace(): Workspace;
  /** Compiles the schemas that users bring. */
  compile: Compile;
  warn(message: string): void;
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
export function contexts({
  workspace,
  compile,
  warn,
}: Needs): (settings: ProjectSettings, uri: string) => KnownContext {
  const byKey = new Map<string, Made>();
  // The same object again and again: it is asked for each file of a workspace.
  const bySettings = new WeakMap<ProjectSettings, Made>();
  const warned = new Set<string>();

  function make({ settings, catalogues, protocols }: Project): Context {
    const { associations, agents, intents, rules } = settings;
    const { kindOf, faults } = associationsOf(associations, families, workspace().folders);
    for (const fault of faults) {
      if (!warned.has(fault)) warn(fault);
      warned.add(fault);
    }
    void [compile, catalogues, protocols];
    return {
      families,
      facts: { agents, intents },
      severities: new Map(Object.entries(rules)),
      association: kindOf,
      workspace: workspace(),
    };
  }

  return (settings, uri) => {
    const here = workspace();
    const folder = innermost(uri, here.folders);
    const project = projectOf(settings, folder, here);
    const { isComplete } = project;
    let made = bySettings.get(project.settings);
    if (!made || made.folder !== folder || !isStillSo(made, project, here)) {
      const key = `${folder}\0${keyOf(project.settings)}`;
      made = byKey.get(key);
      if (!made || !isStillSo(made, project, here)) {
        made = { folder, workspace: here, project, context: make(project) };
        byKey.set(key, made);
      }
      bySettings.set(project.settings, made);
    }
    return { context: made.context, isComplete };
  };
}

/** A context, and what it was made of. */
interface Made {
  folder: string | undefined;
  workspace: Workspace;
  project: Project;
  context: Context;
}

function isStillSo({ workspace, project }: Made, now: Project, here: Workspace): boolean {
  return (
    workspace === here && sameFiles(project.catalogues, now.catalogues) && sameFiles(project.protocols, now.protocols)
  );
}

function keyOf({ associations, agents, intents, rules }: ProjectSettings): string {
  return JSON.stringify([associations, agents, intents, rules]);
}

function sameFiles(one: readonly NamedFile[], other: readonly NamedFile[]): boolean {
  return (
    one.length === other.length && one.every(({ uri, text }, at) => uri === other[at]?.uri && text === other[at]?.text)
  );
}

function innermost(uri: string, folders: readonly string[]): string | undefined {
  let best: string | undefined;
  for (const folder of folders) {
    if (uri.startsWith(`${folder}/`) && folder.length > (best?.length ?? -1)) best = folder;
  }
  return best;
}
