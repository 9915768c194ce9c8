import type { SecretStorage } from 'vscode';
import {
  SENDING_HEADERS,
  type SendingHeadersAnswer,
  type SendingHeadersParams,
} from '../../../../server/src/shared/protocol';
import { askForText } from '../../messages/notify';
import type { SendingServices } from './sendingServices';

/** The headers that are kept for a collector, as `name=value,name=value`. */
export async function collectorHeaders(secrets: SecretStorage, origin: string): Promise<string> {
  return (await secrets.get(keyOf(origin))) ?? '';
}

/** Asks for the headers of a collector and keeps them; empty to keep none. Returns whether the user answered. */
export async function askForHeaders(
  { server, secrets }: Pick<SendingServices, 'server' | 'secrets'>,
  origin: string,
): Promise<boolean> {
  const headers = await askForText({
    title: `Headers for ${origin}`,
    prompt:
      'As in OTEL_EXPORTER_OTLP_HEADERS, with %20 for a space: authorization=Bearer%20…,name=value. Kept in the secret storage, and sent to this origin only. Leave empty for none.',
    placeHolder: 'authorization=Bearer%20…',
    password: true,
    ignoreFocusOut: true,
    validateInput: async value => {
      const params: SendingHeadersParams = { headers: value };
      return (await server.request<SendingHeadersAnswer>(SENDING_HEADERS, params)).fault;
    },
  });
  if (headers === undefined) return false;
  if (headers.trim() === '') await secrets.delete(keyOf(origin));
  else await secrets.store(keyOf(origin), headers);
  return true;
}

function keyOf(origin: string): string {
  return `sending.headers ${origin}`;
}
