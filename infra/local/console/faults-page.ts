import { FaultState, isOn } from "../faults.ts";
import { html, type Html } from "../util/html.ts";
import { page } from "./layout.ts";
import { BASE, type ConsoleSources } from "./sources.ts";

const WORDS = {
  webhooks: ["Webhooks", "How Stripe delivers its events. 'held' keeps them back until 'normal'."],
  mail: ["Mail", "SES refuses every mail, or automatic replies only."],
  bounces: ["Mail comes back from", "Addresses, separated by commas."],
  complaints: ["Mail is called spam by", "Addresses, separated by commas."],
  stripe: ["Stripe", "What the API answers when a payment page is opened."],
  refunds: ["Refunds", "Stripe's refunds begin as pending; the payments' page settles or fails them."],
  bus: ["Event bus", "Events arrive twice, or three seconds late."],
  cognito: ["Cognito", "Signs nobody in, and cannot say whose token is still good."],
  table: ["Table", "DynamoDB throttles, conflicts, stalls or is gone."],
  tableDelayMs: ["Table's delay in ms", "Added to every call of the table."],
  limits: ["Limits", "Production's limits per client in place of generous ones."],
} as const satisfies Record<keyof FaultState, readonly [name: string, does: string]>;

/** One choice per fault, made of the very schema that checks it. */
export function faultsPage({ faults }: ConsoleSources): Html {
  const state = faults.get();
  const names = Object.keys(WORDS) as (keyof FaultState)[];
  const fields = names.map((name) => {
    const [title, does] = WORDS[name];
    return html`<label class="fault ${isOn(state[name]) ? "on" : ""}">
      <b>${title}</b> <small>${does}</small> ${control(name, state[name])}
    </label>`;
  });
  const form = html`<p class="lead">
      What the stack does wrong on purpose, until it ends or is set right again.
    </p>
    <form method="post" action="${BASE}/faults">
      <div class="faults">${fields}</div>
      <button class="main" type="submit">Set the faults</button>
    </form>`;
  return page("faults", "Faults", html``, form);
}

function control(name: keyof FaultState, value: string | number): Html {
  const inner = FaultState.shape[name].def.innerType;
  if (typeof value === "number")
    return html`<input name="${name}" type="number" min="0" max="60000" value="${value}" />`;
  if (!("options" in inner))
    return html`<input name="${name}" type="text" value="${value}" autocomplete="off" spellcheck="false" />`;
  const options = inner.options.map(
    (option) =>
      html`<option value="${option}" ${option === value ? html`selected` : null}>${option}</option>`,
  );
  return html`<select name="${name}">
    ${options}
  </select>`;
}
