import { analyse, type Context } from '../../analysis/analyse';
import { joinPath } from '../../analysis/ruleFileAccess';
import type { AnalysedPart, Analysis } from '../../model/analysis';
import type { Workspace } from '../../model/disk';
import type { Kind } from '../../model/kind';
import type { TextFile } from '../../model/text';
import { scanRegistryState } from '../../registry/scanRegistryState';
import { eachDeclared, hasSlot, schemaPathsTo } from '../../slots/schemaPaths';
import { decodeUri } from '../../text/decodeUri';
import { languageOf } from '../../text/fileLanguage';
import { textFile } from '../../text/lines';
import { featureFolder } from '../featureFiles';

/** The envelopes that belong to a feature of a project, such as `005-team-invites`, but lie outside of the feature's folder. */
export interface FeatureEnvelopes {
  /** The feature's folder; null without a feature. */
  folder: string | null;
  files: FeatureLines[];
  /** Some requested file or folder is not loaded yet. */
  unknown: boolean;
  /** The list of files is cut at the limit. */
  more: boolean;
}

/** The lines of a file that belong to a feature. */
export interface FeatureLines {
  file: TextFile;
  lines: ReadonlySet<number>;
}

interface FeatureSearch {
  /** The files that may hold envelopes of features, wherever they are. */
  uris: readonly string[];
  context: Context;
  workspace: Workspace;
}

const MOST_FILES = 500;

/**
 * Finds the feature of a line, by the file's folder or the envelope at the line, and the feature's envelopes outside of its
 * folder: with its `feature_id`, or with a path into its folder.
 */
export function featureEnvelopes(analysis: Analysis, line: number, search: FeatureSearch): FeatureEnvelopes {
  const { file } = analysis;
  const own = featureFolder(file.uri, search.workspace);
  const folder = own === null ? folderNamedAt(analysis, line, search) : own;
  const found: FeatureEnvelopes = { folder: folder ?? null, files: [], unknown: folder === undefined, more: false };
  if (!folder) return found;
  const feature = { folder, root: rootOf(folder, search), ids: featureIds(folder, search.workspace) };
  if (own === null) found.files.push({ file, lines: featureLines(analysis, feature) });
  const { disk } = search.workspace;
  let read = 0;
  for (const uri of search.uris) {
    if (uri === file.uri || !uri.startsWith(`${feature.root}/`) || uri.startsWith(`${folder}/`)) continue;
    const text = disk.text(uri);
    if (text === undefined) found.unknown = true;
    const name = [...feature.ids].find(id => text?.includes(id));
    if (typeof text !== 'string' || name === undefined) continue;
    // A file in another feature's folder belongs to that feature.
    const other = featureFolder(uri, search.workspace);
    if (other === undefined) found.unknown = true;
    if (other !== null) continue;
    if (++read > MOST_FILES) {
      found.more = true;
      break;
    }
    const { workspace: _, ...context } = search.context;
    const whole = textFile(uri, languageOf(uri) ?? 'json', text);
    const lines = featureLines(analyse(whole, context).analysis, feature);
    if (lines.size > 0) found.files.push({ file: whole, lines });
  }
  return found;
}

/** Returns the ids of the families whose envelopes name features. */
export function featureFamilies({ families }: Pick<Context, 'families'>): string[] {
  const namesFeatures = hasSlot('feature-id');
  const mayName = ({ schema }: Kind) => !schemaPathsTo(schema, namesFeatures).pathsFor({}).isEnd;
  return families.filter(({ kinds }) => kinds.some(mayName)).map(({ id }) => id);
}

interface Feature {
  folder: string;
  root: string;
  ids: ReadonlySet<string>;
}

// Returns the ids of a feature: the name of its folder, and the id in its registry.
function featureIds(folder: string, { disk }: Workspace): ReadonlySet<string> {
  const registry = disk.text(joinPath(folder, ['.workflow', 'index.md'])) || disk.text(joinPath(folder, ['index.md']));
  const said = registry ? scanRegistryState(registry)?.feature : undefined;
  return new Set([decodeUri(folder).split('/').at(-1) ?? '', ...(said ? [said] : [])]);
}

function featureLines({ parts }: Analysis, feature: Feature): Set<number> {
  const lines = new Set<number>();
  for (const one of parts) {
    if (one.part.parent || !isOf(one, feature)) continue;
    const first = one.part.map.at(0)?.line ?? 0;
    const last = one.part.map.at(-1)?.line ?? first;
    for (let line = first; line <= last; line++) lines.add(line);
  }
  return lines;
}

function isOf(part: AnalysedPart, { ids, folder, root }: Feature): boolean {
  const { features, paths } = namedIn(part);
  return features.some(id => ids.has(id)) || paths.some(path => `${uriOfPath(path, root)}/`.startsWith(`${folder}/`));
}

/** Returns the features and paths that an envelope names. */
function namedIn({ recognition, value }: AnalysedPart): { features: string[]; paths: string[] } {
  const features: string[] = [];
  const paths: string[] = [];
  if (recognition?.sure) {
    eachDeclared(recognition.variant.schema, value, (_, { 'x-slot': slot }, found) => {
      if (typeof found !== 'string' || found === '') return;
      if (slot === 'feature-id') features.push(found);
      if (slot === 'path') paths.push(found);
    });
  }
  return { features, paths };
}

/**
 * Finds the folder of the feature that the envelope at a line names. Null if there is none, undefined while the disk is
 * still being read.
 */
export function folderNamedAt(analysis: Analysis, line: number, search: FeatureSearch): string | null | undefined {
  const { workspace, uris } = search;
  const at = analysis.parts.findLast(({ part }) => !part.parent && (part.map.at(0)?.line ?? 0) <= line);
  if (!at) return null;
  const { features, paths } = namedIn(at);
  const root = rootOf(analysis.file.uri, search);
  let unknown = false;
  const inside = paths.map(path => uriOfPath(path, root));
  const named = features.flatMap(id => {
    const mark = `/${encodeURIComponent(id)}/`;
    const uri = uris.find(one => one.startsWith(`${root}/`) && one.includes(mark));
    return uri ? [uri] : [];
  });
  for (const uri of [...named, ...inside]) {
    const folder = featureFolder(uri, workspace);
    if (folder === undefined) unknown = true;
    else if (folder !== null) return folder;
  }
  return unknown ? undefined : null;
}

function rootOf(uri: string, { workspace }: Pick<FeatureSearch, 'workspace'>): string {
  const roots = workspace.folders.filter(folder => uri.startsWith(`${folder}/`));
  return roots.reduce((best, one) => (one.length > best.length ? one : best), '');
}

// Returns a URI outside of all features for an absolute path, and for a path that leaves the folder.
function uriOfPath(path: string, root: string): string {
  const steps = path.replace(/^(?:\.\/)+/, '').split('/');
  const isPlain = root !== '' && steps.every(step => step !== '..' && step !== '.');
  return isPlain ? joinPath(root, steps) : '';
}
