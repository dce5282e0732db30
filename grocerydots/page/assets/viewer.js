// The page: stepping, playing, keys, links to entries, themes, and other files.

const STEP_MS = 1300;
const LARGEST_FILE = 1 << 25;
const $ = (id) => document.getElementById(id);

/** What the page was made with, as `grocerydots.page.build` wrote it. */
const given = JSON.parse($("hand").textContent);
const page = { hand: null, own: null, at: 0, timer: null };

function start() {
  document.body.prepend(drawnCards());
  page.own = verifyLog(givenBytes());
  page.own.finding = given.finding;
  page.own.conclusion = given.conclusion;
  checkKept(page.own, given.heads);
  const openings = given.openings === null ? null : judgeOpenings(given.openings, page.own);
  show({ log: page.own, notes: given.notes, rules: given.rules, openings: openings?.openings ?? null });
  drawVerdict();
  if (openings !== null) drawOpenings(openings);
  markLine(); // the verdict took its room from the history
  listen();
}

function givenBytes() {
  if (given.log !== null) return utf8.encode(given.log);
  return Uint8Array.from(atob(given.log_base64), (letter) => letter.charCodeAt(0));
}

/** Put a log on the table, with whatever the page knows besides. */
function show({ log, notes = [], rules = {}, openings = null }) {
  const names = new Map([...(log.table?.players ?? [])].map(([seat, player]) => [seat, safeName(player)]));
  const known = new Map((openings?.openings ?? []).map(([position, card]) => [position, card]));
  const hasDots = log.table !== null && gameOf(log.table.rules).shares.some(({ name }) => name === "dots");
  page.hand = { log, notes, rules, names, known, hasDots, viewer: openings?.seat ?? null, parts: partsOf(log) };
  $("title").textContent = log.table === null ? "A log that cannot be read" : `Hand ${log.table.handId}`;
  document.title = `${$("title").textContent} · grocerydots`;
  $("stakes").textContent = log.table === null ? "" : stakesOf(log.table);
  $("slider").max = String(Math.max(0, log.states.length - 1));
  $("lines").replaceChildren(...log.events.map((event, entry) => lineOf(event, entry)));
  $("parts").replaceChildren(...page.hand.parts.map(partButton));
  go(entryOfAddress() ?? 0);
}

// The history, in step

function textOf(entry) {
  const told = page.hand.notes[entry]?.text ?? "";
  return told !== "" ? told : describe(page.hand.log.events[entry], (seat) => nameOf(page.hand, seat));
}

function lineOf(event, entry) {
  const number = dom("span", { className: "number" }, `#${entry}`);
  const link = dom("a", { href: `#${entry}` }, number);
  for (const text of textOf(entry).split("\n")) {
    const heading = /^\*\*\* (.*) \*\*\*$/.exec(text);
    const words = heading === null ? text : heading[1];
    const kind = heading !== null ? "heading" : text.startsWith("  ") ? "board" : "text";
    link.append(dom("span", { className: kind }, words.trim()));
  }
  return dom("li", {}, link);
}

const LABELS = {
  3: ["3rd", "third street"],
  4: ["4th", "fourth street"],
  5: ["5th", "fifth street"],
  6: ["6th", "sixth street"],
  7: ["7th", "seventh street"],
};

/** The parts of the hand to jump to: [short name, long name, entry], in their order. */
function partsOf({ events, states }) {
  const first = (short, long, test) => [short, long, events.findIndex((event, at) => test(event, states[at]))];
  const found = [
    first("Start", "the start", () => true),
    first("Antes", "the antes", (event) => ["antes_posted", "ante_posted"].includes(event.event)),
    ...Object.entries(LABELS).map(([street, names]) => first(...names, (_, state) => state.street === Number(street))),
    first("Store", "the store's opening", (event) => event.event === "store_opened"),
    first("Show", "the showdown", (event) => ["hand_shown", "hand_mucked"].includes(event.event)),
    first("Pots", "the pots", (event) => ["rake_taken", "pots_awarded"].includes(event.event)),
  ];
  return found.filter(([, , at]) => at >= 0).sort((one, other) => one[2] - other[2]);
}

const keyOf = (order) => String((order + 1) % 10); // 1 to 9, then 0

function partButton([short, long, entry], order) {
  const button = dom(
    "button",
    {
      type: "button",
      "aria-label": `Jump to ${long}`,
      "aria-keyshortcuts": keyOf(order),
      title: `${long} (${keyOf(order)})`,
    },
    short,
  );
  button.addEventListener("click", () => go(entry));
  return button;
}

// Going to an entry

