/** The addresses and tags of a request in SES's query protocol (version 1). */
export interface SesRequest {
  action: string;
  to: string[];
  cc: string[];
  bcc: string[];
  replyTo: string[];
  tags: Record<string, string>;
  configurationSet: string | undefined;
}

/** Fields are named like `Destination.ToAddresses.member.2` and `Tags.member.1.Name`; a raw mail has headers. */
export function readRequest(body: string): SesRequest {
  const form = new URLSearchParams(body);
  const members = (prefix: string) =>
    [...form].flatMap(([name, value]) => (name.startsWith(`${prefix}.member.`) ? [value] : []));
  const named = [...form].flatMap(([name, value]) => {
    const match = /^Tags\.member\.(\d+)\.Name$/.exec(name);
    return match ? [[value, form.get(`Tags.member.${match[1]}.Value`) ?? ""] as const] : [];
  });
  const raw = form.get("RawMessage.Data");
  const headers = raw === null ? {} : rawTags(Buffer.from(raw, "base64").toString("utf8"));
  return {
    action: form.get("Action") ?? "",
    to: members("Destination.ToAddresses"),
    cc: members("Destination.CcAddresses"),
    bcc: members("Destination.BccAddresses"),
    replyTo: members("ReplyToAddresses"),
    tags: { ...headers, ...Object.fromEntries(named) },
    configurationSet: form.get("ConfigurationSetName") ?? undefined,
  };
}

/** A raw mail's tags, from headers like `X-SES-MESSAGE-TAGS: kind=receipt` or `X-Mail-Kind: receipt`. */
function rawTags(message: string): Record<string, string> {
  const head = message.split(/\r?\n\r?\n/, 1)[0] ?? "";
  const unfolded = head.replace(/\r?\n[ \t]+/g, " ");
  const value = (name: string) => new RegExp(`^${name}:\\s*(.*)$`, "im").exec(unfolded)?.[1]?.trim();
  const listed = (value("X-SES-MESSAGE-TAGS") ?? "").split(/[,;]/).flatMap((pair) => {
    const [name = "", tag] = pair.split("=").map((part) => part.trim());
    return tag === undefined ? [] : [[name, tag] as const];
  });
  const kind = value("X-Mail-Kind");
  return { ...(kind === undefined ? {} : { kind }), ...Object.fromEntries(listed) };
}
