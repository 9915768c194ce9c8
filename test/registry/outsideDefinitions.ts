import type { CellDefinition, SectionDefinition } from '../../server/src/model/registry';
import {
  cellsOfLegend,
  columnNamed,
  fieldNamed,
  isFieldTable,
  sectionNamed,
  subsectionNamed,
  tableFor,
  wordNamed,
} from '../../server/src/registry/findSectionDefinitions';
import { type Block, outline } from './outline';

/** The parts of a registry that are unknown, missing or not allowed by the definitions. */
export function outsideDefinitions(text: string): string[] {
  return outline(text).flatMap(({ heading, blocks }) => {
    const section = sectionNamed(heading);
    if (!section) return [`section ${heading}`];
    return blocks.flatMap(block => outsideSection(section, block)).map(one => `${section.title}: ${one}`);
  });
}

function outsideSection(
  section: SectionDefinition,
  { subsection: heading, tables, bullets, legends }: Block,
): string[] {
  const subsection = heading === undefined ? undefined : subsectionNamed(section, heading);
  if (heading !== undefined && !subsection) return [`subsection ${heading}`];

  const ofFields = ({ header, rows }: Block['tables'][number]) =>
    isFieldTable(
      header,
      rows.map(([name = '']) => name),
      section,
      subsection,
    );
  const fields = [...bullets, ...tables.filter(ofFields).flatMap(({ rows }) => rows)];
  const defined = (subsection ?? section).fields ?? [];
  const known = fields.map(([name = '']) => fieldNamed(section, name, subsection));
  const required = defined.filter(({ optional, coreUnless }) => !optional && !coreUnless);
  const missing = required.filter(field => fields.length > 0 && !known.includes(field));
  return [
    ...fields.flatMap(([name = '', value = ''], i) => outsideCell(name, known[i], value)),
    ...missing.map(({ name }) => `field ${name} is missing`),
    ...tables.filter(table => !ofFields(table)).flatMap(outsideTable),
    ...legends.flatMap(({ name, words }) => {
      const cells = cellsOfLegend(section, name);
      const known = (word: string) =>
        cells.some(({ vocabulary }) => !vocabulary || vocabulary.open || wordNamed(vocabulary, word));
      return words.filter(word => !known(word)).map(word => `legend ${name} has ${word}`);
    }),
  ];

  function outsideTable({ header, rows }: Block['tables'][number]): string[] {
    const table = tableFor(section, header, subsection);
    if (!table) return [`table ${header}`];
    const columns = header.map(name => columnNamed(table, name));
    const missing = table.columns.filter(column => !column.optional && !columns.includes(column));
    return [
      ...header.filter((_, i) => !columns[i]).map(name => `column ${name}`),
      ...missing.map(({ name }) => `column ${name} is missing in ${header}`),
      ...rows.flatMap(row => header.flatMap((name, i) => outsideCell(name, columns[i], row[i] ?? ''))),
    ];
  }
}

function outsideCell(name: string, cell: CellDefinition | undefined, value: string): string[] {
  if (!cell) return [`${name} is unknown`];
  if (value.includes('{')) return [];
  if (value === '' || value === '-') return cell.blank ? [] : [`${name} is empty`];
  if (cell.vocabulary && !cell.vocabulary.open && !wordNamed(cell.vocabulary, value)) return [`${name} is ${value}`];
  const most = cell.format?.split('/')[1];
  if (most && !new RegExp(`^\\d+ / ${most}$`).test(value)) return [`${name} is ${value}`];
  if (cell.format === 'number' && !/^\d+$/.test(value)) return [`${name} is ${value}`];
  return cell.format === 'time' && Number.isNaN(Date.parse(value)) ? [`${name} is ${value}`] : [];
}
