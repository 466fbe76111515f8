/** Pseudo-random choices that are the same for the same seed: mulberry32, a generator with 32 bits of state. */
export function createRandom(seed: number) {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let bits = Math.imul(state ^ (state >>> 15), 1 | state);
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits;
    return ((bits ^ (bits >>> 14)) >>> 0) / 4_294_967_296;
  };
  return {
    /** True with this probability. */
    chance: (probability: number): boolean => next() < probability,
    /** A whole number from `min` to `max`. */
    int: (min: number, max: number): number => min + Math.floor(next() * (max - min + 1)),
    /** An element of a list that is not empty. */
    of: <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)] as T,
    /** One of the names, each as often as its weight says. */
    weighted<Name extends string>(weights: Readonly<Record<Name, number>>): Name {
      const names = Object.keys(weights) as Name[];
      let rest = next() * names.reduce((sum, name) => sum + weights[name], 0);
      return names.find((name) => (rest -= weights[name]) < 0) ?? (names[0] as Name);
    },
  };
}
export type Random = ReturnType<typeof createRandom>;
