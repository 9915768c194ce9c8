import type {
  CellDefinition,
  Extension,
  SectionDefinition,
  SubsectionDefinition,
  TableDefinition,
  Vocabulary,
} from '../model/registry';
import { SECTIONS } from './allSections';
import { nameKey } from './findSectionDefinitions';

/** The values to fill into the text of a new state registry (`index.md`), and whether its fields are lists or tables. */
export interface RegistryTemplateOptions {
  featureId: string;
  branch: string;
  workflow: string;
  /** The current time, in ISO 8601. */
  now: string;
  /** The style of fields. A table of fields has legends with the allowed status words. */
  style: 'bullets' | 'table';
}

/** Renders a new registry as Markdown: the core sections, and the sections of the given extensions. */
export function renderRegistry(options: RegistryTemplateOptions & { extensions: readonly Extension[] }): string {
  const chosen = SECTIONS.filter(({ core, extension }) => core || options.extensions.includes(extension));
  const nested = new Set(chosen.flatMap(({ subsections = [] }) => subsections.flatMap(namesOf)));
  const sections = chosen.filter(section => !namesOf(section).some(name => nested.has(name)));
  return [
    `# Feature Index: ${oneLine(options.featureId)}\n`,
    ...sections.map(section => renderSection(section, options)),
  ].join('\n');
}

function namesOf({ title, aliases }: SectionDefinition | SubsectionDefinition): string[] {
  return [title, ...aliases].map(nameKey);
}

/** Renders a new section as Markdown, with its heading and a final line break. */
export function renderSection(section: SectionDefinition, options: RegistryTemplateOptions): string {
  const subsections = (section.subsections ?? []).filter(({ optional }) => !optional);
  const table = section.fields || subsections.length > 0 ? undefined : section.tables?.[0];
  const blocks = [
    `## ${section.title}`,
    ...blocksOf({ ...section, table }, options),
    ...subsections.flatMap(subsection => [`### ${subsection.title}`, ...blocksOf(subsection, options)]),
    ...(options.style === 'table' ? legends([{ ...section, table }, ...subsections]) : []),
  ];
  return `${blocks.join('\n\n')}\n`;
}

type Content = Pick<SectionDefinition, 'fields' | 'fieldColumns'> & { table?: TableDefinition | undefined };

function blocksOf(content: Content, options: RegistryTemplateOptions): string[] {
  const { table } = content;
  const fields = initialCells(content.fields ?? []);
  const blocks: string[] = [];
  if (fields.length > 0) {
    const lines = fields.map(field => renderField(field, options));
    if (options.style === 'table') lines.unshift(...head(content.fieldColumns ?? ['Field', 'Value']));
    blocks.push(lines.join('\n'));
  }
  if (table) {
    const columns = initialCells(table.columns).map(({ name }) => name);
    const rows = (table.rows ?? []).map(row => renderRow(row.map(cell => fillPlaceholders(cell, options))));
    blocks.push([...head(columns), ...rows].join('\n'));
  }
  return blocks;
}

function initialCells(cells: readonly CellDefinition[]): CellDefinition[] {
  return cells.filter(({ optional, initial }) => !optional || initial !== undefined);
}

/** Renders a new field as a line with its initial value. */
export function renderField(field: CellDefinition, options: RegistryTemplateOptions): string {
  const value = fillPlaceholders(field.initial ?? '-', options);
  return options.style === 'table' ? renderRow([`**${field.name}**`, value]) : `- **${field.name}**: ${value}`;
}

/** Renders a table row; escapes pipes in its cells. */
export function renderRow(cells: readonly string[]): string {
  return `| ${cells.map(cell => oneLine(cell).replace(/\|/g, '\\|')).join(' | ')} |`;
}

function head(columns: readonly string[]): string[] {
  return [renderRow(columns), `|${columns.map(name => '-'.repeat(name.length + 2)).join('|')}|`];
}

function fillPlaceholders(text: string, { featureId, branch, workflow, now }: RegistryTemplateOptions): string {
  const values: Record<string, string> = { feature: featureId, branch, workflow, now };
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => oneLine(values[name] ?? whole));
}

function oneLine(text: string): string {
  return text.replace(/[\r\n]+/g, ' ').trim();
}

function legends(contents: readonly Content[]): string[] {
  const cells = contents.flatMap(({ fields = [], table }) => [
    ...initialCells(fields),
    ...initialCells(table?.columns ?? []),
  ]);
  const lines = new Map<string, string>();
  for (const { name, vocabulary, blank } of cells) {
    if (vocabulary && !vocabulary.open) lines.set(name, renderLegend(name, vocabulary, blank));
  }
  return lines.size > 0 ? [[...lines.values()].join('\n')] : [];
}

/** Renders the line below a table that lists the words of a column or a field. */
export function renderLegend(name: string, { words, ordered }: Vocabulary, blank = false): string {
  const listed = words.map(({ word }) => `\`${word}\``);
  return `**${name} values**: ${[...listed, ...(blank ? ['empty'] : [])].join(ordered ? ' > ' : ' | ')}`;
}
