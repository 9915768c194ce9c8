import fc from 'fast-check';
import type { CellDefinition, SectionDefinition, TableDefinition } from '../../server/src/model/registry';
import { SECTIONS } from '../../server/src/registry/allSections';

/** Valid and invalid registries: sections in any order, with cells from their vocabularies or broken. */
export const registryText: fc.Arbitrary<string> = fc
  .tuple(
    fc.shuffledSubarray([...SECTIONS], { minLength: 2, maxLength: 4 }),
    fc.constantFrom('# Feature Index: 005-x\n\n', '# Feature Index: {feature_id}\n\n', ''),
    fc.constantFrom('\n', '\n---\n\n'),
    fc.boolean(),
  )
  .chain(([sections, title, between, bullets]) =>
    fc.tuple(...sections.map(one => sectionText(one, bullets))).map(texts => title + texts.join(between)),
  );

function sectionText(section: SectionDefinition, bullets: boolean): fc.Arbitrary<string> {
  const blocks = [
    section.fields && fieldsText(section.fields, bullets),
    ...(section.tables ?? []).slice(0, 1).map(tableText),
    ...(section.subsections ?? []).flatMap(({ title, table, fields, named }) => [
      fc.constant(`### ${title}${named ? ' x' : ''}\n`),
      ...(table ? [tableText(table)] : fields ? [fieldsText(fields, bullets)] : []),
    ]),
  ].filter(block => block !== undefined);
  const name = fc.constantFrom(section.title, ...section.aliases);
  return fc.tuple(name, ...blocks).map(([heading, ...texts]) => [`## ${heading}\n`, ...texts].join('\n'));
}

function fieldsText(fields: readonly CellDefinition[], bullets: boolean): fc.Arbitrary<string> {
  const head = bullets ? '' : '| Field | Value |\n|-------|-------|\n';
  return fc
    .subarray([...fields])
    .chain(some =>
      fc
        .tuple(...some.map(field => cellText(field).map(value => ({ field, value }))))
        .map(all => head + all.map(({ field, value }) => fieldLine(field.name, value, bullets)).join('')),
    );
}

function fieldLine(name: string, value: string, bullets: boolean): string {
  return bullets ? `- **${name}**: ${value}\n` : `| **${name}** | ${value} |\n`;
}

function tableText({ columns }: TableDefinition): fc.Arbitrary<string> {
  return fc.subarray([...columns], { minLength: Math.ceil(columns.length / 2) }).chain(some =>
    fc.array(rowText(some), { maxLength: 2 }).map(rows => {
      const head = `| ${some.map(({ name }) => name).join(' | ')} |\n|${some.map(() => '---|').join('')}\n`;
      return head + rows.join('');
    }),
  );
}

function rowText(columns: readonly CellDefinition[]): fc.Arbitrary<string> {
  const cells = fc.tuple(...columns.map(cellText));
  const cut = fc.constantFrom(0, 0, 0, 0, 1, 2);
  return fc.tuple(cells, cut).map(([all, less]) => `| ${all.slice(0, Math.max(1, all.length - less)).join(' | ')} |\n`);
}

function cellText({ vocabulary, format }: CellDefinition): fc.Arbitrary<string> {
  const words = vocabulary?.words.map(({ word }) => word) ?? [];
  const right = words.length > 0 ? words : (EXAMPLES[format ?? 'text'] ?? ['2 / 10', '1 / 3']);
  const union = words.slice(0, 2).join('/');
  const wrong = ['-', '', '...', '{x}', 'a|b', '`a|b`', 'x\\|y', 'complet', '12 / 7', '0 / 10', '2026/1/2', union];
  return fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...right) },
    { weight: 1, arbitrary: fc.constantFrom(...wrong) },
  );
}

const EXAMPLES: Record<string, string[]> = {
  time: ['2026-01-02T03:04:05Z', '2026-01-01', '2026-01-03T00:00:00+02:00'],
  path: ['specs/005-x/spec.md', '`plan.md`'],
  document: ['spec.md', 'checklists/'],
  agent: ['spec-writer'],
  number: ['0', '3'],
  text: ['G-001', 'C1.1', 'FR-001', 'CHK001', 'Why?', '**bold** and `code`'],
  'feature-id': ['005-x'],
  branch: ['feat/005-x'],
};
