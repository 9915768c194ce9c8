/** Whether a path is a symbolic link; undefined where it does not exist. */
export type IsSymbolicLink = (path: string) => Promise<boolean | undefined>;

/**
 * The first symbolic link on the path from a folder to a file, the file included: a write through it ends up elsewhere.
 * Undefined where there is no link, or where the path does not exist yet.
 *
 * @param path of the file, with slashes as separators
 * @param folder path of the file's workspace folder; without one only the file itself is checked
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
