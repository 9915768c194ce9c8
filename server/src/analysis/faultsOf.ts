import type { Contract } from '../model/contract';
import type { Finding } from '../model/rule';
import { schemaFindings } from './schemaFindings';

/** What is wrong with a value by its contract, as what a rule finds: which keyword is broken is not its name. */
export function faultsOf(value: unknown, contract: Contract): Finding[] {
  return schemaFindings(contract, value).map(({ rule: _, keyword: __, ...finding }) => finding);
}
