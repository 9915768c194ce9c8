import type { Analysis } from '../../model/analysis';
import type { Workspace } from '../../model/disk';
import type { LocatedName } from '../../model/name';
import type { Position } from '../../model/text';
import { featureFolder } from '../featureFiles';
import { idAt } from './idOccurrences';
import { nameAt } from './namesIn';

/** The symbols that the text under the cursor may be an occurrence of, the likeliest first: an id, a name. Plain data. */
export function symbolsAt(analysis: Analysis, position: Position, workspace: Workspace): LocatedName[] {
  return [idSymbolAt(analysis, position, workspace), nameAt(analysis, position)].filter(one => one !== undefined);
}

/**
 * The id under the cursor, if ids have a meaning there: in a feature's file, in a recognised document or envelope. Ids of
 * checks are unmistakable and mean the same everywhere.
 */
export function idSymbolAt(analysis: Analysis, position: Position, workspace: Workspace): LocatedName | undefined {
  const { file, parts } = analysis;
  const place = idAt(file, position);
  if (!place) return undefined;
  const isRecognised = parts.some(({ document, recognition }) => document !== undefined || recognition?.sure === true);
  if (place.kind !== 'check' && !isRecognised && !featureFolder(file.uri, workspace)) return undefined;
  const { id, kind, range } = place;
  return { uri: file.uri, name: { kind, text: id }, range, role: 'refers', part: 'root', path: [] };
}
