addEventListener("DOMContentLoaded", () => {
  const sheet = document.querySelector("#asked"), turns = sheet.querySelector(".turns"), said = sheet.dataset;
  let sent = null;
  if (!("DecompressionStream" in window)) document.body.classList.add("unasked");

  function made(tag, name, ...content) {
    const element = document.createElement(tag);
    element.className = name;
    element.append(...content);
    return element;
  }

  const turn = ([role, text]) => made("section", role, made("h3", "", role), made("pre", "", sent.texts[text]));
  const fold = (title, ...content) => made("details", "", made("summary", "", title), ...content);

  // All messages of each call for a question: a call repeats the beginning of the call before it.
  function calls(seat, number) {
    let messages = [], found = [];
    for (const [, tries] of sent.seats[seat].slice(0, number)) {
      found = tries.map(([same, more, ...rest]) => [(messages = [...messages.slice(0, same), ...more]), ...rest]);
    }
    return found;
  }

  // What the model had not seen before stands open; the rest is folded, or stands open at the call before.
  function call([messages, seen, form, outcome, came], number) {
    const [rules, ...earlier] = messages.slice(0, seen), fresh = messages.slice(seen).map(turn);
    const text = sent.texts[came], how = outcome === "ok" ? "" : made("span", "tag", outcome);
    const back = made("section", "came", made("h3", "", said.came, how), made("pre", "", text || said.nothing));
    if (number) return [made("h3", "again", said.again), ...fresh, back];
    const before = earlier.length ? [fold(`${said.earlier} (${earlier.length})`, ...earlier.map(turn))] : [];
    const schema = fold(said.form, made("pre", "", sent.texts[form]));
    return [fold(rules[0], made("pre", "", sent.texts[rules[1]])), ...before, ...fresh, schema, back];
  }

  document.addEventListener("click", async (event) => {
    const at = event.target.closest("[data-asked]")?.dataset.asked.split(".");
    if (!at) return;
    sent ??= JSON.parse(await unpacked(document.querySelector("#sent").textContent));
    sheet.querySelector("h2").textContent = sent.seats[at[0]][at[1] - 1][0];
    turns.replaceChildren(...calls(at[0], at[1]).flatMap(call));
    sheet.showModal();
    turns.scrollTop = 0;
  });
  sheet.addEventListener("click", (event) => { if (event.target === sheet) sheet.close(); });
});
