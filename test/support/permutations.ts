export function permutations<T>(items: readonly T[]): T[][] {
  if (items.length <= 1) return [[...items]];
  return items.flatMap((item, i) =>
    permutations([...items.slice(0, i), ...items.slice(i + 1)]).map((others) => [item, ...others]),
  );
}

/** Sorts the items: each item by the key with the same index. After the last key, the first key is used again. */
export const sortByKeys = <T>(items: readonly T[], sortKeys: readonly number[]): T[] =>
  items
    .map((item, i) => ({ item, position: sortKeys[i % sortKeys.length] ?? 0 }))
    .sort((a, b) => a.position - b.position)
    .map(({ item }) => item);
