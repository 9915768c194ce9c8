import { associationOf, type Context } from '../analysis/analyse';
import { outlineOf } from '../analysis/possibleKinds';
import { fileKind } from '../analysis/recognise';
import { familyOfKind } from '../families/familyOfKind';
import type { AnalysedPart, Analysis } from '../model/analysis';
import type { Family } from '../model/family';
import type { Kind } from '../model/kind';
import { largeJsonOf } from '../parts/rootPart';
import type { FileAction, KindInfo, RecognisedKind, RecognisedParams } from '../shared/lspExtensions';
import { atPath, isObject, parsePointer } from '../text/jsonPointer';
import { countRecognisedKinds } from './cursor';
import { registryIn } from './newRegistry';

/** Returns what an editor shows about a file, such as in its status bar: the kinds of envelope in it, and the available commands. */
export function recognitionStatus(analysis: Analysis, context: Context): RecognisedParams {
  const { uri } = analysis.file;
  const kinds = countRecognisedKinds(analysis);
  const isOpen = kinds.length === 0 && analysis.file.lang !== 'markdown' && associationOf(uri, context) !== 'none';
  const [resembled] = isOpen && !fileKind(uri, context.families) ? fittingKinds(analysis, context) : [];
  return {
    uri,
    kinds: kinds.map(kind => ({ ...kind, ...reasonOf(analysis, kind.id) })),
    ...(resembled && { resembles: resembled.title }),
    actions: fileActions(analysis, context),
    ...(associationOf(uri, context) === 'none' && context.association(uri) === 'none' && { isExcluded: true }),
  };
}

/** Returns the reason why the first part of this kind was recognised. */
function reasonOf({ parts }: Analysis, id: string): Pick<RecognisedKind, 'by' | 'properties'> {
  const first = parts.find(({ document, recognition }) => (document?.kind ?? recognition?.kind)?.id === id);
  if (!first || first.document) return { by: 'document' };
  const { recognition: found, value } = first;
  if (!found) return {};
  if ((found.by !== 'signature' && found.by !== 'neighbours') || !isObject(value)) return { by: found.by };
  const { signature } = found.variant;
  const telling = Object.entries(signature.keys).filter(
    ([pointer, weight]) => weight > 0 && atPath(value, parsePointer(pointer)) !== undefined,
  );
  const named = telling.sort(([, one], [, two]) => two - one).map(([pointer]) => parsePointer(pointer).join('.'));
  return { by: found.by, properties: named.slice(0, MOST_TOLD) };
}

const MOST_TOLD = 6;

function fileActions({ file, parts }: Analysis, { families }: Context): FileAction[] {
  const envelopes = parts.filter(
    ({ recognition: found }) => found?.sure && !found.kind.readOnly && !found.kind.fileNames,
  );
  const from = new Set(families.flatMap(({ conversions = [] }) => conversions.map(one => one.from)));
  const isOne = envelopes.length === 1 && envelopes[0]?.part.id === 'root';
  const can: Record<FileAction, boolean> = {
    convert: envelopes.some(({ recognition: found }) => from.has(found?.kind.id ?? '')),
    extract: envelopes.some(({ part }) => part.id !== 'root'),
    append: envelopes.length > 0,
    toLog: file.lang !== 'jsonl' && file.lang !== 'markdown' && envelopes.length > 0 && !isOne,
    toArray: file.lang === 'jsonl' && envelopes.length > 0,
    addSection: registryIn(parts) !== undefined,
    replay: parts.slice(0, MOST_PARTS).some(part => hasSteps(part)),
  };
  return (Object.keys(can) as FileAction[]).filter(action => can[action]);

  function hasSteps({ part, value, recognition: found, document }: AnalysedPart): boolean {
    if (document) return document.kind.steps !== undefined;
    if (!found?.sure || !isObject(value) || file.lang === 'markdown') return false;
    const family = familyOfKind(found.kind, families);
    if (!family?.steps) return false;
    // A large envelope nearly always has steps; reading them at each key would be noticeable.
    return largeJsonOf(part) !== undefined || family.steps(value, found.kind).length > 0;
  }
}

// A log without a step in its first lines is not offered for replay.
const MOST_PARTS = 200;

/**
 * Returns the kinds that a file may hold, to ask the user: first recognised kinds, then kinds that share at least four
 * properties, and most of them, with the file's first object.
 */
export function fittingKinds(analysis: Analysis, { families }: Pick<Context, 'families'>): Kind[] {
  const kinds = families.flatMap(family => family.kinds).filter(({ fileNames, readOnly }) => !fileNames && !readOnly);
  const recognised = countRecognisedKinds(analysis).flatMap(({ id }) => kinds.filter(kind => kind.id === id));
  const value = analysis.parts.slice(0, MOST_JUDGED).find(one => isObject(one.value) && !one.document)?.value;
  const names = isObject(value) ? Object.keys(value).slice(0, MOST_NAMES) : [];
  const shared = kinds
    .map(kind => ({ kind, count: names.filter(name => declares(kind, name)).length }))
    .filter(({ count }) => count >= LEAST_SHARED && count * 2 > names.length)
    .sort((one, two) => two.count - one.count)
    .map(({ kind }) => kind);
  return [...new Set([...recognised, ...shared])];
}

function declares(kind: Kind, name: string): boolean {
  return [kind, ...(kind.variants ?? [])].some(one => Object.hasOwn(outlineOf(one).properties ?? {}, name));
}

const MOST_JUDGED = 100;
const MOST_NAMES = 200;
const LEAST_SHARED = 4;

/** Returns the envelope kinds of some families, for a user to choose from. */
export function envelopeKinds(families: readonly Family[]): KindInfo[] {
  return families.flatMap(family =>
    family.kinds.filter(isEnvelope).map(({ id, title }) => ({
      id,
      title,
      family: family.title,
      snippets: family.snippets
        .filter(({ kind }) => kind === id || kind.startsWith(`${id}:`))
        .map(({ kind, description }) => ({ id: kind, description })),
    })),
  );
}

function isEnvelope({ fileNames }: Kind): boolean {
  return fileNames === undefined;
}
