"use strict";
async function unpacked(text) {
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Response(stream).text();
}
document.documentElement.classList.add("js");
addEventListener("DOMContentLoaded", () => {
  const one = (query, from = document) => from.querySelector(query);
  const all = (query, from = document) => [...from.querySelectorAll(query)];
  const table = all(".chair"), names = table.map((chair) => one("b", chair).textContent);
  const told = one(".story").innerHTML, whose = one(".whose").innerHTML;
  const said = {
    play: one("#play").ariaLabel, pause: one("#play").dataset.pause, all: one(".whose").dataset.all,
    reveal: one("#reveal").textContent, hide: one("#reveal").dataset.hide,
  };
  let chapters = [], before = {}, at = 0, beat = Infinity, timer = 0, revealed = false, account = "";

  // -- the table --------------------------------------------------------------------------------------

  // Later changes paint over earlier ones.
  function after(items, state = {}) {
    const changes = items.filter((item) => item.dataset.table).map((item) => JSON.parse(item.dataset.table));
    return Object.assign({}, state, ...changes);
  }

  function seat(chair, [alive, role, team, title, ballot], spoken) {
    chair.classList.toggle("dead", !alive);
    chair.classList.toggle("speaks", spoken);
    chair.dataset.team = team;
    one(".role", chair).textContent = role;
    one(".title", chair).textContent = title;
    one(".ballot", chair).textContent = ballot ? "→ " + (names[ballot - 1] ?? ballot) : "";
  }

  function ballots(state) {
    const lines = one(".lines"), shape = (name, set) => {
      const made = document.createElementNS("http://www.w3.org/2000/svg", name);
      for (const [key, value] of Object.entries(set)) made.setAttribute(key, value);
      lines.append(made);
    };
    lines.replaceChildren();
    for (const [voter, [, , , , target]] of Object.entries(state)) {
      if (!table[target - 1]) continue;
      const [a, b] = [table[voter - 1], table[target - 1]].map((chair) =>
        ["--x", "--y"].map((name) => parseFloat(chair.style.getPropertyValue(name)) * 0.74 + 13));
      shape("line", { x1: a[0], y1: a[1], x2: b[0], y2: b[1] });
      shape("circle", { cx: b[0], cy: b[1], r: 1.2 });
    }
  }

  // -- where we are -----------------------------------------------------------------------------------

  const pieces = () => all(":scope > ol > li", chapters[at]);

  // How many items have been reached: by playing, else by scrolling down to them.
  function reached(items) {
    if (Number.isFinite(beat)) return beat + 1;
    return items.findLastIndex((item) => item.getBoundingClientRect().top < innerHeight - 90) + 1;
  }

  function paint() {
    const items = pieces(), seen = items.slice(0, reached(items)), state = after(seen, before);
    const speaker = Number.isFinite(beat) ? seen.at(-1)?.dataset.seat : "";
    for (const [number, chair] of Object.entries(state)) seat(table[number - 1], chair, speaker === number);
    ballots(state);
  }

  function show() {
    const chapter = chapters[at], title = one("h2", chapter).textContent;
    before = after([...chapters.slice(0, at).flatMap((each) => all("[data-table]", each)), one("h2", chapter)]);
    chapters.forEach((each, number) => each.classList.toggle("here", number === at));
    pieces().forEach((item, number) => item.classList.toggle("later", number > beat));
    document.body.dataset.phase = chapter.dataset.phase;
    one(".hour").textContent = one("#name").textContent = title;
    Object.assign(one("#where"), { max: chapters.length - 1, value: at, ariaValueText: title });
    one("#back").disabled = at === 0;
    one("#on").disabled = at === chapters.length - 1;
    paint();
  }

  function go(to) {
    at = Math.max(0, Math.min(chapters.length - 1, to));
    beat = Infinity;
    scrollTo(0, 0);
    show();
  }

  // -- playing ----------------------------------------------------------------------------------------

  function stop() {
    clearTimeout(timer);
    timer = 0;
    Object.assign(one("#play"), { textContent: "▶", ariaLabel: said.play });
  }

  function play() {
    Object.assign(one("#play"), { textContent: "❚❚", ariaLabel: said.pause });
    if (!Number.isFinite(beat)) beat = -1;
    tick();
  }

  function tick() {
    if (beat >= pieces().length - 1) {
      if (at === chapters.length - 1) return stop();
      at += 1;
      beat = -1;
    }
    beat += 1;
    show();
    const item = pieces()[beat];
    item.scrollIntoView({ block: "nearest", behavior: "smooth" });
    const letters = Math.min(item.textContent.length, 200);
    timer = setTimeout(tick, item.classList.contains("slight") ? 250 : 500 + 28 * letters);
  }

  const step = (by) => { stop(); go(at + by); };
  const toggle = () => { if (timer) { stop(); } else { play(); } };

  // -- the sealed part --------------------------------------------------------------------------------

  function read(story) {
    one(".story").innerHTML = story;
    chapters = all(".chapter");
    for (const chair of table) seat(chair, [true, "", 0, "", 0], false);
    one("#reveal").textContent = revealed ? said.hide : said.reveal;
    if (revealed) { one(".whose").textContent = said.all; } else { one(".whose").innerHTML = whose; }
    document.body.classList.toggle("revealed", revealed);
    go(at);
  }

  async function reveal() {
    stop();
    account ||= await unpacked(one("#sealed").textContent);
    revealed = true;
    read(account);
  }

  // -- hands ------------------------------------------------------------------------------------------

  one("#back").onclick = () => step(-1);
  one("#on").onclick = () => step(1);
  one("#play").onclick = toggle;
  one("#where").oninput = (event) => { stop(); go(Number(event.target.value)); };
  one("#sure").onclose = () => { if (one("#sure").returnValue === "yes") reveal(); };
  one("#reveal").hidden = !one("#sealed") || !("DecompressionStream" in window);
  one("#reveal").onclick = () => {
    one("#sure").returnValue = "";
    if (revealed) { stop(); revealed = false; read(told); } else { one("#sure").showModal(); }
  };
  addEventListener("scroll", () => requestAnimationFrame(paint), { passive: true });
  addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || one("dialog[open]") || event.target.id === "where") return;
    const act = {
      ArrowLeft: () => step(-1), ArrowRight: () => step(1), " ": toggle, Home: () => step(-at), End: () => step(1e6),
    };
    if (!act[event.key] || (event.key === " " && event.target.tagName === "BUTTON")) return;
    event.preventDefault();
    act[event.key]();
  });
  read(told);
});
