import type { Location } from 'vscode-languageserver-types';
import type { AnalysedPart, Analysis } from '../../model/analysis';
import type { CataloguedAgent, CataloguedTool } from '../../model/catalogue';
import type { Workspace } from '../../model/disk';
import type { Path, Position } from '../../model/text';
import { rangeOf } from '../../parts/positions';
import { partTree, rootPart } from '../../parts/rootPart';
import { calledTool, readCall } from '../../rules/calledTool';
import { jsonLocationAt, keyNodeAt, nodeAt, valuePathAt } from '../../text/json/parseJson';
import { atPath, isObject, isSamePath, parsePointer } from '../../text/jsonPointer';
import { textFile } from '../../text/lines';
import { cursorAt } from '../cursor';
import { partLinks, registryFilePaths, resolveRegistryPath } from '../documentLinks';

/**
 * Implements "Go to Definition" in a tool call: returns where the tool catalogue defines the tool or argument under the cursor. Undefined if the
 * catalogue does not list it.
 */
export function toolDefinition(analysis: Analysis, position: Position): Location | undefined {
  const under = callUnder(analysis, position);
  const tool = calledTool(under?.call, analysis.facts.catalogue);
  if (!under || !tool) return undefined;
  const { path, call } = under;
  if (isSamePath(path, call.at.tool)) return placeIn(analysis, tool, tool.namePath, 'value');
  if (!call.at.args.every((step, index) => path[index] === step)) return undefined;
  const declared = declaredIn(tool.parameters, path.slice(call.at.args.length));
  return declared && placeIn(analysis, tool, [...tool.parametersPath, ...declared], 'key');
}

/** Returns the catalogue's entry for the agent under the cursor in a call. */
export function catalogueAgentDefinition(analysis: Analysis, position: Position): Location | undefined {
  const under = callUnder(analysis, position);
  if (!under?.call.at.agent || !isSamePath(under.path, under.call.at.agent)) return undefined;
  const agent = analysis.facts.catalogue?.agents.get(under.call.agent ?? '');
  return agent && placeIn(analysis, agent, agent.path, 'key');
}

function callUnder(analysis: Analysis, position: Position) {
  const { at, offset = -1, kind } = cursorAt(analysis, position) ?? {};
  const call = kind && readCall(at?.value, kind);
  if (at?.part.lang === 'yaml') {
    const root = call && partTree(at.part);
    return root && { call, path: valuePathAt(root, offset) };
  }
  const { path, token } = (at && call && jsonLocationAt(at.part.text, offset)) || {};
  return call && path && token ? { call, path } : undefined;
}

/** Returns the path, in a schema, of the declaration of the value at a path; undefined if there is no declaration. */
function declaredIn(schema: unknown, path: Path): Path | undefined {
  let here: Path = [];
  for (const step of path) {
    here = [...referredIn(schema, here), ...(typeof step === 'number' ? ['items'] : ['properties', step])];
    if (!isObject(atPath(schema, here))) return undefined;
  }
  return here;
}

// References may be circular.
const MOST_REFERENCES = 20;

function referredIn(schema: unknown, path: Path): Path {
  let here = path;
  for (let count = 0; count < MOST_REFERENCES; count++) {
    const $ref = atPath(schema, [...here, '$ref']);
    if (typeof $ref !== 'string' || !/^#(?:\/|$)/.test($ref)) return here;
    here = parsePointer($ref.slice(1));
  }
  return here;
}

function placeIn(
  { facts }: Analysis,
  { uri }: Pick<CataloguedAgent | CataloguedTool, 'uri'>,
  path: Path,
  on: 'key' | 'value',
): Location | undefined {
  const part = rootPart(textFile(uri, 'json', facts.catalogue?.files.get(uri)?.text ?? ''), 'json');
  const root = partTree(part);
  const node = root && (on === 'key' ? keyNodeAt(root, path) : nodeAt(root, path));
  // Without the quotes.
  return node && { uri, range: rangeOf(part, { start: node.offset + 1, end: node.offset + node.length - 1 }) };
}

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
