import type { Evidence } from '../model/kind';
import { all, any } from './defineFamily';

/** Signs of an input of either workflow protocol, for recognition: the properties that hold its paths. */
export const NAMED_PATHS_EVIDENCE: readonly Evidence[] = [
  { when: '/paths/index', weight: 0.75 },
  { when: '/paths/feature_root', weight: 0.75 },
  { when: '/paths/spec', weight: 0.75 },
];

/** The names in the context and the task of an input of both workflow protocols, whatever their values are. */
export function namedInputEvidence(action: string): readonly Evidence[] {
  return [
    { when: all('/context/feature_id', '/context/workflow', '/context/iteration'), weight: 1.5 },
    {
      when: all('/context', any('/paths/index', '/paths/feature_root', '/paths/spec'), action, '/task/params'),
      weight: 1.5,
    },
  ];
}

const FILE_OPERATION = { at: '/operation', is: ['create', 'update', 'overwrite', 'delete'] };

/** An artifact that is a file to be written, as in both workflow protocols. */
export const CARRIED_FILES_EVIDENCE: readonly Evidence[] = [
  { when: { at: '/artifacts', some: all('/path', FILE_OPERATION) }, weight: 1.5 },
  { when: { at: '/artifacts', some: all('/path', FILE_OPERATION, '/content') }, weight: 0.5 },
];
