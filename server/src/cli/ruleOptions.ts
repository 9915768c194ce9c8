import { knownIn } from '../analysis/known';
import { families } from '../families';
import type { RuleSeverity } from '../protocol';
import { ruleNameFault } from '../rules/ruleNames';
import { UsageError } from './args';
import { suggestion } from './suggestion';

/** What `--rule` says, given once or again, its values parted by commas. Throws UsageError. */
export function rulesIn(given: string): Record<string, RuleSeverity> {
  const { rules } = knownIn(families);
  const named = given.split(',').filter(one => one.trim() !== '');
  return Object.fromEntries(
    named.map((one): [string, RuleSeverity] => {
      const [id = '', word] = one.split('=').map(half => half.trim());
      if (word === undefined) throw new UsageError(`"--rule ${one}" needs a severity: ${one}=off, say.`);
      const fault = ruleNameFault(id, rules);
      if (fault) throw new UsageError(`"--rule ${one}": ${fault.message}`);
      const severity = SEVERITIES.find(known => known === word);
      if (!severity) {
        throw new UsageError(
          `"--rule ${one}": "${word}" is none of ${SEVERITIES.join(', ')}${suggestion(word, SEVERITIES)}`,
        );
      }
      return [id, severity];
    }),
  );
}

const SEVERITIES = ['error', 'warning', 'info', 'off'] as const;
