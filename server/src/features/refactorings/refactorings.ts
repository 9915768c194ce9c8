import type { CodeAction, CodeActionContext, Range } from 'vscode-languageserver-types';
import type { AnalysedPart, Analysis } from '../../model/analysis';
import type { Position } from '../../model/text';
import { partAt } from '../../parts/positions';
import { isSyntaxProblem } from '../../rules/isSyntaxProblem';
import { appendToLog } from './appendToLog';
import { convertEnvelope } from './convertEnvelope';
import { convertLogAndArray } from './convertLogAndArray';
import { extractEnvelope } from './extractEnvelope';
import type { RefactoringContext } from './refactoringContext';
import { CONVERT_LOG, EXTRACT, MOVE, REWRITE } from './refactoringKinds';

/**
 * What the envelope at a place can become: another kind, a file of its own, a line of a log; and what the whole file can. Where an
 * editor asks by itself at each move of the cursor, it gets only what mends a problem: the rest is asked for.
 */
export function refactorings(
  analysis: Analysis,
  { start }: Range,
  { only, triggerKind, diagnostics }: CodeActionContext,
  refactoring: RefactoringContext,
): CodeAction[] {
  const isAsked = (kind: string) =>
    only ? only.some(one => one === '' || kind === one || kind.startsWith(`${one}.`)) : kind !== MOVE;
  // Of all refactorings these are too many to be among them unasked.
  const isMoveAsked = only?.some(one => one.startsWith('refactor.move')) === true;
  const at = envelopeAround(analysis, start);
  const found: CodeAction[] = [];
  const isQuiet = triggerKind === AUTOMATIC || !isAsked(REWRITE);
  if (at && (isAsked(REWRITE) || isAsked('quickfix'))) {
    const asked = { diagnostics, only: isQuiet ? ('mending' as const) : undefined };
    found.push(...convertEnvelope(analysis, at, asked, refactoring).filter(({ kind = '' }) => isAsked(kind)));
  }
  if (triggerKind === AUTOMATIC) return found.filter(({ kind }) => kind === 'quickfix');
  if (at && isAsked(EXTRACT)) found.push(...extractEnvelope(analysis, at, refactoring));
  if (isAsked(CONVERT_LOG)) found.push(...convertLogAndArray(analysis, refactoring));
  if (at && isMoveAsked) found.push(...appendToLog(analysis, at, refactoring));
  return found;
}

const AUTOMATIC = 2;

/** The envelope that a place is in, also in a document that it carries. None where it is none for sure, or broken. */
function envelopeAround({ parts }: Analysis, position: Position): AnalysedPart | undefined {
  let part = partAt(
    parts.map(one => one.part),
    position,
  );
  for (; part; part = part.parent) {
    const found = parts.find(one => one.part === part);
    if (!found?.recognition?.sure) continue;
    const isBroken = found.problems.some(isSyntaxProblem);
    return isBroken || found.recognition.kind.readOnly ? undefined : found;
  }
  return undefined;
}
