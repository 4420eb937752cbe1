// The send interface: POST /v2/{appId}/send, which takes a message to wallets. The limits are the upstream's, checked before
// anything is sent.
import "../no-code-generation.ts";
import * as z from "zod/mini";
import { isMintAddress } from "../markets-request.ts";

export const sendChannels = ["PUSH", "IN_APP", "EMAIL", "TELEGRAM"] as const;
export type SendChannel = (typeof sendChannels)[number];

const httpsUrl = z.string().check(z.regex(/^https:\/\/[^\s"'<>\\]+$/));
const wallet = z.string().check(z.refine(isMintAddress));

/** A link under a message: a label of 1 to 30 characters and an address of at most 300. */
export const sendActionSchema = z.object({
  type: z.literal("link"),
  label: z.string().check(z.minLength(1), z.maxLength(30)),
  url: httpsUrl.check(z.maxLength(300)),
});

export const recipientSchema = z.discriminatedUnion("type", [
  z.object({ type: z.literal("subscriber"), walletAddress: wallet }),
  z.object({
    type: z.literal("subscribers"),
    walletAddresses: z.array(wallet).check(z.minLength(1), z.maxLength(10_000)),
  }),
  z.object({ type: z.literal("all-subscribers") }),
]);

/** Title 1 to 60 characters, body 1 to 500, an https image, up to three links. */
export const sendRequestSchema = z.object({
  channels: z.array(z.enum(sendChannels)).check(z.minLength(1)),
  message: z.object({
    title: z.string().check(z.minLength(1), z.maxLength(60)),
    body: z.string().check(z.minLength(1), z.maxLength(500)),
    image: z.optional(httpsUrl),
    actions: z.optional(z.array(sendActionSchema).check(z.maxLength(3))),
  }),
  topicId: z.optional(z.string()),
  data: z.optional(z.record(z.string(), z.unknown())),
  push: z.optional(z.record(z.string(), z.unknown())),
  recipient: recipientSchema,
});
export type SendRequest = z.infer<typeof sendRequestSchema>;
