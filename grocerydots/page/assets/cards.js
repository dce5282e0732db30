// Cards as SVG: real pips in their real places, with the middle column, whose pips are dots, set off (GSD-4).

const SVG = "http://www.w3.org/2000/svg";
const PIPS = {
  c: "M0-10a4.9 4.9 0 0 1 4.1 7.6A4.9 4.9 0 1 1 .9 5.3Q1.2 8.6 4 10H-4Q-1.2 8.6-.9 5.3A4.9 4.9 0 1 1-4.1-2.4 4.9 4.9 0 0 1 0-10Z",
  d: "M0-11Q3.4-4.6 8.2 0 3.4 4.6 0 11-3.4 4.6-8.2 0-3.4-4.6 0-11Z",
  h: "M0 10C-2.6 5.2-10 1.6-10-4.2-10-8-7.6-9.8-5.1-9.8-2.6-9.8-.7-8.2 0-5.8.7-8.2 2.6-9.8 5.1-9.8 7.6-9.8 10-8 10-4.2 10 1.6 2.6 5.2 0 10Z",
  s: "M0-10.5C2.6-5.6 9.8-2.2 9.8 3.4 9.8 6.6 7.6 8 5.4 8 3.3 8 1.6 6.8.9 5.1 1.1 7.9 1.9 9.5 4 10.4H-4C-1.9 9.5-1.1 7.9-.9 5.1-1.6 6.8-3.3 8-5.4 8-7.6 8-9.8 6.6-9.8 3.4-9.8-2.2-2.6-5.6 0-10.5Z",
};
const [LEFT, MIDDLE, RIGHT] = [36, 57, 78];
const [TOP, CENTRE, BOTTOM] = [29, 70, 111];

/** Rows of the outer columns, then of the middle one. */
const FACES = {
  A: [[], [70]],
  2: [[], [TOP, BOTTOM]],
  3: [[], [TOP, CENTRE, BOTTOM]],
  4: [[TOP, BOTTOM], []],
  5: [[TOP, BOTTOM], [CENTRE]],
  6: [[TOP, CENTRE, BOTTOM], []],
  7: [[TOP, CENTRE, BOTTOM], [49.5]],
  8: [
    [TOP, CENTRE, BOTTOM],
    [49.5, 90.5],
  ],
  9: [[TOP, 56.3, 83.7, BOTTOM], [CENTRE]],
  T: [
    [TOP, 56.3, 83.7, BOTTOM],
    [42.6, 97.4],
  ],
};

function svg(name, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

function pip(suit, x, y, scale, name = "pip") {
  const turn = y > 70 ? " rotate(180)" : "";
  return svg("path", { class: name, d: PIPS[suit], transform: `translate(${x} ${y})${turn} scale(${scale})` });
}

/** The drawing of a card, to be used by its id wherever the card lies. */
function face(card) {
  const [rank, suit] = card;
  const isRed = suit === "d" || suit === "h";
  const drawing = svg("symbol", { id: `card-${card}`, viewBox: "0 0 100 140", class: isRed ? "red" : "black" });
  drawing.append(svg("rect", { class: "paper", x: 1, y: 1, width: 98, height: 138, rx: 9 }));
  drawing.append(...(FACES[rank] === undefined ? court(rank, suit) : pips(rank, suit)));
  const letters = rank === "T" ? "10" : rank;
  const index = svg("text", { class: `index${letters.length > 1 ? " ten" : ""}`, x: 14, y: 33 }, letters);
  drawing.append(index, pip(suit, 14, 49, 0.82, "pip"));
  return drawing;
}

function pips(rank, suit) {
  const [outer, middle] = FACES[rank];
  const band = svg("rect", { class: "band", x: MIDDLE - 12.5, y: 7, width: 25, height: 126, rx: 12.5 });
  const size = rank === "A" ? 2 : 1.12;
  return [
    ...(middle.length > 0 ? [band] : []),
    ...outer.flatMap((y) => [LEFT, RIGHT].map((x) => pip(suit, x, y, 0.92, "pip outer"))),
    ...middle.map((y) => pip(suit, MIDDLE, y, size, "pip dot")),
  ];
}

const CROWNS = {
  K: "M-17-24V-40L-9-32-4-44 0-46 4-44 9-32 17-40V-24Z",
  Q: "M-16-25-19-37-10-33-7-42 0-35 7-42 10-33 19-37 16-25Z",
  J: "M-16-25Q-19-39-4-40 9-41 15-34L23-43 20-31 16-25Z",
};

/** A court card: a figure and its mirror image. Its two pips stand beside the middle, so it has no dots. */
function court(rank, suit) {
  const half = () => [
    svg("path", { class: "robe", d: "M-27 0Q-25-11-12-13L0-5 12-13Q25-11 27 0Z" }),
    svg("path", { class: "collar", d: "M-12-13 0 0 12-13 0-5Z" }),
    svg("path", { class: "head", d: "M-10.5-25V-19Q-10.5-9.5 0-9.5T10.5-19V-25Z" }),
    svg("path", {
      class: rank === "Q" ? "hair" : "brow",
      d:
        rank === "Q"
          ? "M-10.5-26Q-17-18-13-11L-10-14V-26ZM10.5-26Q17-18 13-11L10-14V-26Z"
          : "M-10.5-26H10.5V-22.5H-10.5Z",
    }),
    svg("path", { class: "crown", d: CROWNS[rank] }),
  ];
  const upper = svg("g", { transform: "translate(57 70)" }, ...half());
  const lower = svg("g", { transform: "translate(57 70) rotate(180)" }, ...half());
  const frame = svg("rect", { class: "frame", x: 28, y: 14, width: 58, height: 112, rx: 4 });
  return [frame, upper, lower, pip(suit, 37, 25, 0.72), pip(suit, 77, 115, 0.72)];
}

function back() {
  const drawing = svg("symbol", { id: "card-back", viewBox: "0 0 100 140" });
  const lattice = [];
  for (let at = -140; at < 100; at += 14) lattice.push(`M${at} 140 ${at + 140} 0M${at} 0 ${at + 140} 140`);
  const clip = svg("clipPath", { id: "back-clip" }, svg("rect", { x: 9, y: 9, width: 82, height: 122, rx: 5 }));
  drawing.append(
    clip,
    svg("rect", { class: "paper", x: 1, y: 1, width: 98, height: 138, rx: 9 }),
    svg("rect", { class: "back", x: 9, y: 9, width: 82, height: 122, rx: 5 }),
    svg("path", { class: "lattice", d: lattice.join(""), "clip-path": "url(#back-clip)" }),
  );
  return drawing;
}

/** All drawings, once on the page and never seen there. */
function drawnCards() {
  const sheet = svg("svg", { class: "sheet", "aria-hidden": "true", focusable: "false" });
  for (const rank of RANKS) for (const suit of SUITS) sheet.append(face(rank + suit));
  sheet.append(back());
  return sheet;
}

/** A card as it lies on the table; null is one that is face down. */
function cardImage(card, { label = null, classes = [] } = {}) {
  const id = card === null ? "back" : card;
  const words = label ?? (card === null ? "face down" : `${cardWords(card)}, ${counted(DOTS[card[0]], "dot")}`);
  const image = svg("svg", {
    class: ["card-image", ...(card === null ? ["hidden"] : []), ...classes].join(" "),
    viewBox: "0 0 100 140",
    role: "img",
    "aria-label": words,
  });
  image.append(svg("use", { href: `#card-${id}` }));
  return image;
}
