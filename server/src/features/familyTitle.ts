import { families } from '../families';

/** What a protocol is called, by its id; the id itself where there is none of that name. */
export function familyTitle(id: string): string {
  return TITLES.get(id) ?? id;
}

const TITLES: ReadonlyMap<string, string> = new Map(families.map(({ id, title }) => [id, title]));
