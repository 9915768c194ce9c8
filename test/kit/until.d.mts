/** Reads again and again until `wanted` holds; fails with what was read last. `timeout` in milliseconds. */
export declare function until<T>(
  read: () => Promise<T>,
  wanted: (value: T) => boolean,
  what: string,
  timeout?: number,
): Promise<T>;
