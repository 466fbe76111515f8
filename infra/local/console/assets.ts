/** The console's style sheet: the shop's colours, nothing from elsewhere. */
export const CONSOLE_STYLE = `
:root { color-scheme: dark; font: 1rem/1.6 "Hanken Grotesk Variable", system-ui, sans-serif; }
* { box-sizing: border-box; }
body { margin: 0; background: #0E0A08; color: #F7EDE0; }
a { color: #FFC56E; text-underline-offset: .35em; }
:focus-visible { outline: 3px solid #FFC56E; outline-offset: 2px; border-radius: 4px; }
.skip { position: absolute; left: -100vw; }
.skip:focus { left: 1rem; top: .5rem; background: #17110D; padding: .5rem 1rem; }
header { background: #17110D; border-bottom: 1px solid #433225; padding: .75rem clamp(1rem, 4vw, 2.5rem) 0; }
header p { margin: 0; font: 700 1.25rem "Besley Variable", Georgia, serif; }
header p a { color: inherit; text-decoration: none; }
header p span { font: 600 .8125rem "JetBrains Mono Variable", ui-monospace, monospace; color: #0E0A08;
  background: #F2A73B; border-radius: 999px; padding: .15rem .7rem; margin-left: .5rem; }
nav ul { display: flex; flex-wrap: wrap; gap: .25rem; list-style: none; margin: .5rem 0 0; padding: 0; }
nav a { display: block; padding: .6rem .9rem; color: #D2BFA9; text-decoration: none; border-bottom: 3px solid transparent; }
nav a:hover { color: #F7EDE0; border-color: #433225; }
nav a[aria-current] { color: #F7EDE0; border-color: #F2A73B; }
main { padding: 1.5rem clamp(1rem, 4vw, 2.5rem) 4rem; max-width: 90rem; }
main:focus { outline: none; }
h1 { font: 700 clamp(1.5rem, 1.2rem + 1.4vw, 2.1rem)/1.2 "Besley Variable", Georgia, serif; margin: 0 0 1.25rem; }
h2 { font: 700 1.2rem "Besley Variable", Georgia, serif; margin: 2rem 0 .75rem; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: .9375rem; }
caption { text-align: left; color: #AD9780; padding-bottom: .5rem; }
th, td { text-align: left; vertical-align: top; padding: .6rem .75rem; border-top: 1px solid #433225; }
thead th { color: #D2BFA9; font-weight: 600; white-space: nowrap; }
td.wide, th.wide { min-width: 18rem; overflow-wrap: anywhere; }
time, code, pre, .mono { font-family: "JetBrains Mono Variable", ui-monospace, monospace; font-size: .875rem; }
time { white-space: nowrap; }
pre { background: #17110D; border: 1px solid #433225; border-radius: 8px; padding: 1rem; overflow: auto; max-height: 30rem;
  white-space: pre-wrap; overflow-wrap: anywhere; }
summary { cursor: pointer; min-height: 1.75rem; overflow-wrap: anywhere; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .4rem 1.5rem; }
dt { color: #AD9780; } dd { margin: 0; overflow-wrap: anywhere; }
form { margin: 0; }
.row { display: flex; flex-wrap: wrap; gap: .75rem; align-items: end; margin-bottom: 1rem; }
.buttons { display: flex; flex-wrap: wrap; gap: .5rem; margin-bottom: 1rem; }
td .buttons { min-width: 13rem; margin: 0; }
label { display: grid; gap: .25rem; color: #D2BFA9; }
input, select { font: inherit; min-height: 44px; padding: .4rem .75rem; border-radius: 8px; border: 1px solid #8F735B;
  background: #17110D; color: #F7EDE0; max-width: 100%; }
button { font: inherit; font-weight: 600; min-height: 44px; padding: .4rem 1rem; border-radius: 8px; cursor: pointer;
  border: 1px solid #8F735B; background: #2A1F18; color: #F7EDE0; }
button:hover { background: #433225; }
button.main { background: #F2A73B; border-color: #F2A73B; color: #0E0A08; }
button.main:hover { background: #FFC56E; }
.cards { display: grid; gap: 1rem; grid-template-columns: repeat(auto-fit, minmax(9rem, 1fr)); padding: 0; list-style: none; }
.cards a { display: block; padding: 1rem; background: #17110D; border: 1px solid #433225; border-radius: 14px;
  color: #D2BFA9; text-decoration: none; }
.cards a:hover { border-color: #F2A73B; }
.cards strong { display: block; font: 700 1.75rem/1.2 "JetBrains Mono Variable", ui-monospace, monospace; color: #F7EDE0; }
.good { color: #5FE3A1; } .bad { color: #FF8A75; } .warm { color: #FFC56E; }
.notice { padding: .75rem 1rem; border-left: 4px solid #FF8A75; background: #1F1712; }
.empty { color: #D2BFA9; }
iframe { width: 100%; height: 40rem; border: 1px solid #433225; border-radius: 8px; background: #fff; }
`;

/** Asks for the page again every few seconds while it is seen and nobody reads or types in it. */
export const CONSOLE_SCRIPT = `
const live = document.getElementById("live");
const busy = () =>
  document.hidden ||
  live.contains(document.activeElement) ||
  live.querySelector("details[open], iframe") !== null ||
  String(getSelection()) !== "";
async function refresh() {
  if (busy()) return;
  const answer = await fetch(location.href, { headers: { accept: "text/html" } });
  if (!answer.ok) return;
  const next = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("live");
  if (next && !busy() && next.innerHTML !== live.innerHTML) live.replaceChildren(...next.childNodes);
}
if (live) setInterval(() => refresh().catch(() => undefined), 3000);
`;
