// Runs in the console's pages: reloads the list every few seconds, but not while the tab is hidden or a reader is busy
// with the list (focus, an open detail, a mail's frame, selected text).
const live = document.getElementById("live");
const isBusy = () =>
  document.hidden ||
  live.contains(document.activeElement) ||
  live.querySelector("details[open], iframe") !== null ||
  String(getSelection()) !== "";

async function refresh() {
  if (isBusy()) return;
  const response = await fetch(location.href, { headers: { accept: "text/html" } });
  if (!response.ok) return;
  const next = new DOMParser().parseFromString(await response.text(), "text/html").getElementById("live");
  if (next && !isBusy() && next.innerHTML !== live.innerHTML) live.replaceChildren(...next.childNodes);
}

if (live) setInterval(() => refresh().catch(() => undefined), 3000);
for (const link of document.querySelectorAll(".tabs [aria-current], .kinds [aria-current]"))
  link.scrollIntoView({ block: "nearest", inline: "center" });
