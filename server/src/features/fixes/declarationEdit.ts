import type { WorkspaceEdit } from 'vscode-languageserver-types';
import type { AnalysedPart, Analysis } from '../../model/analysis';
import type { DeclarationPlan } from '../../model/rule';
import { atPath, isObject } from '../../text/pointer';
import { type FileEditContext, jsonFileEdit, projectFileEdit } from './jsonFileEdit';

/** The edit of another file that declares a name. Undefined where there is no such file, or it can't be read. */
export function declarationEdit(
  analysis: Analysis,
  part: AnalysedPart,
  declaration: DeclarationPlan,
  others: FileEditContext,
): WorkspaceEdit | undefined {
  if (declaration.in === 'settings') {
    const { list, name } = declaration;
    return projectFileEdit(analysis.file.uri, { path: [list, -1], value: name }, others);
  }
  return listedTool(part, declaration, others);
}

function listedTool(
  { value }: AnalysedPart,
  { uri, path, tool, args }: Extract<DeclarationPlan, { in: 'catalogue' }>,
  { workspace }: FileEditContext,
): WorkspaceEdit | undefined {
  // Files outside the workspace are never changed.
  if (!workspace.folders.some(folder => uri.startsWith(`${folder}/`))) return undefined;
  const text = workspace.disk.text(uri);
  const listed = { name: tool, description: '', parameters: argumentsSchema(atPath(value, args)) };
  return text ? jsonFileEdit(uri, text, { path: [...path, -1], value: listed }) : undefined;
}

/** A schema inferred from a call's arguments: their names and types. */
function argumentsSchema(value: unknown): object {
  const given = isObject(value) ? Object.entries(value).slice(0, MOST_ARGUMENTS) : [];
  const names = given.map(([name]) => name);
  return {
    type: 'object',
    ...(names.length > 0 && { required: names }),
    properties: Object.fromEntries(given.map(([name, one]) => [name, { type: typeName(one) }])),
  };
}

const MOST_ARGUMENTS = 100;

function typeName(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return Number.isInteger(value) ? 'integer' : typeof value;
}
