import { l10n } from 'vscode';
import { formatNumber, type ReceiverState } from '../../../server/src/shared/lspExtensions';

/** The text and tooltip that the status bar shows for the receiver of OpenTelemetry traces. */
export interface ReceiverStatus {
  icon: string;
  text: string;
  tooltip: string;
  /** A click opens a menu. */
  opensMenu: boolean;
  isFault: boolean;
}

/** Returns the status bar display of a receiver's state; undefined while receiving is off without a fault. */
export function receiverStatus({ role, port, received, fault }: ReceiverState): ReceiverStatus | undefined {
  if (fault !== undefined) {
    return {
      icon: 'warning',
      text: l10n.t('Traces'),
      tooltip: l10n.t('No traces are received. {0}', fault),
      opensMenu: true,
      isFault: true,
    };
  }
  if (role === 'off') return undefined;
  if (role === 'follows') {
    const tooltip = l10n.t('Another window receives traces on port {0}; its runs are shown here, too.', port);
    return { icon: 'radio-tower', text: l10n.t('Traces'), tooltip, opensMenu: true, isFault: false };
  }
  if (role === 'waits') {
    const tooltip = l10n.t('Starting to receive traces.');
    return { icon: 'loading~spin', text: l10n.t('Traces'), tooltip, opensMenu: false, isFault: false };
  }
  const { spans, logRecords, rejected } = received;
  const facts = [
    spansText(spans),
    ...(logRecords > 0 ? [logRecordsText(logRecords)] : []),
    ...(rejected > 0 ? [l10n.t('{0} rejected', formatNumber(rejected))] : []),
  ];
  const tooltip = l10n.t('Receives traces on 127.0.0.1:{0}: {1} so far.', port, facts.join(', '));
  const text = l10n.t('Traces: {0}', spansText(spans));
  return { icon: 'radio-tower', text, tooltip, opensMenu: true, isFault: false };
}

function spansText(count: number): string {
  return count === 1 ? l10n.t('1 span') : l10n.t('{0} spans', formatNumber(count));
}

function logRecordsText(count: number): string {
  return count === 1 ? l10n.t('1 log record') : l10n.t('{0} log records', formatNumber(count));
}

/** The ways to set environment variables. */
export const ENVIRONMENT_FORMATS = {
  shell: 'Shell (bash, zsh)',
  powershell: 'PowerShell',
  dotenv: l10n.t('.env File'),
} as const;
export type EnvironmentFormat = keyof typeof ENVIRONMENT_FORMATS;

/** Returns the environment variables, one per line, that make a program's OpenTelemetry SDK send traces to a port of this machine. */
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
