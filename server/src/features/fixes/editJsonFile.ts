import { modify } from 'jsonc-parser';
import type { WorkspaceEdit } from 'vscode-languageserver-types';
import { folderOf } from '../../analysis/ruleFileAccess';
import type { AnalysedPart, Analysis } from '../../model/analysis';
import type { Workspace } from '../../model/disk';
import type { DeclarationPlan } from '../../model/rule';
import type { Path } from '../../model/text';
import { rangeOf } from '../../parts/positions';
import { rootPart } from '../../parts/rootPart';
import { PROJECT_FILE } from '../../text/fileLanguage';
import { parseJson } from '../../text/json/parseJson';
import { atPath, isObject } from '../../text/jsonPointer';
import { textFile } from '../../text/lines';

/** The parameters for editing a JSON file of the workspace, such as a settings file. They also say whether the client can create the file. */
export interface FileEditOptions {
  workspace: Workspace;
  /** The client can create a file as part of an edit. */
  createsFiles: boolean;
}

/** An addition to a JSON file: a value under a key, or another element of a list. */
export interface JsonAddition {
  /** The path of the new value; `-1` is the end of a list. The edit creates missing parents. */
  path: Path;
  value: unknown;
}

/**
 * Returns the edit that adds to the settings file of a file's folder, creating the settings file if necessary. Undefined
 * if the file is in no folder, the settings can't be read, or the client can't create files.
 */
export function projectFileEdit(
  uri: string,
  addition: JsonAddition,
  others: FileEditOptions,
): WorkspaceEdit | undefined {
  const { workspace, createsFiles } = others;
  const folder = folderOf(uri, workspace.folders);
  if (folder === undefined) return undefined;
  const target = `${folder}/${PROJECT_FILE}`;
  const text = workspace.disk.text(target);
  if (text === undefined) return undefined;
  if (text !== null) return editJsonFile(target, text, addition);
  if (!createsFiles) return undefined;
  return {
    documentChanges: [
      { kind: 'create', uri: target, options: { ignoreIfExists: true } },
      { textDocument: { uri: target, version: null }, edits: [{ range: START, newText: wholeText(addition) }] },
    ],
  };
}

// The formatter's time grows with the square of the line's length.
const LONG_LINE = /.{2000}/;

/**
 * Returns the edit that adds a value to a JSON file, such as a rule to a settings file. Undefined if the file's text is invalid, or the
 * path of the addition leads through a value that is neither object nor list.
 */
export function editJsonFile(uri: string, text: string, addition: JsonAddition): WorkspaceEdit | undefined {
  if (text.trim() === '') return { changes: { [uri]: [{ range: START, newText: wholeText(addition) }] } };
  const { value, fault } = parseJson(text, 'jsonc');
  if (fault || !hasRoomFor(value, addition.path)) return undefined;
  const part = rootPart(textFile(uri, 'jsonc', text), 'jsonc');
  const indent = /^([ \t]+)\S/m.exec(part.text)?.[1] ?? '  ';
  const formattingOptions = { insertSpaces: !indent.startsWith('\t'), tabSize: indent.length, eol: '\n' };
  const isLaidOut = !LONG_LINE.test(part.text);
  const edits = modify(part.text, [...addition.path], addition.value, {
    ...(isLaidOut && { formattingOptions }),
    isArrayInsertion: true,
  });
  return {
    changes: {
      [uri]: edits.map(({ offset, length, content }) => ({
        range: rangeOf(part, { start: offset, end: offset + length }),
        newText: content,
      })),
    },
  };
}

const START = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };

/** Returns whether every existing value on the path has the type that the path requires. */
function hasRoomFor(value: unknown, path: Path): boolean {
  return path.every((step, index) => {
    const there = atPath(value, path.slice(0, index));
    return there === undefined || (typeof step === 'number' ? Array.isArray(there) : isObject(there));
  });
}

function wholeText({ path, value }: JsonAddition): string {
  const whole = path.reduceRight((inner, step) => (typeof step === 'number' ? [inner] : { [step]: inner }), value);
  return `${JSON.stringify(whole, undefined, 2)}\n`;
}

/** Returns the edit of another file that declares a name. Undefined if that file does not exist or can't be read. */
export function declarationEdit(
  analysis: Analysis,
  part: AnalysedPart,
  declaration: DeclarationPlan,
  others: FileEditOptions,
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
  { workspace }: FileEditOptions,
): WorkspaceEdit | undefined {
  // Files outside the workspace are never changed.
  if (!workspace.folders.some(folder => uri.startsWith(`${folder}/`))) return undefined;
  const text = workspace.disk.text(uri);
  const listed = { name: tool, description: '', parameters: argumentsSchema(atPath(value, args)) };
  return text ? editJsonFile(uri, text, { path: [...path, -1], value: listed }) : undefined;
}

/** Infers a schema from a call's arguments: their names and types. */
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
