import type { FamilyRules } from '../../model/family';
import { iterationGoesBack } from '../../rules/envelope/iterationGoesBack';
import namesAnAgent from './rules/namesAnAgent';
import outputWithoutInput from './runRules/outputWithoutInput';

/** The rules that check inputs and outputs of the protocol agent-protocol. */
export default {
  rules: [namesAnAgent],
  runRules: [iterationGoesBack, outputWithoutInput],
} satisfies FamilyRules;
