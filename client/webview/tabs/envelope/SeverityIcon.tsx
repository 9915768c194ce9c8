import type { StepProblem } from '../../../../server/src/shared/protocol';
import { Icon } from '../../ui/Icon';

const TONES: Record<StepProblem['severity'], string> = { error: 'bad', warning: 'warn', info: 'note' };

/** How bad a problem is, in a picture and for who hears it. */
export function SeverityIcon({ severity }: { severity: StepProblem['severity'] }) {
  return (
    <>
      <Icon name={severity} tone={TONES[severity]} />
      <span class="read-aloud">{severity}: </span>
    </>
  );
}
