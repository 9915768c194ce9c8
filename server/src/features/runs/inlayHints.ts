import type { InlayHint } from 'vscode-languageserver-types';
import type { AnalysedPart, Analysis } from '../../model/analysis';
import type { Position, Range } from '../../model/text';
import { positionAt, rangeOfPart } from '../../parts/positions';
import { partTree } from '../../parts/rootPart';
import { partitionPoint } from '../../shared/arrays';
import { t } from '../../shared/l10n';
import type { InlayHintSettings } from '../../shared/lspExtensions';
import { durationText } from '../../shared/times';
import { eachDeclaredWith, hasSlot } from '../../slots/schemaPaths';
import { nodeAt } from '../../text/json/parseJson';
import { atPointer, pointerPathIn } from '../../text/jsonPointer';
import { comparePositions } from '../../text/lines';
import { confidenceAdvice, confidenceBand } from '../envelopeSummary';
import type { FileStepInfo } from './stepsOfFile';
import { plain } from './treeNodeTexts';

/**
 * Returns the inlay hints that an editor shows inside lines with envelopes. Behind a time, the hint is the duration since the previous step.
 * Behind a confidence, it is the protocol's advice for that confidence. Behind the id of a call, it is the called tool.
 *
 * @param steps from `stepsOfFile`, for the parts that `hintedParts` returns
 */
export function inlayHints(
  { parts }: Analysis,
  range: Range,
  { steps, shown }: { steps: readonly FileStepInfo[]; shown: InlayHintSettings },
): InlayHint[] {
  const infos = new Map(steps.filter(({ path }) => path.length === 0).map(step => [step.part, step]));
  return partsWithin(parts, range).flatMap(part => {
    const facts = factsOf(part, infos.get(part.part.id), shown);
    const root = facts.length > 0 ? partTree(part.part) : undefined;
    return facts.flatMap(({ path, label, tooltip }): InlayHint[] => {
      const node = root && nodeAt(root, path);
      if (!node) return [];
      const position = positionAt(part.part, node.offset + node.length);
      return isIn(position, range) ? [{ position, label, tooltip, paddingLeft: true }] : [];
    });
  });
}

/** Returns the ids of the parts in a range that may have hints: an array may have many thousands of others. */
export function hintedParts({ parts }: Analysis, range: Range): string[] {
  return partsWithin(parts, range).map(({ part }) => part.id);
}

// Larger parts take too long to parse on each request.
const LARGEST = 1_000_000;

function partsWithin(parts: readonly AnalysedPart[], { start, end }: Range): AnalysedPart[] {
  const found: AnalysedPart[] = [];
  for (let i = partitionPoint(parts.length, index => firstLine(parts[index]) <= end.line) - 1; i >= 0; i--) {
    const part = parts[i] as AnalysedPart;
    if (part.part.lang === 'markdown') continue;
    const own = rangeOfPart(part.part);
    // Goes backwards: an envelope that ends before the range ends the search.
    if (comparePositions(own.end, start) < 0) break;
    const isHinted = part.recognition && part.part.text.length <= LARGEST;
    if (isHinted && comparePositions(own.start, end) <= 0) found.push(part);
  }
  return firstOfEachLine(found.reverse());
}

// Editors ask for a line from its first to its last character, however long, and show the first ten thousand characters of it.
function firstOfEachLine(parts: readonly AnalysedPart[]): AnalysedPart[] {
  let [line, count] = [-1, 0];
  return parts.filter(part => {
    const own = firstLine(part);
    count = own === line ? count + 1 : 1;
    line = own;
    return count <= MOST_ON_LINE;
  });
}

const MOST_ON_LINE = 100;

function firstLine(part: AnalysedPart | undefined): number {
  return part?.part.map.at(0)?.line ?? 0;
}

interface Fact {
  path: readonly (string | number)[];
  label: string;
  tooltip: string;
}

function factsOf(part: AnalysedPart, step: FileStepInfo | undefined, shown: InlayHintSettings): Fact[] {
  return [
    ...(shown.elapsed && step ? elapsedFact(part, step) : []),
    ...(shown.confidence ? confidenceFacts(part) : []),
    ...(shown.tool && step ? toolFact(part, step) : []),
  ];
}

function elapsedFact(part: AnalysedPart, { at, previousAt, run }: FileStepInfo): Fact[] {
  const path = fieldPath(part, 'at');
  if (!path || at === undefined || previousAt === undefined || at === previousAt) return [];
  const elapsed = at - previousAt;
  const text = durationText(BigInt(Math.round(Math.abs(elapsed) * 1e6)));
  const label = `${elapsed < 0 ? '−' : '+'}${text}`;
  return [
    {
      path,
      label,
      tooltip:
        elapsed < 0
          ? t`${text} before the previous step of ${plain(run.id)}`
          : t`${text} after the previous step of ${plain(run.id)}`,
    },
  ];
}

const isConfidence = hasSlot('confidence');

function confidenceFacts({ recognition, value }: AnalysedPart): Fact[] {
  if (!recognition) return [];
  const facts: Fact[] = [];
  eachDeclaredWith(isConfidence, recognition.variant.schema, value, (pathHere, _, here) => {
    // An invalid confidence is already a problem.
    if (typeof here !== 'number' || here < 0 || here > 1) return;
    facts.push({ path: pathHere(), label: confidenceAdvice(here), tooltip: confidenceBand(here) });
  });
  return facts;
}

function toolFact(part: AnalysedPart, { tool }: FileStepInfo): Fact[] {
  const path = fieldPath(part, 'id');
  if (!path || tool === undefined) return [];
  return [{ path, label: plain(tool, 60), tooltip: t`The answer to a call of ${plain(tool, 60)}` }];
}

/** Returns the path of an envelope's time or id. */
function fieldPath({ recognition, value }: AnalysedPart, what: 'at' | 'id') {
  const pointer = recognition?.kind.fieldPointers[what]?.find(one => atPointer(value, one) !== undefined);
  return pointer === undefined ? undefined : pointerPathIn(value, pointer);
}

function isIn({ line, character }: Position, { start, end }: Range): boolean {
  const afterStart = line > start.line || (line === start.line && character >= start.character);
  return afterStart && (line < end.line || (line === end.line && character <= end.character));
}
