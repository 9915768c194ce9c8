/** Whether a path is a link; undefined where nothing is there. */
export type IsSymbolicLink = (path: string) => Promise<boolean | undefined>;

/**
 * The first link on the way from a folder down to a file, the file included: what is written there comes to lie somewhere else. None
 * where there is none, or where nothing is there yet.
 *
 * @param path of the file, its parts parted by slashes
 * @param folder the path of the workspace folder that the file lies in; without one only the file itself is looked at
 */
export async function firstSymbolicLink(
  path: string,
  folder: string | undefined,
  isLink: IsSymbolicLink,
): Promise<string | undefined> {
  const start = folder?.replace(/\/$/, '');
  if (start === undefined || !path.startsWith(`${start}/`)) return (await isLink(path)) ? path : undefined;
  let at = start;
  for (const part of path.slice(start.length + 1).split('/')) {
    at = `${at}/${part}`;
    const found = await isLink(at);
    if (found === undefined) return undefined;
    if (found) return at;
  }
  return undefined;
}
