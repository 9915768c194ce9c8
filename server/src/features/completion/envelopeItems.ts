import type { CompletionItem, CompletionItemKind } from 'vscode-languageserver-types';
import type { Context } from '../../analysis/analyse';
import type { Analysis } from '../../model/analysis';
import type { EnvelopeSnippet, Family } from '../../model/family';
import type { Kind } from '../../model/kind';
import type { Part, Position, Range, Span, TextFile } from '../../model/text';
import { offsetAt, partAt, rangeOf } from '../../parts/positions';
import { FRONT_MATTER, splitIntoParts } from '../../parts/splitIntoParts';
import type { LastNumber } from '../../text/similarNames';
import { yamlSnippet } from '../../text/yamlText';
import { fillSnippets } from '../fillSnippets';
import { neighbourEnvelopes } from '../neighbourEnvelopes';
import { completionInsertion, indentSnippet } from './completionInsertion';

const SNIPPET: CompletionItemKind = 15;

/** Where the user may complete a whole envelope, and the kinds of envelope that are probable there. */
interface EnvelopeChoice {
  /** The part's text with the token being typed. The part has blanks in place of that token. */
  written: string;
  /** The kind that the file probably holds. */
  expected: Kind | undefined;
  /** The kind that the file's name requires. */
  named: Kind | undefined;
  /** Creates a function that adapts snippets to the place of insertion, with new ids. */
  fresh(): (snippet: EnvelopeSnippet) => EnvelopeSnippet;
}

/**
 * Completes whole envelopes in a part that contains at most the beginning of a name, or a pair of braces. A file whose name
 * determines the kind gets only that kind.
 */
export function envelopeItems(
  part: Part,
  typed: Span,
  context: Context,
  { expected, named, fresh, written }: EnvelopeChoice,
): CompletionItem[] | undefined {
  // Front matter describes the document around it.
  if (part.id === FRONT_MATTER) return undefined;
  const isInside = isInsideBraces(part.text, typed.start);
  const at = isInside ? typed : replaceable(part.text, typed.start);
  if (!at) return undefined;
  const freshened = fresh();
  return context.families.flatMap(family =>
    family.snippets
      .filter(one => isFor(one, family, named))
      .map(freshened)
      .map(snippet => ({
        label: snippet.prefix,
        kind: SNIPPET,
        detail: snippet.description,
        labelDetails: { description: snippet.kind },
        sortText: `${expected && isOf(snippet, expected) ? 0 : 1}${snippet.prefix}`,
        filterText: filterText(snippet, written.slice(at.start, at.end)),
        documentation: { kind: 'markdown', value: `\`\`\`json\n${preview(snippet)}\n\`\`\`` },
        ...completionInsertion(part, at, isInside ? membersText(snippet) : snippetText(snippet, part)),
      })),
  );
}

// The editor compares the filter text with the text from the start of the range to the cursor.
function filterText({ prefix }: EnvelopeSnippet, replaced: string): string {
  if (replaced.startsWith('{')) return replaced;
  return replaced.startsWith('"') ? JSON.stringify(prefix) : prefix;
}

// A file whose name determines its kind holds no other kind, and no other file holds that kind.
function isFor(snippet: EnvelopeSnippet, { kinds }: Family, named: Kind | undefined): boolean {
  if (named) return isOf(snippet, named);
  return !kinds.some(kind => kind.fileNames !== undefined && isOf(snippet, kind));
}

function isOf({ kind: id }: EnvelopeSnippet, kind: Kind): boolean {
  return id === kind.id || id.startsWith(`${kind.id}:`);
}

// Keeps braces that are on separate lines, since a completion item replaces text of one line only.
function isInsideBraces(text: string, offset: number): boolean {
  const [before, after] = [text.slice(0, offset), text.slice(offset)];
  return before.trim() === '{' && /^\}?$/.test(after.trim()) && (before.trimStart() + after.trimEnd()).includes('\n');
}

