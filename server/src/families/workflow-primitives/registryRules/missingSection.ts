import type { RegistryDocument, SectionDefinition } from '../../../model/registry';
import type { FixPlan } from '../../../model/rule';
import type { Span } from '../../../model/text';
import { SECTIONS } from '../../../registry/allSections';
import { bareHeading } from '../../../registry/findSectionDefinitions';
import { featureInTitle } from '../../../registry/isRegistry';
import { parseMoment, registryValues } from '../../../registry/registryCells';
import { type RegistryTemplateOptions, renderSection } from '../../../registry/registryTemplate';
import { hasPlaceholder } from '../../../rules/defineRule';
import { t } from '../../../shared/l10n';
import { nearestWord } from '../../../text/similarNames';
import { defineRegistryRule } from './defineRegistryRule';

/** Reports a state registry (`index.md`) that lacks one of its core sections. */
export default defineRegistryRule({
  id: 'workflow-primitives/missing-section',
  severity: 'warning',
  fix: 'corrects the heading, or adds the section, with what the registry knows already',
  check({ registry, isTemplate, files }, report) {
    const at = titleSpan(registry);
    if (!registry.whole || !at) return;
    const there = new Set(registry.sections.map(({ definition }) => definition.id));
    for (const definition of SECTIONS.filter(({ core, id }) => core && !there.has(id))) {
      const { title, aliases } = definition;
      const misspelt = headingLike(definition, registry);
      if (misspelt) {
        const name = registry.markdown.text.slice(misspelt.start, misspelt.end).slice(0, 60);
        report({
          at: misspelt,
          message: t`"${name}" is not a section that agents look for; did you mean "${title}"?`,
          fixes: [{ title: t`Change to "${title}"`, do: 'replace', changes: [{ at: misspelt, text: title }] }],
        });
        continue;
      }
      // The row of a new table says that spec.md is absent, unless the file exists.
      const content = renderNewSection(registry, definition, { isTemplate });
      const rendered = files.find('spec.md')
        ? content.replace('| spec.md | absent |', '| spec.md | present |')
        : content;
      report({
        at,
        message:
          aliases.length > 0
            ? t`The registry has no section "${title}" (or "${aliases.join('", "')}"); agents look for it by its name. Add it.`
            : t`The registry has no section "${title}"; agents look for it by its name. Add it.`,
        fixes: insertSectionFixes(registry, definition, rendered),
      });
    }
  },
});

function titleSpan({ markdown: { headings } }: RegistryDocument) {
  return (headings.find(({ level }) => level === 1) ?? headings[0])?.text;
}

// Returns the unknown heading whose name resembles that of a section.
function headingLike(
  { title, aliases }: SectionDefinition,
  { markdown, sections }: RegistryDocument,
): Span | undefined {
  const known = sections.flatMap(({ heading, subsections }) => [
    heading,
    ...subsections.filter(one => one.definition).map(one => one.heading),
  ]);
  const starts = new Set(known.map(({ start }) => start));
  return markdown.headings
    .filter(({ level, text }) => level > 1 && !starts.has(text.start))
    .find(({ text }) => nearestWord(bareHeading(markdown.text.slice(text.start, text.end)), [title, ...aliases]))?.text;
}

// Inserted after its preceding core section, else before the first section.
function insertSectionFixes(registry: RegistryDocument, definition: SectionDefinition, rendered: string): FixPlan[] {
  const { sections, markdown } = registry;
  const { text } = markdown;
  const before = SECTIONS.slice(0, SECTIONS.indexOf(definition)).filter(({ core }) => core);
  const preceding = before.reverse().flatMap(one => sections.find(section => section.definition === one) ?? [])[0];
  const at = startOfLine(text, preceding?.end ?? sections[0]?.start ?? text.length);
  // A heading in a quote or list would need its prefix on every line.
  if (at === undefined) return [];
  const isEnd = text.slice(at).trim() === '';
  const rule = /^---[ \t]*$/m.test(text) && /\n[ \t]*\n---[ \t]*\n/.test(text) ? '---\n\n' : '';
  const gap = blankLinesBefore(text.slice(0, at));
  const written = isEnd ? `${gap}${/---\s*$/.test(text) ? '' : rule}${rendered}` : `${gap}${rendered}\n${rule}`;
  const title = t`Add the section "${definition.title}"`;
  return [{ title, do: 'replace', changes: [{ at: { start: at, end: at }, text: written }] }];
}

function startOfLine(text: string, at: number): number | undefined {
  if (at === text.length) return at;
  const start = text.lastIndexOf('\n', at - 1) + 1;
  return text.slice(start, at).trim() === '' ? start : undefined;
}

// Headings are separated from the text above.
function blankLinesBefore(text: string): string {
  if (text.trim() === '' || /\n[ \t]*\n$/.test(text)) return '';
  return text.endsWith('\n') ? '\n' : '\n\n';
}

/**
 * Renders a section that a registry lacks, as Markdown. As in the rest of the registry, its fields are a list or a table, and its headings
 * have the same level. Feature, branch and workflow are filled in.
 */
export function renderNewSection(
  registry: RegistryDocument,
  definition: SectionDefinition,
  { isTemplate }: { isTemplate: boolean },
): string {
  const level = registry.sections[0]?.level ?? 2;
  const rendered = renderSection(definition, isTemplate ? templateFilling(registry) : registryFilling(registry));
  return rendered.replace(/^#+/gm, marks => '#'.repeat(Math.min(6, Math.max(1, marks.length + level - 2))));
}

function registryFilling(registry: RegistryDocument): RegistryTemplateOptions {
  const titled = featureInTitle(registry.markdown);
  const featureId = metadataField(registry, 'Feature ID') ?? (titled && !hasPlaceholder(titled) ? titled : '-');
  return {
    featureId,
    branch: metadataField(registry, 'Branch') ?? featureId,
    workflow: metadataField(registry, 'Workflow') ?? 'specify',
    now: firstTime(registry) ?? `${new Date().toISOString().slice(0, 19)}Z`,
    style: fieldStyle(registry),
  };
}

function templateFilling(registry: RegistryDocument): RegistryTemplateOptions {
  return {
    featureId: '{{feature_id}}',
    branch: '{{branch_name}}',
    workflow: '{{workflow}}',
    now: '{{created_timestamp}}',
    style: fieldStyle(registry),
  };
}

function fieldStyle({ sections }: RegistryDocument): RegistryTemplateOptions['style'] {
  const styles = sections.flatMap(({ fields }) => fields.map(({ style }) => style));
  return styles.filter(style => style === 'table').length * 2 > styles.length ? 'table' : 'bullets';
}

function metadataField({ sections }: RegistryDocument, name: string): string | undefined {
  const fields = sections.filter(({ definition }) => definition.id === 'metadata').flatMap(one => one.fields);
  const text = fields.find(({ definition }) => definition?.name === name)?.text;
  return text && !hasPlaceholder(text) ? text : undefined;
}

// The earliest time in a registry is its creation time.
function firstTime(registry: RegistryDocument): string | undefined {
  let first: { text: string; from: number } | undefined;
  for (const { value } of registryValues(registry)) {
    const moment = value.definition?.format === 'time' ? parseMoment(value.text) : undefined;
    if (moment && (!first || moment.from < first.from)) first = { text: value.text, from: moment.from };
  }
  return first?.text;
}
