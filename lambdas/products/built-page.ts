/** The site's own empty page is asked for again after this long, in ms: a deployment arrives with it. */
const KEEP_MS = 60_000;

let kept: { html: string; until: number } | undefined;

/** The page that the site was built with, from the site itself; an older copy when the site does not answer in 3 s. */
export async function builtPage(origin: string, now: number = Date.now()): Promise<string> {
  if (kept && kept.until > now) return kept.html;
  try {
    const response = await fetch(`${origin}/index.html`, { signal: AbortSignal.timeout(3000) });
    if (!response.ok) throw new Error(`The built page answered ${response.status}`);
    kept = { html: await response.text(), until: now + KEEP_MS };
  } catch (error) {
    if (!kept) throw error;
  }
  return kept.html;
}
