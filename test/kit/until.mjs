/**
 * Reads again and again until `wanted` holds; fails with what was read last. For what no selector can say.
 * @template T
 * @param {() => Promise<T>} read
 * @param {(value: T) => boolean} wanted
 * @param {string} what for the message: "Waited for <what>"
 * @param {number} [timeout] milliseconds
 * @returns {Promise<T>}
 */
export async function until(read, wanted, what, timeout = 60_000) {
  const deadline = Date.now() + timeout;
  // Between two looks; what has just been asked for is soon there.
  for (let pause = 5; ; pause = Math.min(2 * pause, 50)) {
    const value = await read();
    if (wanted(value)) return value;
    if (Date.now() > deadline) throw new Error(`Waited for ${what}; last there was: ${JSON.stringify(value)}`);
    await new Promise(resolve => setTimeout(resolve, pause));
  }
}
