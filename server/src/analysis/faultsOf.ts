import type { Contract } from '../model/contract';
import type { Kind } from '../model/kind';
import type { Facts, Finding } from '../model/rule';
import { contractFindings } from './contractFindings';

/** What is wrong with a value by its contract, as what a rule finds: which keyword is broken is not its name. */
export function faultsOf(value: unknown, contract: Contract & Pick<Kind, 'toolCall'>, facts: Facts): Finding[] {
  return contractFindings(contract, value, facts).map(({ rule: _, keyword: __, ...finding }) => finding);
}
