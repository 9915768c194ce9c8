import type { FamilyRules } from '../../model/family';
import { iterationGoesBack } from '../../rules/envelope/iterationGoesBack';
import namesAnAgent from './rules/namesAnAgent';
import outputWithoutInput from './runRules/outputWithoutInput';

/** The rules for inputs and outputs of agent-protocol. */
export default {
  rules: [namesAnAgent],
  runRules: [iterationGoesBack, outputWithoutInput],
} satisfies FamilyRules;
