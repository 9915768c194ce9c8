import type { StepProblem } from '../../../../server/src/shared/protocol';
import { Icon } from '../../ui/Icon';

const TONES: Record<StepProblem['severity'], string> = { error: 'bad', warning: 'warn', info: 'note' };

/** The icon of a severity, with its name for screen readers. */
export function SeverityIcon({ severity }: { severity: StepProblem['severity'] }) {
  return (
    <>
      <Icon name={severity} tone={TONES[severity]} />
      <span class="read-aloud">{severity}: </span>
    </>
  );
}
