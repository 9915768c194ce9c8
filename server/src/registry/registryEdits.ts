import type {
  RegistryColumn,
  RegistryDocument,
  RegistryField,
  RegistryTable,
  RegistryValue,
  SectionDefinition,
} from '../model/registry';
import type { FixPlan } from '../model/rule';
import { lineEnd, lineStart } from '../text/lines';
import { SECTIONS } from './allSections';
import { trimmedSpan } from './registryCells';
import { type RegistryTemplateOptions, renderRow, renderSection } from './registryTemplate';

/** A replacement in the text of a state registry, which is Markdown. */
export type RegistryChange = Extract<FixPlan, { do: 'replace' }>['changes'][number];

/** Returns the change that appends a row to a table. Cells without a text become `-`. */
export function addRow(
  { markdown: { text } }: RegistryDocument,
  { table, columns }: RegistryTable,
  cell: (column: RegistryColumn) => string | undefined,
): RegistryChange {
  const last = table.rows.at(-1) ?? table.delimiter;
  const end = lineEnd(text, last.end);
  const prefix = text.slice(lineStart(text, last.start), last.start);
  const row = renderRow(columns.map(column => cell(column) || '-'));
  return { at: { start: end, end }, text: `\n${prefix}${row}` };
}

/** Returns the change that inserts a field after another field, in its style. */
export function addField(
  { markdown: { text } }: RegistryDocument,
  after: RegistryField,
  name: string,
  value: string,
): RegistryChange {
  const start = lineStart(text, after.line.start);
  const end = lineEnd(text, after.at.end);
  const styledName = text.slice(after.nameAt.start, after.nameAt.end).replace(after.name, name);
  const before = text.slice(start, after.nameAt.start);
  const between = text.slice(after.nameAt.end, after.at.start);
  const line = `${before}${styledName}${between}${value}${text.slice(after.at.end, end)}`;
  return { at: { start: end, end }, text: `\n${line}` };
}

/** Returns the change that replaces the value of a cell or field. */
export function setValue({ markdown: { text } }: RegistryDocument, value: RegistryValue, word: string): RegistryChange {
  const at = trimmedSpan(text, value);
  // An empty field ends at its colon.
  const needsSpace = at.start === at.end && /[^\s|]/.test(text[at.start - 1] ?? ' ');
  return { at, text: needsSpace ? ` ${word}` : word };
}

/** Returns the change that adds an id to a cell that lists ids. */
export function addId(registry: RegistryDocument, value: RegistryValue, id: string): RegistryChange {
  if (value.text === '') return setValue(registry, value, id);
  return { at: { start: value.at.end, end: value.at.end }, text: `, ${id}` };
}

/** Applies changes to a registry's text. Insertions at the same offset keep their order. */
export function applyRegistryChanges(text: string, changes: readonly RegistryChange[]): string {
  let result = '';
  let at = 0;
  for (const change of changes.toSorted((left, right) => left.at.start - right.at.start)) {
    result += text.slice(at, change.at.start) + change.text;
    at = change.at.end;
  }
  return result + text.slice(at);
}

/** Returns the text of a cell with its pipes unescaped, for `renderRow`, which escapes pipes; undefined for an empty cell. */
export function unescapedCellText(value: RegistryValue | undefined): string | undefined {
  return value?.text.replace(/\\\|/g, '|') || undefined;
}

/**
 * Returns the offset and the text of a new section. Its place is after the last section that precedes it in `SECTIONS`;
 * its fields and separators have the document's style.
 */
export function sectionInsertion(registry: RegistryDocument, section: SectionDefinition): { at: number; text: string } {
  const { sections, markdown } = registry;
  const order = SECTIONS.indexOf(section);
  const preceding = sections.findLast(({ definition }) => SECTIONS.indexOf(definition) < order);
  const at = preceding?.end ?? sections[0]?.start ?? markdown.text.length;
  const rule = hasThematicBreaks(registry) ? '---\n\n' : '';
  const text = renderSection(section, templateOptions(registry));
  if (at < markdown.text.length) return { at, text: `${text}\n${rule}` };
  const gap = markdown.text.endsWith('\n\n') ? '' : markdown.text.endsWith('\n') ? '\n' : '\n\n';
  return { at, text: `${gap}${rule}${text}` };
}

// Returns whether thematic breaks (`---`) separate the sections.
function hasThematicBreaks({ sections, markdown }: RegistryDocument): boolean {
  return sections.some(({ end }) => /\n---\s*$/.test(markdown.text.slice(0, end)));
}

function templateOptions({ sections }: RegistryDocument): RegistryTemplateOptions {
  const style = sections.flatMap(({ fields }) => fields)[0]?.style ?? 'bullets';
  return { featureId: '', branch: '', workflow: '', now: new Date().toISOString().replace(/\.\d+Z$/, 'Z'), style };
}
