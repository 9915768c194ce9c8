import type { CompletionItem, CompletionItemKind } from 'vscode-languageserver-types';
import type { Context } from '../../analysis/analyse';
import type { Part } from '../../model/part';
import { cursorPlace } from '../../slots/cursorPlace';
import { jsonTree } from '../../text/json';
import { memberInsertion } from './insertion';

const REFERENCE: CompletionItemKind = 18;

/** The ids of our schemas, in the value of a root `$schema` that is empty or begins like one. None elsewhere. */
export function schemaIdItems(part: Part, offset: number, { families }: Context): CompletionItem[] | undefined {
  const place = cursorPlace(part.text, offset, jsonTree(part.text));
  if (!place || place.atKey || place.path.length !== 1 || place.path[0] !== '$schema') return undefined;
  const { at } = place;
  const typed = part.text.slice(at.start, at.end).replace(/^"|"$/g, '');
  if (!'agent-envelopes:'.startsWith(typed) && !typed.startsWith('agent-envelopes:')) return undefined;
  return families
    .flatMap(family => family.kinds.filter(kind => !kind.readOnly && !kind.fileNames))
    .map(kind => ({
      label: kind.id,
      kind: REFERENCE,
      detail: kind.title,
      // Before what others offer there.
      sortText: `!${kind.id}`,
      filterText: JSON.stringify(kind.schema.$id),
      ...memberInsertion(part, at, JSON.stringify(kind.schema.$id)),
    }));
}