function replaceable(text: string, offset: number): Span | undefined {
  // Trimmed first: a pattern would try each of the blanks around it.
  const word = text.trim();
  if (word === '') return { start: offset, end: offset };
  if (!/^(?:[a-z][\w-]*|\{\s*\}?)$/i.test(word) || /^(true|false|null)$/.test(word)) return undefined;
  const start = text.indexOf(word);
  const at = { start, end: start + word.length };
  return offset >= at.start && offset <= at.end && !word.includes('\n') ? at : undefined;
}

function membersText(snippet: EnvelopeSnippet): string {
  const body = snippet.body.slice(1, -1).map(line => line.replace(/^ {2}/, ''));
  return snippetText({ ...snippet, body }, { oneLine: false, lang: 'json' });
}

/** Returns a snippet's text in the layout of a part: on one line for a log. */
export function snippetText({ body }: EnvelopeSnippet, { oneLine, lang }: Pick<Part, 'oneLine' | 'lang'>): string {
  if (oneLine) return body.map(line => line.trim()).reduce(joinedOnLine);
  const lines = body.map(line => line.replace(/^( {2})+/, spaces => '\t'.repeat(spaces.length / 2))).join('\n');
  return lang === 'yaml' ? yamlSnippet(lines) : lines;
}

function joinedOnLine(before: string, line: string): string {
  return /[{[]$/.test(before) || /^[}\]]/.test(line) ? before + line : `${before} ${line}`;
}

// Returns the body with its placeholders as plain text, for the item's documentation.
function preview({ body }: EnvelopeSnippet): string {
  return body
    .join('\n')
    .replace(/\$\{\d+\|([^,|]*)[^}]*\|\}/g, '$1')
    .replace(/\$\{\d+:([^}]*)\}/g, '$1')
    .replace(/\$\d+/g, '');
}

interface EnvelopeInsertion {
  /** A snippet for an editor that indents further lines like the line of the insertion. */
  text: string;
  range: Range;
}

/**
 * Returns the insertion of a whole envelope at a position: unchanged in an empty JSON file or block, on its own line in a
 * log, within a fence in Markdown outside a block.
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
  // In a log the envelope goes below the cursor's line, unless that line is empty.
  const isBehind = file.lang === 'jsonl' && (file.lines[position.line] ?? '').trim() !== '';
  const near = neighbourEnvelopes(analysis, context, { line: position.line + (isBehind ? 1 : 0) });
  const snippet = fillSnippets({ ...context, near, now, lastNumber })(found);
  const part = partAt(splitIntoParts(file), position);
  if (part) return inPart(part, position, snippet, file);
  const text = ['```json', snippetText(snippet, { oneLine: false, lang: 'json' }), '```', ''].join('\n');
  return { text, range: { start: position, end: position } };
}

function inPart(part: Part, position: Position, snippet: EnvelopeSnippet, file: TextFile): EnvelopeInsertion {
  const text = snippetText(snippet, part);
  if (part.oneLine && part.text.trim() !== '') {
    const end = { line: position.line, character: file.lines[position.line]?.length ?? 0 };
    return { text: `\n${text}`, range: { start: end, end } };
  }
  const offset = offsetAt(part, position) ?? 0;
  const leading = /^\s*/.exec(file.lines[position.line] ?? '')?.[0] ?? '';
  const span = /^(\{\s*\})?$/.test(part.text.trim()) ? bracesIn(part.text, offset) : { start: offset, end: offset };
  // The editor adds the line's indentation to the lines that follow.
  return { text: indentSnippet(part, span.start, text).replaceAll(`\n${leading}`, '\n'), range: rangeOf(part, span) };
}

function bracesIn(text: string, offset: number) {
  const start = text.indexOf('{');
  return start < 0 ? { start: offset, end: offset } : { start, end: text.indexOf('}') + 1 };
}
