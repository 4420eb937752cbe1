import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { withValueAt } from "../../../tests/fixtures/unreadable-only.ts";
import { readSendRequest, sendChannels, type SendRequest } from "./send.ts";

const wallet = "6JpNV6DK88auwzKVizdeT4Bw3D44sam5GqjcPCJ7y176";
const full: SendRequest = {
  channels: ["PUSH", "IN_APP"],
  message: {
    title: "USDC under 4 %",
    body: "The rate fell.",
    image: "https://yields.example/icon.png",
    actions: [{ type: "link", label: "Open", url: "https://yields.example/markets" }],
  },
  topicId: "rates",
  data: { market: "m" },
  push: { sound: "soft" },
  recipient: { type: "subscribers", walletAddresses: [wallet] },
};

const leadsTo = (url: string): boolean =>
  readSendRequest({ ...full, message: { ...full.message, actions: [{ type: "link", label: "Open", url }] } })
    .ok;

describe("a message", () => {
  it("keeps what was sent and drops unknown fields", () => {
    expect(readSendRequest({ ...full, apiKey: "mine" })).toEqual({ ok: true, request: full });
  });

  it("is accepted at its limits", () => {
    const message = { title: "t".repeat(60), body: "b".repeat(500) };
    for (const recipient of [{ type: "all-subscribers" }, { type: "subscriber", walletAddress: wallet }])
      expect(readSendRequest({ channels: sendChannels, message, recipient }).ok).toBe(true);
  });

  it("beyond a limit is refused by field with what to give instead, listing every fault", () => {
    const reading = readSendRequest({
      channels: ["FAX"],
      message: { ...full.message, title: "", body: "x".repeat(501) },
      recipient: { type: "subscriber", walletAddress: "me" },
    });
    expect(reading.ok ? [] : reading.faults).toEqual([
      'channels.0 is not valid: found the text "FAX". Use PUSH, IN_APP, EMAIL, TELEGRAM.',
      "message.title is not valid: found an empty text. Give 1 to 60 characters.",
      `message.body is not valid: found the text "${"x".repeat(40)}". Give 1 to 500 characters.`,
      'recipient.walletAddress is not valid: found the text "me". Give the address of one wallet (base58 of 32 bytes).',
    ]);
  });

  it("allows images and links at https addresses only, and links to this machine", () => {
    const odd = ["https://x.example/a b", 'https://x.example/"', "javascript:alert(1)", "https://"];
    for (const url of ["http://x.example/a.png", ...odd]) {
      expect(readSendRequest({ ...full, message: { ...full.message, image: url } }).ok).toBe(false);
      expect(leadsTo(url)).toBe(false);
    }
    expect(leadsTo("http://localhost:4173/markets/m")).toBe(true);
    expect(leadsTo("http://[::1]/markets/m")).toBe(true);
    expect(leadsTo("http://localhost.example/")).toBe(false);
    expect(leadsTo("http://127.0.0.1@x.example/")).toBe(false);
  });

  it("is read or refused with a message for every fault, for any input", () => {
    const spoilt = fc
      .tuple(fc.nat(), fc.jsonValue())
      .map(([place, value]) => withValueAt(full, place, value));
    fc.assert(
      fc.property(fc.oneof(fc.anything(), spoilt), (body) => {
        const reading = readSendRequest(body);
        if (reading.ok) return;
        expect(reading.faults.length).toBeGreaterThan(0);
        for (const fault of reading.faults) expect(fault).toMatch(/\. (?:Give|Use|Send) /);
      }),
    );
  });
});
