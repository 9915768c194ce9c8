import type { RegistryDocument } from '../model/registryDocument';

/** A function of a registry whose answer is remembered for as long as that registry is: several rules ask for it. */
export function oncePer<T>(make: (registry: RegistryDocument) => T): (registry: RegistryDocument) => T {
  const made = new WeakMap<RegistryDocument, T>();
  return registry => {
    const known = made.get(registry);
    if (known !== undefined) return known;
    const answer = make(registry);
    made.set(registry, answer);
    return answer;
  };
}
