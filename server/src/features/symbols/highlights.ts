import type { DocumentHighlight, DocumentHighlightKind } from 'vscode-languageserver-types';
import type { Analysis } from '../../model/analysis';
import type { Name } from '../../model/name';
import { declarationsOf } from './declarations';
import { idOccurrences } from './idOccurrences';
import { namesIn } from './namesIn';
import { isIdKind } from './symbolKinds';

const READ: DocumentHighlightKind = 2;
const WRITE: DocumentHighlightKind = 3;

/** The occurrences of a symbol in one file; those that define it are marked as written. */
export function highlights(analysis: Analysis, symbol: Name): DocumentHighlight[] {
  return fileOccurrences(analysis, symbol).map(({ range, role }) => ({
    range,
    kind: role === 'defines' ? WRITE : READ,
  }));
}

function fileOccurrences(analysis: Analysis, symbol: Name) {
  const { kind, text } = symbol;
  if (!isIdKind(kind)) return namesIn(analysis, { names: [symbol] });
  const { file } = analysis;
  return idOccurrences(text, file, declarationsOf(text, kind, { files: [file], analysis }));
}
