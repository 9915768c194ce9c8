import { associationOf, type Context } from '../../analysis/analyse';
import { fileKind } from '../../analysis/fileKind';
import type { AnalysedPart, Analysis } from '../../model/analysis';
import { largeJsonOf } from '../../parts/partTree';
import type { FileAction, RecognisedParams } from '../../shared/protocol';
import { isObject } from '../../text/pointer';
import { countRecognisedKinds } from '../countRecognisedKinds';
import { fittingKinds } from './fittingKinds';
import { registryIn } from './missingSections';

/** What an editor shows for a file: its envelope kinds, and the available commands. */
export function fileState(analysis: Analysis, context: Context): RecognisedParams {
  const { uri } = analysis.file;
  const kinds = countRecognisedKinds(analysis);
  const isOpen = kinds.length === 0 && analysis.file.lang !== 'markdown' && associationOf(uri, context) !== 'none';
  const [resembled] = isOpen && !fileKind(uri, context.families) ? fittingKinds(analysis, context) : [];
  return {
    uri,
    kinds,
    ...(resembled && { resembles: resembled.title }),
    actions: fileActions(analysis, context),
    ...(associationOf(uri, context) === 'none' && context.association(uri) === 'none' && { isExcluded: true }),
  };
}

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
    const family = families.find(({ kinds }) => kinds.includes(found.kind));
    if (!family?.steps) return false;
    // What fills a large envelope are its steps, or belongs to one; to read them at each key would be noticeable.
    return largeJsonOf(part) !== undefined || family.steps(value, found.kind).length > 0;
  }
}

// A log without a step in its first lines is not offered for replay.
const MOST_PARTS = 200;
