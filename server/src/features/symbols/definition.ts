import type { Location } from 'vscode-languageserver-types';
import type { Analysis } from '../../model/analysis';
import type { Workspace } from '../../model/disk';
import type { Position } from '../../model/text';
import { cursorAt } from '../cursor';
import { documentLinks } from '../structure/documentLinks';
import { toolDefinition } from './catalogueDefinition';
import { declarationsOf } from './declarations';
import { featureFiles, idUnder } from './featureFiles';
import { registryFilePaths, resolveRegistryPath } from './registryFilePaths';

const START = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };

/**
 * Where the thing under the cursor is defined: the row or item of an id, the file of a document, the tool that is called and its
 * arguments.
 */
export function definition(analysis: Analysis, position: Position, workspace: Workspace): Location[] {
  const place = idUnder(analysis, position, workspace);
  if (!place) {
    const tool = toolDefinition(analysis, position);
    return tool ? [tool] : fileUnder(analysis, position, workspace);
  }
  const near = featureFiles(analysis, place.kind, workspace);
  const found = near ? declarationsOf(place.id, place.kind, { files: near.files, analysis }) : [];
  return found.map(({ uri, range }) => ({ uri, range }));
}

function fileUnder(analysis: Analysis, position: Position, workspace: Workspace): Location[] {
  const { at, offset = -1 } = cursorAt(analysis, position) ?? {};
  const paths = at?.document ? registryFilePaths(at.document.content) : [];
  const path = paths.find(one => one.at.start <= offset && offset <= one.at.end);
  const found = path
    ? resolveRegistryPath(path, analysis.file.uri, workspace)?.uri
    : linkUnder(analysis, position, workspace);
  return found ? [{ uri: found, range: START }] : [];
}

// A path in an envelope is a link already; asked where it leads, it leads there too.
function linkUnder(analysis: Analysis, { line, character }: Position, workspace: Workspace): string | undefined {
  return documentLinks(analysis, workspace).find(
    ({ range: { start, end } }) => start.line === line && start.character <= character && character <= end.character,
  )?.target;
}
