import type { FamilyRules } from '../../model/family';
import argumentsOfTool from './rules/arguments';
import brokenParameters from './rules/catalogueSchema';
import duplicateTool from './rules/duplicateTool';
import rejectedCall from './rules/rejectedCall';
import unconfirmedTrigger from './rules/unconfirmedTrigger';
import unknownTool from './rules/unknownTool';
import callWithoutResult from './runRules/callWithoutResult';
import duplicateCall from './runRules/duplicateCall';
import duplicateResult from './runRules/duplicateResult';
import lateResult from './runRules/lateResult';
import resultWithoutCall from './runRules/resultWithoutCall';

/** The rules that check tool calls, their results, and catalogues of tools. */
export default {
  rules: [rejectedCall, unconfirmedTrigger, unknownTool, argumentsOfTool, brokenParameters, duplicateTool],
  runRules: [callWithoutResult, duplicateCall, duplicateResult, lateResult, resultWithoutCall],
} satisfies FamilyRules;
