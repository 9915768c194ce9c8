import type { DocumentHighlight, DocumentHighlightKind } from 'vscode-languageserver-types';
import type { Analysis } from '../../model/analysis';
import type { Workspace } from '../../model/disk';
import type { Position } from '../../model/text';
import { declarationsOf } from './declarations';
import { idUnder } from './featureFiles';
import { placesOf } from './idsInFile';

const READ: DocumentHighlightKind = 2;
const WRITE: DocumentHighlightKind = 3;

/** The places in this file of the id under the cursor; the one that defines it stands out. */
export function highlights(analysis: Analysis, position: Position, workspace: Workspace): DocumentHighlight[] {
  const place = idUnder(analysis, position, workspace);
  if (!place) return [];
  const { file } = analysis;
  const declared = declarationsOf(place.id, place.kind, { files: [file], analysis }).map(({ range }) => range.start);
  return placesOf(place.id, file).map(({ range }) => {
    const isDeclared = declared.some(
      ({ line, character }) => line === range.start.line && character === range.start.character,
    );
    return { range, kind: isDeclared ? WRITE : READ };
  });
}
