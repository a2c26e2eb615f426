"use strict";
(function () {
  const battle = JSON.parse(document.getElementById("battle").textContent);
  const words = battle.words;
  const SVG = "http://www.w3.org/2000/svg";
  const SPEEDS = battle.speeds;
  const ZOOMS = [1, 1.5, 2, 3];
  const stops = battle.stops;
  const last = stops.length - 1;
  const $ = (id) => document.getElementById(id);

  let stop = -1;        // which moment is shown
  let timer = null;     // set while it plays
  let speed = SPEEDS.indexOf(battle.speed);
  let zoom = 0;
  let level = 0;
  let followed = true;  // whether the level is that of whoever acts

  // --- every moment, worked out once: what does not change is shared -------------------------

  const states = [], orders = [], levels = [], things = [];
  let before = battle.creatures.map(() => null), order = [], floor = 0, lying = [];
  for (const one of stops) {
    if (one.c) {
      before = before.slice();
      for (const [index, change] of one.c) {
        before[index] = change === null ? null : Object.assign({}, before[index], change);
      }
    }
    order = one.o || order;
    lying = one.t || lying;
    const acting = one.a === undefined ? null : before[one.a];
    if (acting && acting.p.length > 2) floor = acting.p[2];
    states.push(before);
    orders.push(order);
    levels.push(floor);
    things.push(lying);
  }

  // --- small things -----------------------------------------------------------------------

  function made(name, kind, text) {
    const element = document.createElement(name);
    if (kind) element.className = kind;
    if (text !== undefined) element.textContent = text;
    return element;
  }

  function drawn(name, kind) {
    const element = document.createElementNS(SVG, name);
    if (kind) element.setAttribute("class", kind);
    return element;
  }

  function set(element, values) {
    for (const key of Object.keys(values)) {
      const value = String(values[key]);
      if (element.getAttribute(key) !== value) element.setAttribute(key, value);
    }
  }

  function filled(text, gaps) {
    return text.replace(/\{(\w+)\}/g, (whole, key) => (key in gaps ? String(gaps[key]) : whole));
  }

  function corner(x, y) {
    const lattice = battle.lattice;
    return [x * lattice.wide + (y % 2) * lattice.shift, y * lattice.pitch];
  }

  // --- fog: what each cell of each level is: 0 never seen, 1 remembered, 2 seen ---------------

  const across = battle.cells[0], down = battle.cells[1];
  const fog = battle.fog ? new Uint8Array(across * down * battle.levels) : null;

  function lift(number, forward) {
    for (const [start, length, old, now] of stops[number].v || []) {
      fog.fill(forward ? now : old, start, start + length);
    }
  }

  function cellPath(x, y) {
    const [left, top] = corner(x, y);
    return "M" + battle.lattice.outline.map(([dx, dy]) => `${left + dx} ${top + dy}`).join("L") + "z";
  }

  function veil() {
    if (!fog) return;
    const unseen = [], remembered = [], first = level * across * down;
    for (let n = 0; n < across * down; n++) {
      const kind = fog[first + n];
      if (kind < 2) (kind ? remembered : unseen).push(cellPath(n % across, Math.floor(n / across)));
    }
    set($("unseen"), { d: unseen.join("") });
    set($("remembered"), { d: remembered.join("") });
  }

  // --- the board --------------------------------------------------------------------------

  const tokens = battle.creatures.map((creature, index) => {
    const side = battle.sides[creature.side];
    const group = drawn("g");
    const parts = { group, title: drawn("title"), ring: drawn("path", "ring"), base: drawn("path", "base"),
      marks: drawn("text", "marks"), name: drawn("text", "name"), gauge: drawn("rect", "gauge"), bar: drawn("rect", "bar") };
    for (const key of ["title", "ring", "base", "marks", "name", "gauge", "bar"]) group.append(parts[key]);
    group.setAttribute("data-creature", index);
    group.setAttribute("display", "none");
    parts.fixed = `token ${side.kind} ${creature.friend ? "friend" : "foe"}`;
    parts.mark = side.mark;
    $("tokens").append(group);
    return parts;
  });

  function crowds(state) {
    const found = new Map();
    state.forEach((one, index) => {
      if (!one || one.d || battle.forms[one.b].cells > 1) return;
      const key = one.p.join();
      if (!found.has(key)) found.set(key, []);
      found.get(key).push(index);
    });
    return found;
  }

  function place(index, one, crowd) {
    let [x, y] = corner(one.p[0], one.p[1]);
    if (!crowd || crowd.length < 2 || one.d) return `translate(${x}px,${y}px)`;
    const n = crowd.indexOf(index);
    x += (n % 2) * battle.lattice.wide / 2;
    y += (Math.floor(n / 2) % 2) * battle.lattice.high / 2;
    return `translate(${x}px,${y}px) scale(.5)`;
  }

  function status(one) {
    return one.s || (one.h === null ? "" : `${one.h}/${one.m}`);
  }

  function drawToken(index, one, acting, crowd) {
    const token = tokens[index];
    if (!one) return set(token.group, { display: "none" });
    const form = battle.forms[one.b], name = battle.creatures[index].name;
    const [caption, size] = battle.creatures[index].captions[one.b];
    const low = one.p[2] || 0, high = low + form.levels - 1;
    const apart = high < level ? level - high : low > level ? low - level : 0;
    const kinds = [token.fixed];
    if (high < level) kinds.push("below");
    if (low > level) kinds.push("above");
    if (one.d) kinds.push("dead");
    if (one.z) kinds.push("down");
    if (acting) kinds.push("acting");
    set(token.group, { class: kinds.join(" "), display: "inline" });
    token.group.style.transform = place(index, one, crowd);
    token.title.textContent = [name, status(one), one.how].filter(Boolean).join(", ");
    set(token.base, { d: form.path });
    set(token.ring, { d: acting ? form.path : "" });
    token.marks.textContent = token.mark + one.g + (apart ? (high < level ? "⇣" : "⇡") + apart : "");
    set(token.marks, { x: form.x, y: form.y - size * 0.62 });
    token.name.textContent = caption;
    set(token.name, { x: form.x, y: form.y + size * 0.45, "font-size": size });
    const part = one.m ? Math.min(Math.max(one.h, 0) / one.m, 1) : 0, wide = form.room * 0.84;
    const bar = { x: form.x - form.room * 0.42, y: form.y + size * 0.75, height: 2 };
    const shown = one.h !== null && !one.d;
    set(token.gauge, Object.assign(bar, { width: shown ? wide : 0 }));
    set(token.bar, Object.assign(bar, { width: shown ? wide * part : 0 }));
  }

  function rank(index, one, acting) {
    return !one || one.d ? 0 : acting ? 1000 : 500 - battle.forms[one.b].cells;
  }

  function drawTokens(now, state) {
    const crowd = crowds(state);
    state.forEach((one, index) => drawToken(index, one, index === now.a, one && crowd.get(one.p.join())));
    const ranked = state.map((one, index) => index)
      .sort((a, b) => rank(a, state[a], a === now.a) - rank(b, state[b], b === now.a) || a - b);
    const groups = ranked.map((index) => tokens[index].group), parent = $("tokens");
    if (groups.some((group, n) => parent.children[n] !== group)) parent.append(...groups);
  }

  function drawThings() {
    const here = things[stop].filter(([name, path, floor]) => floor === level);
    $("things").replaceChildren(...here.map(([name, path]) => {
      const group = drawn("g", "thing"), title = drawn("title"), mark = drawn("path");
      title.textContent = name;
      set(mark, { d: path });
      group.append(title, mark);
      return group;
    }));
  }

  function flash(now, state) {
    const one = now.f ? state[now.f[1]] : null;
    if (!one) return set($("flash"), { d: "" });
    const [x, y] = corner(one.p[0], one.p[1]);
    set($("flash"), { class: "flash " + now.f[0], d: battle.forms[one.b].path, transform: `translate(${x} ${y})` });
  }

  function chooseLevel() {
    if (followed) level = levels[stop];
    for (const ground of document.querySelectorAll("#board .ground")) {
      set(ground, { display: Number(ground.dataset.level) === level ? "inline" : "none" });
    }
    $("level").value = followed ? "follow" : String(level);
    $("level").options[0].textContent = filled(words.follow, { n: level });
  }

  function keepInSight(now, state) {
    const one = now.a === undefined ? null : state[now.a], view = $("view");
    if (!zoom || !one) return;
    const [x, y] = corner(one.p[0], one.p[1]), scale = $("board").clientWidth / battle.size[0];
    view.scrollTo(x * scale - view.clientWidth / 2, y * scale - view.clientHeight / 2);
  }

  // --- the order --------------------------------------------------------------------------

  const rows = battle.creatures.map((creature) => {
    const row = made("li"), side = battle.sides[creature.side];
    const parts = { row, sign: made("span", "sign"), name: made("span", "name", creature.name),
      meter: made("span", "meter"), fill: made("i"), hp: made("span", "hp"), how: made("span", "how") };
    const mark = made("span", `mark ${side.kind}`, side.mark);
    mark.title = side.name;
    mark.setAttribute("aria-label", side.name);
    mark.setAttribute("role", "img");
    parts.meter.classList.add(side.kind);
    parts.meter.append(parts.fill);
    row.append(parts.sign, mark, parts.name, parts.meter, parts.hp, parts.how);
    return parts;
  });

  function drawRow(index, one, acting) {
    const row = rows[index], out = Boolean(one.d || one.z);
    row.row.className = (acting ? "acting " : "") + (out ? "out" : "");
    if (acting) row.row.setAttribute("aria-current", "true"); else row.row.removeAttribute("aria-current");
    row.sign.textContent = acting ? "▸" : "";
    row.hp.textContent = status(one);
    row.how.textContent = out ? "" : one.how;
    row.meter.style.visibility = one.h === null || one.d ? "hidden" : "visible";
    row.fill.style.width = one.m ? Math.min(Math.max(one.h, 0) / one.m, 1) * 100 + "%" : "0";
  }

  function drawOrder(now, number) {
    const state = states[number], shown = orders[number].filter((index) => state[index]);
    const list = $("rows"), wanted = shown.map((index) => rows[index].row);
    if (wanted.length !== list.children.length || wanted.some((row, n) => list.children[n] !== row)) {
      list.replaceChildren(...wanted);
    }
    for (const index of shown) drawRow(index, state[index], index === now.a);
    const acting = list.querySelector(".acting"), box = $("order");
    if (!acting) return;
    const above = acting.offsetTop < box.scrollTop;
    const below = acting.offsetTop + acting.offsetHeight > box.scrollTop + box.clientHeight;
    if (above || below) box.scrollTop = acting.offsetTop - box.clientHeight / 2;
  }

  // --- the log ----------------------------------------------------------------------------

  const logLines = battle.log.map((line, index) => {
    const item = made("li", line.k), text = made("button", "line", line.t);
    text.type = "button";
    text.tabIndex = -1;
    text.addEventListener("click", () => { hold(); show(line.s); });
    item.append(text);
    if (line.c.length) item.append(" ", made("span", "clauses", line.c.join(", ")));
    if (line.d.length) {
      const details = made("details"), summary = made("summary", "", words.dice);
      details.append(summary, ...line.d.map((detail) => made("p", "", detail)));
      item.append(" ", details);
    }
    item.hidden = true;
    item.dataset.line = index;
    $("log").append(item);
    return item;
  });
  let shownLines = 0;

  function drawLog(now) {
    for (let n = shownLines; n < now.l; n++) logLines[n].hidden = false;
    for (let n = now.l; n < shownLines; n++) logLines[n].hidden = true;
    shownLines = now.l;
    const old = document.querySelector("#log [aria-current]"), current = logLines[now.l - 1];
    if (old && old !== current) old.removeAttribute("aria-current");
    if (!current) return;
    current.setAttribute("aria-current", "step");
    const scroll = $("scroll");
    scroll.scrollTop = current.offsetTop + current.offsetHeight - scroll.clientHeight + 8;
  }

  // --- showing a moment -------------------------------------------------------------------

  function heading(now) {
    const parts = [now.r === 0 ? words.beginning : filled(words.round_n, { n: now.r })];
    if (now.a !== undefined) parts.push(filled(words.turn_of, { name: battle.creatures[now.a].name }));
    if (now.x) parts.push(battle.result);
    parts.push(filled(words.event_n, { n: stop, last: last }));
    return parts.join(" · ");
  }

  function show(number) {
    number = Math.min(Math.max(number, 0), last);
    for (; fog && stop < number; ) lift(++stop, true);
    for (; fog && stop > number; stop--) lift(stop, false);
    stop = number;
    const now = stops[stop], state = states[stop];
    chooseLevel();
    veil();
    drawThings();
    drawTokens(now, state);
    flash(now, state);
    drawOrder(now, stop);
    drawLog(now);
    keepInSight(now, state);
    const text = heading(now);
    $("now").setAttribute("aria-live", timer === null ? "polite" : "off");
    $("now").textContent = text;
    $("scrub").value = stop;
    $("scrub").setAttribute("aria-valuetext", text);
    document.documentElement.dataset.stop = stop;
    document.documentElement.dataset.level = level;
  }

  // --- going ------------------------------------------------------------------------------

  const ahead = (places) => { const found = places.find((place) => place > stop); return found === undefined ? last : found; };
  const behind = (places) => { const found = places.filter((place) => place < stop); return found.length ? found[found.length - 1] : 0; };
  const nearest = (places, to) => (to > 0 ? places.find((p) => p > stop) : places.filter((p) => p < stop).pop());
  const marks = battle.marks.map((mark) => mark[0]), rounds = battle.rounds.map((round) => round[0]);

  function toMark(way) {
    const found = nearest(marks, way);
    if (found !== undefined) show(found);
  }

  function hold() {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    playing();
  }

  function playing() {
    $("play").textContent = timer === null ? words.play : words.hold;
    $("play").title = $("play").textContent + " (" + words.space + ")";
    document.documentElement.dataset.playing = timer !== null;
  }

  function wait() {
    timer = setTimeout(tick, stops[stop].w * 1000 / SPEEDS[speed]);
    playing();
  }

  function tick() {
    if (stop >= last) return hold();
    show(stop + 1);
    if (stop < last) wait(); else hold();
  }

  function play() {
    if (timer !== null) return hold();
    if (stop >= last) show(0);
    wait();
  }

  function faster(by) {
    speed = Math.min(Math.max(speed + by, 0), SPEEDS.length - 1);
    $("speed").value = String(speed);
  }

  function climb(by) {
    if (battle.levels < 2) return;
    followed = false;
    level = Math.min(Math.max(level + by, 0), battle.levels - 1);
    show(stop);
  }

  function nearer() {
    zoom = (zoom + 1) % ZOOMS.length;
    const board = $("board");
    board.classList.toggle("zoomed", zoom > 0);
    board.style.width = zoom ? ZOOMS[zoom] * 100 + "%" : "";
    show(stop);
  }

  function help() {
    if (!$("card").open) $("card").showModal();
  }

  const deeds = {
    start: () => show(0), end: () => show(last),
    on: () => show(stop + 1), back: () => show(stop - 1),
    turn: () => show(ahead(battle.turns)), "turn-back": () => show(behind(battle.turns)),
    round: () => show(ahead(rounds)), "round-back": () => show(behind(rounds)),
    mark: () => toMark(1), "mark-back": () => toMark(-1),
  };

  function act(what) {
    if (what === "play") return play();
    hold();
    deeds[what]();
  }

  const KEYS = {
    " ": () => play(), ArrowRight: () => act("on"), l: () => act("on"),
    ArrowLeft: () => act("back"), h: () => act("back"),
    t: () => act("turn"), T: () => act("turn-back"), r: () => act("round"), R: () => act("round-back"),
    m: () => act("mark"), M: () => act("mark-back"), "+": () => faster(1), "=": () => faster(1),
    "-": () => faster(-1), Home: () => act("start"), End: () => act("end"),
    "<": () => climb(-1), ">": () => climb(1), z: nearer, "?": help, F1: help,
  };

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || $("card").open) return;
    const where = event.target.tagName;
    if (where === "SELECT" || (event.key === " " && (where === "BUTTON" || where === "SUMMARY"))) return;
    const action = Object.prototype.hasOwnProperty.call(KEYS, event.key) ? KEYS[event.key] : null;
    if (!action) return;
    event.preventDefault();
    action();
  });

  // --- the controls -----------------------------------------------------------------------

  for (const button of document.querySelectorAll("[data-do]")) {
    button.addEventListener("click", () => act(button.dataset.do));
  }
  $("scrub").max = last;
  $("scrub").addEventListener("input", () => { hold(); show(Number($("scrub").value)); });
  $("zoom").addEventListener("click", nearer);
  $("help").addEventListener("click", help);
  SPEEDS.forEach((value, index) => {
    const option = made("option", "", value + "x");
    option.value = String(index);
    $("speed").append(option);
  });
  $("speed").addEventListener("change", () => { speed = Number($("speed").value); });

  const follow = made("option", "", "");
  follow.value = "follow";
  $("level").append(follow);
  for (let n = 0; n < battle.levels; n++) {
    const option = made("option", "", filled(words.level_n, { n: n }));
    option.value = String(n);
    $("level").append(option);
  }
  $("levels").hidden = battle.levels < 2;
  $("level").addEventListener("change", () => {
    followed = $("level").value === "follow";
    if (!followed) level = Number($("level").value);
    show(stop);
  });

  const SIGNS = { down: "x", critical: "!", opportunity: "+", goal: "*" };
  function mark(number, kind, text) {
    const sign = made("span", kind, text);
    sign.style.left = (last ? number / last * 100 : 0) + "%";
    sign.addEventListener("click", () => { hold(); show(number); });
    $("track").append(sign);
  }
  const labelled = Math.max(Math.ceil(battle.rounds.length / 20), 1);
  battle.rounds.forEach(([number, round], index) => mark(number, "round", index % labelled ? "" : String(round)));
  battle.marks.forEach(([number, kind]) => mark(number, kind, SIGNS[kind]));

  faster(0);
  playing();
  show(battle.open);
})();
