import type { CodeAction, Range } from 'vscode-languageserver-types';
import type { Analysis } from '../model/analysis';
import { rangeOf } from '../parts/place';
import { diagnosticOf } from './diagnostics';
import { fixEdits } from './fixEdits';

/** The fixes of the problems that a range touches. */
export function codeActions({ file, parts }: Analysis, range: Range, client: { opensDocs: boolean }): CodeAction[] {
  return parts.flatMap(part =>
    part.problems
      .filter(({ span }) => overlap(rangeOf(part.part, span), range))
      .flatMap(problem =>
        problem.fixes.map(fix => ({
          title: fix.title,
          kind: 'quickfix',
          isPreferred: problem.fixes.length === 1,
          diagnostics: [diagnosticOf(problem, client)],
          edit: {
            changes: { [file.uri]: fixEdits(part, fix).map(({ range: at, text }) => ({ range: at, newText: text })) },
          },
        })),
      ),
  );
}

function overlap(one: Range, two: Range): boolean {
  return !isBefore(one.end, two.start) && !isBefore(two.end, one.start);
}

function isBefore(one: Range['start'], two: Range['start']): boolean {
  return one.line < two.line || (one.line === two.line && one.character < two.character);
}
