import { joinPath } from '../../analysis/paths';
import type { Part } from '../../model/part';
import type { RegistryDocument } from '../../model/registryDocument';
import { markdownFile } from '../../parts/splitIntoParts';
import { sourceFile } from '../../text/lines';
import { decodeUri, fileNameOf } from '../../text/uri/decodeUri';
import { featureFolder } from '../featureFiles';
import { folderOf } from './newFileEdit';
import type { RefactoringContext } from './refactoringContext';

export interface FeatureRegistry {
  uri: string;
  /** The file's short path: `specs/005/.workflow/index.md`. */
  name: string;
  document: RegistryDocument;
  part: Part;
}

/** The state registry of a file: beside it, or at its feature's usual path. */
export function featureRegistry(
  uri: string,
  { context, workspace }: Pick<RefactoringContext, 'context' | 'workspace'>,
): FeatureRegistry | undefined {
  const own = folderOf(uri);
  const feature = own === undefined ? undefined : featureFolder(uri, workspace);
  const kinds = context.families.flatMap(({ documents }) => documents);
  for (const folder of new Set([own, feature])) {
    if (!folder) continue;
    for (const steps of [[NAME], ['.workflow', NAME]]) {
      const registry = joinPath(folder, steps);
      const text = workspace.disk.text(registry);
      if (!text) continue;
      const { root: part, blocks } = markdownFile(sourceFile(registry, 'markdown', text));
      for (const kind of kinds) {
        const document = kind.glance && kind.read(blocks, { fileName: NAME });
        if (document) return { uri: registry, name: nameOf(registry, workspace.folders), document, part };
      }
    }
  }
  return undefined;
}

const NAME = 'index.md';

function nameOf(uri: string, folders: readonly string[]): string {
  const root = folders.find(folder => uri.startsWith(`${folder}/`));
  return root === undefined ? fileNameOf(uri) : decodeUri(uri.slice(root.length + 1));
}
