import type { CellDefinition, RegistryDocument, RegistrySection } from '../../../model/registry';
import type { Span } from '../../../model/text';
import { registryState } from '../../../registry/registryState';
import { t } from '../../../shared/l10n';
import { isLikelyTypo, nearestWord } from '../../../text/similarNames';
import { defineRegistryRule } from './defineRegistryRule';

/** Reports a field that a state registry (`index.md`) lacks, or whose name is misspelt. */
export default defineRegistryRule({
  id: 'workflow-primitives/missing-field',
  severity: 'warning',
  fix: 'corrects the name of the field',
  check({ registry }, report) {
    for (const group of fieldGroups(registry)) {
      const { title, fields, given, heading, isComplete } = group;
      const known = fields.map(({ name }) => name);
      const found = new Set(given.flatMap(({ definition }) => definition ?? []));
      for (const { name, at } of given.filter(({ definition }) => !definition)) {
        const meant = fields.find(field => field.name === nearestWord(name, known));
        if (!meant || found.has(meant)) continue;
        const certain = isLikelyTypo(name, meant.name, known);
        if (!certain && !meant.core) continue;
        found.add(meant);
        report({
          at,
          message: t`"${name.slice(0, 60)}" is not a field of "${title}"; did you mean "${meant.name}"?`,
          fixes: [{ title: t`Change to "${meant.name}"`, do: 'replace', changes: [{ at, text: meant.name }], certain }],
        });
      }
      for (const field of isComplete ? fields.filter(({ core }) => core) : []) {
        if (found.has(field) || isToldElsewhere(field, registry)) continue;
        report({ at: heading, message: t`"${title}" has no field "${field.name}"; add "- **${field.name}**: …".` });
      }
    }
  },
});

/** The fields below one heading of a registry: those that are present, and those that the protocol defines. */
interface FieldGroup {
  title: string;
  heading: Span;
  fields: readonly CellDefinition[];
  given: { name: string; at: Span; definition?: CellDefinition | undefined }[];
  /** The group must have its core fields. */
  isComplete: boolean;
}

function fieldGroups(registry: RegistryDocument): FieldGroup[] {
  return registry.sections.flatMap(section => [
    ...sectionGroup(section, registry),
    ...subsectionGroups(section, registry),
  ]);
}

function sectionGroup(section: RegistrySection, { whole, markdown }: RegistryDocument): FieldGroup[] {
  const { definition, heading, tables } = section;
  const { title, fields } = definition;
  if (!fields) return [];
  // Several workflows have a table instead.
  const isComplete = whole && tables.length === 0;
  return [{ title, heading, fields, given: givenFields(section, markdown.text, () => true), isComplete }];
}

function subsectionGroups(section: RegistrySection, registry: RegistryDocument): FieldGroup[] {
  const { text } = registry.markdown;
  const last = section.subsections.at(-1);
  return section.subsections.flatMap(subsection => {
    const { definition, heading, end } = subsection;
    if (!definition?.fields) return [];
    const isEmpty =
      text
        .slice(heading.end, end)
        .replace(/^---\s*$/m, '')
        .trim() === '';
    const isComplete = registry.whole && !isEmpty && !(subsection === last && isFinished(registry));
    const title = text.slice(heading.start, heading.end).slice(0, 60);
    const given = givenFields(section, text, at => at === subsection);
    return [{ title, heading, fields: definition.fields, given, isComplete }];
  });
}

// A name without bold is a field only if it is known, and so is not read as one if it is misspelt.
function givenFields(
  { fields, bullets }: RegistrySection,
  text: string,
  isWithin: (subsection: RegistrySection['subsections'][number] | undefined) => boolean,
): FieldGroup['given'] {
  const plain = bullets.flatMap(bullet => {
    const name = isWithin(bullet.subsection) && PLAIN_NAME.exec(bullet.text)?.[0].trimEnd();
    return name ? [{ name, at: { start: bullet.start, end: bullet.start + name.length } }] : [];
  });
  const read = fields
    .filter(field => isWithin(field.subsection))
    .map(({ name, nameAt, definition }) => ({ name, at: innerSpan(text, nameAt, name), definition }));
  const starts = new Set(read.map(({ at }) => at.start));
  return [...read, ...plain.filter(({ at }) => !starts.has(at.start))];
}

const PLAIN_NAME = /^[A-Za-z][\w ]{1,40}(?=:)/;

// Without the marks around a name in a cell.
function innerSpan(text: string, at: Span, name: string): Span {
  const start = at.start + Math.max(0, text.slice(at.start, at.end).indexOf(name));
  return { start, end: start + name.length };
}

function isToldElsewhere({ coreUnless = [] }: CellDefinition, { sections }: RegistryDocument): boolean {
  return sections.some(({ definition }) => coreUnless.includes(definition.id));
}

/** Returns whether all workflows have ended: then no next agent is needed. */
function isFinished(registry: RegistryDocument): boolean {
  const { workflows } = registryState(registry);
  return workflows.length > 0 && workflows.every(({ status }) => status === 'succeeded' || status === 'cancelled');
}
