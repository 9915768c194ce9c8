import { modify } from 'jsonc-parser';
import type { WorkspaceEdit } from 'vscode-languageserver-types';
import type { Workspace } from '../model/disk';
import { rangeOf } from '../parts/place';
import { rootPart } from '../parts/rootPart';
import { parseJson } from '../text/json';
import { PROJECT_FILE } from '../text/language';
import { sourceFile } from '../text/lines';
import { isObject } from '../text/pointer';

/**
 * The edit that switches a rule off in the settings file of the folder that a file lies in, which is made where there is none.
 * None where the file lies in no folder, the settings can't be read, or the client makes no files.
 */
export function switchedOff(
  rule: string,
  uri: string,
  { workspace, createsFiles }: { workspace: Workspace; createsFiles: boolean },
): WorkspaceEdit | undefined {
  const folder = workspace.folders
    .filter(one => uri.startsWith(`${one}/`))
    .reduce((best, one) => (one.length > best.length ? one : best), '');
  if (folder === '') return undefined;
  const target = `${folder}/${PROJECT_FILE}`;
  const text = workspace.disk.text(target);
  if (text === undefined) return undefined;
  const first = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };
  const whole = `${JSON.stringify({ rules: { [rule]: 'off' } }, undefined, 2)}\n`;
  if (text === null) {
    if (!createsFiles) return undefined;
    return {
      documentChanges: [
        { kind: 'create', uri: target, options: { ignoreIfExists: true } },
        { textDocument: { uri: target, version: null }, edits: [{ range: first, newText: whole }] },
      ],
    };
  }
  if (text.trim() === '') return { changes: { [target]: [{ range: first, newText: whole }] } };
  const { value, fault } = parseJson(text, 'jsonc');
  if (fault || !isObject(value) || (value.rules !== undefined && !isObject(value.rules))) return undefined;
  const part = rootPart(sourceFile(target, 'jsonc', text), 'jsonc');
  const indent = /^([ \t]+)\S/m.exec(part.text)?.[1] ?? '  ';
  const formattingOptions = { insertSpaces: !indent.startsWith('\t'), tabSize: indent.length, eol: '\n' };
  const edits = modify(part.text, ['rules', rule], 'off', { formattingOptions }).map(({ offset, length, content }) => ({
    range: rangeOf(part, { start: offset, end: offset + length }),
    newText: content,
  }));
  return { changes: { [target]: edits } };
}
