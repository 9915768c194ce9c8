/** The ways to set environment variables. */
export const ENVIRONMENT_FORMATS = {
  shell: 'Shell (bash, zsh)',
  powershell: 'PowerShell',
  dotenv: '.env File',
} as const;
export type EnvironmentFormat = keyof typeof ENVIRONMENT_FORMATS;

/** The environment of a program whose OpenTelemetry SDK sends traces to a port of this machine, a variable a line. */
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
