import type { CompletionItem, InsertTextFormat, InsertTextMode } from 'vscode-languageserver-types';
import type { Part } from '../../model/part';
import type { Span } from '../../model/text';
import { rangeOf } from '../../parts/positions';
import { escapeSnippet } from '../../slots/schemaSnippet';
import { indentAt, indentUnit } from '../formatting/indentation';

const SNIPPET: InsertTextFormat = 2;
const AS_IS: InsertTextMode = 1;

type Inserted = Pick<CompletionItem, 'textEdit' | 'insertTextFormat' | 'insertTextMode' | 'additionalTextEdits'>;

/** What makes a completion item replace a span of a part with a snippet, laid out as the part is. */
export function completionInsertion(part: Part, at: Span, snippet: string): Inserted {
  return {
    textEdit: { range: rangeOf(part, at), newText: indentSnippet(part, at.start, snippet) },
    insertTextFormat: SNIPPET,
    insertTextMode: AS_IS,
  };
}

/** The same for a member of an object or array, with the commas that are missing before and after it. */
export function memberInsertion(part: Part, at: Span, snippet: string): Inserted {
  const before = commaBefore(part.text, at.start);
  const whole = (before === at.start ? ',' : '') + snippet + commaAfter(part.text, at.end);
  if (before === undefined || before === at.start) return completionInsertion(part, at, whole);
  const comma = { range: rangeOf(part, { start: before, end: before }), newText: ',' };
  return { ...completionInsertion(part, at, whole), additionalTextEdits: [comma] };
}

/** A snippet with the part's indentation and line prefixes. A tab in it stands for one level; line breaks are added to. */
export function indentSnippet(part: Part, offset: number, snippet: string): string {
  const unit = indentUnit(part);
  const indent = indentAt(part, offset);
  return encoded(part, snippet.replace(/^\t+/gm, tabs => unit.repeat(tabs.length)).replaceAll('\n', `\n${indent}`));
}

// What the snippet escapes is read before it is a text of the part, which may escape the same: in a string of JSON.
function encoded(part: Part, snippet: string): string {
  const pieces = snippet.split(/\\([\\$}])/);
  return pieces
    .map((piece, index) => (index % 2 > 0 ? escapeSnippet(part.encode(piece)) : part.encode(piece)))
    .join('');
}

// The comma that must follow what is inserted before `offset`, where another member stands there without one.
function commaAfter(text: string, offset: number): string {
  const next = /\S/.exec(text.slice(offset, offset + 1000))?.[0];
  return next === undefined || /[,}\]:/]/.test(next) ? '' : ',';
}

// Where a comma is missing before what is inserted at `offset`: right after the member before.
function commaBefore(text: string, offset: number): number | undefined {
  const before = text.slice(0, offset).trimEnd();
  const last = before.at(-1);
  return last === undefined || /[,{[:]/.test(last) ? undefined : before.length;
}
