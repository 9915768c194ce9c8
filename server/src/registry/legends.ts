import type { Markdown } from '../model/markdown';
import type { CellDefinition, SectionDefinition, Vocabulary, VocabularyWord } from '../model/registry';
import type { Span } from '../model/text';
import { spansWithin } from '../text/spansWithin';
import { cellsOfLegend, nameKey, wordNamed } from './lookup';

/** A line under a table that lists the values of a column: ``**Status**: `pending` | `resolved` ``. */
export interface Legend extends Span {
  /** The column or field that it describes. */
  name: string;
  /** Whether it allows an empty value. */
  blank: boolean;
  /** The legend's words, with descriptions from the built-in vocabulary. */
  vocabulary(builtIn: Vocabulary | undefined): Vocabulary;
}

/** The legends within a section. Excludes similar lines that list no words: `**Updated by**: ...`. */
export function legendsIn({ text, paragraphs }: Markdown, section: Span): Legend[] {
  return spansWithin(paragraphs, section).flatMap(paragraph =>
    splitLines(text, paragraph).flatMap(line => parseLegend(line) ?? []),
  );
}

/**
 * Returns whether a legend describes a column or field, by name or definition: `Phase values` describes the field
 * Current Phase.
 */
export function isLegendOf(
  { name }: Legend,
  column: { name: string; definition: CellDefinition | undefined },
  section: SectionDefinition,
): boolean {
  if (column.name !== '' && nameKey(name) === nameKey(column.name)) return true;
  return column.definition !== undefined && cellsOfLegend(section, name).includes(column.definition);
}

interface Line extends Span {
  text: string;
}

function splitLines(text: string, { start, end }: Span): Line[] {
  const lines: Line[] = [];
  for (let at = start; at < end; ) {
    const newline = text.indexOf('\n', at);
    const to = newline < 0 || newline > end ? end : newline;
    lines.push({ start: at, end: to, text: text.slice(at, to) });
    at = to + 1;
  }
  return lines;
}

function parseLegend({ text, start, end }: Line): Legend | undefined {
  if (text.length > 2000) return undefined;
  const [, name, list] = /^\s*\*\*([^*]+?)(?: values?)?:?\*\*:?\s*(\S.*)$/i.exec(text) ?? [];
  if (!name || !list?.includes('`')) return undefined;
  const items = list.split(/[|>]/).map(item => parseItem(item.trim()));
  if (items.length < 2 || items.some(item => !item)) return undefined;
  const words = items.flatMap(item => (item?.word ? [{ word: item.word, about: item.note }] : []));
  return {
    start,
    end,
    name,
    blank: items.some(item => item?.word === ''),
    vocabulary: builtIn => ({
      ...(builtIn?.signs && { signs: true }),
      id: `legend of ${name}`,
      words: words.map(word => withBuiltInMeaning(word, builtIn)),
    }),
  };
}

// Parses `word`, `word` (a note), word, or "empty" for an empty value.
function parseItem(item: string): { word: string; note: string } | undefined {
  const [, quoted, bare, note = ''] = /^(?:`([^`]+)`|(\w[\w ]*?))\s*(?:\(([^()]*)\))?$/.exec(item) ?? [];
  if (quoted === undefined && bare === undefined) return undefined;
  const isEmpty = bare?.toLowerCase() === 'empty';
  return { word: isEmpty ? '' : (quoted ?? bare ?? '').trim(), note };
}

function withBuiltInMeaning({ word, about }: VocabularyWord, builtIn: Vocabulary | undefined): VocabularyWord {
  const known = builtIn && wordNamed(builtIn, word);
  const aliases = known ? [known.word, ...(known.aliases ?? [])].filter(alias => alias !== word) : [];
  return {
    word,
    about: [about, known?.about].filter(Boolean).join('. '),
    ...(aliases.length > 0 && { aliases }),
  };
}