function go(entry, { address = true } = {}) {
  const { log, parts } = page.hand;
  const last = log.states.length - 1;
  if (last < 0) {
    $("table").replaceChildren(
      dom("div", { className: "felt" }),
      dom("p", { className: "unreadable" }, "No entry of this log can be read."),
    );
    return;
  }
  page.at = Math.min(Math.max(entry, 0), last);
  $("table").replaceChildren(...drawTable(page.hand, page.at));
  drawNow();
  $("slider").value = String(page.at);
  $("slider").setAttribute("aria-valuetext", `Entry ${page.at} of ${last}`);
  $("count").textContent = `${page.at} / ${last}`;
  for (const [name, isOff] of [
    ["first", page.at === 0],
    ["back", page.at === 0],
    ["forward", page.at === last],
    ["last", page.at === last],
  ]) {
    $(name).setAttribute("aria-disabled", String(isOff));
  }
  const part = parts.findLastIndex(([, , at]) => at <= page.at);
  [...$("parts").children].forEach((button, order) => mark(button, order === part, "true"));
  const current = $("parts").children[part];
  $("parts").scrollLeft = current.offsetLeft - $("parts").clientWidth / 2;
  markLine();
  if (address && location.hash !== `#${page.at}`) history.replaceState(null, "", `#${page.at}`);
  if (page.at === last) pause();
}

function mark(element, isCurrent, word) {
  if (isCurrent) element.setAttribute("aria-current", word);
  else element.removeAttribute("aria-current");
}

/** Mark the line of the entry and bring it into its column's view, without moving the page. */
function markLine() {
  const list = $("lines");
  if (list.children.length === 0) return;
  [...list.children].forEach((line, entry) => mark(line.firstChild, entry === page.at, "step"));
  const line = list.children[page.at];
  const [top, bottom] = [line.offsetTop, line.offsetTop + line.offsetHeight];
  if (top < list.scrollTop + 40 || bottom > list.scrollTop + list.clientHeight - 40)
    list.scrollTop = top - list.clientHeight / 2;
}

/** When an entry was made, where the log says so, and how long after the one before. */
function whenWords(events, at) {
  const time = events[at].at;
  if (time === undefined) return "";
  const date = new Date(time);
  const clock = Number.isNaN(date.getTime()) ? `${time} ms` : date.toISOString().replace("T", " ");
  const gap = at === 0 ? "" : `, ${((time - events[at - 1].at) / 1000).toFixed(1)} s after the entry before`;
  return `${clock}${gap}`;
}

function drawNow() {
  $("when").textContent = whenWords(page.hand.log.events, page.at);
  const { hand, at } = page;
  const turn = turnAt(hand, at);
  const words = wordsOf(at);
  $("told").textContent = words;
  $("told").classList.toggle("long", words.length > 110);
  $("turn").replaceChildren(...(turn === null ? [] : turnWords(hand, turn)));
  const rule = hand.notes[at]?.rule ?? RULE_OF[hand.log.events[at].event] ?? null;
  $("rule").replaceChildren(...(rule === null ? [] : [dom("strong", {}, rule), " ", hand.rules[rule] ?? ""]));
}

/** What happens at an entry, without what the table shows by itself: boards and the store's row. */
function wordsOf(at) {
  const { events } = page.hand.log;
  const event = events[at];
  const isBoard = (text) => (text.startsWith("  ") && !TOLD_WHOLE.includes(event.event)) || text.startsWith("store: ");
  const words = textOf(at)
    .split("\n")
    .filter((text) => !text.startsWith("***") && !isBoard(text));
  return (
    words.map((text) => text.trim()).join(words.length > 3 ? " · " : "\n") ||
    describe(event, (seat) => nameOf(page.hand, seat))
  );
}

const TOLD_WHOLE = ["down_cards_opened", "pots_awarded", "hand_closed"];

function turnWords(hand, turn) {
  const who = turn.seat === null ? turn.who : nameOf(hand, turn.seat);
  const options = turn.text === "" ? [] : [": ", turn.text];
  const rule = turn.rule === null ? [] : [" ", dom("span", { className: "cited" }, turn.rule)];
  return [dom("strong", {}, dom("bdi", {}, who)), turn.text === "" ? " is to act" : " to act", ...options, ...rule];
}

function play() {
  if (page.at >= page.hand.log.states.length - 1) go(0);
  page.timer = setInterval(() => go(page.at + 1), STEP_MS);
  showPlaying(true);
}

function pause() {
  clearInterval(page.timer);
  page.timer = null;
  showPlaying(false);
}

function showPlaying(isPlaying) {
  $("play").setAttribute("aria-label", isPlaying ? "Pause" : "Play");
  $("play").classList.toggle("playing", isPlaying);
}

const toggle = () => (page.timer === null ? play() : pause());

/** A step by hand stops the playing. */
function step(entry) {
  pause();
  go(entry);
}

function entryOfAddress() {
  const found = /^#(\d{1,6})$/.exec(location.hash);
  return found === null ? null : Number(found[1]);
}

// Keys, buttons, files

const KEYS = {
  ArrowLeft: () => step(page.at - 1),
  ArrowRight: () => step(page.at + 1),
  Home: () => step(0),
  End: () => step(page.hand.log.states.length - 1),
  " ": toggle,
};

