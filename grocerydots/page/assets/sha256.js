// SHA-256 (FIPS 180-4) of bytes, at once: crypto.subtle answers later, and is missing where a page is no
// secure context, as one opened from a disk may be.

const SHA_PRIMES = [];
for (let n = 2; SHA_PRIMES.length < 64; n += 1) {
  if (SHA_PRIMES.every((prime) => n % prime !== 0)) SHA_PRIMES.push(n);
}
const fraction32 = (x) => Math.floor((x - Math.floor(x)) * 2 ** 32);
const SHA_START = SHA_PRIMES.slice(0, 8).map((prime) => fraction32(Math.sqrt(prime)));
const SHA_ROUNDS = SHA_PRIMES.map((prime) => fraction32(Math.cbrt(prime)));

const rotated = (x, by) => (x >>> by) | (x << (32 - by));

/** The 32 bytes of the hash over some parts, one after the other. */
function sha256(...parts) {
  const message = padded(joined(parts));
  const hash = Int32Array.from(SHA_START, (word) => word | 0);
  const words = new Int32Array(64);
  for (let start = 0; start < message.byteLength; start += 64) digestBlock(hash, words, message, start);
  const digest = new DataView(new ArrayBuffer(32));
  hash.forEach((word, at) => digest.setInt32(4 * at, word));
  return new Uint8Array(digest.buffer);
}

function digestBlock(hash, words, message, start) {
  for (let at = 0; at < 16; at += 1) words[at] = message.getInt32(start + 4 * at);
  for (let at = 16; at < 64; at += 1) {
    const [x, y] = [words[at - 15], words[at - 2]];
    const near = rotated(x, 7) ^ rotated(x, 18) ^ (x >>> 3);
    const far = rotated(y, 17) ^ rotated(y, 19) ^ (y >>> 10);
    words[at] = words[at - 16] + near + words[at - 7] + far;
  }
  let [a, b, c, d, e, f, g, h] = hash;
  for (let at = 0; at < 64; at += 1) {
    const big = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25);
    const first = (h + big + ((e & f) ^ (~e & g)) + SHA_ROUNDS[at] + words[at]) | 0;
    const small = rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22);
    const second = (small + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, at) => {
    hash[at] += word;
  });
}

function padded(bytes) {
  const size = (Math.floor((bytes.length + 8) / 64) + 1) * 64;
  const message = new Uint8Array(size);
  message.set(bytes);
  message[bytes.length] = 0x80;
  const view = new DataView(message.buffer);
  view.setBigUint64(size - 8, 8n * BigInt(bytes.length));
  return view;
}

/** Byte arrays put together. */
function joined(parts) {
  const whole = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

const hexOf = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
const bytesOf = (hex) => Uint8Array.from(hex.match(/../g) ?? [], (byte) => parseInt(byte, 16));
