import { describe, expect, test } from 'vitest';
import { registryRules } from '../../../../server/src/families/workflow-primitives/registryRules';
import type { DocumentFinding } from '../../../../server/src/model/rule';
import { readRegistry } from '../../../../server/src/registry/readRegistry';
import { parseMarkdown } from '../../../../server/src/text/parseMarkdown';
import { corpusFiles, corpusMissing, corpusText } from '../../../kit/corpus';

const folder = 'humaninloop';
const unknown = {
  uri: 'file:///work/spec.md',
  find: () => undefined,
  linked: () => undefined,
  text: () => undefined,
  list: () => undefined,
};

/** The findings of the rules in a registry or part of one, even if it would not be recognised as one. */
function findings(text: string, traits: { whole: boolean; isTemplate: boolean }): string[] {
  const registry = readRegistry(parseMarkdown(text), traits);
  return registryRules.flatMap(({ id, check }) => {
    const found: DocumentFinding[] = [];
    check({ registry, isTemplate: traits.isTemplate, files: unknown }, finding => found.push(finding));
    return found.map(({ message }) => `${id} ${message}`);
  });
}

describe.skipIf(corpusMissing)(`the corpus${corpusMissing ? ` (${corpusMissing})` : ''}`, () => {
  test.each(corpusFiles(`${folder}/index-templates`))('%s', file => {
    const found = findings(corpusText(file), { whole: true, isTemplate: true });
    // The template for all workflows has hand-offs in context files, the protocol has them in the registry.
    const missing = file.endsWith('workflow-index-template.md')
      ? [expect.stringContaining('"Agent Handoff Notes"')]
      : [];
    expect(found).toEqual(missing);
  });

  const fragments = corpusFiles(folder).filter(file => file.endsWith('.md') && !file.includes('index-templates'));
  test.each(fragments)('%s', file => {
    expect(findings(corpusText(file), { whole: false, isTemplate: false })).toEqual([]);
  });
});
