import type { RegistryDocument, SectionDefinition } from '../model/registry';
import type { Markdown, Span, Table } from '../model/text';
import { t } from '../shared/l10n';
import { columnNamed } from './findSectionDefinitions';
import { sectionOf } from './readRegistry';
import { cell, tierCell } from './registryCells';
import { idsIn } from './registryIds';

const columns = [
  cell('ID', t`The name of the check, \`SPEC-001\`, that gaps give as their source.`, { defines: 'check' }),
  cell('Check', t`The check in a few words.`, { aliases: ['Check Name'], format: 'text' }),
  cell('Description', t`When the check passes.`, { format: 'text', optional: true }),
  tierCell,
];

/**
 * Reads a Markdown text as a check module: a list of checks that an agent performs, each with an id such as `SPEC-001`. Undefined if no
 * table of the text lists checks.
 */
export function readCheckModuleMarkdown(markdown: Markdown): RegistryDocument | undefined {
  const checkTables = markdown.tables.filter(table => isCheckTable(markdown, table));
  if (checkTables.length === 0) return undefined;
  const [heading = { start: 0, end: 0, level: 1, text: { start: 0, end: 0 } }] = markdown.headings;
  const section = sectionOf(markdown, { ...heading, start: 0 }, checkModule, markdown.text.length);
  const tables = section.tables.filter(({ table }) => checkTables.includes(table));
  // Other tables and lists only explain the checks.
  return { markdown, whole: false, sections: [{ ...section, tables, fields: [], bullets: [] }] };
}

/**
 * The definition of a check module, a Markdown file with a table of checks to perform, each with an id such as `SPEC-001`. The whole file
 * is one section, whatever its headings are.
 */
export const checkModule: SectionDefinition = {
  id: 'check-module',
  title: 'Checks',
  aliases: [],
  core: false,
  extension: 'validation-loops',
  about: t`What a validator checks in a document, and who fixes what fails.`,
  tables: [{ columns }],
};

function isCheckTable({ text }: Markdown, { header, rows }: Table): boolean {
  const slice = ({ start, end }: Span) => text.slice(start, end);
  const found = header.cells.map(span => columnNamed({ columns }, slice(span)));
  const isHeader = columns.every(column => column.optional || found.includes(column)) && !found.includes(undefined);
  const index = found.findIndex(column => column?.defines === 'check');
  return isHeader && rows.some(({ cells }) => cells[index] && idsIn(slice(cells[index]))[0]?.kind === 'check');
}
