import type { DocumentKind } from '../../../model/family';
import { glance } from '../../../registry/glance';
import { readRegistry } from '../../../registry/read';
import { isFeatureIndex, isRegistry } from '../../../registry/recognise';
import { registryRules } from '../registryRules';
import { registrySteps } from './registrySteps';

/** The state registry, `index.md`: recognised by its headings, whatever its name; a README stays a README. */
export const registry: DocumentKind = {
  id: 'workflow-primitives/registry',
  title: 'State registry',
  rules: registryRules,
  glance,
  steps: registrySteps,
  read(markdown, { fileName, isPiece }) {
    if (!isRegistry(markdown)) return undefined;
    return readRegistry(markdown, { whole: !isPiece && (fileName === 'index.md' || isFeatureIndex(markdown)) });
  },
};
