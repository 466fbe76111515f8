import {
  readStack,
  type Stack,
  type StackOptions,
  type Template,
} from "../../../infra/local/template/stack.ts";

/** Reads a template with these resources as the local stack reads the shop's template. */
export function stackOf(
  resources: Record<string, [type: string, properties?: Record<string, unknown>]>,
  otherSections: Omit<Template, "Resources"> = {},
  options: StackOptions = {},
): Stack {
  const Resources = Object.fromEntries(
    Object.entries(resources).map(([id, [Type, Properties = {}]]) => [id, { Type, Properties }]),
  );
  return readStack({ Resources, ...otherSections }, options);
}
