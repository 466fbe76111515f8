/** '1 ticket', '1,200 tickets' */
export const countText = (count: number, singular: string, plural = `${singular}s`): string =>
  `${count.toLocaleString("en-US")} ${count === 1 ? singular : plural}`;