function pressed(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  const isControl = event.target.closest("button, a, summary, label, input") !== null;
  if (event.key === " " && isControl) return; // the control's own key
  if (event.target.closest("input") !== null && /^(Arrow|Home|End)/.test(event.key)) return;
  const part = page.hand.parts.find((_, order) => keyOf(order) === event.key);
  const action = part === undefined ? KEYS[event.key] : () => step(part[2]);
  if (action === undefined) return;
  event.preventDefault();
  action();
}

function listen() {
  document.addEventListener("keydown", pressed);
  addEventListener("hashchange", () => {
    const entry = entryOfAddress();
    if (entry !== null && entry !== page.at) step(entry);
  });
  $("first").addEventListener("click", KEYS.Home);
  $("back").addEventListener("click", KEYS.ArrowLeft);
  $("play").addEventListener("click", toggle);
  $("forward").addEventListener("click", KEYS.ArrowRight);
  $("last").addEventListener("click", KEYS.End);
  $("slider").addEventListener("input", () => step(Number($("slider").value)));
  $("parts").addEventListener("click", pause);
  $("pill").addEventListener("click", () => {
    if ($("pill").classList.contains("doubt")) return goToResult();
    $("verdict").scrollIntoView({ block: "start" });
    $("verdict-title").focus({ preventScroll: true });
  });
  $("theme").addEventListener("click", changeTheme);
  showTheme(isDark());
  $("file").addEventListener("change", () => readFile($("file").files[0]));
  document.addEventListener("dragover", (event) => event.preventDefault());
  document.addEventListener("drop", (event) => {
    event.preventDefault();
    readFile(event.dataTransfer.files[0]);
  });
}

const isDark = () =>
  document.documentElement.dataset.theme === "dark" ||
  (document.documentElement.dataset.theme === undefined && matchMedia("(prefers-color-scheme: dark)").matches);

function changeTheme() {
  document.documentElement.dataset.theme = isDark() ? "light" : "dark";
  showTheme(isDark());
}

function showTheme(dark) {
  $("theme").setAttribute("aria-pressed", String(dark));
}

// The verdict

function entryLink(entry) {
  return dom("a", { href: `#${entry}` }, `entry ${entry}`);
}

function drawVerdict() {
  const log = page.own;
  const isGood = isGreen(log);
  $("verdict").classList.toggle("bad", !isGood);
  $("verdict-title").textContent = verdictTitle(log);
  drawPill(log);
  $("findings").replaceChildren(...findingsOf(log, entryLink));
  const entry = faultyEntry(log);
  if (entry !== null) $("lines").children[entry]?.classList.add("faulty");
}

/** The verdict in a word: on the page's log, or that another file contradicts one that holds by itself. */
function drawPill(log, differs = null) {
  const isGood = isGreen(log);
  const entry = faultyEntry(log);
  $("pill").className = `pill ${!isGood ? "bad" : differs === null ? "good" : "doubt"}`;
  const what = log.isGood ? "breaks a rule" : "does not hold";
  const [before, after] = entry === null ? ["", what] : [`${what}: `, `entry ${entry}`];
  $("pill").replaceChildren(
    ...(isGood
      ? [differs === null ? "✓ Verified" : `✗ ${differs}`]
      : ["✗ ", dom("span", { className: "wide" }, before), after]),
  );
}

function drawOpenings({ isGood, title }) {
  const text = `${isGood ? "✓" : "✗"} Openings: ${title}`;
  $("findings").append(dom("p", { className: `openings ${isGood ? "good" : "bad"}` }, text));
}

async function readFile(file) {
  if (file === undefined) return;
  const name = safeName(file.name);
  if (file.size > LARGEST_FILE)
    return showOther(name, { isGood: false, title: "This file is too large to be the log of a hand", parts: [] });
  const bytes = new Uint8Array(await file.arrayBuffer());
  showOther(name, judge(bytes, page.own, entryLink));
}

function showOther(name, { isGood, title, parts, log = null, openings = null, differs = null }) {
  const kind = isGood === null ? "none" : isGood ? "good" : "bad";
  const heading = dom("h3", { tabindex: "-1" }, `${MARKS[kind]} ${title}`);
  const result = dom(
    "div",
    { className: `result ${kind}` },
    dom("p", { className: "file-name" }, dom("bdi", {}, name)),
    heading,
    ...parts,
  );
  if (log !== null && log.states.length > 0) {
    const button = dom("button", { type: "button" }, "Show it on the table");
    button.addEventListener("click", () => show({ log, rules: given.rules }));
    result.append(button);
  }
  if (isGood && openings !== null) show({ log: page.own, notes: given.notes, rules: given.rules, openings });
  $("other").replaceChildren(result);
  drawPill(page.own, differs);
  goToResult();
}

/** Bring what a file gave into view, wherever on the page it was dropped. */
function goToResult() {
  const result = $("other").firstChild;
  result.scrollIntoView({ block: "nearest" });
  result.querySelector("h3").focus({ preventScroll: true });
}

start();
