import { URI } from 'vscode-uri';
import type { Workspace } from '../model/disk';
import type { Family } from '../model/family';
import { t, translated } from '../shared/l10n';
import type { AssociateAnswer } from '../shared/lspExtensions';
import { decodeUri } from '../text/decodeUri';
import { PROJECT_FILE } from '../text/fileLanguage';
import { parseJson } from '../text/json/parseJson';
import { atPath } from '../text/jsonPointer';
import { applyChanges, textFile } from '../text/lines';
import { editJsonFile } from './fixes/editJsonFile';
import { rulePage } from './rulePages';

/**
 * Returns the edit of a folder's settings file that assigns a kind of envelope to a file, for the editor and the command line. Null for a file in
 * no folder.
 *
 * @param kind undefined removes the association: the file is then recognised by its content
 */
export function associationEdit(
  uri: string,
  kind: string | undefined,
  { folders, disk }: Workspace,
): AssociateAnswer | null {
  const folder = folders
    .filter(one => uri.startsWith(`${one}/`))
    .reduce((best, one) => (one.length > best.length ? one : best), '');
  if (folder === '') return null;
  const target = `${folder}/${PROJECT_FILE}`;
  const before = disk.text(target) ?? '';
  const glob = escapeGlob(URI.parse(uri).path.slice(URI.parse(folder).path.length + 1));
  const path = ['associations', glob];
  const { value, fault } = parseJson(before, 'jsonc');
  const previous = fault ? undefined : atPath(value, path);
  // The last matching glob wins, so a new glob goes to the end.
  const cleared = previous === undefined ? before : changed(target, before, path, undefined);
  const text = kind === undefined || cleared === undefined ? cleared : changed(target, cleared, path, kind);
  if (text === undefined) {
    const fault = t`${PROJECT_FILE} is not valid; correct it first.`;
    return { uri: target, text: before, isChanged: false, previous: null, fault };
  }
  return { uri: target, text, isChanged: text !== before, previous: typeof previous === 'string' ? previous : null };
}

function changed(uri: string, text: string, path: readonly string[], value: string | undefined): string | undefined {
  const edits = editJsonFile(uri, text, { path, value })?.changes?.[uri];
  return (
    edits &&
    applyChanges(
      text,
      edits.map(({ range, newText }) => ({ range, text: newText })),
      textFile(uri, 'jsonc', text).eol,
    )
  );
}

// Escapes glob characters in a file name.
function escapeGlob(path: string): string {
  return path.replace(/[\\*?[\]{}()!+@|]/g, '\\$&');
}

/**
 * Returns the text of an `agent-envelopes:` document: a rule's page, or a schema for tools that load `$schema`. Undefined
 * for any other URI.
 */
export function documentText(uri: string, families: readonly Family[]): string | undefined {
  const path = decodeUri(/^agent-envelopes:\/*([^?#]*)/.exec(uri)?.[1] ?? '');
  const rule = /^rules\/(.+)\.md$/.exec(path)?.[1];
  if (rule) return rulePage(rule);
  const kind = families.flatMap(family => family.kinds).find(({ id }) => path === `${id}.schema.json`);
  if (!kind) return undefined;
  const { title, markdownDescription } = kind.schema;
  // An editor's own JSON service validates with the schema that `$schema` names. This schema accepts everything, so that
  // no problem is reported twice.
  const shown = {
    $comment: 'Checked by Agent Envelopes itself.',
    title: title && translated(title),
    markdownDescription: markdownDescription && translated(markdownDescription),
  };
  return JSON.stringify(shown, undefined, 2);
}
