/** Stands for the file of a run of a store in reports. The id is one part of the path, whatever the server chose: it leads to no other folder. */
export function runFile(store: string, id: string): string {
  const part = id.replace(/\p{Cs}/gu, '\ufffd').replace(/[/\\%]/g, encodeURIComponent);
  return `${store}/${/^\.+$/.test(part) ? part.replaceAll('.', '%2E') : part}`;
}
