import type { CompletionItem, CompletionItemKind } from 'vscode-languageserver-types';
import type { Context } from '../../analysis/analyse';
import type { Part } from '../../model/part';
import type { Span } from '../../model/text';
import { jsonCursor } from '../../slots/jsonCursor';
import { jsonTree } from '../../text/json/parseJson';
import { memberInsertion } from './insertion';

const REFERENCE: CompletionItemKind = 18;
const SCHEME = 'agent-envelopes:';

/** Completes our schema ids in the value of a root `$schema`, even without quotes. Undefined elsewhere. */
export function schemaIdItems(part: Part, offset: number, { families }: Context): CompletionItem[] | undefined {
  const at = schemaValue(part.text, offset);
  if (!at) return undefined;
  const written = part.text.slice(at.start, at.end);
  const typed = written.replace(/^"|"$/g, '');
  if (!typed.startsWith(SCHEME) && (typed.includes(':') || /^[./]/.test(typed))) return undefined;
  const quote = written.startsWith('"') ? '"' : '';
  return families
    .flatMap(family => family.kinds.filter(kind => !kind.readOnly && !kind.fileNames))
    .map(kind => ({
      label: kind.id,
      kind: REFERENCE,
      detail: kind.title,
      // Sorts before the items of other providers.
      sortText: `!${kind.id}`,
      // Filters by the label; by the id itself once that is being typed.
      filterText: `${quote}${typed.startsWith(SCHEME) ? '' : `${kind.id} `}${kind.schema.$id}${quote}`,
      ...memberInsertion(part, at, JSON.stringify(kind.schema.$id)),
    }));
}

function schemaValue(text: string, offset: number): Span | undefined {
  const bare = /"\$schema"\s*:\s*([^\s"{}[\],]*)$/.exec(text.slice(Math.max(0, offset - LONGEST), offset))?.[1] ?? '';
  const start = offset - bare.length;
  const place = jsonCursor(text, start, jsonTree(text));
  if (!place || place.atKey || place.path.length !== 1 || place.path[0] !== '$schema') return undefined;
  if (bare === '') return place.at;
  const rest = /^[^\s"{}[\],]*/.exec(text.slice(offset, offset + LONGEST))?.[0] ?? '';
  return { start, end: offset + rest.length };
}

// The number of characters read around the cursor.
const LONGEST = 300;
