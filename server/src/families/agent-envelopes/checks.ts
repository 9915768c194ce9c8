import type { FamilyRules } from '../../model/family';
import badGlob from './rules/badGlob';
import pathLeadsNowhere from './rules/pathLeadsNowhere';
import protocolFault from './rules/protocolFault';
import unknownKind from './rules/unknownKind';
import unknownRule from './rules/unknownRule';
import wrongExample from './rules/wrongExample';

/** The rules that check this extension's own files: its settings, and the declarations of protocols. */
export default {
  rules: [unknownRule, unknownKind, badGlob, pathLeadsNowhere, protocolFault, wrongExample],
} satisfies FamilyRules;
