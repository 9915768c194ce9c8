import type { FamilyRules } from '../../model/family';
import { iterationGoesBack } from '../../rules/envelope/iterationGoesBack';
import failedButProceeds from './rules/failedButProceeds';
import namesAnAgent from './rules/namesAnAgent';
import noFeature from './rules/noFeature';
import superseded from './rules/superseded';
import outputWithoutInput from './runRules/outputWithoutInput';

export default {
  rules: [superseded, failedButProceeds, namesAnAgent, noFeature],
  runRules: [iterationGoesBack, outputWithoutInput],
} satisfies FamilyRules;
