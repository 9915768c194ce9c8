import type { DocumentLink } from 'vscode-languageserver-types';
import { type Found, resolvePath } from '../analysis/ruleFileAccess';
import type { AnalysedPart, Analysis } from '../model/analysis';
import type { Workspace } from '../model/disk';
import type { RegistryDocument, RegistryValue } from '../model/registry';
import type { Part, Path, Span } from '../model/text';
import { rangeOf } from '../parts/positions';
import { contentSpan, partTree } from '../parts/rootPart';
import { registryValues, trimmedSpan } from '../registry/registryCells';
import { eachDeclared } from '../slots/schemaPaths';
import { nodeAt } from '../text/json/parseJson';
import { memoizeByObject } from '../text/memoize';
import { featureFolder } from './featureFiles';

/** A file name or path in a state registry, which becomes a link. It names a file such as a feature's document or a workflow's state. */
interface RegistryPath {
  value: RegistryValue;
  /** The span of the path without Markdown markup. */
  at: Span;
}

/** Returns a link for each path in an envelope or a state registry that leads to a file of the workspace. */
export function documentLinks({ file, parts }: Analysis, workspace: Workspace): DocumentLink[] {
  return parts.flatMap(part => partLinks(part, file.uri, workspace));
}

/** Returns the file names and paths in a registry's fields and cells. */
export function registryFilePaths(registry: RegistryDocument): RegistryPath[] {
  return [...registryValues(registry)].flatMap(({ value }) => {
    const format = value.definition?.format;
    const isPath = value.text !== '' && (format === 'path' || format === 'document');
    return isPath ? [{ value, at: trimmedSpan(registry.markdown.text, value) }] : [];
  });
}

/** Finds the file that a registry's path leads to. A bare document name refers to the document of the same feature. */
export function resolveRegistryPath(
  { value }: RegistryPath,
  from: string,
  workspace: Workspace,
): Found | null | undefined {
  const { text, definition } = value;
  const isName = definition?.format === 'document' && !/[\\/]/.test(text);
  const feature = isName ? featureFolder(from, workspace) : null;
  const folders = feature ? [feature] : workspace.folders;
  const found = feature === undefined ? undefined : resolvePath(text, from, { ...workspace, folders });
  return found?.type === 'folder' ? null : found;
}

/**
 * Returns the links in one part.
 *
 * @param from the URI of its file
 */
export function partLinks(part: AnalysedPart, from: string, workspace: Workspace): DocumentLink[] {
  if (part.document) return registryLinks(part.document.content, part.part, from, workspace);
  const targets = pathsOf(part).flatMap(({ path, text }) => {
    const found = resolvePath(text, from, workspace);
    return found?.type === 'file' ? [{ path, target: found.uri }] : [];
  });
  const root = targets.length > 0 ? partTree(part.part) : undefined;
  return targets.flatMap(({ path, target }) => {
    const node = root && nodeAt(root, path);
    // Without the quotes.
    const span = node && contentSpan(part.part, node);
    return span ? [{ range: rangeOf(part.part, span), target }] : [];
  });
}

function registryLinks(registry: RegistryDocument, part: Part, from: string, workspace: Workspace): DocumentLink[] {
  return registryFilePaths(registry).flatMap(path => {
    const found = resolveRegistryPath(path, from, workspace);
    return found ? [{ range: rangeOf(part, path.at), target: found.uri }] : [];
  });
}

interface WrittenPath {
  path: Path;
  text: string;
}

const NO_PATHS: readonly WrittenPath[] = [];

// Memoized: called after each key, which changes few parts of a log.
const pathsOf = memoizeByObject(({ value, recognition }: AnalysedPart): readonly WrittenPath[] => {
  const schema = recognition?.sure && recognition.variant.schema;
  if (!schema || !declaresPaths(schema)) return NO_PATHS;
  const found: WrittenPath[] = [];
  let listed: Path | undefined;
  eachDeclared(schema, value, (path, schema, here) => {
    if (schema['x-slot'] === 'path' && Array.isArray(here)) listed = path;
    const isPath = schema['x-slot'] === 'path' || (listed !== undefined && isBelow(path, listed));
    if (isPath && typeof here === 'string') found.push({ path, text: here });
  });
  return found.length > 0 ? found : NO_PATHS;
});

// The schema of a trace has no path, so traces of many megabytes need not be walked.
const declaresPaths = memoizeByObject((schema: object) => JSON.stringify(schema).includes('"x-slot":"path"'));

function isBelow(path: Path, parent: Path): boolean {
  return path.length === parent.length + 1 && parent.every((step, i) => path[i] === step);
}
