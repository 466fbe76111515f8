/** The payment page's style sheet, in the shop's colors. */
export const PAY_STYLE = `
:root { color-scheme: dark; font: 1rem/1.6 "Hanken Grotesk Variable", system-ui, sans-serif; }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; display: flex; flex-direction: column; align-items: center;
  background: radial-gradient(60rem 30rem at 50% -10rem, #2A1F18, #0E0A08); color: #F7EDE0; }
main { width: min(30rem, 100% - 2rem); margin: clamp(1rem, 6vh, 4rem) 0 1.5rem; padding: clamp(1.25rem, 5vw, 2rem);
  background: #17110D; border: 1px solid #433225; border-radius: 14px; box-shadow: 0 24px 64px #000000a6; }
h1 { margin: 0 0 1.25rem; font: 700 clamp(1.6rem, 1.2rem + 2vw, 2.1rem)/1.2 "Besley Variable", Georgia, serif; }
.badge { display: inline-block; margin: 0 0 .75rem; padding: .15rem .75rem; border-radius: 999px;
  font: 600 .8125rem/1.6 "JetBrains Mono Variable", ui-monospace, monospace; color: #0E0A08; background: #F2A73B; }
table { width: 100%; border-collapse: collapse; }
caption { text-align: left; padding-bottom: .5rem; color: #D2BFA9; }
th { text-align: left; font-weight: 400; overflow-wrap: anywhere; padding-right: 1rem; }
th, td { padding-block: .6rem; border-top: 1px solid #433225; vertical-align: top; }
td { text-align: right; font-family: "JetBrains Mono Variable", ui-monospace, monospace; white-space: nowrap; }
.quantity { color: #D2BFA9; white-space: nowrap; }
.total th, .total td { font-weight: 700; font-size: 1.125rem; border-top: 2px solid #8F735B; }
.actions { display: grid; gap: .75rem; margin-top: 1.5rem; }
.pair { display: grid; gap: .75rem; grid-template-columns: repeat(auto-fit, minmax(9rem, 1fr)); }
.button { display: grid; place-items: center; min-height: 48px; padding: .5rem 1rem; border: 1px solid transparent;
  border-radius: 8px; font: inherit; font-weight: 700; text-decoration: none; cursor: pointer;
  color: #0E0A08; background: #F2A73B; }
.button:hover { background: #FFC56E; }
.quiet { color: #F7EDE0; background: #2A1F18; border-color: #8F735B; }
.quiet:hover { background: #433225; }
.plain { color: #FFC56E; background: none; text-decoration: underline; text-underline-offset: .2em; }
.plain:hover { background: #1F1712; }
.button:focus-visible { outline: 3px solid #FFC56E; outline-offset: 3px; }
.notice { margin: 1rem 0; padding: .75rem 1rem; border-left: 4px solid #F2A73B; border-radius: 4px; background: #1F1712; }
.notice.bad { border-color: #FF8A75; color: #FF8A75; }
.notice.good { border-color: #5FE3A1; }
footer { width: min(30rem, 100% - 2rem); padding-bottom: 2rem; text-align: center; font-size: .875rem; color: #AD9780; }
`;
