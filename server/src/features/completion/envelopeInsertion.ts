import type { Context } from '../../analysis/analyse';
import type { Analysis } from '../../model/analysis';
import type { EnvelopeSnippet } from '../../model/family';
import type { Part } from '../../model/part';
import type { Position, Range, SourceFile } from '../../model/text';
import { offsetAt, partAt, rangeOf } from '../../parts/positions';
import { splitIntoParts } from '../../parts/splitIntoParts';
import type { LastNumber } from '../../text/names/nextId';
import { neighbourEnvelopes } from '../newEnvelope/neighbourEnvelopes';
import { snippetFiller } from '../newEnvelope/snippetFiller';
import { snippetText } from './envelopeItems';
import { indentSnippet } from './insertion';

export interface EnvelopeInsertion {
  /** A snippet for an editor that indents further lines like the line of the insertion. */
  text: string;
  range: Range;
}

/**
 * A whole envelope to insert at a position: as it is in an empty JSON file or block; on its own line in a log; with a
 * fence around it in Markdown outside a block.
 *
 * @param now milliseconds since 1970
 */
export function envelopeInsertion(
  analysis: Analysis,
  position: Position,
  id: string,
  { context, now, lastNumber }: { context: Context; now: number; lastNumber?: LastNumber },
): EnvelopeInsertion | undefined {
  const { file } = analysis;
  const found = context.families.flatMap(family => family.snippets).find(({ kind }) => kind === id);
  if (!found) return undefined;
  // In a log it is inserted after the cursor's line.
  const isBehind = file.lang === 'jsonl' && (file.lines[position.line] ?? '').trim() !== '';
  const near = neighbourEnvelopes(analysis, context, { line: position.line + (isBehind ? 1 : 0) });
  const snippet = snippetFiller({ ...context, near, now, lastNumber })(found);
  const part = partAt(splitIntoParts(file), position);
  if (part) return inPart(part, position, snippet, file);
  const text = ['```json', snippetText(snippet, { oneLine: false }), '```', ''].join('\n');
  return { text, range: { start: position, end: position } };
}

function inPart(part: Part, position: Position, snippet: EnvelopeSnippet, file: SourceFile): EnvelopeInsertion {
  const text = snippetText(snippet, part);
  if (part.oneLine && part.text.trim() !== '') {
    const end = { line: position.line, character: file.lines[position.line]?.length ?? 0 };
    return { text: `\n${text}`, range: { start: end, end } };
  }
  const offset = offsetAt(part, position) ?? 0;
  const leading = /^\s*/.exec(file.lines[position.line] ?? '')?.[0] ?? '';
  const span = /^\s*(\{\s*\})?\s*$/.test(part.text) ? bracesIn(part.text, offset) : { start: offset, end: offset };
  // The editor adds the line's indentation to the lines that follow.
  return { text: indentSnippet(part, span.start, text).replaceAll(`\n${leading}`, '\n'), range: rangeOf(part, span) };
}

function bracesIn(text: string, offset: number) {
  const start = text.indexOf('{');
  return start < 0 ? { start: offset, end: offset } : { start, end: text.indexOf('}') + 1 };
}
