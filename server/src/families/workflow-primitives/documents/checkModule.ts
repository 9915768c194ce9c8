import type { DocumentKind } from '../../../model/family';
import { readCheckModule } from '../../../registry/checkModule';
import duplicateId from '../registryRules/duplicateId';
import unknownWord from '../registryRules/unknownWord';

/** A module of checks: recognised by a table of checks with ids and tiers. */
export const checkModule: DocumentKind = {
  id: 'workflow-primitives/check-module',
  title: 'Check module',
  rules: [unknownWord, duplicateId],
  read: readCheckModule,
};
