import { expect, test } from 'vitest';
import { otlpHeaders, otlpTimeout, parseHeaders } from '../../../server/src/sources/send/otlpHeaders';
import { tracesEndpoint } from '../../../server/src/sources/send/sendingText';

test.each([
  ['http://127.0.0.1:4318', 'http://127.0.0.1:4318/v1/traces'],
  ['http://127.0.0.1:4318/', 'http://127.0.0.1:4318/v1/traces'],
  [' https://Collector.example ', 'https://collector.example/v1/traces'],
  ['https://c.example/otlp', 'https://c.example/otlp/v1/traces'],
  ['https://c.example/otlp/', 'https://c.example/otlp/v1/traces'],
  ['https://c.example/api/public/otel/v1/traces', 'https://c.example/api/public/otel/v1/traces'],
  ['https://c.example/v1/traces/', 'https://c.example/v1/traces'],
])('%s takes traces at %s', (address, url) => {
  expect(tracesEndpoint(address)).toMatchObject({ url });
});

test.each([
  ['localhost:4318', 'begins with http'],
  ['', 'begins with http'],
  ['http:', 'begins with http'],
  ['file:///etc/passwd', 'begins with http'],
  ['http://ann:s3cret@c.example', 'user or a password'],
  ['https://c.example/?key=s3cret', '"?"'],
  ['https://c.example/#s3cret', '"?"'],
])('%s is no address', (address, fault) => {
  const endpoint = tracesEndpoint(address);
  expect(endpoint).toEqual({ fault: expect.stringContaining(fault) });
  expect(JSON.stringify(endpoint)).not.toContain('s3cret');
});

test.each([
  ['http://127.0.0.1', false],
  ['http://127.8.0.1', false],
  ['http://[::1]:4318', false],
  ['http://localhost', false],
  ['http://a.localhost', false],
  ['https://c.example', false],
  ['http://c.example', true],
  ['http://10.0.0.1', true],
  ['http://127.example', true],
])('%s can be read on the way: %s', (address, isReadableOnTheWay) => {
  expect(tracesEndpoint(address)).toMatchObject({ isReadableOnTheWay });
});

test('headers are read as OpenTelemetry defines them, and those for traces win', () => {
  const env = {
    OTEL_EXPORTER_OTLP_HEADERS: 'Authorization=Bearer%20a=b, x-one = 1 ,, host=evil',
    OTEL_EXPORTER_OTLP_TRACES_HEADERS: 'x-one=2',
  };
  const found = otlpHeaders(env);
  expect('headers' in found && Object.entries(found.headers)).toEqual([
    ['authorization', 'Bearer a=b'],
    ['x-one', '2'],
  ]);
  expect(otlpHeaders({})).toEqual({ headers: {} });
});

test.each([
  ['s3cret'],
  ['a b=s3cret'],
  ['a=s3cret%0d%0ab: c'],
  ['a=s3cret%'],
  ['=s3cret'],
  ['a=x\u2028s3cret'],
  ['x=1,s3cret'],
])('a fault in the headers %j repeats no value', text => {
  const parsed = parseHeaders(text);
  expect(parsed).toHaveProperty('fault');
  expect(JSON.stringify(parsed)).not.toContain('s3cret');
});

test.each([
  [{}, 10_000],
  [{ OTEL_EXPORTER_OTLP_TIMEOUT: '300' }, 300],
  [{ OTEL_EXPORTER_OTLP_TIMEOUT: '300', OTEL_EXPORTER_OTLP_TRACES_TIMEOUT: '200' }, 200],
  [{ OTEL_EXPORTER_OTLP_TIMEOUT: '300', OTEL_EXPORTER_OTLP_TRACES_TIMEOUT: ' ' }, 300],
  [{ OTEL_EXPORTER_OTLP_TIMEOUT: 'soon', OTEL_EXPORTER_OTLP_TRACES_TIMEOUT: '200' }, 200],
  [{ OTEL_EXPORTER_OTLP_TIMEOUT: '' }, 10_000],
  [{ OTEL_EXPORTER_OTLP_TIMEOUT: '1e99' }, 600_000],
])('%j waits %i milliseconds', (env, expected) => {
  expect(otlpTimeout(env)).toEqual({ timeout: expected });
});

test.each(['soon', '-1', '0', '10s', 'Infinity', 'NaN'])('"%s" is no time to wait', text => {
  for (const name of ['OTEL_EXPORTER_OTLP_TIMEOUT', 'OTEL_EXPORTER_OTLP_TRACES_TIMEOUT']) {
    const fault = `${name} must be a number of milliseconds above 0, not "${text}".`;
    expect(otlpTimeout({ [name]: text })).toEqual({ fault });
  }
});
