import type { DocumentHighlight, DocumentHighlightKind } from 'vscode-languageserver-types';
import type { Analysis } from '../../model/analysis';
import type { Position } from '../../model/text';
import { nameAt, namesIn } from './namesIn';

const READ: DocumentHighlightKind = 2;
const WRITE: DocumentHighlightKind = 3;

/** The places in this file of the name under the cursor; where it is given stands out. */
export function nameHighlights(analysis: Analysis, position: Position): DocumentHighlight[] {
  const at = nameAt(analysis, position);
  if (!at) return [];
  return namesIn(analysis, { names: [at.name] }).map(({ range, role }) => ({
    range,
    kind: role === 'defines' ? WRITE : READ,
  }));
}
