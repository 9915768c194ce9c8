import { expect, test } from 'vitest';
import { type EnvironmentFormat, environmentText } from '../../../client/src/sources/receiverStatus';

test.each<[EnvironmentFormat, string]>([
  ['shell', 'export OTEL_EXPORTER_OTLP_ENDPOINT=http://127.0.0.1:4318'],
  ['powershell', '$env:OTEL_EXPORTER_OTLP_ENDPOINT = "http://127.0.0.1:4318"'],
  ['dotenv', 'OTEL_EXPORTER_OTLP_ENDPOINT=http://127.0.0.1:4318'],
])('writes the environment of a sender for %s', (format, first) => {
  const lines = environmentText(4318, format).split('\n');
  expect(lines[0]).toBe(first);
  expect(lines).toHaveLength(6);
});
