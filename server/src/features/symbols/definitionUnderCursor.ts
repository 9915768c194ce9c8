import type { Location } from 'vscode-languageserver-types';
import type { AnalysedPart, Analysis } from '../../model/analysis';
import type { Workspace } from '../../model/disk';
import type { Position } from '../../model/text';
import { cursorAt } from '../cursor';
import { partLinks, registryFilePaths, resolveRegistryPath } from '../documentLinks';
import { toolDefinition } from './catalogueDefinition';

const START = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };

/**
 * Returns the target of "Go to Definition" for the text under the cursor. For a called tool or one of its arguments, this is its entry in
 * the tool catalogue. For the name or path of a file, it is the file.
 */
export function definitionUnderCursor(analysis: Analysis, position: Position, workspace: Workspace): Location[] {
  const tool = toolDefinition(analysis, position);
  return tool ? [tool] : fileUnder(analysis, position, workspace);
}

function fileUnder(analysis: Analysis, position: Position, workspace: Workspace): Location[] {
  const { at, offset = -1 } = cursorAt(analysis, position) ?? {};
  const paths = at?.document ? registryFilePaths(at.document.content) : [];
  const path = paths.find(one => one.at.start <= offset && offset <= one.at.end);
  const found = path
    ? resolveRegistryPath(path, analysis.file.uri, workspace)?.uri
    : at && linkUnder(at, analysis.file.uri, { position, workspace });
  return found ? [{ uri: found, range: START }] : [];
}

// The definition of a path in an envelope is the target of its document link.
function linkUnder(
  at: AnalysedPart,
  from: string,
  { position: { line, character }, workspace }: { position: Position; workspace: Workspace },
): string | undefined {
  return partLinks(at, from, workspace).find(
    ({ range: { start, end } }) => start.line === line && start.character <= character && character <= end.character,
  )?.target;
}
