import type { SectionDefinition } from '../../../model/registry';
import type { RegistryDocument } from '../../../model/registryDocument';
import { type RegistryTemplateOptions, renderSection } from '../../../registry/template';
import { parseMoment } from '../../../registry/times';
import { registryValues } from '../../../registry/values';
import { hasPlaceholder } from '../../../rules/isPlaceholder';

/** Renders a section for a registry in Markdown: in its style, at its heading level, with its own values. */
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
  const featureId = metadataField(registry, 'Feature ID') ?? featureInTitle(registry) ?? '-';
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

// # Feature Index: 005-user-auth
function featureInTitle({ markdown: { text, headings } }: RegistryDocument): string | undefined {
  const title = headings[0] && text.slice(headings[0].text.start, headings[0].text.end);
  const id = /^Feature Index:\s*(\S+)$/.exec(title ?? '')?.[1];
  return id && !hasPlaceholder(id) ? id : undefined;
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
