// Values depend only on a stream and a position, so any instant can be computed by itself, on any machine.
import { base58 } from "../../../contract/markets-request.ts";

export type Stream = number;

/** FNV-1a hash, then mixed. */
export function streamOf(seed: number, ...names: readonly string[]): Stream {
  const text = `${seed}/${names.join("/")}`;
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return mix(hash, text.length);
}

/** The finaliser of MurmurHash3. */
function mix(stream: Stream, position: number): number {
  let hash = Math.imul(position | 0, 0x9e3779b1) ^ stream;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

export function unit(stream: Stream, position: number): number {
  return mix(stream, position) / 4_294_967_296;
}

/** In [−1, 1], interpolated smoothly between independent values at whole positions, so it does not drift. */
export function noise(stream: Stream, position: number): number {
  const cell = Math.floor(position);
  const part = position - cell;
  const eased = part * part * (3 - 2 * part);
  const from = unit(stream, cell);
  return 2 * (from + (unit(stream, cell + 1) - from) * eased) - 1;
}

/** 43 base58 characters decode to 32 bytes if the first is "5" or later. */
export function madeUpAddress(stream: Stream): string {
  let address = base58.charAt(5 + (mix(stream, -1) % 53));
  for (let letter = 1; letter < 43; letter += 1) address += base58.charAt(mix(stream, letter) % 58);
  return address;
}
