/**
 * Returns the first symbolic link on the path from a folder to a file, or the file itself if it is a link. Writing through a link would
 * change a different file. Undefined if there is no link, or the path does not exist yet.
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
