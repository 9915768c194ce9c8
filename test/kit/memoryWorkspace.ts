import type { EntryType, Workspace } from '../../server/src/model/disk';

/** A workspace that is another one after each `change`. */
export function changingWorkspace(first: Workspace): { workspace: Workspace; change(to: Workspace): void } {
  let { disk } = first;
  return {
    workspace: {
      folders: first.folders,
      disk: {
        list: folder => disk.list(folder),
        text: file => disk.text(file),
        link: file => disk.link?.(file),
        whenLoaded: () => undefined,
      },
    },
    change(to) {
      ({ disk } = to);
    },
  };
}

/** A workspace folder `file:///work` that holds these files, by path or with their texts, and all of it known. The text `-> x` is that of a link to x. */
export function memoryWorkspace(given: readonly string[] | Readonly<Record<string, string>> = []): Workspace {
  const texts = Array.isArray(given) ? {} : (given as Record<string, string>);
  const files: readonly string[] = Array.isArray(given) ? given : Object.keys(texts);
  const folders = new Map<string, Map<string, EntryType>>([['file:///work', new Map()]]);
  for (const file of files) {
    const steps = file.split('/');
    steps.forEach((step, index) => {
      const parent = ['file:///work', ...steps.slice(0, index).map(encodeURIComponent)].join('/');
      const entries = folders.get(parent) ?? new Map<string, EntryType>();
      folders.set(parent, entries.set(step, index < steps.length - 1 ? 'folder' : 'file'));
    });
  }
  return {
    folders: ['file:///work'],
    disk: {
      list: folder => folders.get(folder) ?? null,
      text: file => texts[decodeURIComponent(file.slice('file:///work/'.length))] ?? null,
      link: file => /^-> (.*)/.exec(texts[decodeURIComponent(file.slice('file:///work/'.length))] ?? '')?.[1] ?? null,
      whenLoaded: () => undefined,
    },
  };
}
