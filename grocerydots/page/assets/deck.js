// The sealed deck, scheme gsd-deck/1: what an opened card, a reshuffle's order and a player's entropy must give.

const utf8 = new TextEncoder();

function u32(number) {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, number);
  return bytes;
}

const withLength = (bytes) => joined([u32(bytes.length), bytes]);
const textWithLength = (text) => withLength(utf8.encode(text));
const domainOf = (purpose, handId) => joined(["gsd-deck/1", purpose, handId].map(textWithLength));

function sealOf(handId, position, card, salt) {
  const parts = [domainOf("seal", handId), u32(position), textWithLength(card), withLength(bytesOf(salt))];
  return hexOf(sha256(...parts));
}

function orderSealOf(handId, order, salt) {
  const parts = [domainOf("order-seal", handId), withLength(Uint8Array.from(order)), withLength(bytesOf(salt))];
  return hexOf(sha256(...parts));
}

function entropyCommitmentOf(handId, seat, entropy) {
  return hexOf(sha256(domainOf("entropy", handId), u32(seat), withLength(bytesOf(entropy))));
}
