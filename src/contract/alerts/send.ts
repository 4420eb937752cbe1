// POST /v2/{appId}/send. The limits are the upstream's.
import { z } from "../zod.ts";
import { describeIssue } from "../markets-page.ts";
import type { ParsedRequest } from "../operations/operation.ts";
import { wallet } from "./rule.ts";

export const sendChannels = ["PUSH", "IN_APP", "EMAIL", "TELEGRAM"] as const;

const httpsUrl = z.string().check(z.regex(/^https:\/\/[^\s"'<>\\]+$/));
/** Allows plain http only to this machine, for trying out a dashboard. */
const linkUrl = z
  .string()
  .check(z.regex(/^(?:https:\/\/|http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?=[/:]|$))[^\s"'<>\\]+$/));

export const messageLimits = { title: 60, body: 500, label: 30, link: 300, links: 3 } as const;

const sendActionSchema = z.object({
  type: z.literal("link"),
  label: z.string().check(z.minLength(1), z.maxLength(messageLimits.label)),
  url: linkUrl.check(z.maxLength(messageLimits.link)),
});

const recipientSchema = z.discriminatedUnion("type", [
  z.object({ type: z.literal("subscriber"), walletAddress: wallet }),
  z.object({
    type: z.literal("subscribers"),
    walletAddresses: z.array(wallet).check(z.minLength(1), z.maxLength(10_000)),
  }),
  z.object({ type: z.literal("all-subscribers") }),
]);

export const sendRequestSchema = z.object({
  channels: z.array(z.enum(sendChannels)).check(z.minLength(1)),
  message: z.object({
    title: z.string().check(z.minLength(1), z.maxLength(messageLimits.title)),
    body: z.string().check(z.minLength(1), z.maxLength(messageLimits.body)),
    image: z.optional(httpsUrl),
    actions: z.optional(z.array(sendActionSchema).check(z.maxLength(messageLimits.links))),
  }),
  topicId: z.optional(z.string()),
  data: z.optional(z.record(z.string(), z.unknown())),
  push: z.optional(z.record(z.string(), z.unknown())),
  recipient: recipientSchema,
});
export type SendRequest = z.infer<typeof sendRequestSchema>;

/** By path; "*" stands for any index. */
const remedies = new Map<string, string>([
  ["", "Send an object with channels, message and recipient."],
  ["channels", `Give a list of at least one of ${sendChannels.join(", ")}.`],
  ["channels.*", `Use ${sendChannels.join(", ")}.`],
  ["message", "Give an object with title and body."],
  ["message.title", `Give 1 to ${messageLimits.title} characters.`],
  ["message.body", `Give 1 to ${messageLimits.body} characters.`],
  ["message.image", "Give an https address, or leave it out."],
  ["message.actions", `Give a list of at most ${messageLimits.links} links, or leave it out.`],
  ["message.actions.*", "Give an object with type, label and url."],
  ["message.actions.*.type", 'Use "link".'],
  ["message.actions.*.label", `Give 1 to ${messageLimits.label} characters.`],
  ["message.actions.*.url", `Give an https address of at most ${messageLimits.link} characters.`],
  ["topicId", "Give a text, or leave it out."],
  ["data", "Give an object, or leave it out."],
  ["push", "Give an object, or leave it out."],
  ["recipient", "Give an object with type subscriber, subscribers or all-subscribers."],
  ["recipient.type", "Use subscriber, subscribers or all-subscribers."],
  ["recipient.walletAddress", "Give the address of one wallet (base58 of 32 bytes)."],
  ["recipient.walletAddresses", "Give a list of 1 to 10,000 wallet addresses."],
  ["recipient.walletAddresses.*", "Give a wallet address (base58 of 32 bytes)."],
]);

export function readSendRequest(body: unknown): ParsedRequest<SendRequest> {
  const result = sendRequestSchema.safeParse(body);
  if (result.success) return { ok: true, request: result.data };
  const faults = result.error.issues.map((issue) => {
    const { path, reason } = describeIssue(issue, body);
    const remedy =
      remedies.get(issue.path.map((part) => (typeof part === "number" ? "*" : part)).join(".")) ?? "";
    const name = path === "" ? "The body" : path;
    return `${name} ${reason}. ${remedy}`.trimEnd();
  });
  return { ok: false, faults };
}
