import type { RunSource } from '../../server/src/model/runSource';
import { storeHttpRequest } from '../../server/src/network/storeHttpRequest';
import { createStoreSource } from '../../server/src/sources/createStoreSource';
import type { Request } from '../../server/src/sources/storeClient';
import { parseSources } from '../../server/src/sources/storeConfig';

/** A source over ClickHouse that counts the rows it is sent. */
export function sourceAt(
  address: string,
  more: object = {},
  credential?: string,
): { source: RunSource; rows(): number; bytes(): number } {
  let rows = 0;
  let bytes = 0;
  const counting: Request = async asked => {
    const response = await storeHttpRequest(asked);
    async function* pieces() {
      for await (const piece of response.pieces()) {
        rows += piece.split('\n').length - 1;
        bytes += piece.length;
        yield piece;
      }
    }
    return { ...response, pieces };
  };
  const { sources, faults } = parseSources([{ name: 'ch', kind: 'clickhouse', address, timeoutSeconds: 60, ...more }]);
  const [config] = sources;
  if (!config) throw new Error(faults.join('\n'));
  const source = createStoreSource(config, { request: counting, credential, now: Date.now });
  return { source, rows: () => rows, bytes: () => bytes };
}
