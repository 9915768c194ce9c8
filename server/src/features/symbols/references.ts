import type { Location } from 'vscode-languageserver-types';
import type { Analysis } from '../../model/analysis';
import type { Workspace } from '../../model/disk';
import type { Position } from '../../model/text';
import { declarationsOf } from './declarations';
import { featureFiles, idUnder } from './featureFiles';
import { placesOf } from './idsInFile';

interface Wish {
  includeDeclaration: boolean;
}

/** Every place that names the id under the cursor, in all files that speak of the same ids. */
export function references(
  analysis: Analysis,
  position: Position,
  { includeDeclaration }: Wish,
  workspace: Workspace,
): Location[] {
  const place = idUnder(analysis, position, workspace);
  const near = place && featureFiles(analysis, place.kind, workspace);
  if (!near) return [];
  const { files } = near;
  const found = files.flatMap(file => placesOf(place.id, file).map(({ range }) => ({ uri: file.uri, range })));
  if (includeDeclaration) return found;
  const declared = new Set(declarationsOf(place.id, place.kind, { files, analysis }).map(keyOf));
  return found.filter(location => !declared.has(keyOf(location)));
}

function keyOf({ uri, range }: Location): string {
  return `${uri} ${range.start.line}:${range.start.character}`;
}
