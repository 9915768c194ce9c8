import type { ReceiverState } from '../../../server/src/shared/protocol';

/** The look of the status bar item of a receiver. */
export interface ReceiverLook {
  icon: string;
  text: string;
  tooltip: string;
  isFault: boolean;
}

/** The look of the status bar item for a receiver's state; undefined while receiving is off, unless there is a fault. */
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

/** The ways to set environment variables. */
export const ENVIRONMENT_FORMATS = {
  shell: 'Shell (bash, zsh)',
  powershell: 'PowerShell',
  dotenv: '.env File',
} as const;
export type EnvironmentFormat = keyof typeof ENVIRONMENT_FORMATS;

/** The environment variables, one per line, that make a program's OpenTelemetry SDK send traces to a port of this machine. */
export function environmentText(port: number, format: EnvironmentFormat): string {
  const variables = {
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/protobuf',
    OTEL_TRACES_EXPORTER: 'otlp',
    OTEL_LOGS_EXPORTER: 'otlp',
    // Metrics are no runs, and are not received.
    OTEL_METRICS_EXPORTER: 'none',
  };
  return Object.entries(variables)
    .map(([name, value]) => `${LINES[format](name, value)}\n`)
    .join('');
}

const LINES: Readonly<Record<EnvironmentFormat, (name: string, value: string) => string>> = {
  shell: (name, value) => `export ${name}=${value}`,
  powershell: (name, value) => `$env:${name} = "${value}"`,
  dotenv: (name, value) => `${name}=${value}`,
};
