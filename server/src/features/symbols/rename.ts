import type { Range, TextEdit, WorkspaceEdit } from 'vscode-languageserver-types';
import type { Analysis } from '../../model/analysis';
import type { Workspace } from '../../model/disk';
import type { Position } from '../../model/text';
import { canonicalId, idKind, type PatternedKind } from '../../registry/ids';
import { inlineCode } from '../../text/markdown/escapeMarkdown';
import { fileNameOf } from '../../text/uri/decodeUri';
import { featureFiles, idUnder } from './featureFiles';
import { placesOf } from './idsInFile';

/** What is renamed when the user asks at the cursor; none where no id is. */
export function prepareRename(
  analysis: Analysis,
  position: Position,
  workspace: Workspace,
): { range: Range; placeholder: string } | undefined {
  const place = idUnder(analysis, position, workspace);
  return place && { range: place.range, placeholder: place.id };
}

/**
 * Gives the id under the cursor another name, in all files that speak of it; each place keeps its way of writing it. Or says
 * in a sentence why not.
 */
export function rename(
  analysis: Analysis,
  position: Position,
  newName: string,
  workspace: Workspace,
): WorkspaceEdit | { refused: string } {
  const place = idUnder(analysis, position, workspace);
  if (!place) return { refused: 'No id stands here.' };
  const { id, kind } = place;
  const to = newName.trim();
  if (idKind(to) !== kind) return { refused: `${inlineCode(to)} is no id of ${NAMES[kind]}.` };
  if (canonicalId(to) === canonicalId(id)) return { refused: `${inlineCode(to)} is ${inlineCode(id)} already.` };
  const near = featureFiles(analysis, kind, workspace);
  if (!near) return { refused: 'The files around this one are still being read.' };
  if (near.more) return { refused: `${inlineCode(id)} may stand in more files than can be looked through.` };
  const taken = near.files.find(file => placesOf(to, file).length > 0);
  if (taken) return { refused: `${inlineCode(to)} is taken: it stands in ${inlineCode(fileNameOf(taken.uri))}.` };
  const changes: Record<string, TextEdit[]> = {};
  for (const file of near.files) {
    const edits = placesOf(id, file).map(one => ({ range: one.range, newText: writtenLike(one.id, to, kind) }));
    if (edits.length > 0) changes[file.uri] = edits;
  }
  return { changes };
}

const NAMES: Readonly<Record<PatternedKind, string>> = {
  gap: 'a gap, such as `G-001`',
  question: 'a question, such as `Q-S1` or `C2.1`',
  requirement: 'a requirement, such as `FR-001`',
  checklist: 'a checklist item, such as `CHK001`',
  check: 'a check, such as `SPEC-001`',
  task: 'a task, such as `T001`',
  story: 'a user story, such as `US1`',
};

// Of the ids that have several spellings a place keeps its own: the dash, and of stories the zeros.
function writtenLike(old: string, id: string, kind: PatternedKind): string {
  if (kind !== 'checklist' && kind !== 'story') return id;
  const [, letters = '', dash = '', digits = ''] = /^([A-Z]+)(-?)(\d+)$/.exec(old) ?? [];
  const number = /\d+$/.exec(id)?.[0] ?? '';
  const hasZeros = digits.startsWith('0') || (dash !== '' && digits.length >= 3);
  const written = kind === 'story' ? String(Number(number)).padStart(hasZeros ? digits.length : 0, '0') : number;
  return `${letters}${dash}${written}`;
}
