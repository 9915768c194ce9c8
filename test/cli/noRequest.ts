import type { Request } from '../../server/src/sources/storeClient';

/** For commands that ask no store. */
export const noRequest: Request = ({ url }) => Promise.reject(new Error(`Nothing must be asked of ${url}.`));
