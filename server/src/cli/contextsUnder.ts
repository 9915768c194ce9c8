import type { Context } from '../analysis/analyse';
import type { Disk, Workspace } from '../model/disk';
import { contexts, type KnownContext } from '../session/contexts';
import { DECLARING, declaredIn } from '../session/declaredIn';
import type { ProjectSettings } from '../session/projectFile';
import { PROJECT_FILE } from '../text/language';
import { syncDisk } from '../workspace/nodeDisk';
import { nodeFileAccess } from '../workspace/nodeFileAccess';
import { schemaCompiler } from '../workspace/schemaCompiler';

/** What the analysis of each file rests on, by its URI. What lies outside of the folder is looked at from its own folder. */
export function contextsUnder(settings: ProjectSettings, root: string): (uri: string) => Context {
  const disk = syncDisk();
  // The settings are complete: what the files of folders say is in them.
  const rest: Disk = { ...disk, text: uri => (uri.endsWith(`/${PROJECT_FILE}`) ? null : disk.text(uri)) };
  const compile = schemaCompiler(__dirname);
  const below = onceFor(() => declaredBelow(settings, root));
  const beside = (folder: string) =>
    [...(disk.list(folder) ?? [])].map(([name]) => `${folder}/${encodeURIComponent(name)}`);
  const known = new Map<string, (settings: ProjectSettings, uri: string) => KnownContext>();
  return uri => {
    const folder = uri.startsWith(`${root}/`) ? root : uri.slice(0, uri.lastIndexOf('/'));
    let contextOf = known.get(folder);
    if (!contextOf) {
      const declared = folder === root ? below : onceFor(() => declaredIn(beside(folder))(folder));
      const workspace: Workspace = { folders: [folder], disk: rest, declared };
      contextOf = contexts({ workspace: () => workspace, compile, warn: () => {} });
      known.set(folder, contextOf);
    }
    return contextOf(settings, uri).context;
  };
}

// Found when they are first asked for: by their names alone, where the settings do not pass them over.
function declaredBelow({ exclude }: ProjectSettings, root: string): readonly string[] {
  const access = nodeFileAccess(() => ({ useIgnoreFiles: false, include: [...DECLARING], exclude }));
  const uris = [...access.find(root)].flatMap(found => ('fault' in found ? [] : [found.uri]));
  return declaredIn(uris)(root);
}

function onceFor<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
