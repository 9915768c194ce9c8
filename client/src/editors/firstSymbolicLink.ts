/**
 * Finds a symbolic link through which writing to a path would change a different file. Returns the first folder on the path that is a link,
 * or the file itself if it is one. Undefined if there is no link, or the path does not exist yet.
 *
 * @param path the file's path, with slashes as separators
 * @param folder the path of the file's workspace folder; without one, only the file itself is checked
 */
export async function firstSymbolicLink(
  path: string,
  folder: string | undefined,
  isLink: IsSymbolicLink,
): Promise<string | undefined> {
  const start = folder?.replace(/\/$/, '');
  if (start === undefined || !path.startsWith(`${start}/`)) return (await isLink(path)) ? path : undefined;
  let prefix = start;
  for (const segment of path.slice(start.length + 1).split('/')) {
    prefix = `${prefix}/${segment}`;
    const found = await isLink(prefix);
    if (found === undefined) return undefined;
    if (found) return prefix;
  }
  return undefined;
}

/** Whether a path is a symbolic link; undefined if it does not exist. */
export type IsSymbolicLink = (path: string) => Promise<boolean | undefined>;
