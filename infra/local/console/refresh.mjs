// Runs in the console's pages. Reloads the live content every three seconds. Waits while the tab is hidden, text
// is selected, or the live content has the focus, an open detail or a mail's frame.
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
for (const link of document.querySelectorAll("li [aria-current]"))
  link.scrollIntoView({ block: "nearest", inline: "center" });
