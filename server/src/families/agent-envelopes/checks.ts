import type { FamilyRules } from '../../model/family';
import badGlob from './rules/badGlob';
import pathLeadsNowhere from './rules/pathLeadsNowhere';
import protocolFault from './rules/protocolFault';
import unknownKind from './rules/unknownKind';
import unknownRule from './rules/unknownRule';
import wrongExample from './rules/wrongExample';

/** The rules for the files that set up this extension: settings and declared protocols. */
export default {
  rules: [unknownRule, unknownKind, badGlob, pathLeadsNowhere, protocolFault, wrongExample],
} satisfies FamilyRules;
