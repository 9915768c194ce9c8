import type { ReceiverState } from '../../../server/src/shared/protocol';

/** What the status bar shows of a receiver. */
export interface ReceiverLook {
  icon: string;
  text: string;
  tooltip: string;
  isFault: boolean;
}

/** Undefined while nothing is to be received. */
export function receiverLook({ role, port, received, fault }: ReceiverState): ReceiverLook | undefined {
  if (fault !== undefined) {
    return {
      icon: 'warning',
      text: 'Traces',
      tooltip: `No traces are received. ${fault} Click for more.`,
      isFault: true,
    };
  }
  if (role === 'off') return undefined;
  if (role === 'follows') {
    const tooltip = `Another window receives traces on port ${port}; its runs are shown here, too. Click for more.`;
    return { icon: 'radio-tower', text: 'Traces', tooltip, isFault: false };
  }
  if (role === 'waits')
    return { icon: 'loading~spin', text: 'Traces', tooltip: 'Starting to receive traces.', isFault: false };
  const { spans, logRecords, rejected } = received;
  const facts = [
    counted(spans, 'span'),
    ...(logRecords > 0 ? [counted(logRecords, 'log record')] : []),
    ...(rejected > 0 ? [`${rejected.toLocaleString('en')} rejected`] : []),
  ];
  const tooltip = `Receives traces on 127.0.0.1:${port}: ${facts.join(', ')} so far. Click for more.`;
  return { icon: 'radio-tower', text: `Traces: ${counted(spans, 'span')}`, tooltip, isFault: false };
}

function counted(count: number, one: string): string {
  return `${count.toLocaleString('en')} ${one}${count === 1 ? '' : 's'}`;
}
